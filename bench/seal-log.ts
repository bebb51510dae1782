import { GENESIS, sealRows, type Tip } from '../server/audit/chain.ts'
import { insertSeals, listUnsealed, setCounter } from '../server/audit/chain.queries.ts'
import type { Db } from '../server/lib/db.ts'

/** more at once than the product takes, which has others to answer meanwhile */
const ROWS_AT_ONCE = 20_000

/** Seals a log that has no seals yet, as the product would on this day. */
export async function sealLog(db: Db, day: string): Promise<void> {
  let tip: Tip = { position: 0, link: GENESIS }
  for (;;) {
    const rows = await listUnsealed(db, ROWS_AT_ONCE)
    const seals = sealRows(tip, day, rows)
    const last = seals.at(-1)
    if (!last) return setCounter(db, tip.position)
    await insertSeals(db, seals)
    tip = { position: last.position, link: last.hash }
  }
}
