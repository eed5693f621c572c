"""The room that is open to the world: accounts, ledger, tables, journal, wire.

The only room of the house with a clock, dice, a socket and a disk.
"""
