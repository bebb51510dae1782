import { plural } from '../../shared/lib/format.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { NewPoint, StoredPoint } from './points.queries.ts'
import type { CommentField, CommentPlace, Comments } from './record.kind.ts'

/** The given comments as columns of the record, the others as null: they replace those of the return before. */
export const commentColumns = (places: readonly CommentPlace[], given: Comments): Comments =>
  Object.fromEntries(places.map(({ field }) => [field, given[field] || null]))

/** Each given comment as a point about its place. */
export const commentPoints = (places: readonly CommentPlace[], given: Comments): NewPoint[] =>
  places.flatMap(({ field, ...place }) => {
    const text = given[field]
    return text ? [{ ...place, kind: 'comment', text }] : []
  })

/** The comments of the whole record and of its principles, as a step of its history. */
export const commentsOfStep = (comments: readonly NewPoint[]): Pick<ReviewStep, 'comment' | 'comments'> => ({
  comment: comments.find(({ principle_number }) => principle_number === null)?.text ?? null,
  comments: comments.flatMap(({ principle_number, text: comment }) =>
    principle_number === null ? [] : [{ principle_number, comment }],
  ),
})

/**
 * The points that the return of a round asks for, by the comment that is made of them: that of their principle, or else the
 * first. None is made where one was typed, which is one of the points that this return sends.
 */
export function pointsByComment<Asked extends Pick<StoredPoint, 'kind' | 'principle_number' | 'round'>>(
  places: readonly [CommentPlace, ...CommentPlace[]],
  asked: readonly Asked[],
  round: number,
): Map<CommentField, Asked[]> {
  const made = new Map<CommentField, Asked[]>()
  for (const { field, principle_number } of places) {
    const own = asked.filter(
      (point) =>
        point.principle_number === principle_number ||
        (point.principle_number === null && field === places[0].field),
    )
    const isTyped = own.some((point) => point.kind === 'comment' && point.round === round)
    if (own.length > 0 && !isTyped) made.set(field, own)
  }
  return made
}

/** A comment as the log has it: one that was made of points as their number, without their texts. */
export const commentInLog = (
  comment: string | null,
  points: readonly unknown[] | undefined,
): string | null => (comment && points ? plural(points.length, 'point') : comment)
