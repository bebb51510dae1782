/**
 * The lists of the contract as the bare server answers them: joined, searched, sorted and counted afresh at every call.
 * What is sorted stands here a second time on purpose: `tests/product/bench.test.ts` compares it with what the product heeds.
 */
export type List = {
  name: string
  /** the calls of the contract that answer with these rows */
  calls: readonly string[]
  /** the call that is measured, with whatever it always asks */
  path: string
  /** the field of a row that says which one it is, and its column, which ends every order */
  key: string
  id: string
  /** tables and joins that finding a row takes; left joins, so that counting reads no more than it must */
  from: string
  where?: string
  /** joined only for a row that is shown, or where the order is by something of it */
  wide?: { alias: string; join: string }
  row: string
  searched: readonly string[]
  /** wire column to SQL */
  sort: Readonly<Record<string, string>>
  defaultSort: string
  /** before every order, and instead of it where none is asked for */
  first?: { sorted: string; unsorted: string }
  /** what narrows it besides its search: the value that is measured, and what the bare server asks for it */
  filters?: Readonly<Record<string, { value: string; where: string }>>
  /** what is typed into its search; without them the words that the records of this bureau hold */
  words?: Words
  /** read by visitors, each from an address of their own */
  isPublic?: true
  /** false where a bureau has a few hundred rows at most, however large it is */
  grows: boolean
}

export type Words = Readonly<Record<SearchKind, string>>

export const SEARCHES = ['rare', 'common', 'code', 'letters', 'accents'] as const
export type SearchKind = (typeof SEARCHES)[number]
export const NAMES_OF_SEARCHES: Record<SearchKind, string> = {
  rare: 'a rare text',
  common: 'a common word',
  code: 'a part of a code',
  letters: 'two letters',
  accents: 'accents',
}
