"""Fitting: moving the corners of a grid so that its rim follows a drawing.

fitted         the whole fit
places         points of the drawing to which corners can move
matching       matching corners with points at the least total cost
neighbourhood  the cells near the rim, and their shapes in the tiling
iterations     moving the corners step by step
anchors        corners that lie on the drawing and slide along it
crossings      walls that would cross
deepest        the largest circle inside a cell
"""
