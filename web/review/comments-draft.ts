import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { DraftOf } from '../drafts/useDraft.ts'

/** A reviewer's comments for a return, by field. */
export type Comments = Record<string, string>

/** The record that the comments are about. */
export type CommentsOf = {
  form: Extract<DraftForm, `${string}-return`>
  record: { id: number; revision: number }
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

/** The draft of the comments for a return, shared by the decision and the screens of the principles. */
export const draftOfComments = ({ form, record }: CommentsOf, name: string): DraftOf<Comments> => ({
  form,
  name: `a return of ${name}`,
  record_id: record.id,
  revision: record.revision,
  read: (stored) =>
    typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).filter(isText))
      : null,
})
