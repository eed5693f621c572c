"""The room that is open to the world: accounts, ledger, tables, journal, wire.

Here alone are a clock, dice, a socket and a disk; docs/architecture.md has its plan.
"""
