import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { connect } from '../../server/database/db.ts'
import { findPublishedCheckpoint } from '../../server/public-log/log.queries.ts'
import { childrenOf } from '../support/product/child-processes.ts'
import { startProduct } from '../support/product/product.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { full } from '../support/full.ts'

const ENTRIES = 1_000_000
/** after this the log is looked at less often */
const QUIET_MS = 65_000
const MEASURED_MS = 60_000
/** of the clock in which Linux counts processor time */
const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process and its descendants have taken, those that have ended included. */
function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return childrenOf(pid).reduce((sum, child) => sum + secondsOf(child.pid), ticks / TICKS_PER_SECOND)
}

full.test(
  'an idle product with a million entries in its log takes at most a hundredth of a core',
  { timeout: 600_000 },
  async () => {
    const product = await startProduct()
    const database = connect({ ...databaseOf(product.dataDir).connection, max: 1 }, () => undefined)
    const { kysely: db } = database
    try {
      await sql`set statement_timeout = 0`.execute(db)
      // the entries below take the places after those that the start has sealed
      await expect
        .poll(async () => (await db.selectFrom('audit_unsealed').selectAll().execute()).length)
        .toBe(0)
      await sql`
        insert into log_entries (log_index, entry, form)
        select number, sha256(number::text::bytea), 0
        from generate_series((select max(log_index) + 1 from log_entries), ${ENTRIES}::integer) as number`.execute(
        db,
      )
      await sql`vacuum analyze`.execute(db)
      await expect
        .poll(async () => (await findPublishedCheckpoint(db))?.size, { timeout: 240_000, interval: 1_000 })
        .toBe(ENTRIES + 1)
      await sleep(QUIET_MS)
      const before = secondsOf(product.child.pid ?? 0)
      await sleep(MEASURED_MS)
      const taken = secondsOf(product.child.pid ?? 0) - before
      expect(taken).toBeGreaterThan(0)
      expect(taken / (MEASURED_MS / 1_000)).toBeLessThanOrEqual(0.01)
    } finally {
      await database.close()
      await product.stop()
    }
  },
)
