"""Writes server/open-data/letters.json, the outlines of the letters of Public Sans for pictures: of each letter its width and
a path, in thousandths of its size. Usage: letter-outlines.py FONT.woff2, with fonttools and brotli."""

import json, sys
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

letters = {}
font = instantiateVariableFont(TTFont(sys.argv[1]), {"wght": 600})
glyphs, scale = font.getGlyphSet(), 1000 / font["head"].unitsPerEm
for code, glyph in font.getBestCmap().items():
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyphs[glyph].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
    letters[chr(code)] = [round(glyphs[glyph].width * scale), pen.getCommands()]
with open("server/open-data/letters.json", "w", encoding="utf-8") as file:
    json.dump(letters, file, ensure_ascii=False, separators=(",", ":"))
    file.write("\n")
