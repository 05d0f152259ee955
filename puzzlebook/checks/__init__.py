"""Checks of what was made: what is in a finished folder, and in a finished PDF."""
