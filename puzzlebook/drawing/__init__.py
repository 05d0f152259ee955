"""Drawings as values, and the SVG writer. Nothing here knows what a maze is.

drawing    layers of subpaths, each with a style
svg        a drawing as an SVG file
pen_order  the order of strokes for a pen plotter
qr         a text as a QR code
"""
