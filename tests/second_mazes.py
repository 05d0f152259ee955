"""Mazes, written a second time from `docs/codes.md` alone: nothing of ours is imported.

Corners are told apart by where they lie, neighbours by their corners, ways by walking them: where
the first implementation is quick, this one is plain.
"""

import re
import tomllib
from collections import defaultdict
from hashlib import sha256, shake_256
from itertools import chain, count, pairwise
from math import atan2, ceil, cos, floor, hypot, pi, sin, sqrt
from pathlib import Path
from xml.etree import ElementTree

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
CHECK = "0123456789abcdefghijklmnopqrstuvwxyz"
DRAWINGS = Path(__file__).parents[1] / "templates" / "silhouettes"
STAGES = DRAWINGS.parent / "stages"
OFFERED = DRAWINGS.parent / "stage_doors.toml"
OWN = {}  # stages of the user's, by their names in codes


# -- Fields, keys, streams ----------------------------------------------------------------------------------


def fields(*values):
    """A list of fields, each a netstring."""
    encoded = [str(value).encode() for value in values]
    return b"".join(str(len(field)).encode() + b":" + field + b"," for field in encoded)


def key_of(*values, digits=16):
    number = int.from_bytes(shake_256(fields(*values)).digest(10), "big")
    return "".join(DIGITS[number // 32**place % 32] for place in range(15, -1, -1))[:digits]


def maze_key(seed, section="", draw=1):
    return key_of("puzzlebook", "maze", 1, seed, 1, section, draw, 1)


def stream(key, purpose):
    for block in count():
        yield from shake_256(fields("puzzlebook", "stream", 1, key, purpose, block)).digest(1024)


def draws(key, purpose, bits):
    for byte in stream(key, purpose):
        binary = f"{byte:08b}"
        for at in range(8 // bits):
            yield int(binary[at * bits : (at + 1) * bits], 2)


def below(bound, source, bits):
    """A number below the bound."""
    needed = len(f"{bound - 1:b}") if bound > 1 else 0
    taken = -(-needed // bits)
    while True:
        binary = "".join(f"{next(source):0{bits}b}" for _ in range(taken))
        number = int(binary[:needed] or "0", 2)
        if number < bound:
            return number


def check_character(text):
    p = 36
    for character in text:
        if character in CHECK:
            s = (p + CHECK.index(character)) % 36 or 36
            p = 2 * s % 37
    return CHECK[(37 - p) % 36]


# -- Shapes: of each cell its ring of corners, and its middle where that is not their mean ------------------


def square(columns, rows):
    return [
        ([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)], None)
        for y in range(rows)
        for x in range(columns)
    ]


def regular(x, y, radius, corners, first):
    """A regular polygon's corners, clockwise; first: the angle of the first from up."""
    angles = [2 * pi * (n / corners) + first for n in range(corners)]
    return [(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles]


def hexagonal(columns, rows):
    places = [(x + y % 2 / 2, y * sqrt(3) / 2) for y in range(rows) for x in range(columns)]
    return [(regular(x, y, 1 / sqrt(3), 6, 0), None) for x, y in places]


def triangular(columns, rows):
    cells, half = [], sqrt(3) / 2
    for y in range(rows):
        for x in range(columns):
            left, middle, right = (x * half, (x + 1) * half, (x + 2) * half)
            top, foot = 1.5 * y, 1.5 * (y + 1)
            stands = (x + y) % 2 == 0
            ring = (
                [(middle, top), (right, foot), (left, foot)]
                if stands
                else [(left, top), (right, top), (middle, foot)]
            )
            cells.append((ring, None))
    return cells


def polar(rings):
    def at(radius, share):
        return radius * sin(2 * pi * share), -radius * cos(2 * pi * share)

    cells = [([at(1, n / 6) for n in range(6)], (0.0, 0.0))]
    for r in range(1, rings + 1):
        many, outside = (6 * 2 ** (len(f"{ring:b}") - 1) for ring in (r, r + 1))
        for n in range(many):
            begin, end, half = n / many, (n + 1) / many, (n + 0.5) / many
            arc = [begin, half, end] if outside > many and r < rings else [begin, end]
            cells.append(
                (
                    [*(at(r + 1, share) for share in arc), at(r, end), at(r, begin)],
                    at(r + 0.5, half),
                )
            )
    return cells


def octagonal(columns, rows):
    wide, cells = 1 + sqrt(2), []
    for y in range(rows):
        cells += [
            (regular(x * wide, y * wide, 1 / (2 * sin(pi / 8)), 8, -pi / 8), None)
            for x in range(columns)
        ]
        if y + 1 < rows:
            cells += [
                (regular((x + 0.5) * wide, (y + 0.5) * wide, sqrt(0.5), 4, 0), None)
                for x in range(columns - 1)
            ]
    return cells


def rhombille(columns, rows):
    cells, side = [], 2 / sqrt(3)
    for y in range(rows):
        for x in range(columns):
            middle = 2 * x + y % 2, y * sqrt(3)
            top, upper, lower, foot, low_left, up_left = regular(*middle, side, 6, 0)
            cells += [([top, upper, middle, up_left], None), ([up_left, middle, foot, low_left], None),
                      ([upper, lower, foot, middle], None)]  # fmt: skip
    return cells


def cairo(columns, rows):
    cells, w, t = [], (1 + sqrt(3)) / 2, (3 + sqrt(3)) / 12
    for y in range(rows):
        for x in range(columns):
            nw, ne, se, sw = (0, 0), (w, 0), (w, w), (0, w)
            if (x + y) % 2 == 0:
                left, right = (t, w / 2), (w - t, w / 2)
                rings = [(w / 2, -t), ne, right, left, nw], [(w / 2, w + t), sw, left, right, se]
            else:
                high, low = (w / 2, t), (w / 2, w - t)
                rings = [(-t, w / 2), nw, high, low, sw], [(w + t, w / 2), se, low, high, ne]
            for ring in rings:
                ring = [(a + x * w, b + y * w) for a, b in ring]
                _, a, p, q, b = ring
                near, far = (sqrt(3) - 1) / 2, 1 - sqrt(3) / 2
                cells.append(
                    (ring, tuple(near * (a[i] + b[i]) + far * (p[i] + q[i]) for i in (0, 1)))
                )
    return cells


def penrose(columns, rows):
    side = sqrt(2 + 2 / sqrt(5))
    ways = [(sin(2 * pi * i / 5), -cos(2 * pi * i / 5)) for i in range(5)]
    reach = ceil(hypot(columns, rows) / side / 2.5) + 3
    whole, around = [], defaultdict(float)
    for i in range(5):
        for j in range(i + 1, 5):
            (ax, ay), (bx, by) = ways[i], ways[j]
            area = ax * by - ay * bx
            for k in range(-reach, reach + 1):
                for m in range(-reach, reach + 1):
                    # Where the two lines cross.
                    p, q = k - 0.2, m - 0.2
                    x, y = (p * by - q * ay) / area, (q * ax - p * bx) / area
                    numbers = [floor(x * wx + y * wy + 0.2) + 1 for wx, wy in ways]
                    numbers[i], numbers[j] = k, m
                    sx, sy = (
                        side * sum(n * way[axis] for n, way in zip(numbers, ways, strict=True))
                        for axis in (0, 1)
                    )
                    a, b = (side * ax, side * ay), (side * bx, side * by)
                    ring = [
                        (sx, sy),
                        (sx + a[0], sy + a[1]),
                        (sx + a[0] + b[0], sy + a[1] + b[1]),
                        (sx + b[0], sy + b[1]),
                    ]
                    ring = clockwise(ring)
                    if all(
                        abs(x) <= columns / 2 + 1e-9 and abs(y) <= rows / 2 + 1e-9 for x, y in ring
                    ):
                        whole.append(ring)
    for ring in whole:
        for before, here, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
            around[name(here)] += angle_between(before, here, after)
    kept = [ring for ring in whole if any(around[name(corner)] > 2 * pi - 1e-6 for corner in ring)]
    kept.sort(key=lambda ring: tuple(round(ring[0][axis] + ring[2][axis], 6) for axis in (1, 0)))
    return [(ring, None) for ring in kept]


def clockwise(ring):
    """A ring as it goes round clockwise from its top."""
    if sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) < 0:
        ring = ring[::-1]
    top = min(range(len(ring)), key=lambda n: ring[n][1])
    return ring[top:] + ring[:top]


def angle_between(before, here, after):
    turn = atan2(before[1] - here[1], before[0] - here[0]) - atan2(
        after[1] - here[1], after[0] - here[0]
    )
    return turn % (2 * pi)


SHAPES = {
    each.__name__: each
    for each in (square, hexagonal, triangular, polar, octagonal, rhombille, cairo, penrose)
}


# -- What is derived ----------------------------------------------------------------------------------------


def name(corner):
    """What tells a corner from another: where it lies."""
    return round(corner[0], 5) + 0.0, round(corner[1], 5) + 0.0


class Grid:
    """Cells with all that follows from their rings."""

    def __init__(self, cells, has_arcs):
        self.rings = [[name(corner) for corner in ring] for ring, _ in cells]
        self.has_arcs = has_arcs
        self.bridges = []
        self.lies = {name(corner): corner for ring, _ in cells for corner in ring}
        number = {}
        for corner in chain.from_iterable(self.rings):
            number.setdefault(corner, len(number))
        self.number = number
        owners = defaultdict(list)
        for cell, ring in enumerate(self.rings):
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
                owners[frozenset((a, b))].append((cell, a, b))
        inner = sorted(
            (two[0][0], two[1][0], side) for side, two in owners.items() if len(two) == 2
        )
        self.pairs = [(a, b) for a, b, _ in inner]
        self.ends = [tuple(number[corner] for corner in side) for _, _, side in inner]
        self.rim_sides = [one[0] for one in owners.values() if len(one) == 1]
        self.walks = self._walks()
        outer = max(self.walks, key=lambda walk: round(abs(area(walk)), 6))
        self.rim = sorted({cell for cell, _, _ in outer})
        self.outer_corners = {number[a] for _, a, _ in outer}
        xs, ys = zip(
            *(spot for _, a, b in self.rim_sides for spot in self._spots(a, b)), strict=True
        )
        self.left, self.top, self.width, self.height = (
            min(xs),
            min(ys),
            max(xs) - min(xs),
            max(ys) - min(ys),
        )
        means = [
            tuple(sum(corner[i] for corner in ring) / len(ring) for i in (0, 1))
            for ring, _ in cells
        ]
        middles = [
            mean if given is None else given for mean, (_, given) in zip(means, cells, strict=True)
        ]
        self.middles = [(x - self.left, y - self.top) for x, y in middles]

    def _walks(self):
        """The rim sides as closed walks, each along one void."""
        leaving = defaultdict(list)
        for side in self.rim_sides:
            leaving[side[1]].append(side)
        left, walks = dict.fromkeys(self.rim_sides), []
        while left:
            walk = [next(iter(left))]
            while True:
                del left[walk[-1]]
                _, a, b = walk[-1]
                onward = min(
                    leaving[b], key=lambda side: (angle(b, side[2]) - angle(b, a)) % (2 * pi)
                )
                if onward == walk[0]:
                    break
                walk.append(onward)
            walks.append(walk)
        return walks

    def _spots(self, a, b):
        """The ends of a side and, of an arc, where it reaches farthest."""
        a, b = self.lies[a], self.lies[b]
        yield from (a, b)
        radius = hypot(*a)
        if self.has_arcs and abs(radius - hypot(*b)) < 1e-3:
            begin, sweep = (
                angle((0, 0), a),
                (angle((0, 0), b) - angle((0, 0), a) + pi) % (2 * pi) - pi,
            )
            for quarter in range(-8, 9):
                if min(0, sweep) < quarter * pi / 2 - begin < max(0, sweep):
                    yield radius * cos(quarter * pi / 2), radius * sin(quarter * pi / 2)

    def span(self, cell):
        """The highest and the lowest point of a rim cell."""
        spots = [
            *map(self.lies.get, self.rings[cell]),
            *(spot for c, a, b in self.rim_sides if c == cell for spot in self._spots(a, b)),
        ]
        return min(y for _, y in spots) - self.top, max(y for _, y in spots) - self.top


def angle(here, there):
    return atan2(there[1] - here[1], there[0] - here[0])


def area(walk):
    return sum(a[0] * b[1] - b[0] * a[1] for _, a, b in walk) / 2


# -- Wilson's algorithm -------------------------------------------------------------------------------------


def graph_of(edges, ordinary):
    """The rows of a graph, each of (node, side), and k."""
    rows = defaultdict(list)
    for side, (a, b) in enumerate(edges):
        if a != b:
            rows[a].append((b, side))
            rows[b].append((a, side))
    longest = max((len(rows[node]) for node in range(ordinary)), default=0)
    return rows, next((k for k in (1, 2, 3) if longest <= 2**k), 3)


def wilson(rows, bits, nodes, root, source):
    """The sides in the tree."""
    tree, sides = {root}, set()
    for first in range(nodes):
        last, here = {}, first
        while here not in tree:
            row = rows[here]
            entry = below(len(row), source, bits) if len(row) > 2**bits else next(source)
            if entry < len(row):
                last[here] = row[entry]
                here = last[here][0]
        here = first
        while here not in tree:
            tree.add(here)
            here, side = last[here]
            sides.add(side)
    return sides


def open_sides(grid, method, key, purpose="tree"):
    if grid.bridges:
        return bridged_sides(grid, key)
    if method == "passages":
        rows, bits = graph_of(grid.pairs, len(grid.rings))
        source = draws(key, purpose, bits)
        root = below(len(grid.rings), source, bits)
        return wilson(rows, bits, len(grid.rings), root, source)
    edges, inner, nodes = wall_edges(grid)
    rows, bits = graph_of(edges, inner)
    walls = wilson(rows, bits, nodes, nodes - 1, draws(key, purpose, bits))
    return set(range(len(edges))) - walls


def wall_edges(grid):
    """The edges of the dual, side by side; how many inner corners there are, and how many nodes."""
    leader = {}
    for _, a, b in grid.rim_sides:
        leader.setdefault(grid.number[a], grid.number[a])
        leader.setdefault(grid.number[b], grid.number[b])

    def lead(corner):
        while leader[corner] != corner:
            corner = leader[corner]
        return corner

    for _, a, b in grid.rim_sides:
        one, other = sorted((lead(grid.number[a]), lead(grid.number[b])))
        leader[other] = one
    outermost = lead(min(grid.outer_corners))
    inner = [corner for corner in range(len(grid.number)) if corner not in leader]
    components = sorted({lead(corner) for corner in leader} - {outermost})
    node = {corner: place for place, corner in enumerate([*inner, *components, outermost])}
    edges = [tuple(node[lead(c)] if c in leader else node[c] for c in two) for two in grid.ends]
    return edges, len(inner), len(node)


# -- Bridges ------------------------------------------------------------------------------------------------


def places_of(grid):
    """The sides of each cell that has a neighbour at all of them, as its ring goes."""
    sides = {frozenset(two): side for side, two in enumerate(grid.ends)}
    places = {}
    for cell, ring in enumerate(grid.rings):
        around = [
            sides.get(frozenset((grid.number[a], grid.number[b])))
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
        ]
        if None not in around:
            places[cell] = around
    return places


def lies_of(around):
    """How strands may lie: (letter, sides of the upper, of the lower, of neither)."""
    half = len(around) // 2
    pairs = [(a, b) for a in range(half) for b in range(half) if a != b]
    return [
        (
            letter,
            [around[a], around[a + half]],
            [around[b], around[b + half]],
            [side for at, side in enumerate(around) if at % half not in (a, b)],
        )
        for letter, (a, b) in zip("abcdef", pairs, strict=False)
    ]


def parts_of(edges):
    """The sets of nodes that edges join; None where the edges close a ring."""
    parts = []
    for a, b in edges:
        here = [part for part in parts if a in part or b in part]
        if any(a in part and b in part for part in here):
            return None
        parts = [part for part in parts if part not in here] + [{a, b}.union(*here)]
    return parts


def draw_bridges(grid, count, key):
    places, source = places_of(grid), draws(key, "bridges", 1)
    assert count <= max(1, len(places) // (1 + len(next(iter(places.values())))))
    while True:
        cells, chosen = list(places), {}
        while cells and len(chosen) < count:
            at = below(len(cells), source, 1)
            cells[at], cells[-1] = cells[-1], cells[at]
            cell = cells.pop()
            lies = lies_of(places[cell])
            lie = lies[below(len(lies), source, 1)]
            beside = {sum(grid.pairs[side]) - cell for side in places[cell]}
            edges = [
                tuple(sum(grid.pairs[side]) - here for side in sides)
                for here, (_, *strands, _) in [*chosen.items(), (cell, lie)]
                for sides in strands
            ]
            if not beside & set(chosen) and parts_of(edges) is not None:
                chosen[cell] = lie
        if len(chosen) == count:
            return [(cell, lie[0]) for cell, lie in sorted(chosen.items())]


def build_bridges(grid, bridges):
    """The grid with a cell for each lower strand."""
    places = places_of(grid)
    grid.bridges, grid.fixed, grid.closed = bridges, [], []
    for cell, letter in bridges:
        upper, lower, closed = {lie: rest for lie, *rest in lies_of(places[cell])}[letter]
        under = len(grid.rings)
        grid.rings.append(grid.rings[cell])
        grid.middles.append(grid.middles[cell])
        grid.fixed += [*upper, *lower]
        grid.closed += closed
        for side in lower:
            grid.pairs[side] = sum(grid.pairs[side]) - cell, under


def bridged_sides(grid, key):
    chains = sorted(map(sorted, parts_of([grid.pairs[side] for side in grid.fixed])))
    alone = [cell for cell in range(len(grid.rings)) if not any(cell in part for part in chains)]
    node = {cell: number for number, cell in enumerate(alone)}
    node |= {cell: len(alone) + at for at, part in enumerate(chains) for cell in part}
    nodes = len(alone) + len(chains)
    edges = [
        (0, 0) if side in grid.closed else (node[a], node[b])
        for side, (a, b) in enumerate(grid.pairs)
    ]
    rows, bits = graph_of(edges, len(alone))
    source = draws(key, "tree", bits)
    return wilson(rows, bits, nodes, below(nodes, source, bits), source) | set(grid.fixed)


# -- Rooms --------------------------------------------------------------------------------------------------


def pair_doors(rooms, doors, source):
    while True:
        left, pairs, joined = list(range(rooms * doors)), [], set()
        while left:
            one = left.pop(0)
            other = left.pop(below(len(left), source, 1))
            two = {one // doors + 1, other // doors + 1}
            if len(two) == 1 or two in joined or (max(two) % 2 == 0 and min(two) == max(two) - 1):
                break
            joined.add(frozenset(two))
            pairs.append((one, other))
        else:
            if len(parts(joined)) == 1:
                return pairs


def parts(edges):
    """The sets of nodes that edges join."""
    found = []
    for edge in edges:
        here = [part for part in found if part & edge]
        found = [part for part in found if part not in here] + [set(edge).union(*here)]
    return found


def clockwise_rim(columns, rows):
    """The cell of each side of the rim."""
    top = range(columns)
    right = range(columns - 1, columns * rows, columns)
    foot = range(columns * rows - 1, columns * (rows - 1) - 1, -1)
    left = range(columns * (rows - 1), -1, -columns)
    return [*top, *right, *foot, *left]


def rooms_of(read):
    """Of each room its passages, where its open doors lead, and the pieces of the way in it: the
    place of each among all, and the doors at its ends, from 1."""
    rooms, doors, _ = read["rooms"]
    columns, rows = read["size"]
    grid = Grid(square(columns, rows), False)
    many, rim = columns * rows, clockwise_rim(columns, rows)
    source = draws(read["key"], "doors", 1)
    pairs = pair_doors(rooms, doors, source)
    places = []
    for door in range(rooms * doors):
        arc = door % doors
        begin, end = (step * len(rim) // doors for step in (arc, arc + 1))
        places.append(begin + 1 + below(end - begin - 2, source, 1))
    edges = [(room * many + a, room * many + b) for room in range(rooms) for a, b in grid.pairs]
    at = [door // doors * many + rim[place] for door, place in enumerate(places)]
    edges += [(at[one], at[other]) for one, other in pairs]

    def free(room):
        taken = {
            rim[(place + step) % len(rim)]
            for place in places[room * doors : room * doors + doors]
            for step in (-1, 0, 1)
        }
        return [room * many + cell for cell in sorted(set(rim) - taken)]

    nodes = rooms * many
    table, bits = graph_of(edges, nodes)
    source = draws(read["key"], "tree", bits)
    while True:
        tree = wilson(table, bits, nodes, below(nodes, source, bits), source)
        joined = [[] for _ in range(nodes)]
        for side in tree:
            a, b = edges[side]
            joined[a].append(b)
            joined[b].append(a)
        best = None
        for start in free(0):
            ways = distances(joined, start)
            for end in free(rooms - 1):
                found = -ways[end], start, end
                best = min(best or found, found)
        _, start, end = best
        ways, way = distances(joined, end), [start]
        while way[-1] != end:
            way.append(min(joined[way[-1]], key=ways.__getitem__))
        steps = [(a // many + 1, b // many + 1) for a, b in pairwise(way)]
        turned = sum(a != b and not (abs(a - b) == 1 and min(a, b) % 2 == 0) for a, b in steps)
        if turned >= min(10, rooms // 2):
            break
    beyond = {}
    for number, (one, other) in enumerate(pairs, rooms * len(grid.pairs)):
        if number in tree:
            beyond |= {one: other, other: one}
    letters = {
        door: 1 + sum(other // doors == door // doors and other < door for other in beyond)
        for door in beyond
    }
    by_cell = {at[door]: letters[door] for door in beyond}
    found = [{"doors": [], "visits": [], "passages": []} for _ in range(rooms)]
    for door in sorted(beyond):
        found[door // doors]["doors"].append([beyond[door] // doors + 1, letters[beyond[door]]])
    for side in sorted(tree):
        if side < rooms * len(grid.pairs):
            found[edges[side][0] // many]["passages"].append(
                tuple(cell % many for cell in edges[side])
            )
    pieces = [[way[0]]]
    for a, b in pairwise(way):
        if a // many == b // many:
            pieces[-1].append(b)
        else:
            pieces.append([b])
    for number, piece in enumerate(pieces, 1):
        enter = by_cell[piece[0]] if number > 1 else None
        leave = by_cell[piece[-1]] if number < len(pieces) else None
        found[piece[0] // many]["visits"].append([number, enter, leave])
    return found


# -- Two pages ----------------------------------------------------------------------------------------------


def joints_of(read):
    """The rows of the joints."""
    if "key" not in read:
        return read["spread"]
    places, rows = read["size"][1] - read["spread"] - 1, []
    source = draws(read["key"], "joints", 1)
    for place in range(places):
        wanted = read["spread"] - len(rows)
        if wanted and below(places - place, source, 1) < wanted:
            rows.append(1 + place + len(rows))
    return rows


def spread_of(read):
    """The passages of a maze over two pages, its start and its end; of a descriptive code the
    passages alone."""
    (columns, rows), joints = read["size"], joints_of(read)
    half, cells = columns // 2, columns * rows
    joined = [(row * columns + half - 1, row * columns + half) for row in joints]
    pairs = [(cell, cell + 1) for cell in range(cells) if (cell + 1) % half]
    pairs = sorted([*pairs, *((cell, cell + columns) for cell in range(cells - columns)), *joined])
    if "walls" in read:
        bits = walls_in(read["walls"], len(pairs))
        return [pair for pair, bit in zip(pairs, bits, strict=True) if bit == "0"]
    chained = {cell for pair in joined for cell in pair}
    alone = [cell for cell in range(cells) if cell not in chained]
    node = {cell: number for number, cell in enumerate(alone)}
    node |= {cell: len(alone) + at for at, pair in enumerate(joined) for cell in pair}
    edges = [(node[a], node[b]) for a, b in pairs]
    nodes = len(alone) + len(joined)
    table, bits = graph_of(edges, len(alone))
    attempt = 0
    while True:
        attempt += 1
        source = draws(read["key"], f"tree {attempt}", bits)
        tree = wilson(table, bits, nodes, below(nodes, source, bits), source)
        passages = sorted([*(pairs[side] for side in tree), *joined])
        beside = [[] for _ in range(cells)]
        for a, b in passages:
            beside[a].append(b)
            beside[b].append(a)
        best = None
        for start in range(0, cells, columns):
            ways, crossed, line = {start: 0}, {start: 0}, [start]
            for cell in line:
                for other in beside[cell]:
                    if other not in ways:
                        ways[other] = ways[cell] + 1
                        is_across = (other % columns < half) != (cell % columns < half)
                        crossed[other] = crossed[cell] + is_across
                        line.append(other)
            for end in range(columns - 1, cells, columns):
                two = min(start, end), max(start, end)
                found = -crossed[end], -ways[end], *two, start, end
                best = min(best or found, found)
        start, end = best[4:]
        came, line = {start: start}, [start]
        for cell in line:
            for other in beside[cell]:
                if other not in came:
                    came[other] = cell
                    line.append(other)
        stays, cell = [1], end
        while cell != start:
            if (cell % columns < half) == (came[cell] % columns < half):
                stays[-1] += 1
            else:
                stays.append(1)
            cell = came[cell]
        if len(joints) < 3 or (len(stays) >= 4 and min(stays) >= rows // 3):
            return passages, start, end


# -- Ends ---------------------------------------------------------------------------------------------------


def ends_of(grid, which, key, joined):
    """The start and the end."""
    cells, rim = range(len(grid.rings)), grid.rim

    def apart(a, b):
        return round(
            hypot(*(p - q for p, q in zip(grid.middles[a], grid.middles[b], strict=True))), 6
        )

    def nearest(some, x, y):
        return min(
            some,
            key=lambda cell: (
                round(hypot(grid.middles[cell][0] - x, grid.middles[cell][1] - y), 6),
                cell,
            ),
        )

    def farthest(starts, others, allowed=lambda a, b: True):
        best = None
        for start in sorted(starts):
            ways = distances(joined, start)
            for end in others:
                a, b = min(start, end), max(start, end)
                found = -ways[end], a, b
                if a != b and (best is None or found < best) and allowed(a, b):
                    best = found
        return best and best[1:]

    far = farthest(rim, rim) if which in ("far", "opposite") else None
    if which == "far":
        return far or (0, 1)
    if which == "apart":
        least = round(0.6 * hypot(grid.width, grid.height), 6)
        found = farthest(rim, rim, lambda a, b: apart(a, b) >= least)
        return found or min(
            ((a, b) for a in rim for b in rim if a < b),
            key=lambda two: (-apart(*two), two),
            default=(0, 1),
        )
    if which == "opposite":
        spans = {cell: grid.span(cell) for cell in rim}
        top = [cell for cell in rim if abs(spans[cell][0]) < 1e-4]
        foot = [cell for cell in rim if abs(grid.height - spans[cell][1]) < 1e-4]
        return farthest(top, foot) or far or (0, 1)
    if which == "corners":
        start = nearest(rim, 0, 0)
        others = [cell for cell in rim if cell != start] or [
            cell for cell in cells if cell != start
        ]
        return start, nearest(others, grid.width, grid.height)
    if which == "stage":
        all_rims = sorted({cell for cell, _, _ in grid.rim_sides})
        start = nearest(all_rims, *grid.doors[0])
        others = [cell for cell in all_rims if cell != start] or [
            cell for cell in cells if cell != start
        ]
        return start, nearest(others, *grid.doors[1])
    if which == "stage.far":
        all_rims = sorted({cell for cell, _, _ in grid.rim_sides})
        starts, finishes = ([nearest(all_rims, *at) for at in end] for end in grid.offered)
        best = None
        for start in starts:
            ways = distances(joined, start)
            for end in finishes:
                if end != start and (best is None or ways[end] > best[0]):
                    best = ways[end], start, end
        return best[1:] if best else ends_of(grid, "stage", key, joined)
    if which == "centre":
        bridges = {cell for cell, _ in grid.bridges}
        free = [cell for cell in cells[: len(cells) - len(bridges)] if cell not in bridges]
        end = nearest(free, grid.width / 2, grid.height / 2)
        pair = farthest([end], [cell for cell in rim if cell != end])
        return (sum(pair) - end if pair else min(cell for cell in cells if cell != end)), end
    if which == "random":
        some, source = (rim if len(rim) > 1 else cells), draws(key, "ends", 1)
        a, b = below(len(some), source, 1), below(len(some) - 1, source, 1)
        return tuple(sorted((some[a], some[b + (b >= a)])))
    return None, None


def distances(joined, start):
    """How far it is from a cell to every other."""
    ways, line = {start: 0}, [start]
    for cell in line:
        for other in joined[cell]:
            if other not in ways:
                ways[other] = ways[cell] + 1
                line.append(other)
    return ways


# -- Cuts ---------------------------------------------------------------------------------------------------

SPAN, MICRO = 10_000_000, 1_000_000


def outline_of(drawing):
    """The shapes of a drawing in whole numbers, each (polygons, is paper), and its width and
    height."""
    shapes = []
    is_stage = stage_of(drawing) is not None
    path = stage_of(drawing) or DRAWINGS / f"{drawing}.svg"
    for element in ElementTree.fromstring(path.read_bytes()):
        kind, given = element.tag.rpartition("}")[2], element.attrib
        if (given.get("id") == "maze") if is_stage else (kind != "title"):
            assert "transform" not in given
            paper = given.get("fill") == "#fff" and not is_stage
            shapes.append((list(curves_of(kind, given)), paper))
    (left, top), (right, foot) = box(
        [p for path in ink_of(shapes) for curve in path for p in curve]
    )
    fine = max(right - left, foot - top) / 50_000
    lines = [
        ([[p for curve in path for p in straight(curve, fine)] for path in paths], paper)
        for paths, paper in shapes
    ]
    (left, top), (right, foot) = box([p for path in ink_of(lines) for p in path])
    scale = SPAN / max(right - left, foot - top)

    def at(point):
        return round((point[0] - left) * scale), round((point[1] - top) * scale)

    shapes = [([list(map(at, path)) for path in paths], paper) for paths, paper in lines]
    if is_stage:
        shapes = [(*shape, "odd") for shape in shapes]
    return shapes, at((right, foot)), at


def stage_of(drawing):
    """The file of a stage; None where the drawing is a silhouette."""
    if drawing in OWN:
        return OWN[drawing]
    return STAGES / f"{drawing}.svg" if (STAGES / f"{drawing}.svg").exists() else None


def doors_of(drawing, shape, cells, grid, is_drawn):
    """Where the doors of a stage lie on the grid that it cuts; then all that it offers."""
    outline, (w, h), at = outline_of(drawing)
    row = tomllib.loads(OFFERED.read_text("utf-8")).get(drawing, {})
    offered = [[at(door[:2]) for door in row.get(end, ())] for end in ("start", "finish")]
    circles = {
        element.get("id"): at((float(element.get("cx")), float(element.get("cy"))))
        for element in ElementTree.fromstring(stage_of(drawing).read_bytes())
        if element.get("id") in ("start", "finish")
    }
    doors = [circles[name] for name in ("start", "finish") if name in circles]
    if is_drawn and shape == "polar":
        before = outline[0][0][0][0]
        outline, (w, h) = encircle(outline)
        (x, y), (p, q) = before, outline[0][0][0][0]
        doors, *offered = ([(a + p - x, b + q - y) for a, b in some] for some in (doors, *offered))
    left, top, right, foot = box_of(shape, cells)
    scale = min((right - left) / w, (foot - top) / h) / MICRO
    corner = round(grid.left * MICRO), round(grid.top * MICRO)
    x, y = (
        (a + b - 2 * c) / (2 * MICRO) - side * scale / 2
        for a, b, c, side in zip((left, top), (right, foot), corner, (w, h), strict=True)
    )
    return [[(a * scale + x, b * scale + y) for a, b in some] for some in (doors, *offered)]


def ink_of(shapes):
    return [path for paths, paper, *_ in shapes if not paper for path in paths]


def box(points):
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def straight(curve, fine):
    """The points of a curve, but for its last."""
    degree = len(curve) - 1
    bends = [
        hypot(*(a[i] - 2 * b[i] + c[i] for i in (0, 1)))
        for a, b, c in zip(curve, curve[1:], curve[2:], strict=False)
    ]
    parts = max(1, ceil(sqrt(degree * (degree - 1) / 8 * max(bends, default=0) / fine)))
    return [bezier(curve, n / parts) for n in range(parts)]


def bezier(points, share):
    while len(points) > 1:
        points = [tuple(a[i] + (b[i] - a[i]) * share for i in (0, 1)) for a, b in pairwise(points)]
    return points[0]


def curves_of(kind, given):
    """The closed paths of a shape, each as curves."""
    number = lambda key: float(given.get(key, 0))  # noqa: E731
    if kind in ("circle", "ellipse"):
        rx, ry = (number("r"),) * 2 if kind == "circle" else (number("rx"), number("ry"))
        yield turned(number("cx"), number("cy"), rx, ry, pi, 2 * pi)
    elif kind == "rect":
        assert "rx" not in given
        x, y, wide, high = map(number, ("x", "y", "width", "height"))
        yield lines_through([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)])
    elif kind == "polygon":
        numbers = list(map(float, re.findall(r"-?[\d.]+", given["points"])))
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        yield lines_through([*points, points[0]])
    else:
        yield from paths_of(given["d"])


def lines_through(points):
    return list(pairwise(points))


def turned(x, y, rx, ry, begin, sweep):
    """An arc around a middle as cubic curves, each at most a quarter turn."""
    pieces = ceil(abs(sweep) / (pi / 2) - 1e-3)
    reach, curves = 4 / 3 * sin(sweep / pieces / 4) / cos(sweep / pieces / 4), []
    for n in range(pieces):
        a, b = begin + sweep * n / pieces, begin + sweep * (n + 1) / pieces
        units = [(cos(a), sin(a)), (cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
                 (cos(b) + reach * sin(b), sin(b) - reach * cos(b)), (cos(b), sin(b))]  # fmt: skip
        curves.append([(x + rx * u, y + ry * v) for u, v in units])
    return curves


def paths_of(text):
    """The closed paths of absolute commands."""
    path, here = [], (0, 0)
    for command, numbers in re.findall(r"([A-Z])([^A-Z]*)", text):
        values = list(map(float, re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)))
        size = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 1}[command]
        for at in range(0, max(len(values), 1), size):
            part = values[at : at + size]
            if command == "A":
                path += arc(here, part[0], part[3], part[4], (part[5], part[6]))
            elif command == "Z":
                yield [*path, [path[-1][-1], path[0][0]]]
                path = []
                continue
            elif command != "M":
                there = {"H": [(part[0], here[1])], "V": [(here[0], part[0])]}.get(command)
                path.append([here, *(there or zip(part[::2], part[1::2], strict=True))])
            here = path[-1][-1] if path else (part[0], part[1])


def arc(here, radius, is_large, is_clockwise, there):
    """A circle's arc."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    chord = hypot(dx, dy)
    out = sqrt(max(0, radius * radius - chord * chord / 4)) * (
        1 if is_large != is_clockwise else -1
    )
    x, y = (here[0] + there[0]) / 2 - out * dy / chord, (here[1] + there[1]) / 2 + out * dx / chord
    begin, end = angle((x, y), here), angle((x, y), there)
    sweep = (end - begin) % (2 * pi) if is_clockwise else -((begin - end) % (2 * pi))
    return turned(x, y, radius, radius, begin, sweep)


def is_inside(outline, x, y):
    crossings = []
    for number, (polygons, *_) in enumerate(outline):
        for polygon in polygons:
            for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
                (ax, ay), (bx, by) = (a, b) if a[1] < b[1] else (b, a)
                if ay <= y < by:
                    at = ax + (2 * (bx - ax) * (y - ay) + (by - ay)) // (2 * (by - ay))
                    crossings.append((at, number, 1 if a[1] < b[1] else -1))
    winding, begun = defaultdict(int), None
    for at, number, step in sorted(crossings):
        winding[number] += step
        above = max(
            (
                each
                for each, turns in winding.items()
                if (turns % 2 if "odd" in outline[each][2:] else turns)
            ),
            default=None,
        )
        is_ink = above is not None and not outline[above][1]
        if is_ink and begun is None:
            begun = at
        elif not is_ink and begun is not None:
            if begun - 100 <= x <= at + 100:
                return True
            begun = None
    return False


def encircle(outline):
    """A drawing in the square around the smallest circle around it, and the side of that."""
    corners = [
        point
        for polygons, paper, *_ in outline
        if not paper
        for polygon in polygons
        for point in polygon
    ]
    ways = [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4)]
    ways += [turned for x, y in ways for turned in ((-y, x), (-x, -y), (y, -x))]
    some = sorted({max(corners, key=lambda p: (p[0] * x + p[1] * y, p)) for x, y in ways})
    x, y = map(round, smallest_circle(some))
    r = round(sqrt(max((px - x) ** 2 + (py - y) ** 2 for px, py in corners))) + 1
    moved = [
        ([[(a + r - x, b + r - y) for a, b in each] for each in polygons], *more)
        for polygons, *more in outline
    ]
    return moved, (2 * r, 2 * r)


def smallest_circle(points):
    """The middle: of all circles through two or three points that hold the rest, the smallest."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a in points for b in points if a < b]
    for i, a in enumerate(points):
        for j, b in enumerate(points[:i]):
            for c in points[:j]:
                bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
                if twice := 2 * (bx * cy - by * cx):
                    p, q = bx * bx + by * by, cx * cx + cy * cy
                    middles.append(
                        (a[0] + (cy * p - by * q) / twice, a[1] + (bx * q - cx * p) / twice)
                    )
    return min(middles, key=lambda m: max(hypot(m[0] - x, m[1] - y) for x, y in points))


def name_of(silhouette):
    """The name of a drawing, and what follows it in a code."""
    drawing, *more = silhouette.split(".")
    return (f"{drawing}.{more[0]}", more[1:]) if drawing == "stage" else (drawing, more)


def box_of(shape, cells):
    """The box of a tiling, in millionths."""
    whole = Grid(cells, shape == "polar")
    spots = (
        [spot for _, a, b in whole.rim_sides for spot in whole._spots(a, b)]
        if shape == "polar"
        else []
    )
    spots += [corner for ring, _ in cells for corner in ring]
    rounded = [(round(x * MICRO), round(y * MICRO)) for x, y in spots]
    (left, top), (right, foot) = box(rounded)
    return left, top, right, foot


def cut(shape, cells, silhouette):
    """The cells that a drawing keeps."""
    drawing, more = name_of(silhouette)
    outline, (w, h), _ = outline_of(drawing)
    if "drawn" in more and shape == "polar":
        outline, (w, h) = encircle(outline)
    whole = Grid(cells, shape == "polar")
    rounded = [[(round(x * MICRO), round(y * MICRO)) for x, y in ring] for ring, _ in cells]
    middles = [
        tuple(sum(p[i] for p in ring) // len(ring) for i in (0, 1)) if given is None
        else (round(given[0] * MICRO), round(given[1] * MICRO))
        for ring, (_, given) in zip(rounded, cells, strict=True)
    ]  # fmt: skip
    left, top, right, foot = box_of(shape, cells)
    limit, full = (w, right - left) if (right - left) * h <= w * (foot - top) else (h, foot - top)

    def has(x, y):
        u = (2 * limit * x + full * w - (left + right) * limit) // (2 * full)
        v = (2 * limit * y + full * h - (top + foot) * limit) // (2 * full)
        return is_inside(outline, u, v)

    beside = [[] for _ in cells]
    for a, b in whole.pairs:
        beside[a].append(b)
        beside[b].append(a)
    kept = {cell for cell, (x, y) in enumerate(middles) if has(x, y)}
    if "drawn" in more and shape == "triangular":
        points = [[(x, y), *(((x + a) // 2, (y + b) // 2) for a, b in ring)]
                  for (x, y), ring in zip(middles, rounded, strict=True)]  # fmt: skip
        kept = drop_teeth(beside, kept, [sum(has(*point) for point in each) for each in points])
    return [cells[cell] for cell in sorted(join(beside, kept, "largest" in more))]


def drop_teeth(beside, kept, covered):
    kept = set(kept)
    for cell in range(len(beside)):
        if cell not in kept or sum(other in kept for other in beside[cell]) != 1:
            continue
        gaps = [other for other in beside[cell] if other not in kept]
        gaps = [gap for gap in gaps if sum(other in kept for other in beside[gap]) >= 2]
        if gaps:
            best = max(gaps, key=lambda gap: (covered[gap], -gap))
            if covered[best] + covered[cell] >= 4:
                kept.add(best)
            else:
                kept.discard(cell)
    return kept


def join(beside, kept, only_largest):
    pieces, left = [], set(kept)
    while left:
        line = [min(left)]
        left -= {*line}
        for cell in line:
            line += [other for other in beside[cell] if other in left]
            left -= {*line}
        pieces.append(line)
    if only_largest:
        return max(pieces, key=lambda piece: (len(piece), -min(piece)))
    home = {cell: number for number, piece in enumerate(pieces) for cell in piece}
    back, far, ring = {}, dict.fromkeys(home, 0), sorted(home)
    while ring:
        reached = []
        for cell in ring:
            for other in sorted(beside[cell]):
                if other not in home:
                    home[other], back[other], far[other] = home[cell], cell, far[cell] + 1
                    reached.append(other)
        ring = sorted(reached)
    together, more = {number: {number} for number in range(len(pieces))}, set()
    meetings = [
        (far[a] + far[b], a, b) for a in home for b in beside[a] if a < b and home[a] != home[b]
    ]
    for _, a, b in sorted(meetings):
        if together[home[a]] is not together[home[b]]:
            both = together[home[a]] | together[home[b]]
            together.update(dict.fromkeys(both, both))
            for cell in (a, b):
                while far[cell]:
                    more.add(cell)
                    cell = back[cell]
    return {*kept, *more}


# -- Codes --------------------------------------------------------------------------------------------------


def read(code):
    """The fields of a code by name; an assertion fails where it is none."""
    body, _, check = code.rpartition("-")
    assert check_character(body) == check
    edition, shape, size, *more = body.split("-")
    assert edition == "1"
    read = {
        "shape": shape,
        "size": [int(number) for number in size.split("x")],
        "silhouette": None,
        "method": "walls",
    }
    if more[-1].startswith("walls."):
        read["walls"] = more.pop().removeprefix("walls.")
        read["ends"] = more.pop() if more and re.fullmatch(r"\d+\.\d+", more[-1]) else "none"
        if more and more[-1].startswith("bridges."):
            names = more.pop().split(".")[1:]
            read["bridges"] = [(int(name[:-1]), name[-1]) for name in names]
        if more and more[-1].startswith("spread."):
            read["spread"] = [int(row) for row in more.pop().split(".")[1:]]
    else:
        read["key"] = more.pop()
        if more[-1].startswith("ask."):
            read["questions"] = more.pop().removeprefix("ask.")
        read["ends"] = more.pop()
        if more and more[-1].startswith("bridges."):
            read["bridges"] = int(more.pop().partition(".")[2])
        if more and more[-1].startswith("rooms."):
            read["rooms"] = [int(number) for number in more.pop().split(".")[1:]]
            assert read["ends"] == "far"
        if more and more[-1].startswith("spread."):
            read["spread"] = int(more.pop().partition(".")[2])
            assert read["ends"] == "far"
        read["method"] = more.pop() if more and more[-1] == "passages" else "walls"
    if more and more[-1].startswith("wall."):
        across, number, *piece = re.split("[x.]", more.pop().removeprefix("wall."))
        read["wall"] = int(across), int(number), int(piece[0]) if piece else None
        assert read["ends"] == "gates"
    read["silhouette"] = more.pop() if more else None
    assert not more
    return read


def grid_of(read):
    if read.get("wall") and read["wall"][2] is None:
        read["piece_size"] = read["size"]
        read["size"] = [a * b for a, b in zip(read["size"], read["wall"], strict=False)]
    cells = SHAPES[read["shape"]](*read["size"])
    shape, whole = read["shape"], cells
    if read["silhouette"]:
        cells = cut(shape, cells, read["silhouette"])
    grid = Grid(cells, shape == "polar")
    if read["silhouette"] and stage_of(name_of(read["silhouette"])[0]):
        drawing, more = name_of(read["silhouette"])
        grid.doors, *grid.offered = doors_of(drawing, shape, whole, grid, "drawn" in more)
    if bridges := read.get("bridges"):
        drawn = draw_bridges(grid, bridges, read["key"]) if "key" in read else bridges
        build_bridges(grid, drawn)
    return grid


def walls_in(digits, sides):
    """The bits of the walls, a text of 0 and 1."""
    bits = "".join(f"{DIGITS.index(digit):05b}" for digit in digits)
    assert len(digits) == -(-sides // 5)
    assert "1" not in bits[sides:]
    return bits[:sides]


def passages_of(read, grid):
    if "wall" in read:
        return hung(read)[0]
    if "walls" in read:
        bits = walls_in(read["walls"], len(grid.pairs))
        return sorted(pair for pair, bit in zip(grid.pairs, bits, strict=True) if bit == "0")
    return sorted(grid.pairs[side] for side in open_sides(grid, read["method"], read["key"]))


def hung(read):
    """The passages, the start and the end of a piece of a wall, or of the whole."""
    (across, down, piece), key = read["wall"], read["key"]
    wide, high = read.get("piece_size", read["size"])
    row = across * wide

    def sheet_of(cell):
        return cell // row // high * across + cell % row // wide

    def own(cell):
        return cell // row % high * wide + cell % row % wide

    def is_corner(cell):
        return own(cell) in (0, wide - 1, wide * (high - 1), wide * high - 1)

    pairs = Grid(square(row, down * high), False).pairs
    between = [pair for pair in pairs if sheet_of(pair[0]) != sheet_of(pair[1])]
    between = [pair for pair in between if not any(map(is_corner, pair))]
    rows, bits = graph_of([tuple(map(sheet_of, pair)) for pair in between], across * down)
    source = draws(key, "doors", bits)
    root = below(across * down, source, bits)
    gates = [between[side] for side in sorted(wilson(rows, bits, across * down, root, source))]
    ways = [{} for _ in range(across * down)]
    for a, b in gates:
        ways[sheet_of(a)][sheet_of(b)] = own(a)
        ways[sheet_of(b)][sheet_of(a)] = own(b)
    beside = [sorted(others) for others in ways]
    edge = [n for n in range(across * down) if on_edge(n, across, down)]
    far = {sheet: distances(beside, sheet) for sheet in range(across * down)}
    _, first, last = min((-far[a][b], a, b) for a in edge for b in edge if a < b)
    way = [n for n in range(across * down) if far[first][n] + far[n][last] == far[first][last]]
    way.sort(key=far[first].__getitem__)

    def ends_in(sheet, joined):
        def farthest(cells, origin):
            away = distances(joined, origin)
            return min(cells, key=lambda cell: (-away[cell], cell))

        whole_row, column = divmod(sheet, across)
        rim = [cell for cell in range(wide * high) if on_edge(cell, wide, high)]
        at_edge = [
            cell
            for cell in rim
            if on_edge(
                (whole_row * high + cell // wide) * row + column * wide + cell % wide,
                row,
                down * high,
            )
        ]
        if sheet == last:
            start = ways[sheet][way[-2]]
            return start, farthest(at_edge, start)
        if sheet in way:
            end = ways[sheet][way[way.index(sheet) + 1]]
            if sheet == first:
                return farthest(at_edge, end), end
            return ways[sheet][way[way.index(sheet) - 1]], end
        onward = min(beside[sheet], key=lambda other: min(far[other][n] for n in way))
        end = ways[sheet][onward]
        others = [cell for other, cell in ways[sheet].items() if other != onward]
        return farthest(others or rim, end), end

    def draw(sheet):
        grid, attempt = Grid(square(wide, high), False), 0
        while True:
            attempt += 1
            sides = open_sides(grid, read["method"], key, f"tree {sheet + 1} {attempt}")
            passages = sorted(grid.pairs[side] for side in sides)
            start, end = ends_in(sheet, joined := joined_of(grid, passages))
            if distances(joined, start)[end] + 1 >= (wide + high) // 2:
                return passages, start, end

    if piece:
        return draw(piece - 1)
    passages, ends = list(gates), {}
    for sheet in range(across * down):
        inner, start, end = draw(sheet)
        corner = sheet // across * high * row + sheet % across * wide
        places = [corner + cell // wide * row + cell % wide for cell in range(wide * high)]
        passages += [(places[a], places[b]) for a, b in inner]
        ends[sheet] = places[start], places[end]
    return sorted(passages), ends[first][0], ends[last][1]


def on_edge(number, across, down):
    """Whether a place of a board of so many columns and rows is at its edge."""
    return number % across in (0, across - 1) or number // across in (0, down - 1)


def joined_of(grid, passages):
    joined = [[] for _ in grid.rings]
    for a, b in passages:
        joined[a].append(b)
        joined[b].append(a)
    return joined


def describe(read, grid, passages, start, end):
    """The descriptive code of a maze."""
    open_ = {*passages}
    bits = "".join("0" if pair in open_ else "1" for pair in grid.pairs)
    bits += "0" * (-len(bits) % 5)
    digits = "".join(DIGITS[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))
    between = [read["silhouette"]] if read["silhouette"] else []
    names = ".".join(f"{cell}{lie}" for cell, lie in grid.bridges)
    between += [f"bridges.{names}"] if names else []
    between += [] if start is None else [f"{start}.{end}"]
    body = "-".join(
        ["1", read["shape"], "x".join(map(str, read["size"])), *between, f"walls.{digits}"]
    )
    return f"{body}-{check_character(body)}"


def digest_of(passages):
    return sha256(" ".join(f"{a}-{b}" for a, b in passages).encode("ascii")).hexdigest()
