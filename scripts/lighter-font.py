"""Takes out of a variable font what changes the page by less than a pixel: how kerning varies with the weight, and widths
that the outlines say as well. Usage: lighter-font.py FONT.woff2, with fonttools and brotli."""

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otBase import ValueRecord

DEVICES = ("XAdvDevice", "YAdvDevice", "XPlaDevice", "YPlaDevice")
WITHOUT_DEVICES = 0x000F


def lighten(part, seen):
    if id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, ValueRecord):
        for name in DEVICES:
            if hasattr(part, name):
                delattr(part, name)
    elif isinstance(part, (list, tuple)):
        for one in part:
            lighten(one, seen)
    elif hasattr(part, "__dict__"):
        for name in ("ValueFormat1", "ValueFormat2"):
            if hasattr(part, name):
                setattr(part, name, getattr(part, name) & WITHOUT_DEVICES)
        for one in list(vars(part).values()):
            lighten(one, seen)


def main(file):
    font = TTFont(file)
    lighten(font["GPOS"].table, set())
    font["GDEF"].table.VarStore = None
    font["GDEF"].table.Version = 0x00010002
    del font["HVAR"]
    font.flavor = "woff2"
    font.save(file)


main(sys.argv[1])
