import type { Actor } from '../../shared/access/actor.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { KNOWN_NETWORK_DAYS } from '../auth/throttle.ts'
import type { Db } from '../database/db.ts'

/** Whether other devices of the person are known, but not this one, and their level has to do with second factors. */
export async function isNewDevice(db: Db, person: Actor, device: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - KNOWN_NETWORK_DAYS * DAY_MS).toISOString()
  const known = await db
    .selectFrom('factor_demands')
    .innerJoin('sign_in_devices', (join) => join.on('sign_in_devices.user_id', '=', person.id))
    .select('device')
    .where('access_level', '=', person.access_level)
    .where('demand', '<>', 'off')
    .where('sign_in_devices.last_at', '>', since)
    .execute()
  return known.length > 0 && !known.some((one) => one.device === device)
}

/** Records a device from which a person has logged in. */
export async function recordDevice(db: Db, user_id: number, device: string, now: Date): Promise<void> {
  const last_at = now.toISOString()
  await db
    .insertInto('sign_in_devices')
    .values({ user_id, device, last_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ last_at }))
    .execute()
}
