import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import type { LookedAt } from '../../shared/review/review.schema.ts'
import type { Db } from '../database/db.ts'
import { requireNoErrors } from '../lib/errors.ts'
import type { RecordKind, ReviewedRow } from './record.kind.ts'

const NO_SUCH_LINE = 'The checklists of this record have no such line. Please reload the page.'

/**
 * Returns what a reviewer says to have looked at, in words and in the order of the checklists, and how many lines that
 * are for the log; 422 for a line that is not in the checklists of the record.
 */
export async function wordsOfLooked<Row extends ReviewedRow>(
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  ids: readonly number[] = [],
): Promise<{ looked: LookedAt[]; counted: FieldChange[] }> {
  if (ids.length === 0) return { looked: [], counted: [] }
  const lines = (await kind.checklist?.lines(db, record)) ?? []
  const isKnown = (id: number) => lines.some((line) => line.id === id)
  requireNoErrors(
    Object.fromEntries(
      ids.flatMap((id, index) => (isKnown(id) ? [] : [[`looked.${index}`, [NO_SUCH_LINE]]])),
    ),
  )
  const looked = lines
    .filter(({ id }) => ids.includes(id))
    .map(({ principle_number, text }) => ({ principle_number, text }))
  const words = `${looked.length} of ${plural(lines.length, 'line')}`
  return { looked, counted: [{ field: 'looked', old: null, new: words }] }
}
