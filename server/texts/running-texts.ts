import { type Languages, SOURCE } from '../../shared/texts/languages.ts'
import { partOf } from '../../shared/texts/parts.ts'
import { textNow } from '../../shared/texts/reviewed-text.ts'
import type { Texts } from '../../shared/texts/translate.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { listReviews, reviewsVersion, type StoredReview } from './text-reviews.queries.ts'

/** after this, a change is seen by the pages of every instance */
const READ_EVERY_MS = 2_000
/** the same for refusals and mails, which do not wait for a reading */
const KEEP_FRESH_MS = 5_000
/** a page does not wait longer for a database that is away, and no other page waits for it soon */
const PATIENCE_MS = 1_000
const REST_MS = 15_000

/** The texts of a language as they are shown now. */
export type RunningTexts = {
  texts: Texts
  /** changes with the texts and with what is reviewed; empty for English */
  version: string
  /** the parts of the messages with a text that FMB has not reviewed as it is */
  unreviewed_parts: ReadonlySet<string>
  /** the keys of the messages that are still in English */
  in_english: readonly string[]
}

type Snapshot = {
  version: string
  reviews: readonly StoredReview[]
  /** made once per language of a running product */
  running: WeakMap<Languages, Map<string, RunningTexts>>
}

const snapshotOf = (version: string, reviews: readonly StoredReview[]): Snapshot => ({
  version,
  reviews,
  running: new WeakMap(),
})

type Reader = { read: () => Promise<Snapshot>; known: () => Snapshot; forget: () => void }

/** Reads the stored texts at most every two seconds, all of them only after a change; keeps the last in an outage. */
function createReader(db: Db): Reader {
  let nextRead = Number.NEGATIVE_INFINITY
  let known = snapshotOf('none', [])
  let last = Promise.resolve(known)
  const readAfter = async (before: Promise<Snapshot>): Promise<Snapshot> => {
    await before
    const version = await reviewsVersion(db)
    if (version !== known.version) known = snapshotOf(version, await listReviews(db))
    return known
  }
  const read = () => {
    if (performance.now() < nextRead) return last
    nextRead = performance.now() + READ_EVERY_MS
    const before = last
    const tooSlow = () => new Error('The database did not answer.')
    last = withTimeout(PATIENCE_MS, readAfter(before), tooSlow).catch(() => {
      nextRead = performance.now() + REST_MS
      return before
    })
    return last
  }
  return { read, known: () => known, forget: () => void (nextRead = Number.NEGATIVE_INFINITY) }
}

const readers = new WeakMap<Db, Reader>()

function readerOf(db: Db): Reader {
  const reader = readers.get(db) ?? createReader(db)
  readers.set(db, reader)
  return reader
}

/** The shipped texts of a language, with what FMB has stored of them. */
function merged({ version, reviews }: Snapshot, languages: Languages, code: string): RunningTexts {
  const english = languages[SOURCE].texts
  const stored = new Map(reviews.filter(({ language }) => language === code).map((one) => [one.key, one]))
  const unreviewed_parts = new Set<string>()
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries((languages[code] ?? languages[SOURCE]).texts)) {
    const now = textNow({ english: english[key] ?? '', text }, stored.get(key))
    texts[key] = now.text
    if (now.state !== 'reviewed') unreviewed_parts.add(partOf(key))
  }
  const missing = languages[code]?.missing ?? new Set<string>()
  const in_english = [...missing].filter((key) => texts[key] === english[key])
  return { texts, version, unreviewed_parts, in_english }
}

/**
 * Returns the texts of a language as they are shown now: those of the product, and in their place what FMB has written.
 * English never differs from the product. For a mail as for a page; `isUnofficial` says whether it needs the mark.
 */
export async function runningTexts(
  { readDb, languages }: Pick<Services, 'readDb' | 'languages'>,
  code: string,
): Promise<RunningTexts> {
  return code === SOURCE ? english(languages) : runningIn(await readerOf(readDb).read(), languages, code)
}

/** The same as it was last read, for what does not wait: refusals and mails. `keepTextsFresh` reads a change of others. */
export function knownTexts(
  { readDb, languages }: Pick<Services, 'readDb' | 'languages'>,
  code: string,
): RunningTexts {
  return code === SOURCE ? english(languages) : runningIn(readerOf(readDb).known(), languages, code)
}

/** Reads the stored texts every few seconds, also while no page is asked for; returns how to stop. */
export async function keepTextsFresh(services: Pick<Services, 'readDb'>): Promise<() => void> {
  const { read } = readerOf(services.readDb)
  const timer = setInterval(() => void read(), KEEP_FRESH_MS).unref()
  await readTextsAnew(services)
  return () => clearInterval(timer)
}

const english = (languages: Languages): RunningTexts => ({
  texts: languages[SOURCE].texts,
  version: '',
  unreviewed_parts: new Set(),
  in_english: [],
})

function runningIn(snapshot: Snapshot, languages: Languages, code: string): RunningTexts {
  const known = snapshot.running.get(languages) ?? new Map<string, RunningTexts>()
  snapshot.running.set(languages, known)
  const running = known.get(code) ?? merged(snapshot, languages, code)
  known.set(code, running)
  return running
}

/** Reads the stored texts now, on this instance; others do so within seconds. */
export async function readTextsAnew({ readDb }: Pick<Services, 'readDb'>): Promise<void> {
  const { forget, read } = readerOf(readDb)
  forget()
  await read()
}

/** Whether FMB has not reviewed a text of one of these parts: of a page, or `common` and `mails` for a mail. */
export const isUnofficial = ({ unreviewed_parts }: RunningTexts, parts: readonly string[]): boolean =>
  parts.some((part) => unreviewed_parts.has(part))
