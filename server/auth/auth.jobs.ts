import { writeAudit } from '../audit/audit.actions.ts'
import type { Origin, Services } from '../lib/context.ts'
import { actorOf } from '../lib/sessions.ts'
import { removeDeadSessions, removeOldTraces } from './auth.queries.ts'
import { THROTTLE_MINUTES } from './throttle.ts'

const ORIGIN: Origin = { request_id: 'clean_up_sessions', network_address: 'server', user_agent: '' }

/** Removes sessions that passed their limit, each with a line in the log, and forgets what no limit counts any more. */
export async function cleanUpSessions(services: Services): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (db) => {
    for (const row of await removeDeadSessions(db, now)) {
      const actor = actorOf(row)
      await writeAudit(db, actor, ORIGIN, {
        module: 'Authentication',
        event: 'Session Expired',
        id: actor.id,
        code: actor.email,
      })
    }
    await removeOldTraces(db, new Date(now.getTime() - THROTTLE_MINUTES * 60_000), now)
  })
}
