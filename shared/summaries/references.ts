import type { Fragment, Paragraph } from './summary-document.ts'

/** a reference to a number in a written text, by its key */
const NUMBER_REFERENCE = /\{\{([^{}\n]*)\}\}/g

/** The reference to a number in a text. */
export const numberReference = (key: string): string => `{{${key}}}`

/** The paragraphs of a written text as they were typed, separated by blank lines; line breaks are kept. */
export const typedParagraphs = (text: string): string[] =>
  text.split(/\n(?:[^\S\n]*\n)+/).filter((one) => one.trim() !== '')

/** The same, with the numbers that they refer to. */
export const writtenParagraphs = (text: string, refOf: (key: string) => string | undefined): Paragraph[] =>
  typedParagraphs(text).map((one) => fragmentsOf(one, refOf))

function fragmentsOf(text: string, refOf: (key: string) => string | undefined): Paragraph {
  const fragments: Fragment[] = []
  let at = 0
  for (const { 0: asked, 1: typed = '', index } of text.matchAll(NUMBER_REFERENCE)) {
    if (index > at) fragments.push({ text: text.slice(at, index) })
    const key = typed.trim()
    const ref = refOf(key.toLowerCase())
    fragments.push(ref === undefined ? { missing: key } : { ref })
    at = index + asked.length
  }
  if (at < text.length) fragments.push({ text: text.slice(at) })
  return fragments
}
