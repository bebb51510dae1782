import type { Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { AuditEvent, FieldChange } from '../../shared/audit/audit.schema.ts'
import {
  equalWordComplaint,
  translationComplaint,
  translationForm,
} from '../../shared/translations/text-rules.ts'
import {
  areAsSeen,
  canReviewTexts,
  isAnyChange,
  isAsSeen,
} from '../../shared/translations/translations.policy.ts'
import type {
  PartInput,
  ReviewInput,
  Saved,
  TextInput,
  Translation,
} from '../../shared/translations/translations.schema.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Db } from '../database/db.ts'
import { type Audit, changeStamp, type Ctx, type Stamp } from '../context/context.ts'
import { statesText } from '../context/stated-text.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import { officialParts } from '../texts/official-texts.ts'
import { readTextsAnew } from '../texts/running-texts.ts'
import { saveProposals } from '../texts/text-proposals.queries.ts'
import { lockReviews, saveReviews } from '../texts/text-reviews.queries.ts'
import {
  partSeen,
  readTranslation,
  readTranslations,
  type StoredTranslation,
} from './translations.queries.ts'

/** What a text is to be. */
export type TextChange = { key: string; text: string; reviewed: boolean }

const isReviewed = ({ state }: Translation): boolean => state === 'reviewed'

/** Whether the change makes the text another one, or its review. */
const differs = ({ text, reviewed }: TextChange, now: Translation): boolean =>
  text !== now.text || reviewed !== isReviewed(now)

function eventOf({ text, reviewed }: TextChange, now: Translation): AuditEvent<'System'> {
  if (text !== now.text) return 'Text Corrected'
  return reviewed ? 'Text Reviewed' : 'Review Taken Back'
}

/** The row of the log about one text: what it is, and what it was where it is another one. */
function entryOf(
  language: string,
  change: TextChange,
  { translation: now, stored }: StoredTranslation,
  more: readonly FieldChange[],
): AuditEntry<'System'> {
  const old = change.text === now.text ? null : now.text
  const [was, is] = [isReviewed(now) ? 'yes' : 'no', change.reviewed ? 'yes' : 'no']
  return {
    module: 'System',
    event: eventOf(change, now),
    id: stored?.id ?? null,
    code: `${language} ${change.key}`,
    changes: [
      { field: 'english', old: null, new: now.english },
      { field: 'translation', old, new: change.text },
      ...(was === is ? [] : [{ field: 'reviewed', old: was, new: is }]),
      ...more,
    ],
  }
}

/** The row of the log about a step of the change of an official word, which it states as a fact. */
export const officialEntry = (
  event: AuditEvent<'System'>,
  language: string,
  change: TextChange,
  of: StoredTranslation,
  more: readonly FieldChange[] = [],
): AuditEntry<'System'> => {
  const { key, english } = of.translation
  const stated = statesText(...officialParts({ language, key }, { ...change, english }))
  return { ...entryOf(language, change, of, [stated, ...more]), event }
}

/** What is stored of a text that this change makes. */
export const rowOf = (
  language: string,
  { key, text, reviewed }: TextChange,
  now: Translation,
  stamp: Stamp,
) => ({
  language,
  key,
  english: now.english,
  text,
  is_corrected: text !== now.shipped,
  reviewed_by: reviewed ? stamp.updated_by : null,
  reviewed_at: reviewed ? stamp.updated_at : null,
  ...stamp,
})

export type TextsNow = ReadonlyMap<string, StoredTranslation>

type TextsWrite<Answer> = (db: Transaction<DB>, audit: Audit, now: TextsNow) => Promise<Answer>

/** Runs a change of the texts of a language while nobody else changes any; this instance shows it at once. */
export async function writeTexts<Answer>(
  ctx: Ctx,
  language: string,
  change: TextsWrite<Answer>,
): Promise<Answer> {
  const result = await ctx.write(async (db, audit) => {
    requireAllowed(canReviewTexts(ctx.actor))
    await lockReviews(db)
    const texts = await readTranslations(db, ctx.services.languages, language)
    return change(db, audit, new Map(texts.map((one) => [one.translation.key, one])))
  })
  await readTextsAnew(ctx.services)
  return result
}

type Choice<Answer> = {
  language: string
  /** gets the texts as they are; returns or refuses the changes */
  choose: (now: TextsNow) => readonly TextChange[]
  /** whether a change takes the place of one that waits for a second person */
  replaces?: boolean
  /** what each row of the log says besides */
  more?: readonly FieldChange[]
  answer: (db: Db, saved: Saved) => Answer | Promise<Answer>
}

/**
 * Changes texts of a language, one row of the log for each; those that are so already stay as they are. Of official words
 * the change is proposed, and a second person confirms it.
 */
const changeTexts = <Answer>(
  ctx: Ctx,
  { language, choose, replaces = false, more = [], answer }: Choice<Answer>,
): Promise<Answer> =>
  writeTexts(ctx, language, async (db, audit, now) => {
    const stamp = changeStamp(ctx)
    const changes = choose(now).flatMap((change) => {
      const of = now.get(change.key)
      const mayChange = of && (replaces || !of.translation.proposal)
      return mayChange && differs(change, of.translation) ? [{ change, of }] : []
    })
    requireAllowed(isAnyChange(changes))
    const proposed = changes.filter(({ of }) => of.translation.is_official)
    const saved = changes.filter(({ of }) => !of.translation.is_official)
    const rows = saved.map(({ change, of }) => rowOf(language, change, of.translation, stamp))
    if (rows.length > 0) await saveReviews(db, rows)
    await saveProposals(
      db,
      proposed.map(({ change, of }) => ({
        ...change,
        language,
        english: of.translation.english,
        proposed_by: stamp.updated_by,
        proposed_at: stamp.updated_at,
      })),
    )
    for (const { change, of } of changes)
      audit(
        of.translation.is_official
          ? officialEntry('Text Proposed', language, change, of, more)
          : entryOf(language, change, of, more),
      )
    const { length } = proposed
    return answer(db, { saved: changes.length, ...(length > 0 ? { proposed: length } : {}) })
  })

/** The same for several texts; resolves with the numbers that were changed and proposed. */
export const changeSeveral = (ctx: Ctx, choice: Omit<Choice<Saved>, 'answer'>): Promise<Saved> =>
  changeTexts(ctx, { ...choice, answer: (_db, saved) => saved })

export function required(now: TextsNow, key: string): StoredTranslation {
  const found = now.get(key)
  if (!found) throw new AppError('not_found')
  return found
}

/** Refuses a text that is not as it was seen; says who saved it first, when, and what (S-144). */
export function requireAsSeen({ translation, stored }: StoredTranslation, seen: string): void {
  const verdict = isAsSeen(seen, translation)
  if (verdict.ok) return
  const { text, english } = translation
  throw new AppError(verdict, {
    saved_before: stored && {
      by: stored.updated_by,
      at: stored.updated_at,
      events: ['Text Corrected'],
      fields: [
        { field: 'translation', old: null, new: text },
        ...(stored.english === english ? [] : [{ field: 'english', old: stored.english, new: english }]),
      ],
    },
  })
}

/** Throws 422 where another official word of the same kind has this text. */
export function requireDistinct(now: TextsNow, key: string, text: string): void {
  const texts = new Map([...now].map(([one, { translation }]) => [one, translation]))
  const complaint = equalWordComplaint(key, text, texts)
  if (complaint) throw invalid({ text: [complaint] })
}

/** Corrects a text, or reviews it as it is; of two people who save at once, the second is refused. */
export const saveText = (
  ctx: Ctx,
  { language, key }: { language: string; key: string },
  { text: typed, reviewed, seen }: TextInput,
): Promise<Translation> =>
  changeTexts(ctx, {
    language,
    replaces: true,
    choose: (now) => {
      const found = required(now, key)
      requireAsSeen(found, seen)
      const { english } = found.translation
      const text = translationForm(english, typed)
      requireDistinct(now, key, text)
      const complaint = translationComplaint(english, text)
      if (complaint) throw invalid({ text: [complaint] })
      return [{ key, text, reviewed }]
    },
    answer: (db) => readTranslation(db, ctx.services.languages, language, key),
  })

/** Marks texts as reviewed as they are, or takes that back: all of them, or none if one is not as it was seen. */
export const reviewTexts = (ctx: Ctx, language: string, { reviewed, texts }: ReviewInput): Promise<Saved> =>
  changeSeveral(ctx, {
    language,
    choose: (now) =>
      texts.map(({ key, seen }) => {
        const { translation } = required(now, key)
        requireAllowed(areAsSeen(seen, translation.seen))
        return { key, text: translation.text, reviewed }
      }),
  })

/** Marks every text of a part as reviewed as it is. */
export const reviewPart = (ctx: Ctx, language: string, { part, seen }: PartInput): Promise<Saved> =>
  changeSeveral(ctx, {
    language,
    choose: (now) => {
      const texts = [...now.values()].map(({ translation }) => translation).filter((one) => one.part === part)
      if (texts.length === 0) throw new AppError('not_found')
      requireAllowed(areAsSeen(seen, partSeen(texts)))
      return texts.map(({ key, text }) => ({ key, text, reviewed: true }))
    },
  })
