"""The open poker room: Texas hold'em as exact values, and a place to play it."""

__version__ = "0.1.0"
