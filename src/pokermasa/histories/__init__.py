"""Readers, writers, replay and statistics for the histories of whole hands.

The formats are PHH, PokerStars text, Open Hand History (OHH) and ACPC logs.
"""
