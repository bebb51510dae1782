import type { DraftForm } from '../../../shared/drafts/drafts.schema.ts'
import type { DraftOf } from '../../drafts/useDraft.ts'
import type { Comments } from '../comments-draft.ts'

/** The comments for a return of many: for all of them, and for single records by their id. */
export type BulkText = { comments: Comments; own: Record<string, Comments> }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsOf = (value: unknown): Comments =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** The draft of the comments for a return of many. */
export const draftOfBulk = (form: DraftForm): DraftOf<BulkText> => ({
  form,
  name: 'a decision on several records',
  read: (stored) =>
    isObject(stored)
      ? {
          comments: textsOf(stored.comments),
          own: Object.fromEntries(
            Object.entries(isObject(stored.own) ? stored.own : {}).map(([id, texts]) => [id, textsOf(texts)]),
          ),
        }
      : null,
})
