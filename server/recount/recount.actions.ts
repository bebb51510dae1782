import { plural } from '../../shared/lib/format.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../lib/operator-identity.ts'
import { writeAudit } from '../lib/audit.ts'
import type { Services } from '../lib/context.ts'
import {
  countAnew,
  type Difference,
  holdRecords,
  KEPT,
  type Kept,
  listDifferences,
  mend,
  noteChangeEverywhere,
} from './kept.queries.ts'

/** What was found in one kept table; what differed is mended. */
export type Recounted = Pick<Kept, 'table' | 'key'> & { rows: number; differences: Difference[] }

/**
 * Compares every kept number with one made anew and mends what differs, in one transaction in which nobody changes a
 * record; the log tells it when there was something to mend.
 */
export const recount = ({ db }: Pick<Services, 'db'>): Promise<Recounted[]> =>
  db.transaction().execute(async (held) => {
    await holdRecords(held)
    const found: Recounted[] = []
    for (const kept of KEPT) {
      const differences = await listDifferences(held, kept)
      if (differences.length > 0) await mend(held, kept, differences)
      found.push({ table: kept.table, key: kept.key, rows: await countAnew(held, kept), differences })
    }
    const mended = found.filter(({ differences }) => differences.length > 0)
    if (mended.length === 0) return found
    await noteChangeEverywhere(held)
    await writeAudit(held, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Kept Numbers Mended',
      actor: OPERATOR,
      changes: mended.map(({ table, differences }) => ({
        field: table,
        old: null,
        new: plural(differences.length, 'row'),
      })),
    })
    return found
  })
