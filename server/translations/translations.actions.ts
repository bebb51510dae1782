import type { AuditEvent, FieldChange } from '../../shared/audit/audit.schema.ts'
import { translationComplaint, translationForm } from '../../shared/translations/text-rules.ts'
import {
  areAsSeen,
  canReviewTexts,
  isAnyChange,
  isAsSeen,
} from '../../shared/translations/translations.policy.ts'
import type {
  PartInput,
  ReviewInput,
  TextInput,
  Translation,
} from '../../shared/translations/translations.schema.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Db } from '../database/db.ts'
import { changeStamp, type Ctx, type Stamp } from '../context/context.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import { readTextsAnew } from '../texts/running-texts.ts'
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

const rowOf = (language: string, { key, text, reviewed }: TextChange, now: Translation, stamp: Stamp) => ({
  language,
  key,
  english: now.english,
  text,
  is_corrected: text !== now.shipped,
  reviewed_by: reviewed ? stamp.updated_by : null,
  reviewed_at: reviewed ? stamp.updated_at : null,
  ...stamp,
})

type TextsNow = ReadonlyMap<string, StoredTranslation>

type Choice<Answer> = {
  language: string
  /** gets the texts as they are while nobody else can change them; returns or refuses the changes */
  choose: (now: TextsNow) => readonly TextChange[]
  /** what each row of the log says besides */
  more?: readonly FieldChange[]
  answer: (db: Db, saved: number) => Answer | Promise<Answer>
}

/** Changes texts of a language, one row of the log for each; those that are so already stay as they are. */
async function changeTexts<Answer>(
  ctx: Ctx,
  { language, choose, more = [], answer }: Choice<Answer>,
): Promise<Answer> {
  const result = await ctx.write(async (db, audit) => {
    requireAllowed(canReviewTexts(ctx.actor))
    await lockReviews(db)
    const texts = await readTranslations(db, ctx.services.languages, language)
    const now = new Map(texts.map((one) => [one.translation.key, one]))
    const stamp = changeStamp(ctx)
    const changes = choose(now).flatMap((change) => {
      const of = now.get(change.key)
      return of && differs(change, of.translation) ? [{ change, of }] : []
    })
    requireAllowed(isAnyChange(changes))
    await saveReviews(
      db,
      changes.map(({ change, of }) => rowOf(language, change, of.translation, stamp)),
    )
    for (const { change, of } of changes) audit(entryOf(language, change, of, more))
    return answer(db, changes.length)
  })
  await readTextsAnew(ctx.services)
  return result
}

export type Saved = { saved: number }

/** The same for several texts; resolves with the number that was changed. */
export const changeSeveral = (ctx: Ctx, choice: Omit<Choice<Saved>, 'answer'>): Promise<Saved> =>
  changeTexts(ctx, { ...choice, answer: (_db, saved) => ({ saved }) })

function required(now: TextsNow, key: string): StoredTranslation {
  const found = now.get(key)
  if (!found) throw new AppError('not_found')
  return found
}

/** Refuses a text that is not as it was seen; says who saved it first, when, and what (S-144). */
function requireAsSeen({ translation, stored }: StoredTranslation, seen: string): void {
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

/** Corrects a text, or reviews it as it is; of two people who save at once, the second is refused. */
export const saveText = (
  ctx: Ctx,
  { language, key }: { language: string; key: string },
  { text: typed, reviewed, seen }: TextInput,
): Promise<Translation> =>
  changeTexts(ctx, {
    language,
    choose: (now) => {
      const found = required(now, key)
      requireAsSeen(found, seen)
      const { english } = found.translation
      const text = translationForm(english, typed)
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
