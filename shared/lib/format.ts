/* How counts, nouns, numbers, lists and names are formatted and sorted, everywhere. Days and times: dates.ts. */

const ENGLISH = 'en-US'
const wholeOrDecimal = /* @__PURE__ */ new Intl.NumberFormat(ENGLISH)

/** Cached by number of decimals: creating a format takes longer than using it. */
const withDecimals = /* @__PURE__ */ new Map<number, Intl.NumberFormat>()

/** "12,345" */
export const formatCount = (count: number | bigint): string => wholeOrDecimal.format(count)

/** "1,234.50" with two places */
export function formatDecimals(value: number, places: number): string {
  const known = withDecimals.get(places)
  if (known) return known.format(value)
  const made = new Intl.NumberFormat(ENGLISH, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  withDecimals.set(places, made)
  return made.format(value)
}

const plain = /* @__PURE__ */ new Intl.NumberFormat(ENGLISH, {
  useGrouping: false,
  maximumSignificantDigits: 15,
})

/** "1234.5": at most 15 significant digits, never an exponent */
export const formatPlain = (value: number): string => plain.format(value)

/** "1 site", "12 sites", "2 activities" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** "less than a day", "1 day", "12 days" */
export const formatDays = (days: number): string => (days < 1 ? 'less than a day' : plural(days, 'day'))

/** "a", "a and b", "a, b and c" */
export const formatList = (words: readonly (string | number)[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A text of at most so many letters, and of a longer one its beginning with "…" behind it. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  // by code points, so that no letter is cut in half
  const letters = Array.from(text)
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : text
}

/** Sorts names naturally: "Region 2" before "Region 10". */
export const compareNames = /* @__PURE__ */ new Intl.Collator(ENGLISH, { numeric: true }).compare
