import type { Ctx } from '../context/context.ts'
import { type AuditEntry, writeAudit } from '../context/audit.ts'
import { hasRecentView, lockView } from './views.queries.ts'
import { inTransaction } from '../database/db.ts'

/** Logs a View, at most once a minute per person and record (S-23). */
export async function recordView(ctx: Ctx, entry: AuditEntry & { id: number }): Promise<void> {
  const viewed = { user_id: ctx.actor.id, module: entry.module, id: entry.id }
  // not `ctx.write`, which requires a row in the log: a repeated view writes none
  await inTransaction(ctx.services.db, async (db) => {
    await lockView(db, viewed)
    if (await hasRecentView(db, viewed)) return
    await writeAudit(db, ctx.actor, ctx.origin, entry)
  })
}
