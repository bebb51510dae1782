import type { Paragraph, Written } from './summary-document.ts'

/** What a written part consists of: words, headings ("## "), and lists, whose items begin with "- " or "1. ". */
export type WrittenBlock =
  | { kind: 'words'; paragraph: Paragraph }
  | { kind: 'heading'; paragraph: Paragraph }
  /** `start` is the first number of a numbered list, null for one with bullets */
  | { kind: 'list'; start: number | null; items: Paragraph[] }

const MARK = /^(?:(##|-)|(\d{1,3})\.) +(?=\S|$)/

/** The lines of a paragraph. */
function linesOf(paragraph: Paragraph): Paragraph[] {
  const lines: Paragraph[] = [[]]
  for (const piece of paragraph) {
    if (!('text' in piece)) {
      lines.at(-1)?.push(piece)
      continue
    }
    for (const [at, text] of piece.text.split('\n').entries()) {
      if (at > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text })
    }
  }
  return lines
}

/** The mark at the start of a line, and the line without it; null if it has none. */
function marked(line: Paragraph): { sign: string | undefined; number: number; rest: Paragraph } | null {
  const [first, ...others] = line
  const found = first && 'text' in first ? MARK.exec(first.text) : null
  if (!first || !('text' in first) || !found) return null
  const text = first.text.slice(found[0].length)
  return { sign: found[1], number: Number(found[2]), rest: [...(text === '' ? [] : [{ text }]), ...others] }
}

/** Whether any line begins with a mark of a heading or an item. */
const hasMarks = (paragraphs: readonly Paragraph[]): boolean =>
  paragraphs.some((paragraph) => linesOf(paragraph).some((line) => marked(line) !== null))

/** The blocks of a written part; one without marks has its paragraphs as they are. */
export function writtenBlocks({ paragraphs }: Pick<Written, 'paragraphs'>): WrittenBlock[] {
  if (!hasMarks(paragraphs)) return paragraphs.map((paragraph) => ({ kind: 'words', paragraph }))
  const blocks: WrittenBlock[] = []
  for (const paragraph of paragraphs) {
    let isNew = true
    for (const line of linesOf(paragraph)) {
      const mark = marked(line)
      const last = blocks.at(-1)
      if (!mark && last?.kind === 'words' && !isNew) last.paragraph.push({ text: '\n' }, ...line)
      else if (!mark) blocks.push({ kind: 'words', paragraph: line })
      else if (mark.sign === '##') blocks.push({ kind: 'heading', paragraph: mark.rest })
      else if (last?.kind === 'list' && (last.start === null) === (mark.sign === '-'))
        last.items.push(mark.rest)
      else blocks.push({ kind: 'list', start: mark.sign === '-' ? null : mark.number, items: [mark.rest] })
      isNew = false
    }
  }
  return blocks
}
