import { type Actor, isFmbAdministrator } from '../../shared/access/actor.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import { hasActiveRole } from '../database/scope.ts'

/** Returns the administrators of FMB, who learn of every reset code and of each use of the break-glass account. */
export async function listFmbAdministrators(db: Db): Promise<Actor[]> {
  const rows = await actorQuery(db)
    .where(hasActiveRole)
    .where('users.access_level', '=', 'FMB')
    .orderBy('users.id')
    .execute()
  return rows.map(actorOf).filter((actor) => isFmbAdministrator(actor).ok)
}
