"""Trains the preflop tables of `pokermasa.ranges`: `python -m train.ranges --help`."""
