import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { newToken } from '../context/sessions.ts'
import { saveLink } from './auth.queries.ts'

/** Makes a one-time link with which this person can set a password, valid for so many minutes; others stay valid. */
export async function makePasswordLink(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  person: { id: number; email: string },
  minutes: number,
): Promise<string> {
  const token = newToken()
  const now = services.now()
  const expires_at = new Date(now.getTime() + minutes * 60_000)
  await saveLink(db, { user_id: person.id, token, created_at: now, expires_at })
  return `${services.config.public_url}/reset-password?${new URLSearchParams({ token, email: person.email })}`
}
