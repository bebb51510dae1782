import type { DraftForm } from '../../../shared/drafts/drafts.schema.ts'
import type { DraftOf } from '../../drafts/useDraft.ts'
import type { Comments, DraftPoint } from '../decision-draft.ts'

/** The comments and points for a return of many: for all of them, and for single records by their id. */
export type BulkText = {
  comments: Comments
  own: Record<string, Comments>
  points?: DraftPoint[]
  ownPoints?: Record<string, DraftPoint[]>
}

/** Whether a point has a text; one without is only begun, and is not sent. */
export const isWritten = ({ text }: { text: string }): boolean => text.trim() !== ''

/** The points of one record: those for all and its own. */
export const pointsOf = ({ points = [], ownPoints = {} }: BulkText, id: number): DraftPoint[] =>
  [...points, ...(ownPoints[id] ?? [])].filter(isWritten)

/** Whether a point is for all or for one of the records. */
export const hasAnyPoint = ({ points = [], ownPoints = {} }: BulkText): boolean =>
  points.some(isWritten) || Object.values(ownPoints).some((own) => own.some(isWritten))

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
