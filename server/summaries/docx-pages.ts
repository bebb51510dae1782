import { BODY_HEIGHT, CELL_MARGINS, type Metrics, metricsOf, PAGE_WIDTH } from './docx-styles.ts'

/*
 * The pages on which the headings of a Word document will be, for its contents: the text is laid out by the widths of the
 * letters, as Word and LibreOffice do. Without it a contents field has no numbers until a reader updates it.
 */

/** advance widths of Arial from the blank to the tilde, in thousandths of its size */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const BOLD_WIDTHS = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
  556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
  556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
  333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
]
const FIRST = 32
/** of a letter that is not in the table */
const OTHER = 556
/** the distance of lines of Arial in its size */
const LINE = 1.149
/** how much smaller raised text is */
const RAISED = 0.58

type Run = { text: string; size: number; bold: boolean }

/** in twentieths of a point */
function widthOf(letter: string, { size, bold }: Run): number {
  const code = letter.charCodeAt(0)
  const width = (bold ? BOLD_WIDTHS : WIDTHS)[code - FIRST] ?? (code > 0x2000 ? 1000 : OTHER)
  return (width * size) / 100
}

/** The number of lines of some runs in a column of this width. */
function linesOf(runs: readonly Run[], column: number): number {
  let lines = 1
  let used = 0
  let word = 0
  const place = () => {
    if (used > 0 && used + word > column) {
      lines += 1
      used = 0
    }
    // a word that is longer than a line is broken
    for (; word > column; word -= column) lines += 1
    used += word
    word = 0
  }
  for (const run of runs)
    for (const letter of run.text)
      if (letter === '\n') {
        place()
        lines += 1
        used = 0
      } else if (letter === ' ') {
        place()
        used += widthOf(letter, run)
      } else {
        word += widthOf(letter, run)
        if (letter === '-' || letter === '–') place()
      }
  place()
  return lines
}

const unescaped = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '',
  )

/** The runs of a paragraph's XML. */
const runsIn = (xml: string, { size, bold }: Metrics): Run[] =>
  [...xml.matchAll(/<w:r>(.*?)<\/w:r>/gs)].map(([, run = '']) => {
    const own = /<w:sz w:val="(\d+)"\/>/.exec(run)?.[1]
    const text = [...run.matchAll(/<w:br\/>|<w:t [^>]*>([^<]*)<\/w:t>/g)]
      .map(([, words]) => words ?? '\n')
      .join('')
    return {
      text: unescaped(text),
      size: Number(own ?? size) * (run.includes('superscript') ? RAISED : 1),
      bold: bold || run.includes('<w:b/>'),
    }
  })

type Item = { height: number; lines: number; lineHeight: number; keepNext: boolean; bookmarks: string[] }

function paragraphItem(xml: string, width: number): Item {
  const metrics = metricsOf(/<w:pStyle w:val="(\w+)"/.exec(xml)?.[1] ?? '')
  const lines = linesOf(runsIn(xml, metrics), width - metrics.indent)
  const lineHeight = metrics.exact ?? (metrics.size * 10 * LINE * metrics.line) / 240
  return {
    lines,
    lineHeight,
    keepNext: metrics.keepNext,
    height: metrics.before + lines * lineHeight + metrics.after,
    bookmarks: [...xml.matchAll(/w:name="(\w+)"/g)].map(([, name = '']) => name),
  }
}

const PARAGRAPH = /<w:p>.*?<\/w:p>/gs

function rowItem(xml: string): Item {
  const heights = [...xml.matchAll(/<w:tc>.*?<w:tcW w:w="(\d+)".*?<\/w:tc>/gs)].map(([cell, width]) =>
    (cell.match(PARAGRAPH) ?? []).reduce(
      (sum, one) => sum + paragraphItem(one, Number(width) - CELL_MARGINS.sides).height,
      0,
    ),
  )
  const height = Math.max(0, ...heights) + CELL_MARGINS.ends
  return { height, lines: 1, lineHeight: height, keepNext: xml.includes('<w:keepNext/>'), bookmarks: [] }
}

/** Lays out the blocks of a body, given as XML; returns the page of each bookmark of its paragraphs. */
export function pagesOf(blocks: Iterable<string>): Map<string, number> {
  const items = [...blocks].flatMap((block) =>
    [...block.matchAll(/<w:tr>.*?<\/w:tr>|<w:p>.*?<\/w:p>/gs)].map(([xml]) =>
      xml.startsWith('<w:tr>') ? rowItem(xml) : paragraphItem(xml, PAGE_WIDTH),
    ),
  )
  const pages = new Map<string, number>()
  let page = 1
  let used = 0
  for (let at = 0; at < items.length; ) {
    // what must stay together with the beginning of what follows
    let end = at
    while (items[end]?.keepNext && end + 1 < items.length) end += 1
    const chain = items.slice(at, end + 1)
    const last = chain.at(-1) as Item
    const before = chain.slice(0, -1).reduce((sum, { height }) => sum + height, 0)
    const first = last.lines > 3 ? last.height - (last.lines - 2) * last.lineHeight : last.height
    if (used > 0 && used + before + first > BODY_HEIGHT) {
      page += 1
      used = 0
    }
    for (const { bookmarks } of chain) for (const name of bookmarks) pages.set(name, page)
    used += before + last.height
    while (used > BODY_HEIGHT) {
      page += 1
      used -= BODY_HEIGHT
    }
    at = end + 1
  }
  return pages
}
