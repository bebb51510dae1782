import { formatList } from '../lib/format.ts'
import { textComplaint } from '../lib/plain-text.ts'
import { lineForm, paragraphForm } from '../lib/text-form.ts'
import { equalWord } from '../texts/official-words.ts'
import { partsOf } from '../texts/translate.ts'

/** The longest translation of a text, in characters. */
export const TRANSLATION_MAX = 1000

const inBraces = (name: string): string => `{${name}}`

/** The names in braces of a message, in alphabetical order. */
const argumentsOf = (message: string): string[] =>
  partsOf(message)
    .filter((_, index) => index % 2 === 1)
    .toSorted()

/** A typed translation as it is stored: a line, or paragraphs where the English has them. */
export const translationForm = (english: string, typed: string): string =>
  (english.includes('\n') ? paragraphForm : lineForm)(typed)

/** The first of these that is not among the others, each of which counts once. */
function extraOf(names: readonly string[], others: readonly string[]): string | undefined {
  const left = [...others]
  return names.find((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * Returns one sentence if a text cannot be the translation of this English, otherwise null: it has the same words in
 * braces, which the product fills in, and no markup.
 */
export function translationComplaint(english: string, text: string): string | null {
  const complaint = textComplaint('The translation', { min: 1, max: TRANSLATION_MAX }, text)
  if (complaint) return complaint
  if (/[<>]/.test(text)) return 'The translation cannot contain < or >.'
  const needed = argumentsOf(english)
  const found = argumentsOf(text)
  const missing = extraOf(needed, found)
  if (missing) return `The translation must contain ${inBraces(missing)} as often as the English does.`
  const usable =
    needed.length === 0
      ? 'The English has no words in braces.'
      : `Use only ${formatList([...new Set(needed)].map(inBraces))}.`
  const extra = extraOf(found, needed)
  if (extra) return `${inBraces(extra)} is not filled in here as often. ${usable}`
  const words = partsOf(text).filter((_, index) => index % 2 === 0)
  // an apostrophe before a brace would hide the argument from other readers of this format
  const isOdd = words.some((part, index) => /[{}]/.test(part) || (part.endsWith("'") && index < found.length))
  return isOdd ? `A brace or an apostrophe before a brace is not allowed. ${usable}` : null
}

/** Returns one sentence if another official word of the same kind has this text already, otherwise null. */
export function equalWordComplaint(
  key: string,
  text: string,
  texts: ReadonlyMap<string, { english: string; text: string }>,
): string | null {
  const other = equalWord(key, text, (one) => texts.get(one)?.text)
  return other === undefined
    ? null
    : `This is the text of “${texts.get(other)?.english}” already. Official words of one kind must differ.`
}
