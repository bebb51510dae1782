import { canReviewTexts, canSeeTranslations } from './translations.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { Id } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { requiredParagraphs, word } from '../lib/plain-text.ts'
import { TEXT_STATES } from '../texts/reviewed-text.ts'
import { TRANSLATION_MAX } from './text-rules.ts'

/** the most texts that are marked in one call by their keys */
export const REVIEW_MAX = 500
/** the most rows of a table of texts */
export const TEXTS_MAX_ROWS = 5_000

const TextState = z.enum(TEXT_STATES)
/** the states, and the texts of which a change waits for a second person */
export const TEXT_FILTERS = [...TEXT_STATES, 'waiting'] as const

const Proposal = z.object({
  text: z.string(),
  reviewed: z.boolean(),
  proposed_by: z.string(),
  proposed_by_id: z.number(),
  proposed_at: z.string(),
})

/** A text as it is shown, and what FMB has stored of it. */
export const Translation = z.object({
  key: z.string(),
  part: z.string(),
  english: z.string(),
  /** as pages and mails show it */
  text: z.string(),
  /** as it came with the product */
  shipped: z.string(),
  state: TextState,
  /** what was stored, where it no longer counts */
  before: z.nullable(z.object({ english: z.string(), text: z.string() })),
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(z.string()),
  /** two people of FMB change it */
  is_official: z.boolean(),
  /** the change that one of them has proposed */
  proposal: z.nullable(Proposal),
  /** changes with the text, its English, its review and its proposal: what a change is based on */
  seen: z.string(),
})
export type Translation = z.output<typeof Translation>

const TextPart = z.object({
  part: z.string(),
  texts: z.number(),
  reviewed: z.number(),
  /** changes with any of its texts */
  seen: z.string(),
})
export type TextPart = z.output<typeof TextPart>

const TranslatedLanguage = z.object({ code: z.string(), name: z.string(), parts: z.array(TextPart) })
export type TranslatedLanguage = z.output<typeof TranslatedLanguage>

/** A row of an uploaded table that would change something, or that has a fault. */
const SheetLine = z.object({
  row: z.number(),
  key: z.string(),
  /** the text as it is now, and as the table has it; null where nothing of it changes */
  before: z.nullable(z.string()),
  text: z.nullable(z.string()),
  reviewed: z.boolean(),
  /** why the row is not saved */
  fault: z.nullable(z.string()),
})
export type SheetLine = z.output<typeof SheetLine>

const CheckedSheet = z.object({
  name: z.string(),
  lines: z.array(SheetLine),
  /** rows that say what is so already */
  unchanged: z.number(),
  /** the number of texts that can be saved */
  good: z.number(),
  /** changes with the table and with the texts that it would change */
  seen: z.string(),
})
export type CheckedSheet = z.output<typeof CheckedSheet>

const code = z.string().check(z.regex(/^[a-z-]{2,10}$/))
const LanguageParams = z.object({ language: code })
const KeyParams = z.object({
  language: code,
  key: z.string().check(z.regex(/^[a-z0-9_]{1,40}\.[a-z0-9_]{1,60}$/)),
})

const seen = word('Say which text was seen.')
const chosen = <Choice extends z.ZodMiniType>(choice: Choice) => z.catch(z.optional(choice), undefined)

const TextsQuery = z.extend(z.pick(PageQuery, { page: true, length: true, search: true }), {
  part: chosen(word('Part cannot be read.')),
  status: chosen(z.enum(TEXT_FILTERS)),
})
export type TextsQuery = z.output<typeof TextsQuery>

export const TextInput = z.object({
  text: requiredParagraphs('The translation', TRANSLATION_MAX),
  reviewed: z.boolean('Say whether the text is reviewed.'),
  seen,
})
export type TextInput = z.output<typeof TextInput>

