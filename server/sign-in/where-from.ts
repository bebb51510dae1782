import type { Actor } from '../../shared/access/actor.ts'
import { addressKey } from '../auth/throttle.ts'
import { isKnownNetwork, recordKnownNetwork } from '../auth/throttle.queries.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { deviceOf } from '../factors/devices.ts'
import { mailNewDevice } from '../factors/factors.mails.ts'
import { networkOf } from '../lib/network.ts'
import { isNewDevice, recordDevice } from './where-from.queries.ts'

/**
 * Records the network and the device of a login. Mails the person when neither was used within 90 days, where second
 * factors are offered or demanded; never for a first login, when everything is new.
 */
export async function recordWhereFrom(
  { services, origin }: Ctx<Actor | null>,
  db: Db,
  person: Actor,
  now: Date,
): Promise<void> {
  const { network_address, user_agent } = origin
  const device = deviceOf(user_agent)
  const who = { email: addressKey(person.email), network: networkOf(network_address) }
  const isNew = (await isNewDevice(db, person, device, now)) && !(await isKnownNetwork(db, who, now))
  await recordKnownNetwork(db, { user_id: person.id, network_address }, now)
  await recordDevice(db, person.id, device, now)
  // each use of the break-glass account is mailed by itself
  if (isNew && !person.is_break_glass) await mailNewDevice(services, db, person, { device, network_address })
}
