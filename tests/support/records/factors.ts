import { newAppSecret, openedTotp } from '../../../server/factors/app-factor.ts'
import { newSheet } from '../../../server/factors/code-sheet.ts'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import type { TestApp } from '../product/app.ts'

type Started = Pick<TestApp, 'db' | 'services' | 'userId'>

/** Gives a person a factor that counts, as if they had set it up earlier. */
async function hasFactor({ db }: Started, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ has_factor: true, factor_reset_at: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Gives a person an authenticator app that counts; `codeOf` returns its codes. Returns what it shows, read without the
 * database.
 */
export async function withApp(t: Started, name: string): Promise<() => string> {
  const id = await t.userId(name)
  const { sealed } = newAppSecret(t.services.config, { id, email: demoEmail(name) })
  const totp = openedTotp(t.services.config, id, sealed)
  const values = { secret: sealed, last_step: 0, confirmed_at: t.services.now().toISOString() }
  await t.db
    .insertInto('app_factors')
    .values({ user_id: id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  await hasFactor(t, id)
  return () => totp.generate({ timestamp: t.services.now().getTime() })
}

/** Gives a person a sheet that counts: 40 codes are a factor, 10 are recovery codes beside another; returns the codes. */
export async function withSheet(t: Started, name: string, size: 10 | 40 = 40): Promise<string[]> {
  const id = await t.userId(name)
  const { codes, sealed } = newSheet(t.services.config, id, size)
  await t.db.deleteFrom('code_sheets').where('user_id', '=', id).execute()
  await t.db
    .insertInto('code_sheets')
    .values({ user_id: id, secret: sealed, size, confirmed_at: t.services.now().toISOString() })
    .execute()
  if (size === 40) await hasFactor(t, id)
  return codes
}

const STEP_MS = 30_000

/** The code that the person's app shows at this moment, whether or not it still works. */
export async function codeAt(t: Started, name: string, at: Date): Promise<string> {
  const id = await t.userId(name)
  const { secret } = await t.db
    .selectFrom('app_factors')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return openedTotp(t.services.config, id, secret).generate({ timestamp: at.getTime() })
}

/**
 * A code of the person's app that works now. Two are right at one moment, also when the next half minute begins
 * meanwhile; for a third, the used ones count as used earlier.
 */
export async function codeOf(t: Started, name: string): Promise<string> {
  const id = await t.userId(name)
  const { last_step } = await t.db
    .selectFrom('app_factors')
    .select('last_step')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const now = Math.floor(t.services.now().getTime() / STEP_MS)
  const unused = Math.max(now, Number(last_step) + 1)
  if (unused <= now + 1) return codeAt(t, name, new Date(unused * STEP_MS))
  await t.db.updateTable('app_factors').set({ last_step: 0 }).where('user_id', '=', id).execute()
  return codeAt(t, name, new Date(now * STEP_MS))
}
