"""How a whole hand is written (PHH, PokerStars text, OHH, ACPC), and what it tells."""
