"""What `masa new-bot` writes."""
