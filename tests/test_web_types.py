"""The scripts of the page are typed: TypeScript reads the types in their comments."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module

import pytest
from command import HOME

sys.path[:0] = [str(HOME / "web")]
build = import_module("build")

TYPESCRIPT = {
    "typescript@5.9.3": (
        "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
    )
}


@pytest.fixture(scope="module")
def typescript(tmp_path_factory):
    if not all(map(shutil.which, ("npm", "node"))):
        pytest.skip("no npm or no node: the types are read by nobody")
    work = tmp_path_factory.mktemp("typescript")
    return build.unpack_npm(work, TYPESCRIPT)["typescript"] / "lib" / "tsc.js"


def test_each_script_of_the_page_asks_to_be_read():
    scripts = [*(HOME / "web" / "page").glob("*.js")]
    assert len(scripts) >= 11
    for path in scripts:
        assert path.read_text("utf-8").startswith("// @ts-check\n"), path.name


@pytest.mark.exhaustive
@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.worker.json"])
def test_the_types_of_the_page_agree(project, typescript):
    command = ["node", str(typescript), "--project", str(HOME / "web" / project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.exhaustive
def test_a_slip_is_noticed(typescript, tmp_path):
    for path in (HOME / "web" / "page").glob("*.js"):
        shutil.copy(path, tmp_path / path.name)
    shutil.copy(HOME / "web" / "tsconfig.json", tmp_path / "tsconfig.json")
    settings = (tmp_path / "tsconfig.json").read_text("utf-8").replace("page/", "")
    (tmp_path / "tsconfig.json").write_text(settings, "utf-8")
    state = tmp_path / "state.js"
    state.write_text(state.read_text("utf-8").replace("state.lang }", "state.long }", 1), "utf-8")
    command = ["node", str(typescript), "--project", str(tmp_path / "tsconfig.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "'long' does not exist" in done.stdout
