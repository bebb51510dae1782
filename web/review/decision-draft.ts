import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { PointInput, PointPlace } from '../../shared/review/points.schema.ts'
import type { SpellingInput } from '../../shared/review/review.schema.ts'
import type { DraftOf } from '../drafts/useDraft.ts'

/** A reviewer's comments for a return, by field. */
export type Comments = Record<string, string>

/** A point that is not sent yet, with the name of its place; `key` identifies it within the draft. */
export type DraftPoint = Omit<PointInput, 'place'> & { place: PointPlace; label: string; key: string }

/** What a reviewer has prepared for the decision on a record. */
export type DecisionDraft = {
  comments: Comments
  points: DraftPoint[]
  /** answered points that are accepted, by id */
  settled: number[]
  /** answered points that are asked again */
  reopened: { id: number; text: string }[]
  /** ticked lines of the checklists, by id */
  looked: number[]
  /** corrected spelling, for an approval */
  edits: DraftEdit[]
  /** ticked findings on the land, each as it was seen, for an approval */
  accepted: AcceptedFinding[]
}

/** A corrected text that is not sent yet: its name, its text before, and why it is more than spelling, if it is. */
export type DraftEdit = SpellingInput & { label: string; old: string; complaint: string | null }

export const NOTHING_PREPARED: DecisionDraft = {
  comments: {},
  points: [],
  settled: [],
  reopened: [],
  looked: [],
  edits: [],
  accepted: [],
}

/** The record that the decision is about. */
export type DecisionOf = {
  form: Extract<DraftForm, `${string}-return`>
  record: { id: number; revision: number }
}

/** The draft of a decision, shared by the decision and the screens of the principles. */
export const draftOfDecision = ({ form, record }: DecisionOf, name: string): DraftOf<DecisionDraft> => ({
  form,
  name: `a return of ${name}`,
  record_id: record.id,
  revision: record.revision,
  // written by this page alone
  read: (stored) =>
    typeof stored === 'object' && stored !== null && 'comments' in stored
      ? { ...NOTHING_PREPARED, ...(stored as Partial<DecisionDraft>) }
      : null,
})

/** The corrections that an approval sends; those that are more than spelling stay in the draft. */
export const sentEdits = ({ edits }: DecisionDraft): SpellingInput[] =>
  edits.flatMap(({ field, text, complaint }) => (complaint ? [] : [{ field, text }]))

/** The comments that are not blank, trimmed. */
export function filledComments(comments: Comments): Comments {
  const trimmed = Object.entries(comments).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}

/** What a return asks for: of one record, or of one among many. */
type AskingDraft = Pick<DecisionDraft, 'comments' | 'reopened'> & { points: readonly unknown[] }

/** How many points a return with this draft asks for, its comments included; 0 if it has comments alone (S-167). */
export function countAsked({ comments, points, reopened }: AskingDraft): number {
  const others = points.length + reopened.length
  return others > 0 ? Object.keys(filledComments(comments)).length + others : 0
}
