import { createHash } from 'node:crypto'
import type { PageReply } from '../../shared/lib/paging.ts'
import { searchForm } from '../../shared/lib/search-form.ts'
import { type Languages, SOURCE } from '../../shared/texts/languages.ts'
import { isOfficial } from '../../shared/texts/official-words.ts'
import { partOf } from '../../shared/texts/parts.ts'
import { textNow } from '../../shared/texts/reviewed-text.ts'
import type {
  TextPart,
  TextsQuery,
  TranslatedLanguage,
  Translation,
} from '../../shared/translations/translations.schema.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { listProposals, type StoredProposal } from '../texts/text-proposals.queries.ts'
import { listReviews, type StoredReview } from '../texts/text-reviews.queries.ts'

/** A translation, with what is stored of it. */
export type StoredTranslation = { translation: Translation; stored: StoredReview | null }

/** A short text that changes with any of these. */
export const fingerprint = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)

/** The language of this code; throws 404 for English, which is translated from, and for an unknown one. */
function requireLanguage(languages: Languages, code: string) {
  const language = code === SOURCE || !Object.hasOwn(languages, code) ? undefined : languages[code]
  if (!language) throw new AppError('not_found')
  return language
}

export const languageName = (languages: Languages, code: string): string =>
  requireLanguage(languages, code).name

function translationOf(
  key: string,
  shipped: { english: string; text: string },
  stored: StoredReview | null,
  waiting: StoredProposal | undefined,
): Translation {
  const { text, state } = textNow(shipped, stored ?? undefined)
  const { english } = shipped
  // one of an older English may say what is no longer true
  const proposal = waiting?.english === english ? waiting : null
  return {
    key,
    part: partOf(key),
    english,
    text,
    shipped: shipped.text,
    state,
    before: state === 'changed' && stored ? { english: stored.english, text: stored.text } : null,
    reviewed_by: stored?.reviewed_by ?? null,
    reviewed_at: stored?.reviewed_at ?? null,
    is_official: isOfficial(key),
    proposal,
    seen: fingerprint([english, text, stored?.revision ?? 0, proposal?.id ?? 0]),
  }
}

/** Returns the texts of a language in the order of the product; throws 404 for a language that is not translated. */
export async function readTranslations(
  db: Db,
  languages: Languages,
  code: string,
): Promise<StoredTranslation[]> {
  const { texts } = requireLanguage(languages, code)
  const english = languages[SOURCE].texts
  const reviews = (await listReviews(db)).filter(({ language }) => language === code)
  const stored = new Map(reviews.map((review) => [review.key, review]))
  const waiting = new Map((await listProposals(db, code)).map((one) => [one.key, one]))
  return Object.keys(english).map((key) => {
    const of = stored.get(key) ?? null
    const shipped = { english: english[key] ?? '', text: texts[key] ?? '' }
    return { translation: translationOf(key, shipped, of, waiting.get(key)), stored: of }
  })
}

/** Returns one text; throws 404 for a key that the product does not have. */
export async function readTranslation(db: Db, languages: Languages, code: string, key: string) {
  const found = (await readTranslations(db, languages, code)).find((one) => one.translation.key === key)
  if (!found) throw new AppError('not_found')
  return found.translation
}

/** What a change of a part is based on: each of its texts as it is now. */
export const partSeen = (texts: readonly Translation[]): string => fingerprint(texts.map(({ seen }) => seen))

const partsOf = (texts: readonly Translation[]): TextPart[] =>
  [...new Set(texts.map(({ part }) => part))].map((part) => {
    const of = texts.filter((one) => one.part === part)
    const reviewed = of.filter(({ state }) => state === 'reviewed').length
    return { part, texts: of.length, reviewed, seen: partSeen(of) }
  })

/** Returns the languages besides English, with how much of each part is reviewed. */
export async function listLanguages(db: Db, languages: Languages): Promise<TranslatedLanguage[]> {
  const codes = Object.keys(languages).filter((code) => code !== SOURCE)
  return Promise.all(
    codes.map(async (code) => {
      const texts = await readTranslations(db, languages, code)
      const parts = partsOf(texts.map(({ translation }) => translation))
      return { code, name: languageName(languages, code), parts }
    }),
  )
}

const isFound = ({ key, english, text }: Translation, search: string): boolean =>
  [key, english, text].some((one) => searchForm(one).includes(search))

/** Returns a page of the texts of a language; a page past the end is the last one (S-103). */
export async function listTranslations(
  db: Db,
  languages: Languages,
  code: string,
  { page, length, search = '', part, status }: TextsQuery,
): Promise<PageReply<Translation>> {
  const texts = (await readTranslations(db, languages, code)).map(({ translation }) => translation)
  const wanted = texts.filter(
    (one) =>
      (part === undefined || one.part === part) &&
      (status === undefined || (status === 'waiting' ? one.proposal !== null : one.state === status)) &&
      isFound(one, searchForm(search)),
  )
  const last = Math.max(1, Math.ceil(wanted.length / length))
  const from = (Math.min(page, last) - 1) * length
  const data = wanted.slice(from, from + length)
  return { data, totalCount: texts.length, filteredCount: wanted.length }
}
