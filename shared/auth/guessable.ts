import { searchForm } from '../lib/search-form.ts'
import type { Translate } from '../texts/translate.ts'
import { PASSWORD_MAX, passwordForm } from './password-form.ts'

/** What makes a password easy to guess: common passwords, and what is known about its owner and the bureau. */
export type Guesses = {
  /** the most used passwords and words, in lower case */
  common: ReadonlySet<string>
  email: string
  names: readonly (string | null)[]
  bureau: string
}

export const NO_GUESSES: Guesses = { common: new Set(), email: '', names: [], bureau: '' }

const PRODUCT =
  'REDD Safeguards Safeguard Information System SITES SIS DENR FMB PENRO REDDplus Philippines Pilipinas'

/** shorter words occur in too many others */
const WORD_MIN = 3
/** a word of this length is found inside other words; a shorter one only as a whole word */
const INSIDE_MIN = 4
/** a password with fewer characters that are not repeated or in sequence is a pattern */
const MIN_CHOSEN_SIGNS = 8

const plain = (text: string): string => searchForm(passwordForm(text))

/** Characters used in place of letters; 1 and ! are read both as i and as l. */
const SWAPS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
  '(': 'c',
  '€': 'e',
  '£': 'l',
}
const withSwaps = (text: string, one: 'i' | 'l'): string =>
  [...text].map((sign) => (sign === '1' || sign === '!' ? one : (SWAPS[sign] ?? sign))).join('')

/** The possible readings of a password: as it is, and with characters replaced by the letters they resemble. */
const readings = (text: string): string[] => [text, withSwaps(text, 'i'), withSwaps(text, 'l')]

const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)

/** The text without more and more of the digits and signs at its end, both with and without those at its start. */
function withoutEnds(text: string): string[] {
  const signs = [...text]
  const first = signs.findIndex(isLetter)
  const last = signs.findLastIndex(isLetter)
  const ends = Array.from({ length: signs.length - last }, (_, cut) => signs.length - cut)
  return [0, Math.max(0, first)].flatMap((begin) => ends.map((end) => signs.slice(begin, end).join('')))
}

/** The shortest part whose repetition makes the text; the text itself if there is none. */
function repeatedPart(text: string): string {
  const next = text === '' ? 0 : (text + text).indexOf(text, 1)
  return text.slice(0, next)
}

const lettersOf = (text: string): string => [...text].filter(isLetter).join('')

function isCommon(text: string, common: ReadonlySet<string>): boolean {
  if (common.size === 0) return false
  const tried = withoutEnds(text).flatMap(readings)
  const letters = readings(text).map(lettersOf)
  const isKnown = (one: string) => one.length >= WORD_MIN && common.has(one)
  return [...tried, ...letters].some((one) => isKnown(one) || isKnown(repeatedPart(one)))
}

/** keyboard rows, the alphabet and the digits: walking along them is no choice */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The steps from the first character to the second along a row; empty if they are not neighbours. */
function stepOf(one: string, other: string): number[] {
  if (one === other) return [0, 1, -1]
  return ROWS.flatMap((row) => {
    if (row.includes(one + other)) return [1]
    return row.includes(other + one) ? [-1] : []
  })
}

/** The number of characters, where a run of repeated or sequential ones counts as two. */
function countChosen(text: string): number {
  const signs = [...text]
  let chosen = 0
  for (let at = 0; at < signs.length; ) {
    let end = at + 1
    let steps = [1, -1]
    while (end < signs.length) {
      const step = stepOf(signs[end - 1] ?? '', signs[end] ?? '')
      steps = steps.filter((one) => step.includes(one))
      if (steps.length === 0) break
      end += 1
    }
    chosen += Math.min(2, end - at)
    at = end
  }
  return chosen
}

const isPattern = (text: string): boolean =>
  new Set(text).size < 6 ||
  countChosen(text) < MIN_CHOSEN_SIGNS ||
  repeatedPart(text).length < MIN_CHOSEN_SIGNS

const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_MIN && lettersOf(word) !== '')

/** The first of these words that the password contains. */
function wordIn(text: string, words: readonly string[]): string | undefined {
  const tried = readings(text)
  const wholeWords = new Set(text.split(/[^\p{L}]+/u))
  return words.find((word) =>
    word.length >= INSIDE_MIN ? tried.some((one) => one.includes(word)) : wholeWords.has(word),
  )
}

/** How a password can be guessed: it contains a known word, is a pattern, or a common word or password. */
export type Guess = { by: 'email' | 'name' | 'bureau'; word: string } | { by: 'pattern' | 'common' }

/** How the password can be guessed, or null (ruling S-134). */
export function guessOf(password: string, guesses: Guesses): Guess | null {
  // a password that is too long is rejected for its length
  if (password.length > PASSWORD_MAX) return null
  const text = plain(password)
  const [local = ''] = guesses.email.split('@')
  const own = [plain(guesses.email), plain(local), ...wordsOf(local)].filter(
    (word) => word.length >= WORD_MIN,
  )
  const bureau = wordsOf(`${guesses.bureau} ${PRODUCT}`).filter((word) => word !== 'and')
  const known = { email: own, name: wordsOf(guesses.names.join(' ')), bureau }
  for (const by of ['email', 'name', 'bureau'] as const) {
    const word = wordIn(text, known[by])
    if (word) return { by, word }
  }
  if (isPattern(text)) return { by: 'pattern' }
  return isCommon(text, guesses.common) ? { by: 'common' } : null
}

const CONTAINS = {
  email: 'password.contains_email',
  name: 'password.contains_name',
  bureau: 'password.contains_bureau',
} as const
const IS = { pattern: 'password.is_pattern', common: 'password.is_common' } as const

/** The same in one sentence. */
export function guessableReason(t: Translate, password: string, guesses: Guesses): string | null {
  const guess = guessOf(password, guesses)
  if (guess === null) return null
  return 'word' in guess ? t(CONTAINS[guess.by], { word: guess.word }) : t(IS[guess.by])
}
