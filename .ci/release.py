"""Makes a release, or says what is missing for one: `python .ci/release.py [--try] [-o DIR]`.

It checks version, changelog, kept templates and addresses; builds wheel and sdist twice and
compares their bytes; puts a bill of materials (PEP 770) and the page for browsers into the wheel;
writes pylock.toml (PEP 751) and web.zip; and installs the wheel from an index on this machine, with
pip, uv and pipx, and makes a book with each. `--try` builds and installs although something is
missing. Needs the extra `release`, pip, git, node and npm; asks nobody but the package indexes.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[1]
ADDRESSES = ("Source", "Issues", "Security")
NOT_YET = ("Once puzzlebook is released", "There is no public address yet")
VERSION = "puzzlebook/ground/__init__.py"
SBOM = "puzzlebook.cdx.json"
LOCK = "pylock.toml"
PAGE = "web.zip"
PAGE_TOOLS = ("node", "npm")
EXTRA = ("hatchling", "pipx", "uv")


def read_version(checkout: Path = CHECKOUT) -> str:
    """The version that the package says."""
    text = (checkout / VERSION).read_text("utf-8")
    return re.findall(r'^__version__ = "(.*)"$', text, re.MULTILINE)[0]


def read_project(checkout: Path = CHECKOUT) -> dict[str, Any]:
    """The table `project` of pyproject.toml."""
    return tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]


def find_problems(checkout: Path = CHECKOUT) -> Iterator[str]:
    """What stands between this checkout and a release, a line each."""
    version = read_version(checkout)
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"{VERSION}: {version} is no version; three numbers, such as 0.1.0"
    heads = re.findall(r"^## (.+)$", (checkout / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    dated = re.fullmatch(rf"{re.escape(version)} – (\d{{4}}-\d\d-\d\d)", heads[0])
    if not dated:
        yield f'CHANGELOG.md: begins with "{heads[0]}"; "{version} – " and the date of the release'
    citation = (checkout / "CITATION.cff").read_text("utf-8")
    if f"\nversion: {version}\n" not in citation:
        yield f"CITATION.cff: names another version; version: {version}"
    if dated and f"\ndate-released: {dated[1]}\n" not in citation:
        yield f"CITATION.cff: lacks the date; date-released: {dated[1]}"
    if not (checkout / "templates" / "releases" / f"{version}.toml").is_file():
        yield f"templates/releases: {version} is not kept; python -m puzzlebook.verbs.releases"
    urls = read_project(checkout).get("urls", {})
    if "Source" in urls and f"\nrepository-code: {urls['Source']}\n" not in citation:
        yield f"CITATION.cff: lacks the address; repository-code: {urls['Source']}"
    readme = " ".join((checkout / "README.md").read_text("utf-8").split())
    for words in NOT_YET:
        if words in readme:
            yield f'README.md: says "{words}"; the lines in docs/releasing.md'
    for name in ADDRESSES:
        if not re.match(r"https://\S+\.\S+$|mailto:\S+@\S+$", urls.get(name, "")):
            yield f"pyproject.toml: [project.urls] has no {name}; https://… or mailto:…"


def find_missing_tools() -> Iterator[str]:
    """What cannot be built here, a line each: no trial gets further without it."""
    for tool in PAGE_TOOLS:
        if shutil.which(tool) is None:
            yield f"{PAGE}: {tool} is not installed; https://nodejs.org/"
    if find_spec("pip") is None:
        yield f"{PAGE}: {sys.executable} has no pip; python -m ensurepip, or uv pip install pip"
    if not all(map(find_spec, EXTRA)):
        yield f"{sys.executable} lacks the extra `release`; pip install -e '.[release]'"


def list_dependencies(requires: Sequence[str]) -> dict[str, Distribution]:
    """All that these requirements bring, by name, as it is installed here."""
    found: dict[str, Distribution] = {}
    waiting = list(requires)
    while waiting:
        said = re.match(r"([\w.-]+)(?:\[([\w,]*)\])?", waiting.pop())
        assert said is not None
        name = re.sub(r"[-_.]+", "-", said[1]).lower()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:  # for machines of another kind
            continue
        asked = [f'extra == "{extra}"' for extra in (said[2] or "").split(",")]
        waiting += [
            each
            for each in found[name].requires or ()
            if "extra ==" not in each or any(extra in each for extra in asked)
        ]
    return dict(sorted(found.items()))


def find_licence(library: Distribution) -> str:
    """The licence of a library in its own words: an expression, or what its metadata has."""
    about = library.metadata
    classifiers = [line for line in about.get_all("Classifier") or () if "License ::" in line]
    words = [about.get("License-Expression"), about.get("License", "").strip().partition("\n")[0]]
    return next(filter(None, [*words, *(line.rpartition(":: ")[2] for line in classifiers)]), "")


def write_sbom(project: dict[str, Any], version: str) -> str:
    """The bill of materials as CycloneDX JSON: what the release was built and tested with."""
    own = f"pkg:pypi/puzzlebook@{version}"
    parts = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{library.version}",
            "name": name,
            "version": library.version,
            "purl": f"pkg:pypi/{name}@{library.version}",
            "licenses": [{"license": {"name": find_licence(library)}}],
        }
        for name, library in list_dependencies(project["dependencies"]).items()
    ]
    main = {"type": "application", "bom-ref": own, "name": "puzzlebook", "version": version}
    main |= {"purl": own, "licenses": [{"license": {"id": project["license"]}}]}
    needs = [{"ref": own, "dependsOn": [part["bom-ref"] for part in parts]}]
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    bill |= {"metadata": {"component": main}, "components": parts, "dependencies": needs}
    return json.dumps(bill, indent=1, sort_keys=True) + "\n"


def link_to_source(readme: str, source: str, version: str) -> str:
    """A README whose links are those of the release's tag, and whose pictures are the files
    themselves, as an index page needs them."""

    def lead_there(local: re.Match[str]) -> str:
        kind = "raw" if local[1] else "blob"
        return f"{local[0]}{source.rstrip('/')}/{kind}/v{version}/"

    return re.sub(r"(!?)\[[^]]*\]\((?!https?:|#)(?=[^)]+\))", lead_there, readme)


def build(folder: Path, out: Path, sbom: str, page: Path) -> None:
    """Build wheel and sdist in a folder of its own, from what is committed; the wheel has the page
    too, for `puzzlebook serve`."""
    from hatchling.builders.sdist import SdistBuilder
    from hatchling.builders.wheel import WheelBuilder

    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=CHECKOUT, check=True, capture_output=True
    )
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
    if source := read_project(folder).get("urls", {}).get("Source"):
        readme = folder / "README.md"
        text = link_to_source(readme.read_text("utf-8"), source, read_version(folder))
        readme.write_text(text, "utf-8")
    list(SdistBuilder(str(folder)).build(directory=str(out)))
    (folder / SBOM).write_text(sbom, "utf-8")
    config = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    wheel = config["tool"]["hatch"]["build"]["targets"]["wheel"]
    wheel["sbom-files"] = [SBOM]
    wheel["force-include"][str(page.resolve())] = f"puzzlebook/{PAGE}"
    list(WheelBuilder(str(folder), config=config).build(directory=str(out)))


def build_twice(out: Path, page: Path) -> list[Path]:
    """Build all in two places; refused unless the bytes are the same. page: the archive of the page
    for browsers."""
    stamp = ["git", "log", "-1", "--format=%ct"]
    made = subprocess.run(stamp, cwd=CHECKOUT, check=True, capture_output=True, text=True)
    os.environ["SOURCE_DATE_EPOCH"] = made.stdout.strip()
    sbom = write_sbom(read_project(), read_version())
    with TemporaryDirectory() as text:
        place = Path(text)
        build(place / "one" / "puzzlebook", out, sbom, page)
        build(place / "another" / "place", place / "again", sbom, page)
        sums = [
            {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
            for folder in (out, place / "again")
        ]
    if sums[0] != sums[1]:
        raise SystemExit(f"error: dist: two builds differ; {sums}")
    for name, digest in sums[0].items():
        print(f"{digest}  {name}")
    return sorted(out.iterdir())


def write_lock(out: Path) -> None:
    """Write the versions of all that a release needs, with their sums."""
    compile_lock = [sys.executable, "-m", "uv", "pip", "compile", "--quiet"]
    options = ["--generate-hashes", "--universal", "--no-header", "-o", str(out.resolve() / LOCK)]
    subprocess.run([*compile_lock, *options, "pyproject.toml"], cwd=CHECKOUT, check=True)


def write_page(out: Path) -> None:
    """Build the page for browsers, and pack it with the licences of all that it passes on."""
    with TemporaryDirectory() as text:
        folder = Path(text) / "puzzlebook"
        script = CHECKOUT / "web" / "build.py"
        subprocess.run([sys.executable, str(script), "-o", str(folder)], check=True)
        zip_folder(folder, out / PAGE)


def zip_folder(folder: Path, file: Path) -> None:
    """Pack a folder; the same files make the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix())
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder as a package index on this machine; its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def try_installing(index: Path, version: str) -> None:
    """Install from the index with each installer, and make a book."""
    ours, book = f"puzzlebook=={version}", ["make", "sheets", "--mazes", "1", "--seed", "owl"]
    with TemporaryDirectory() as text, serve(index) as address:
        place = Path(text)
        python = place / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
        # Ours from this index alone; what it needs from the usual one.
        pip = [python, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--no-deps", "--index-url", address, ours], check=True)
        subprocess.run([*pip, *read_project()["dependencies"]], check=True)
        uv, pipx = [sys.executable, "-m", "uv"], [sys.executable, "-m", "pipx"]
        more = f"--pip-args=--extra-index-url={address}"
        ways = {
            "pip": [python, "-m", "puzzlebook"],
            "uvx": [*uv, "tool", "run", "--index", address, "--from", ours, "puzzlebook"],
            "pipx": [*pipx, "run", "--no-cache", more, "--spec", ours, "puzzlebook"],
        }
        books = {}
        for name, command in ways.items():
            folder = place / name
            folder.mkdir()
            subprocess.run([*command, *book], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            books[name] = (folder / "output" / "sheets" / "sheets.pdf").read_bytes()
            print(f"{name}: made a book")
    if len(set(books.values())) != 1:
        raise SystemExit("error: dist: the books of two installers differ")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, build, lock, install."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--try", dest="is_trial", action="store_true", help="build all the same")
    parser.add_argument("-o", "--output", type=Path, default=CHECKOUT / "dist", metavar="DIR")
    asked = parser.parse_args(arguments)
    problems, missing = list(find_problems()), list(find_missing_tools())
    for problem in problems + missing:
        print(f"error: {problem}", file=sys.stderr)
    if missing or (problems and not asked.is_trial):
        return 2
    packages = asked.output / "index" / "puzzlebook"
    shutil.rmtree(asked.output, ignore_errors=True)
    packages.mkdir(parents=True)
    write_page(asked.output)
    made = build_twice(packages, asked.output / PAGE)
    write_lock(asked.output)
    rows = "".join(
        f'<a href="{path.name}#sha256={sha256(path.read_bytes()).hexdigest()}">{path.name}</a>\n'
        for path in made
    )
    (packages / "index.html").write_text(f"<!doctype html>\n{rows}", "utf-8")
    try_installing(asked.output / "index", read_version())
    (packages / "index.html").unlink()
    print(f"ready: {packages} and {asked.output / PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
