import type { Ctx } from '../context/context.ts'
import { type AuditEntry, writeAudit } from '../context/audit.ts'
import { hasRecentView, lockView } from './views.queries.ts'

/** Writes a View that its reader is allowed, once a minute (S-23). */
export async function recordView(ctx: Ctx, entry: AuditEntry & { id: number }): Promise<void> {
  const viewed = { user_id: ctx.actor.id, module: entry.module, id: entry.id }
  // a repeated view writes nothing, which `ctx.write` would take for a forgotten log
  await ctx.services.db.transaction().execute(async (db) => {
    await lockView(db, viewed)
    if (await hasRecentView(db, viewed)) return
    await writeAudit(db, ctx.actor, ctx.origin, entry)
  })
}
