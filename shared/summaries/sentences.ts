import type { Fragment, Paragraph } from './summary-document.ts'

/** A name: text whose digits are not numbers of the annex. */
export const name = (words: string): Fragment => ({ name: words })

type Piece = Fragment | string
const asFragment = (piece: Piece): Fragment => (typeof piece === 'string' ? { text: piece } : piece)

/** Joins neighbouring pieces of text. */
function merged(pieces: readonly Fragment[]): Paragraph {
  const paragraph: Paragraph = []
  for (const piece of pieces) {
    const before = paragraph.at(-1)
    if ('text' in piece && piece.text === '') continue
    if ('text' in piece && before && 'text' in before)
      paragraph[paragraph.length - 1] = { text: before.text + piece.text }
    else paragraph.push(piece)
  }
  return paragraph
}

/** A sentence from a template: sentenceOf`${number} sites`; interpolated strings become text. */
export const sentenceOf = (
  words: TemplateStringsArray,
  ...pieces: readonly (Piece | readonly Piece[])[]
): Paragraph =>
  merged(
    words.flatMap((text, index) => [
      { text },
      ...[pieces[index] ?? []].flat().map((piece) => asFragment(piece as Piece)),
    ]),
  )

/** Joins sentences with a blank. */
export const joinSentences = (...sentences: readonly Paragraph[]): Paragraph =>
  merged(sentences.flatMap((sentence, index) => (index === 0 ? sentence : [{ text: ' ' }, ...sentence])))

/** "a, b and c" of things that consist of pieces. */
export const joined = (all: readonly (readonly Piece[])[]): Piece[] =>
  all.flatMap((one, index) => {
    const between = index === 0 ? '' : index === all.length - 1 ? ' and ' : ', '
    return [between, ...one]
  })
