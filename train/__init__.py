"""Trains and measures the strategy table of `house:limit`. This folder is not part of the package;
see README.md."""
