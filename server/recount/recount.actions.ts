import { plural } from '../../shared/lib/format.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import {
  countRecomputed,
  type Difference,
  invalidateCaches,
  listDifferences,
  lockRecords,
  repair,
  STORED_TABLES,
  type StoredTable,
} from './stored-counts.queries.ts'

/** What was found in one table of stored counts; differences have been corrected. */
export type RecountResult = Pick<StoredTable, 'table' | 'columns' | 'key'> & {
  rows: number
  differences: Difference[]
}

/**
 * Compares every stored count with a recomputed one and corrects the differences, in one transaction in which no record
 * can change; logs it when there was something to correct.
 */
export const recount = ({ db }: Pick<Services, 'db'>): Promise<RecountResult[]> =>
  db.transaction().execute(async (held) => {
    await lockRecords(held)
    const found: RecountResult[] = []
    for (const stored of STORED_TABLES) {
      const differences = await listDifferences(held, stored)
      if (differences.length > 0) await repair(held, stored, differences)
      found.push({
        table: stored.table,
        ...(stored.columns ? { columns: stored.columns } : {}),
        key: stored.key,
        rows: await countRecomputed(held, stored),
        differences,
      })
    }
    const corrected = found.filter(({ differences }) => differences.length > 0)
    if (corrected.length === 0) return found
    await invalidateCaches(held)
    await writeAudit(held, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Stored Counts Corrected',
      actor: OPERATOR,
      changes: corrected.map(({ table, differences }) => ({
        field: table,
        old: null,
        new: plural(differences.length, 'row'),
      })),
    })
    return found
  })
