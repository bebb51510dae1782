import { z } from 'zod/mini'

/** control characters but for line breaks and tabs, halves of a character, signs that turn the reading direction */
const UNUSABLE = /(?![\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/** One spelling of a text in paragraphs: composed letters, one kind of line break, no blanks at the ends. */
export const tidyParagraphs = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .trim()

/** What is wrong with a text in paragraphs of at most so many characters, in one sentence; null when nothing is. */
export function paragraphsComplaint(label: string, max: number, text: string): string | null {
  const tidy = tidyParagraphs(text)
  if (UNUSABLE.test(tidy)) return `${label} contains characters that cannot be used.`
  return Array.from(tidy).length > max
    ? `${label} cannot exceed ${max.toLocaleString('en')} characters.`
    : null
}

/** Plain text in any language, line breaks kept, tidied; blank is empty. */
export const plainParagraphs = (label: string, max: number) =>
  z.pipe(
    z.string(`${label} must be text.`).check(
      z.check(({ value, issues }) => {
        const message = paragraphsComplaint(label, max, value)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
    ),
    z.transform(tidyParagraphs),
  )
