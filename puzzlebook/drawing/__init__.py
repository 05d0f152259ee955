"""Drawings as values, and writing and reading SVG. Nothing here knows about mazes.

drawing     layers of subpaths, each with a style
svg         a drawing as an SVG file
svg_shapes  the painted shapes of an SVG file, or its one open line
stroked     converting stroked lines to the areas that they cover
svg_tree    an SVG file as a tree, with its styles resolved
svg_values  numbers, lengths and transforms in SVG attributes
pen_order   the order of strokes for a pen plotter
qr          a text as a QR code
ean         the bars of a book's barcode
"""
