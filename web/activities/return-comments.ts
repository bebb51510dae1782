import { reasonField } from '../../shared/activities/activities.schema.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../../shared/principles/principles.schema.ts'
import type { CommentField } from '../review/ReviewPanel.tsx'

/** A comment per principle: returned_reason_1 to 8 (APPROVAL-22). */
export const COMMENT_FIELDS: CommentField[] = PRINCIPLE_NUMBERS.map((number) => ({
  name: reasonField(number),
  label: `Principle #${number}: ${PRINCIPLE_SHORT_TITLES[number]}`,
}))
