"""The page as somebody needs it: in the few colours that their system forces, and without motion."""

# ruff: noqa: F811 (fixtures of another module are named as they are used)

from __future__ import annotations

import json

import pytest
from page_visits import SETTLED, FirefoxVisit, Visit, served, site  # noqa: F401
from test_web import DOORS, check_accessible

pytestmark = pytest.mark.exhaustive
SCHEMES = ("dark", "light")


@pytest.fixture(params=["chromium", "firefox"])
def open_with(request, tmp_path):
    """Makes a page that somebody has asked for colours and for little motion."""
    pages = []

    def make(scheme, *, is_forced=False):
        profile = tmp_path / f"{scheme}{is_forced}"
        if request.param == "firefox":
            wanted = {
                "layout.css.prefers-color-scheme.content-override": SCHEMES.index(scheme),
                "ui.prefersReducedMotion": 1,
                "browser.display.document_color_use": 2 if is_forced else 0,
            }
            page = FirefoxVisit(profile, preferences=wanted)
        else:
            page = Visit(profile)
            wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
            wanted |= {"forced-colors": "active" if is_forced else "none"}
            features = [{"name": name, "value": value} for name, value in wanted.items()]
            page("Emulation.setEmulatedMedia", features=features)
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.close()


def test_little_motion_is_none_in_the_dark(open_with, served):
    """Nothing on the page moves or fades, and it is dark."""
    page = open_with("dark")
    page.open(f"{served.address}#door=tonight&lang=en&seed=owl&page=a4")
    page.until(SETTLED)
    assert page.run("matchMedia('(prefers-reduced-motion: reduce)').matches")
    moving = """[...document.querySelectorAll("*")].filter((each) => {
        const { transitionDuration, animationName } = getComputedStyle(each);
        return transitionDuration !== "0s" || animationName !== "none";
    }).map((each) => each.id || each.tagName)"""
    assert page.run(moving) == []
    ground = "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)"
    assert max(page.run(ground)) < 60


LOOK = """(() => {
    const look = (selector) => getComputedStyle(document.querySelector(selector));
    const probe = document.body.appendChild(document.createElement("p"));
    const system = (color) => { probe.style.color = color; return getComputedStyle(probe).color; };
    const found = {
        highlight: system("Highlight"), text: system("CanvasText"), grey: system("GrayText"),
        icons: [...document.querySelectorAll("nav a:not([aria-current]) svg")].map((each) => getComputedStyle(each).stroke),
        current: look("nav a[aria-current]").borderTopColor,
    };
    probe.remove();
    return JSON.stringify(found);
})()"""
PRESSED = "getComputedStyle(document.getElementById('view')).backgroundColor"
INVALID = """["borderTopWidth", "borderTopStyle"].map((name) =>
    getComputedStyle(document.querySelector("[aria-invalid]"))[name]).join()"""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_forced_colours_hide_nothing(scheme, open_with, served):
    """What the page says with colours of its own is said with lines and the system's colours."""
    page = open_with(scheme, is_forced=True)
    page.open(f"{served.address}#door=book&lang=en&seed=owl&page=a4&pages=12")
    page.until(SETTLED + " && !document.getElementById('files').hidden")
    assert page.run("matchMedia('(forced-colors: active)').matches")
    look = json.loads(page.run(LOOK))
    assert {*look["icons"]} == {look["text"]}
    assert look["current"] == look["highlight"]
    before = page.run(PRESSED)
    page.run("document.getElementById('view').click()")
    assert page.run(PRESSED) == look["highlight"] != before
    disabled = "getComputedStyle(document.getElementById('back')).color"
    assert page.run("document.getElementById('back').disabled")
    assert page.run(disabled) == look["grey"]
    page.fill(mazes="many")
    assert page.run(INVALID) == "3px,solid"
    for door in DOORS:
        page.enter(door)
        check_accessible(page)
