import type { PointTemplate } from '../../../shared/review/points.schema.ts'
import { templatesDifference } from '../../../shared/review/templates.rules.ts'

/** What differs between two lists of usual points. */
export function ListDifference({ before, after }: Record<'before' | 'after', readonly PointTemplate[]>) {
  const { left, joined, isReordered } = templatesDifference(before, after)
  const lines = [
    ...joined.map((words) => `Added: ${words}`),
    ...left.map((words) => `Removed: ${words}`),
    ...(isReordered ? ['The order.'] : []),
  ]
  if (lines.length === 0) return <p>Nothing.</p>
  return (
    <ul className="bullets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
