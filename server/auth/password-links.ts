import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { newToken } from '../context/sessions.ts'
import { addressIn, languageOf, type Reader } from '../mails/reader.ts'
import { saveLink } from './auth.queries.ts'

/**
 * Makes a one-time link to the page in their language on which this person can set a password, valid for so many minutes;
 * others stay valid.
 */
export async function makePasswordLink(
  services: Pick<Services, 'config' | 'now' | 'languages' | 'readDb'>,
  db: Db,
  person: Reader & { id: number },
  minutes: number,
): Promise<string> {
  const token = newToken()
  const now = services.now()
  const expires_at = new Date(now.getTime() + minutes * 60_000)
  await saveLink(db, { user_id: person.id, token, created_at: now, expires_at })
  const { code } = languageOf(services, person)
  const query = new URLSearchParams({ token, email: person.email })
  return addressIn(services.config.public_url, code, `/reset-password?${query}`)
}
