import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startAppForTest, type TestApp } from '../support/product/app.ts'

const LABEL = 'Log in with a passkey'

describe('whether the log in page offers passkeys', () => {
  let minutes = 0
  /** A minute later, at which the answer is read again. */
  const passMinute = (t: TestApp) => {
    minutes += 1
    t.setNow(new Date(Date.parse('2026-11-27T02:00:00Z') + minutes * 60_000))
  }
  async function shown({ app }: TestApp) {
    const { passkeys } = (await app.inject('/config.json')).json<{ passkeys: boolean }>()
    const { body } = await app.inject('/login')
    expect(body.includes(`>${LABEL}</button>`)).toBe(passkeys)
    return passkeys
  }

  test('not while nobody is asked and none counts; a demand or a passkey is seen within a minute', async () => {
    const t = await startAppForTest({ webDir: path.resolve('dist/web') })
    passMinute(t)
    expect(await shown(t)).toBe(false)

    const demand = (to: string) =>
      t.db.updateTable('factor_demands').set({ demand: to }).where('access_level', '=', 'PENRO').execute()
    await demand('offered')
    // the database is read once a minute
    expect(await shown(t)).toBe(false)
    passMinute(t)
    expect(await shown(t)).toBe(true)
    await demand('off')
    passMinute(t)
    expect(await shown(t)).toBe(false)

    const key = {
      credential_id: 'a',
      public_key: Buffer.from('a'),
      counter: 0,
      name: 'Key',
      is_synced: false,
      user_id: await t.userId('laguna.encoder'),
    }
    await t.db.insertInto('passkeys').values(key).execute()
    passMinute(t)
    expect(await shown(t), 'a passkey that was not tested').toBe(false)
    await t.db.updateTable('passkeys').set({ proved_at: new Date().toISOString() }).execute()
    passMinute(t)
    expect(await shown(t)).toBe(true)
  })

  test('the last answer stays while the database is away, and the page is there all the same', async () => {
    const t = await startAppForTest({ webDir: path.resolve('dist/web') })
    await t.db.updateTable('factor_demands').set({ demand: 'offered' }).execute()
    passMinute(t)
    expect(await shown(t)).toBe(true)
    await t.db.schema.alterTable('factor_demands').renameTo('away').execute()
    passMinute(t)
    expect(await shown(t)).toBe(true)
    await t.db.schema.alterTable('away').renameTo('factor_demands').execute()
  })
})
