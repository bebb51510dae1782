import { z } from 'zod/mini'
import { endpoint, everyone } from '../access/endpoint.ts'
import { type KindName, RECORD_KEYS } from '../access/record-keys.ts'
import { Id, IdText } from '../lib/ids.ts'
import { saying, wrapped } from '../lib/replies.ts'

/** What is typed about a record of any kind: the comments of a return, a note, a decision on many. */
type KindForm<What extends 'return' | 'note' | 'bulk'> = `${KindName}-${What}`

/** Such a form of each kind. */
export const formsOfKinds = <What extends 'return' | 'note' | 'bulk'>(what: What) =>
  (Object.keys(RECORD_KEYS) as KindName[]).map((name): KindForm<What> => `${name}-${what}`)

/** The forms whose contents are saved as drafts. */
export const DRAFT_FORMS = [
  'site-add',
  'site-edit',
  'import-add',
  ...formsOfKinds('return'),
  ...formsOfKinds('note'),
  ...formsOfKinds('bulk'),
  'principle-edit',
  // a name of the contract; the crosswalk window saves no draft
  'crosswalk-edit',
  'summary-texts',
  'summary-comment',
  'finding-explain',
  'finding-ask',
  'finding-answer',
  'instrument-add',
  'instrument-edit',
  'evidence-1',
  'evidence-2',
  'evidence-3',
  'evidence-4',
  'evidence-5',
  'evidence-6',
  'evidence-7',
  'evidence-8',
] as const
export type DraftForm = (typeof DRAFT_FORMS)[number]

/** The form of one principle's evidence; its record is the profile, so the first save does not change the key. */
export const evidenceForm = (principle_number: number) => `evidence-${principle_number}` as DraftForm

/** Far more than the longest form needs. */
export const DRAFT_MAX_LENGTH = 262_144
/** Drafts of a person from which on they are told, and at which no new one begins; reviews have no limit (S-166). */
export const MANY_DRAFTS = 40
export const MOST_DRAFTS = 50
/** A draft untouched for this long is deleted. */
export const DRAFT_DAYS = 30

const DRAFT_UNREADABLE = 'This draft cannot be saved.'

/** The deepest form has half as many levels. */
const DEEPEST = 24

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isWithin(part, levels - 1)))

const isJson = (text: string): boolean => {
  try {
    return isWithin(JSON.parse(text), DEEPEST)
  } catch {
    return false
  }
}

const JsonText = z
  .string(DRAFT_UNREADABLE)
  .check(
    z.maxLength(DRAFT_MAX_LENGTH, 'This draft is too long to be saved.'),
    z.refine(isJson, DRAFT_UNREADABLE),
  )

const Params = z.object({ form: z.enum(DRAFT_FORMS) })
/** Omitted for a record that does not exist yet. */
const record_id = z.optional(Id)

const DraftInput = z.object({
  record_id,
  /** of the record when the form was opened */
  revision: z.optional(Id),
  /** the contents of the form as a JSON string, so that empty fields are preserved */
  content: JsonText,
  /** names this save: sent again after a lost answer it changes nothing; without it the content replaces the draft */
  save: z.optional(z.uuid(DRAFT_UNREADABLE)),
  /** the stored values that the window had last seen, as a JSON string; omitted if it had seen none */
  seen: z.optional(JsonText),
})
export type DraftInput = z.output<typeof DraftInput>

export const FormDraft = z.object({
  record_id: z.number(),
  revision: z.number(),
  content: z.string(),
  updated_at: z.string(),
})
export type FormDraft = z.output<typeof FormDraft>

/** "You have 43 unfinished forms. …" */
const notice = z.optional(z.string())

const KeptDraft = z.object({
  updated_at: z.string(),
  /** the draft as it is stored, if it is not what was sent */
  content: z.optional(z.string()),
  /** whether a text was joined with one of another window */
  is_joined: z.boolean(),
  notice,
})
export type KeptDraft = z.output<typeof KeptDraft>

/** An unfinished form, with the name of its record (S-143). */
export const UnfinishedForm = z.object({
  form: z.enum(DRAFT_FORMS),
  record_id: z.number(),
  /** of the site or the summary; null if the form is about neither */
  name: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** of evidence: its activity, once it exists */
  site_activity_id: z.nullable(z.number()),
  /** the site whose profile the form is about, or is opened from */
  site_profile_id: z.nullable(z.number()),
  updated_at: z.string(),
})
export type UnfinishedForm = z.output<typeof UnfinishedForm>

/** Users read, save and discard only their own drafts. */
export const draftsApi = {
  show: endpoint('GET', '/drafts/:form', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'The caller’s draft of a form; null when there is none',
    params: Params,
    query: z.object({ record_id: z.optional(IdText) }),
    reply: z.object({ draft: z.nullable(FormDraft), notice }),
  }),
  keep: endpoint('POST', '/drafts/:form', {
    may: everyone,
    summary: 'Store what is typed into a form, merged with what another window of the caller has stored',
    params: Params,
    body: DraftInput,
    reply: KeptDraft,
  }),
  discard: endpoint('POST', '/drafts/:form/discard', {
    may: everyone,
    auditor: 'makes',
    summary:
      'Delete the caller’s draft of a form, except what another window has changed after it was `seen`',
    params: Params,
    body: z.object({
      record_id,
      seen: z.optional(JsonText),
      /** a JSON list of what was typed elsewhere in places for one value, as far as this window has shown it */
      seen_others: z.optional(JsonText),
    }),
    reply: saying('The draft was discarded.'),
  }),
  list: endpoint('GET', '/drafts', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'The caller’s drafts of every form of a record',
    query: z.object({ record_id: IdText }),
    reply: wrapped('drafts', z.array(z.extend(FormDraft, { form: z.enum(DRAFT_FORMS) }))),
  }),
  discardAll: endpoint('POST', '/drafts/discard', {
    may: everyone,
    auditor: 'makes',
    summary: 'Delete every draft of the caller',
    reply: saying('The drafts were discarded.'),
  }),
}

// not among the other calls of drafts: it knows all kinds of records
export const unfinishedApi = {
  list: endpoint('GET', '/drafts/unfinished', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'The caller’s unfinished forms, newest first, each with the site or record it is about',
    reply: wrapped('forms', z.array(UnfinishedForm)),
  }),
}
