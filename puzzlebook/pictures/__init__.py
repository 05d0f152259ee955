"""From a maze to a picture: lines and areas in cell widths, without text. In reading order:

drawing    what a picture is, whatever file it ends in: layers of subpaths, each in a style
plate      a maze as a picture: its walls, its ends and its solution
strokes    walls joined to few long lines; on large boards of squares by `square_strokes`
pen_order  their order for a plotter’s pen
rims       the heavy outline of a maze that was cut out of a picture
doors      what stands at its ends, and where
theme      the marks at the ends, and the stories: read from a theme's file
letters    letters in the cells of a word maze
qr         a QR code
svg        a drawing as an SVG file
labels     what an SVG file of a maze says to those who cannot see it
"""
