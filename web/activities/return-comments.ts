import { reasonField } from '../../shared/activities/activities.schema.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../../shared/principles/principles.schema.ts'
import { readDraft, saveDraft } from '../lib/draft.ts'
import type { CommentField } from '../review/ReviewPanel.tsx'

/** A comment per principle: returned_reason_1 to 8 (APPROVAL-22). */
export const COMMENT_FIELDS: CommentField[] = PRINCIPLE_NUMBERS.map((number) => ({
  name: reasonField(number),
  label: `Principle #${number}: ${PRINCIPLE_SHORT_TITLES[number]}`,
}))

/** Where a reviewer's comments wait until the activity is returned: one place for the form and the principle screens. */
export const returnDraftName = (actorId: number, activityId: number): string =>
  `activity-return:${actorId}:${activityId}`

type Comments = Record<string, string>

/** What is kept about one principle so far. */
export const readComment = (draftName: string, principle: number): string =>
  readDraft<Comments>(draftName)?.[reasonField(principle)] ?? ''

/** Keeps a comment about one principle beside those about the others. */
export const keepComment = (draftName: string, principle: number, text: string): void =>
  saveDraft(draftName, { ...readDraft<Comments>(draftName), [reasonField(principle)]: text })