const ReviewInput = z.object({
  reviewed: z.boolean('Say whether the texts are reviewed.'),
  texts: z.array(z.object({ key: word('Key is required.'), seen }), 'Tick at least one text.').check(
    z.minLength(1, 'Tick at least one text.'),
    z.maxLength(REVIEW_MAX, `At most ${REVIEW_MAX} texts can be marked at a time.`),
    z.refine(
      (texts) => new Set(texts.map(({ key }) => key)).size === texts.length,
      'A text is listed twice.',
    ),
  ),
})
export type ReviewInput = z.output<typeof ReviewInput>

const PartInput = z.object({ part: word('Part is required.'), seen })
export type PartInput = z.output<typeof PartInput>

const TableInput = z.object({ table_id: Id })
const SaveTableInput = z.object({ table_id: Id, seen })
export type SaveTableInput = z.output<typeof SaveTableInput>

/** `proposed` of the saved ones are official words, which wait for a second person. */
const Saved = z.object({ saved: z.number(), proposed: z.optional(z.number()) })
export type Saved = z.output<typeof Saved>

const SeenInput = z.object({ seen })
export type SeenInput = z.output<typeof SeenInput>

export const translationsApi = {
  languages: endpoint('GET', '/translations', {
    may: canSeeTranslations,
    summary: 'The languages besides English, with the number of reviewed texts of each part',
    reply: wrapped('languages', z.array(TranslatedLanguage)),
  }),
  list: endpoint('GET', '/translations/:language', {
    may: canSeeTranslations,
    summary: 'The texts of a language beside the English ones, in the order of the product',
    params: LanguageParams,
    query: TextsQuery,
    reply: pageReply(Translation),
  }),
  show: endpoint('GET', '/translations/:language/texts/:key', {
    may: canSeeTranslations,
    summary: 'One text',
    params: KeyParams,
    reply: wrapped('translation', Translation),
  }),
  save: endpoint('PATCH', '/translations/:language/texts/:key', {
    may: canReviewTexts,
    identity: 'every_caller',
    summary:
      'Correct a text, and say whether it is reviewed; it is shown at once, an official word once a second person confirms it',
    form: true,
    params: KeyParams,
    body: TextInput,
    reply: wrapped('translation', Translation),
  }),
  confirm: endpoint('POST', '/translations/:language/texts/:key/confirm', {
    may: canReviewTexts,
    identity: 'every_caller',
    summary: 'Confirm the change of an official word that another person has proposed; it is shown at once',
    form: true,
    params: KeyParams,
    body: SeenInput,
    reply: wrapped('translation', Translation),
  }),
  takeBack: endpoint('POST', '/translations/:language/texts/:key/take-back', {
    may: canReviewTexts,
    identity: 'every_caller',
    summary: 'Take back the change of an official word that one has proposed',
    form: true,
    params: KeyParams,
    body: SeenInput,
    reply: wrapped('translation', Translation),
  }),
  review: endpoint('POST', '/translations/:language/review', {
    may: canReviewTexts,
    identity: 'every_caller',
    summary: 'Mark texts as reviewed, or take that back; 409 if one is no longer as it was seen',
    form: true,
    params: LanguageParams,
    body: ReviewInput,
    reply: Saved,
  }),
  reviewPart: endpoint('POST', '/translations/:language/review-part', {
    may: canReviewTexts,
    identity: 'every_caller',
    summary: 'Mark every text of a part as reviewed; 409 if one is no longer as it was seen',
    form: true,
    params: LanguageParams,
    body: PartInput,
    reply: Saved,
  }),
  table: endpoint('GET', '/translations/:language/table', {
    may: canSeeTranslations,
    summary: 'All texts of a language as .xlsx, to translate, correct and tick',
    params: LanguageParams,
    file: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  check: endpoint('POST', '/translations/:language/table/check', {
    may: canReviewTexts,
    summary: 'What an uploaded table would change, and its faults by row; nothing is saved',
    params: LanguageParams,
    body: TableInput,
    reply: wrapped('table', CheckedSheet),
  }),
  saveTable: endpoint('POST', '/translations/:language/table', {
    may: canReviewTexts,
    identity: 'every_caller',
    summary:
      'Save the rows of a checked table that have no fault; 409 if they are no longer as they were seen',
    form: true,
    params: LanguageParams,
    body: SaveTableInput,
    reply: Saved,
  }),
}
