import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { printedCode, signsOf } from '../../shared/factors/codes.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { openSecret, sealSecret } from '../lib/sealed-secret.ts'

type Key = Pick<Services['config'], 'factor_key'>

const ownerOf = (user_id: number) => `sheet of ${user_id}`

/** Code n of a sheet: 40 bits of an HMAC of its number. */
const signsOfNumber = (secret: Buffer, number: number): string =>
  signsOf(createHmac('sha256', secret).update(String(number)).digest())

/** Makes a secret for a sheet: its codes as printed, and the secret encrypted for the database. */
export function newSheet({ factor_key }: Key, user_id: number, size: number) {
  const secret = randomBytes(32)
  return {
    codes: Array.from({ length: size }, (_, index) =>
      printedCode(index + 1, signsOfNumber(secret, index + 1)),
    ),
    sealed: sealSecret(factor_key, secret, ownerOf(user_id)),
  }
}

/** The secret of a sheet, opened. */
export const openedSheet = ({ factor_key }: Key, user_id: number, sealed: Buffer): Buffer =>
  openSecret(factor_key, sealed, ownerOf(user_id))

/**
 * Uses a code of the person's sheet up. Returns false when it is wrong or was used: of two at once, one wins.
 * `confirming` is for a sheet that does not count yet.
 */
export async function takeSheetCode(
  { config }: Pick<Services, 'config'>,
  db: Db,
  user_id: number,
  { number, signs }: { number: number; signs: string },
  { confirming = false } = {},
): Promise<boolean> {
  const sheet = await db
    .selectFrom('code_sheets')
    .select(['id', 'secret', 'size'])
    .where('user_id', '=', user_id)
    .where('confirmed_at', confirming ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (!sheet || number < 1 || number > sheet.size) return false
  const right = signsOfNumber(openedSheet(config, user_id, sheet.secret), number)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signs))) return false
  const used = await db
    .updateTable('code_sheets')
    .set({ used: sql`array_append(used, ${number})` })
    .where('id', '=', sheet.id)
    .where(sql<boolean>`not (${number} = any(used))`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
