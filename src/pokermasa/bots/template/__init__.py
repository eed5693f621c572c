"""Template files that `masa new-bot` copies."""
