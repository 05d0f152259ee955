"""What two versions of a function are asked: copies of what a test gave it, and values like these
with one thing changed; and whether their answers are the same."""

from __future__ import annotations

import copy
import inspect
import io
import operator
import re
from array import array
from collections import defaultdict, deque
from collections.abc import (
    Callable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    ValuesView,
)
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from pathlib import PurePath
from random import Random
from types import CodeType, FunctionType, MethodType
from typing import Any
from xml.etree.ElementTree import Element, tostring

from pydantic import BaseModel

LENT = (bytearray, array, io.BytesIO, io.StringIO, Element)
"""Types besides containers of which a copy is asked about."""
NEVER_LENT = ("reportlab.", "pyexpat.", "zipfile.", "_io.")
"""Modules whose objects change when they are used, and cannot be copied."""
SEEN = 12
"""Values that are remembered of each parameter and each attribute."""


class Unclear(Exception):
    """A value that cannot be given twice, such as an iterator."""


def is_ours(value: object) -> bool:
    """Whether a value is an object of the package that can change."""
    return type(value).__module__.startswith("puzzlebook.") and hasattr(value, "__dict__")


def _is_frozen(value: object) -> bool:
    return isinstance(value, (BaseModel, Enum, BaseException, type))


def _is_frozen_dataclass(value: object) -> bool:
    return is_dataclass(value) and type(value).__dataclass_params__.frozen


def _list_fields(value: Any) -> list[str]:
    return [field.name for field in fields(value)]


class Copier:
    """Copies values; it remembers which tuples hold nothing that can change."""

    def __init__(self) -> None:
        self._constant: dict[int, object] = {}

    def copy(self, value: Any) -> Any:
        """A copy that can be changed in the value's place; frozen parts are shared.

        :raises Unclear: if there is an iterator in it
        """
        return self._copy(value, {})

    def _copy(self, value: Any, made: dict[int, Any]) -> Any:
        if type(value) in (int, str, float, bool, bytes) or value is None or _is_frozen(value):
            return value
        if id(value) in self._constant:
            return value
        if id(value) in made:
            return made[id(value)]
        if isinstance(value, tuple) or _is_frozen_dataclass(value):
            old = (
                value
                if isinstance(value, tuple)
                else [getattr(value, name) for name in _list_fields(value)]
            )
            parts = [self._copy(part, made) for part in old]
            if all(map(operator.is_, parts, old)):
                if len(self._constant) > 200_000:
                    self._constant.clear()
                self._constant[id(value)] = value
                return value
            if isinstance(value, tuple):
                return type(value)._make(parts) if hasattr(value, "_make") else tuple(parts)
            for name, part in zip(_list_fields(value), parts, strict=True):
                value = _put(value, name, part)
            return value
        if isinstance(value, LENT):
            made[id(value)] = new = copy.deepcopy(value)
        elif isinstance(value, (list, deque, set, dict)) or is_ours(value):
            made[id(value)] = new = copy.copy(value)
            if isinstance(value, (list, deque)):
                for index, part in enumerate(value):
                    new[index] = self._copy(part, made)
            elif isinstance(value, dict):
                new.update((key, self._copy(part, made)) for key, part in value.items())
            if hasattr(value, "__dict__"):
                for name, part in vars(value).items():
                    vars(new)[name] = self._copy(part, made)
        elif hasattr(type(value), "__next__") or f"{type(value).__module__}.".startswith(
            NEVER_LENT
        ):
            raise Unclear
        else:
            return value
        return new


