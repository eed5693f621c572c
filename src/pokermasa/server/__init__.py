"""The running room: accounts, ledger, tables, journal and wire protocol.

Only this package uses a clock, random numbers, sockets and files. docs/architecture.md has an
overview.
"""
