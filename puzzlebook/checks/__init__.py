"""Checks of what is finished: would a printer take it, and has anything changed?"""
