import type { FieldErrors } from '../lib/error-codes.ts'
import { formatCount } from '../lib/format.ts'
import { type Limits, textComplaint, TYPED_PER_STORED } from '../lib/plain-text.ts'
import { lineForm, normalForm, paragraphForm } from '../lib/text-form.ts'
import { commonEnds } from './corrected.ts'
import type { SpellingEdit, SpellingInput } from './review.schema.ts'

/** in characters; longer texts are not compared */
const LONGEST = 2000
/** the letters of a text of which one may differ, and how many may differ in any text */
const LETTERS_PER_CHANGE = 4
const FEWEST_CHANGES = 5

// "1,200", "5/10", "-3", "50%", "R04" and "½": what is between two digits belongs to the number
const NUMBERS = /[-+−–±<>≤≥₱$€£]?\p{N}+(?:[^\p{L}\p{M}\p{N}\p{Z}\s]+\p{N}+)*[%‰°]?/gu

const WORDS = /\p{L}[\p{L}\p{M}]*(?:['’][\p{L}\p{M}]+)*/gu
const NEGATED = /n['’]t$/

/** Words that say how many, or the opposite: another one would change what the text says. */
const DECISIVE = new Set(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
    'seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand',
    'million billion dozen half no not none never nor neither without cannot',
    'isa dalawa tatlo apat lima anim pito walo siyam sampu daan libo milyon',
    'isang dalawang tatlong limang pitong walong sampung sandaang libong milyong hindi wala walang',
  ].flatMap((line) => line.split(' ')),
)

const found = (pattern: RegExp, text: string): string[] => text.match(pattern) ?? []

/** Whether `part` is a part of `all`, in order. */
function isWithin(part: readonly string[], all: readonly string[]): boolean {
  let at = 0
  for (const one of all) if (at < part.length && part[at] === one) at += 1
  return at === part.length
}

/** Whether the decisive words of a text stay, and a new one only takes the place of another word. */
function keepsDecisiveWords(old: string, now: string): boolean {
  const [was, is] = [old, now].map((text) => found(WORDS, text.toLowerCase()))
  const decisive = (words: readonly string[] = []) =>
    words.filter((word) => DECISIVE.has(word) || NEGATED.test(word))
  const [before, after] = [decisive(was), decisive(is)]
  const hasMoreWords = (is?.length ?? 0) > (was?.length ?? 0)
  return isWithin(before, after) && (after.length === before.length || !hasMoreWords)
}

/**
 * Whether at most `limit` characters were replaced, added or removed (Levenshtein). Compares only what so many changes
 * can reach: about 2 × limit × length steps.
 */
function isWithinChanges(old: readonly string[], now: readonly string[], limit: number): boolean {
  const { start, end } = commonEnds(old, now)
  const [was, is] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  if (Math.abs(was.length - is.length) > limit) return false
  const over = limit + 1
  let row = Uint16Array.from({ length: is.length + 1 }, (_, column) => Math.min(column, over))
  let next = new Uint16Array(is.length + 1)
  for (const [index, sign] of was.entries()) {
    const [from, to] = [Math.max(1, index + 1 - limit), Math.min(is.length, index + 1 + limit)]
    next[from - 1] = from === 1 ? Math.min(index + 1, over) : over
    let best = next[from - 1] ?? over
    for (let column = from; column <= to; column += 1) {
      const replaced = (row[column - 1] ?? over) + (sign === is[column - 1] ? 0 : 1)
      const least = Math.min(replaced, (row[column] ?? over) + 1, (next[column - 1] ?? over) + 1)
      next[column] = least
      best = Math.min(best, least)
    }
    if (best > limit) return false
    if (to < is.length) next[to + 1] = over
    ;[row, next] = [next, row]
  }
  return (row[is.length] ?? over) <= limit
}

/** How many characters of a text a correction of its spelling may change. */
const mostChanges = (old: string): number =>
  Math.max(FEWEST_CHANGES, Math.floor(found(/\p{L}/gu, old).length / LETTERS_PER_CHANGE))

/**
 * Returns one sentence if the new text is more than a correction of spelling, otherwise null: numbers and words such as
 * "ten" and "not" stay as they are, and at most a quarter of the letters differ.
 */
export function spellingComplaint(old: string, now: string): string | null {
  if (Math.max(old.length, now.length) > TYPED_PER_STORED * LONGEST) return TOO_LONG
  const [was, is] = [normalForm('NFC', old), normalForm('NFC', now)]
  if (was === is) return null
  if (is.trim() === '') return 'The text cannot be empty.'
  const [before, after] = [Array.from(was), Array.from(is)]
  if (Math.max(before.length, after.length) > LONGEST) return TOO_LONG
  if (found(NUMBERS, was).join(' ') !== found(NUMBERS, is).join(' '))
    return 'Numbers stay as they are; return the record to have one changed.'
  if (!keepsDecisiveWords(was, is))
    return 'Words such as “ten” or “not” stay as they are; return the record to have one changed.'
  const most = mostChanges(was)
  return isWithinChanges(before, after, most)
    ? null
    : `This is more than spelling: at most ${most} characters may differ; return the record to have more changed.`
}

const TOO_LONG = `A text of more than ${formatCount(LONGEST)} characters cannot be corrected here.`

/** A text of a record whose spelling an approver may correct. */
export type SpelledText = {
  field: string
  label: string
  text: string
  limits: Limits
  /** of a text without line breaks */
  isLine: boolean
}

/** A typed correction as it would be stored, with one sentence if it is refused. */
export function typedSpelling(
  { label, text, limits, isLine }: Omit<SpelledText, 'field'>,
  typed: string,
): { text: string; complaint: string | null } {
  if (typed.length > TYPED_PER_STORED * LONGEST) return { text: typed, complaint: TOO_LONG }
  const form = isLine ? lineForm(typed) : paragraphForm(typed)
  return { text: form, complaint: textComplaint(label, limits, form) ?? spellingComplaint(text, form) }
}

/** The corrections of an approval with old and new text; errors by field of the call. An unchanged text is no edit. */
export function checkSpelling(
  texts: readonly SpelledText[],
  wanted: readonly SpellingInput[],
): { edits: SpellingEdit[]; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const edits = wanted.flatMap(({ field, text: typed }, index) => {
    const of = texts.find((one) => one.field === field)
    if (!of) {
      errors[`edits.${index}.field`] = ['This record has no such text whose spelling can be corrected.']
      return []
    }
    const { text, complaint } = typedSpelling(of, typed)
    if (complaint) errors[`edits.${index}.text`] = [complaint]
    return complaint || text === of.text ? [] : [{ field, label: of.label, old: of.text, new: text }]
  })
  return { edits, errors }
}
