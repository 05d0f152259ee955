"""Fitting: a grid's corners moved so that its rim is the drawing that cut it. In reading order:

fitted    the fit as a whole, from a grid and the drawing's loops to a `Fit`
places    places along the drawing to which corners of the rim may go, its sharp points among them
matching  which corner goes to which place: the cheapest way round
stands    corners that stand on the drawing: they slide along it, and leave it where there is no other room
vicinity  the cells near the rim, and what each was in the tiling
sweeps    all corners move, step by step, until the cells are near to what they were and none is pinched
crossings walls that cross: their corners are kept off the drawing, and all is done again

All of it is + − × ÷ and √ of floats in a fixed order and for a fixed number of steps, from positions rounded to
millionths of a cell: the same on every machine. Lengths are for cells of area 1.
"""
