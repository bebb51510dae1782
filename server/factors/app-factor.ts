import { Secret, TOTP } from 'otpauth'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { openSecret, sealSecret } from '../lib/sealed-secret.ts'

const PERIOD_SECONDS = 30
/** time steps that the clock of a phone may differ */
const WINDOW = 1

const ownerOf = (user_id: number) => `app of ${user_id}`

type KeyAndName = Pick<Services['config'], 'bureau_name' | 'factor_key'>

/** The settings that every authenticator app understands: SHA-1, 6 digits, 30 seconds. */
const totpOf = (secret: Secret, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

/** Makes a new secret of 20 bytes: to be typed, as the address in the QR code, and encrypted for the database. */
export function newAppSecret({ bureau_name, factor_key }: KeyAndName, user: { id: number; email: string }) {
  const secret = new Secret({ size: 20 })
  return {
    secret: secret.base32,
    uri: totpOf(secret, { issuer: bureau_name, label: user.email }).toString(),
    sealed: sealSecret(factor_key, Buffer.from(secret.bytes), ownerOf(user.id)),
  }
}

/** The app of a person, opened. */
export const openedTotp = (
  { factor_key }: Pick<KeyAndName, 'factor_key'>,
  user_id: number,
  sealed: Buffer,
) => {
  const bytes = Uint8Array.from(openSecret(factor_key, sealed, ownerOf(user_id)))
  return totpOf(new Secret({ buffer: bytes.buffer }))
}

/** the clock of a phone may be set to another hour by hand */
const LOOK_MINUTES = 65

/** How many minutes the clock of the phone differs that has shown this code, when it differs too much; null if unknown. */
export function minutesOffClock(
  { config, now }: Pick<Services, 'config' | 'now'>,
  user_id: number,
  sealed: Buffer,
  digits: string,
): number | null {
  const window = (LOOK_MINUTES * 60) / PERIOD_SECONDS
  const timestamp = now().getTime()
  const delta = openedTotp(config, user_id, sealed).validate({ token: digits, timestamp, window })
  return delta === null || Math.abs(delta) <= WINDOW ? null : Math.round((delta * PERIOD_SECONDS) / 60)
}

/**
 * Uses a code of the person's app up, of this time step or one beside it. Returns false when it is wrong, or when a
 * code of its time step or a later one was used: of two at once, one wins. `confirming` is for an app that does not
 * count yet.
 */
export async function takeAppCode(
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  user_id: number,
  digits: string,
  { confirming = false } = {},
): Promise<boolean> {
  const app = await db
    .selectFrom('app_factors')
    .select('secret')
    .where('user_id', '=', user_id)
    .where('confirmed_at', confirming ? 'is' : 'is not', null)
    .executeTakeFirst()
  const timestamp = now().getTime()
  // without an app a code is compared with that of a new one, so that the time of the reply does not tell of it
  const totp = app ? openedTotp(config, user_id, app.secret) : totpOf(new Secret({ size: 20 }))
  const delta = totp.validate({ token: digits, timestamp, window: WINDOW })
  if (!app || delta === null) return false
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  const used = await db
    .updateTable('app_factors')
    .set({ last_step: step, ...(confirming ? { confirmed_at: now().toISOString() } : {}) })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .where('secret', '=', app.secret)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
