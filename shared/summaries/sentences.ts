import type { Fragment, Paragraph } from './summary-document.ts'

/** A name: words that may hold digits and are no number of ours. */
export const name = (words: string): Fragment => ({ name: words })

/** Pieces with words beside each other made one. */
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

/** A sentence of our own: say`${number} sites`, where a text in between is words as well. */
export const sentenceOf = (
  words: TemplateStringsArray,
  ...pieces: readonly (Fragment | string)[]
): Paragraph =>
  merged(
    words.flatMap((text, index) => {
      const piece = pieces[index]
      const next = typeof piece === 'string' ? { text: piece } : piece
      return next ? [{ text }, next] : [{ text }]
    }),
  )

/** Sentences behind each other. */
export const joinSentences = (...sentences: readonly Paragraph[]): Paragraph =>
  merged(sentences.flatMap((sentence, index) => (index === 0 ? sentence : [{ text: ' ' }, ...sentence])))
