import type { DraftForm } from '../../../shared/drafts/drafts.schema.ts'
import { plural } from '../../../shared/lib/format.ts'
import { mergedComments } from '../../../shared/review/bulk.ts'
import type { DraftOf } from '../../drafts/useDraft.ts'
import type { PointInput } from '../../../shared/review/points.schema.ts'
import { type Comments, countAsked } from '../decision-draft.ts'

/** A point for many records that is not sent yet; its place is one that each of them has. */
export type BulkPoint = PointInput & { label: string; key: string }

/** The comments and points for a return of many: for all of them, and for single records by their id. */
export type BulkText = {
  comments: Comments
  own: Record<string, Comments>
  points?: BulkPoint[]
  ownPoints?: Record<string, BulkPoint[]>
}

/** The points of one record: those for all and its own. */
export const pointsOf = ({ points = [], ownPoints = {} }: BulkText, id: number): BulkPoint[] => [
  ...points,
  ...(ownPoints[id] ?? []),
]

/** Whether a point is for all or for one of the records. */
export const hasAnyPoint = ({ points = [], ownPoints = {} }: BulkText): boolean =>
  points.length > 0 || Object.values(ownPoints).some((own) => own.length > 0)

/** "with 3 points", "with 1 to 3 points": what the returns of these records ask for, their comments included (S-167). */
export function askedWords(text: BulkText, ids: readonly number[]): string {
  const counts = ids.map((id) =>
    countAsked({
      comments: mergedComments(text.comments, text.own[id]),
      points: pointsOf(text, id),
      reopened: [],
    }),
  )
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  if (most === 0) return 'with its comments'
  return least === most ? `with ${plural(most, 'point')}` : `with ${least} to ${plural(most, 'point')}`
}

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
          // the points are written by this page alone
          ...(stored as Pick<BulkText, 'points' | 'ownPoints'>),
          comments: textsOf(stored.comments),
          own: Object.fromEntries(
            Object.entries(isObject(stored.own) ? stored.own : {}).map(([id, texts]) => [id, textsOf(texts)]),
          ),
        }
      : null,
})
