import type { Actor } from '../../shared/access/actor.ts'
import { OWN_COMPUTER_DAYS } from '../../shared/factors/factors.schema.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Audit, Ctx } from '../context/context.ts'
import { hashOfToken, newToken } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import { deviceOf } from './devices.ts'
import { insertOwnComputer } from './second-step.queries.ts'

/** Makes this browser an own computer of the person for 30 days; returns the token that it stores. */
export async function rememberOwnComputer(
  { services, origin }: Ctx<Actor | null>,
  db: Db,
  audit: Audit,
  person: Actor,
): Promise<string> {
  const token = newToken()
  const now = services.now()
  const device = deviceOf(origin.user_agent)
  await insertOwnComputer(db, {
    user_id: person.id,
    token_hash: hashOfToken(token),
    device,
    network_address: origin.network_address,
    created_at: now.toISOString(),
    last_used_at: now.toISOString(),
    expires_at: daysAfter(now, OWN_COMPUTER_DAYS),
  })
  audit({
    module: 'Authentication',
    event: 'Own Computer Remembered',
    id: person.id,
    code: person.email,
    actor: person,
    changes: [{ field: 'device', old: null, new: device }],
  })
  return token
}

const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