def is_same(one: Any, other: Any) -> bool:
    """Whether two answers are alike in every part."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return one == other or (one != one and other != other)
    if isinstance(one, (tuple, list, deque)):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict):
        return is_same([*one.items()], [*other.items()])
    if isinstance(one, io.BytesIO | io.StringIO):
        return one.getvalue() == other.getvalue()
    if isinstance(one, Element):
        return tostring(one) == tostring(other)
    if isinstance(one, BaseException):
        return is_same((one.args, vars(one)), (other.args, vars(other)))
    if isinstance(one, FunctionType):
        return one.__qualname__ == other.__qualname__
    if isinstance(one, MethodType):
        return is_same(one.__func__, other.__func__) and is_same(one.__self__, other.__self__)
    if isinstance(one, partial):
        return is_same((one.func, one.args, one.keywords), (other.func, other.args, other.keywords))
    if type(one).__eq__ is object.__eq__ and is_ours(one):
        return is_same(vars(one), vars(other))
    return bool(one == other)


def list_codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those within it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from list_codes(inner)


def _list_constants(value: Any) -> Iterator[Any]:
    """The numbers and words in a constant, each number with its neighbours."""
    if isinstance(value, (tuple, frozenset)):
        for part in value:
            yield from _list_constants(part)
    elif type(value) in (int, float):
        yield from (value, value + 1, value - 1)
    elif isinstance(value, (str, bytes)) and len(value) < 30:
        yield value


class Variations:
    """Values that are like others: one thing in them is changed, or is what another call had."""

    def __init__(self, function: FunctionType) -> None:
        """function: the one that will be asked; what it reads is varied, and its constants are
        tried."""
        self._random = Random(function.__qualname__)
        self._attributes: set[str] = set()
        self._constants: dict[type, list[Any]] = defaultdict(list)
        self._learn(function)
        self._seen: dict[str, list[Any]] = defaultdict(list)
        self._known: set[type] = set()

    def _learn(self, function: FunctionType) -> None:
        """Note what a function reads, and its constants."""
        for code in list_codes(function.__code__):
            self._attributes.update(code.co_names)
            known = [function.__globals__.get(name) for name in code.co_names]
            for constant in _list_constants((*code.co_consts, *known)):
                self._constants[type(constant)].append(constant)

    def note(self, parameters: Mapping[str, Any]) -> None:
        """Remember what a call was given."""
        for label, value in parameters.items():
            self._note(label, value, 4)

    def _note(self, label: str, value: Any, depth: int) -> None:
        seen = self._seen[label]
        if len(seen) < SEEN and not any(is_same(value, each) for each in seen):
            seen.append(value)
        if depth:
            for name in self._list_parts(value):
                self._note(name, getattr(value, name, None), depth - 1)
            if type(value) in (tuple, list):
                for part in value[:4]:
                    self._note(f"{label}[]", part, depth - 1)

    def _read_through(self, kind: type) -> None:
        """Who reads a property reads what it is worked out from."""
        if kind in self._known:
            return
        self._known.add(kind)
        for name in [each for each in self._attributes if hasattr(kind, each)]:
            found = inspect.getattr_static(kind, name)
            read = getattr(found, "fget", None) or getattr(found, "func", None)
            if isinstance(read, FunctionType):
                self._learn(read)

    def _list_parts(self, value: Any) -> list[str]:
        """The attributes of a value that can be given another one."""
        self._read_through(type(value))
        if hasattr(value, "_fields") and isinstance(value, tuple):
            names: Iterable[str] = value._fields
        elif is_dataclass(value) and not isinstance(value, type):
            names = _list_fields(value)
        elif isinstance(value, BaseModel):
            names = type(value).model_fields
        elif is_ours(value) and not isinstance(value, (BaseException, Enum)):
            names = vars(value)
        else:
            return []
        return [name for name in names if name in self._attributes]

    def vary(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters with one thing changed, or two or three."""
        varied = dict(parameters)
        for _ in range(self._random.choice((1, 1, 2, 3))):
            label = self._random.choice([*varied])
            varied[label] = self._vary(label, varied[label])
        return varied

    def _vary(self, label: str, value: Any) -> Any:
        choose = self._random.choice
        parts = self._list_parts(value)
        if self._seen[label] and self._random.random() < (0.2 if parts else 0.35):
            return choose(self._seen[label])
        if parts:
            name = choose(parts)
            return _put(value, name, self._vary(name, getattr(value, name, None)))
        if isinstance(value, Enum):
            return choose([*type(value)])
        if self._random.random() < 0.05:
            return choose((None, "owl", 1, True, (), []))
        if self._constants[type(value)] and self._random.random() < 0.25:
            return choose(self._constants[type(value)])
        if value is None:
            return choose((1, "owl", True, (), 0.5))
        if isinstance(value, dict):
            return self._vary_dict(label, value)
        for kind, change in CHANGES.items():
            if isinstance(value, kind):
                return change(self, label, value)
        return value

    def _vary_number(self, label: str, value: Any) -> Any:
        return self._random.choice(
            (value + 1, value - 1, -value, value * 2, value * 0, type(value)(value / 2))
        )

    def _vary_text(self, label: str, value: Any) -> Any:
        place = self._random.randrange(len(value) + 1)
        end = value[place : place + 1]
        return self._random.choice(
            (
                value[:0],
                value[:-1],
                value[1:],
                value + value[-2:],
                value[:place] + value[place + 1 :],
                value[:place] + end + end + value[place + 1 :],
                value.swapcase(),
                value + (" owl" if isinstance(value, str) else b" 7"),
                *((re.sub(r"\d", self._random.choice("0179"), value),) * isinstance(value, str)),
            )
        )

    def _vary_row(self, label: str, value: Any) -> Any:
        make: Callable[[list[Any]], Any] = getattr(value, "_make", None) or type(value)
        parts = [*value]
        if not parts:
            others = self._seen[f"{label}[]"]
            return make([self._random.choice(others)]) if others else value
        place = self._random.randrange(len(parts))
        if hasattr(value, "_make") or self._random.random() < 0.6:
            parts[place] = self._vary(f"{label}[]", parts[place])
            return make(parts)
        return make(
            self._random.choice(
                (
                    [],
                    parts[:1],
                    parts[:-1],
                    parts[1:],
                    parts[::-1],
                    parts[:place] + parts[place + 1 :],
                    [*parts, parts[place]],
                )
            )
        )

    def _vary_set(self, label: str, value: Any) -> Any:
        parts = sorted(value, key=repr)
        return type(value)(self._random.choice((parts[1:], parts[:1], parts[:-1])))

    def _vary_dict(self, label: str, value: Any) -> Any:
        if not value:
            return value
        named = [key for key in value if key in self._constants[str]]
        key = self._random.choice(named or [*value])
        new = {**value}
        if self._random.random() < 0.3:
            del new[key]
        else:
            new[key] = self._vary(f"{label}[]", value[key])
        return new

    def _vary_element(self, label: str, value: Any) -> Any:
        new = copy.deepcopy(value)
        node, other = (self._random.choice([*new.iter()]) for _ in range(2))
        key = self._random.choice([*node.attrib, *self._constants[str], "owl"])
        change = self._random.randrange(5)
        if change == 0:
            node.append(copy.deepcopy(other))
        elif change == 1 and len(node):
            node.remove(self._random.choice([*node]))
        elif change == 2:
            node.attrib.pop(key, None)
        elif change == 3:
            node.tag = other.tag if self._random.random() < 0.5 else key
        else:
            node.set(key, str(self._vary(label, node.get(key, ""))))
        return new

    def _vary_path(self, label: str, value: Any) -> Any:
        return self._random.choice((value / "owl", value.parent, value.with_suffix(".owl")))


CHANGES: dict[Any, Callable[[Variations, str, Any], Any]] = {
    bool: lambda variations, label, value: not value,
    (int, float, Fraction): Variations._vary_number,
    (str, bytes): Variations._vary_text,
    (tuple, list): Variations._vary_row,
    (KeysView, ValuesView, ItemsView): lambda variations, label, value: variations._vary_row(
        label, [*value]
    ),
    (set, frozenset): Variations._vary_set,
    PurePath: Variations._vary_path,
    Element: Variations._vary_element,
}


def _put(value: Any, name: str, part: Any) -> Any:
    """A value whose attribute is another; what it had worked out from its attributes is forgotten."""
    if isinstance(value, tuple):
        return value._replace(**{name: part})  # type: ignore[attr-defined]
    new = copy.copy(value)
    if is_dataclass(value) or isinstance(value, BaseModel):
        names = type(value).model_fields if isinstance(value, BaseModel) else _list_fields(value)
        for each in getattr(new, "__dict__", {}).keys() - {*names}:
            del vars(new)[each]
    object.__setattr__(new, name, part)
    return new
