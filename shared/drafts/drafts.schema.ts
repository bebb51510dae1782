import { z } from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { Id, IdText } from '../lib/ids.ts'
import { MessageReply } from '../lib/replies.ts'

/** The forms whose contents are saved as drafts. */
export const DRAFT_FORMS = [
  'site-add',
  'site-edit',
  'import-add',
  'site-return',
  'activity-return',
  'site-note',
  'activity-note',
  'site-bulk',
  'activity-bulk',
  'principle-edit',
  // a name of the contract; the crosswalk window saves no draft
  'crosswalk-edit',
  'summary-texts',
  'summary-comment',
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
/** Drafts per person; beyond this the oldest is deleted. */
export const DRAFTS_PER_PERSON = 50
/** A draft untouched for this long is deleted. */
export const DRAFT_DAYS = 30

const DRAFT_UNREADABLE = 'This draft cannot be saved.'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const Params = z.object({ form: z.enum(DRAFT_FORMS) })
/** Omitted for a record that does not exist yet. */
const record_id = z.optional(Id)

const DraftInput = z.object({
  record_id,
  /** of the record when the form was opened */
  revision: z.optional(Id),
  /** the contents of the form as a JSON string, so that empty fields are preserved */
  content: z
    .string(DRAFT_UNREADABLE)
    .check(
      z.maxLength(DRAFT_MAX_LENGTH, 'This draft is too long to be saved.'),
      z.refine(isJson, DRAFT_UNREADABLE),
    ),
})
export type DraftInput = z.output<typeof DraftInput>

export const FormDraft = z.object({
  record_id: z.number(),
  revision: z.number(),
  content: z.string(),
  updated_at: z.string(),
})
export type FormDraft = z.output<typeof FormDraft>

/** An unfinished form, with the name of its record (S-143). */
export const UnfinishedForm = z.object({
  form: z.enum(DRAFT_FORMS),
  record_id: z.number(),
  /** of the site or the summary; null if the form is about neither */
  name: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** of evidence: its activity, once it exists */
  site_activity_id: z.nullable(z.number()),
  updated_at: z.string(),
})
export type UnfinishedForm = z.output<typeof UnfinishedForm>

/** Users read, save and discard only their own drafts. */
export const draftsApi = {
  show: endpoint('GET', '/drafts/:form', {
    summary: 'The caller’s draft of a form; null when there is none',
    params: Params,
    query: z.object({ record_id: z.optional(IdText) }),
    reply: z.object({ draft: z.nullable(FormDraft) }),
  }),
  keep: endpoint('POST', '/drafts/:form', {
    summary: 'Store what is typed into a form, in place of an earlier draft of it',
    params: Params,
    body: DraftInput,
    reply: z.object({ updated_at: z.string() }),
  }),
  discard: endpoint('POST', '/drafts/:form/discard', {
    summary: 'Delete the caller’s draft of a form',
    params: Params,
    body: z.object({ record_id }),
    reply: MessageReply,
  }),
  list: endpoint('GET', '/drafts', {
    summary: 'The caller’s drafts of every form of a record',
    query: z.object({ record_id: IdText }),
    reply: z.object({ drafts: z.array(z.extend(FormDraft, { form: z.enum(DRAFT_FORMS) })) }),
  }),
  unfinished: endpoint('GET', '/drafts/unfinished', {
    summary: 'The caller’s unfinished forms, newest first, each with the site or record it is about',
    reply: z.object({ forms: z.array(UnfinishedForm) }),
  }),
  discardAll: endpoint('POST', '/drafts/discard', {
    summary: 'Delete every draft of the caller',
    reply: MessageReply,
  }),
}
