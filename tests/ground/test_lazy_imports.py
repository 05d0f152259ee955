"""Modules that are loaded when they are first used, and libraries that do not notice."""

import subprocess
import sys

from command import environment

USING = """
from colorsys import hls_to_rgb
from fractions import Fraction

def is_one(value: int | Fraction):
    return isinstance(value, Fraction)
"""

CALLING = """
from colorsys import hls_to_rgb
GREY = hls_to_rgb(0, 0.5, 0)
"""


def run(folder, library, code):
    """Run code beside a library that is imported without what it imports."""
    (folder / "library.py").write_text(library)
    begin = f"""
import sys
sys.path.insert(0, {str(folder)!r})
from puzzlebook.ground.lazy_imports import import_lazily
with import_lazily("colorsys", "fractions"):
    import library
"""
    done = subprocess.run(
        [sys.executable, "-c", begin + code], env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_what_a_library_imports_is_loaded_when_it_is_used(tmp_path):
    code = """
assert not {"colorsys", "fractions"} & {*sys.modules}
assert library.hls_to_rgb(0, 0.5, 0) == (0.5, 0.5, 0.5)
assert "fractions" not in sys.modules
assert library.Fraction(1, 2) == 0.5
assert library.is_one(library.Fraction(1)) and not library.is_one(1)
"""
    run(tmp_path, USING, code)


def test_what_is_called_during_the_import_itself_is_loaded_then(tmp_path):
    run(
        tmp_path,
        CALLING,
        "assert library.GREY == (0.5, 0.5, 0.5) and sys.modules['colorsys'].__file__",
    )
