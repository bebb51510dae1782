import { plural } from '../../shared/lib/format.ts'

/** "2 open points, 1 answered", for a row of a list; null without any. */
export function pointsNote({
  open_points,
  answered_points,
}: Record<'open_points' | 'answered_points', number>): string | null {
  const said = [
    ...(open_points > 0 ? [plural(open_points, 'open point')] : []),
    ...(answered_points > 0 ? [`${answered_points} answered`] : []),
  ]
  return said.length > 0 ? said.join(', ') : null
}
