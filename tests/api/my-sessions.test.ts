import { describe, expect, test } from 'vitest'
import { hashOfToken, newToken } from '../../server/context/sessions.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { sentence } from '../support/oracles/worded.ts'
import { withServer } from '../support/product/app.ts'
import { aDevice, anUntestedPasskey, aPasskey, prove } from '../support/records/passkeys.ts'
import { auditOf, hasSession } from '../support/records/people.ts'

const t = withServer()

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const DAY = 86_400_000

/** A browser that a person has called their own; returns its id. */
async function anOwnComputer(name: string, device = 'Chrome on Windows', days = 30): Promise<number> {
  const { id } = await t.db
    .insertInto('own_computers')
    .values({
      user_id: await t.userId(name),
      token_hash: hashOfToken(newToken()),
      device,
      network_address: '192.0.2.7',
      expires_at: new Date(Date.now() + days * DAY).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const computersOf = async (name: string) =>
  t.db
    .selectFrom('own_computers')
    .select('id')
    .where('user_id', '=', await t.userId(name))
    .execute()
const lastRow = async (name: string) =>
  (await auditOf(t, 'Authentication', await t.userId(name))).at(-1) ?? null

describe('one’s own sign-in', () => {
  test('is the session with its device and network, the own computers, and what the level demands', async () => {
    await t.as('laguna.encoder')
    await t.db
      .updateTable('sessions')
      .set({ user_agent: FIREFOX, network_address: '192.0.2.7' })
      .where('user_id', '=', await t.userId('laguna.encoder'))
      .execute()
    const old = await anOwnComputer('laguna.encoder')
    const newer = await anOwnComputer('laguna.encoder', '<i>Edge</i> on Windows')
    await anOwnComputer('laguna.encoder', 'Safari on Mac', -1)
    await anOwnComputer('laguna.approver')
    const reply = await (await t.as('laguna.encoder')).get('/my-sign-in')
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual({
      demand: 'off',
      required_from: null,
      has_factor: false,
      app: null,
      passkeys: [],
      sheet: null,
      sessions: [
        {
          id: expect.any(Number),
          device: 'Firefox on Android',
          network_address: '192.0.2.7',
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          is_this: true,
        },
      ],
      own_computers: [
        expect.objectContaining({ id: newer, device: '<i>Edge</i> on Windows' }),
        expect.objectContaining({ id: old, device: 'Chrome on Windows', network_address: '192.0.2.7' }),
      ],
      // logging in was a proof
      proof: { holds: true, next_in_full: false },
    })
  })

  test('says whether the last proof holds, and what the next one takes', async () => {
    const proofOf = async () => (await (await t.as('zds.approver')).get('/my-sign-in')).json().proof
    await prove(t, 'zds.approver', { in_full: false })
    expect(await proofOf()).toEqual({ holds: true, next_in_full: false })
    await prove(t, 'zds.approver', { minutes: 16, in_full: false })
    expect(await proofOf()).toEqual({ holds: false, next_in_full: false })
    await aPasskey(t, 'zds.approver', aDevice(t))
    await prove(t, 'zds.approver', { in_full: false })
    expect(await proofOf()).toEqual({ holds: false, next_in_full: true })
    await prove(t, 'zds.approver')
    expect(await proofOf()).toEqual({ holds: true, next_in_full: false })
    await prove(t, 'zds.approver', { minutes: 16 })
    expect(await proofOf()).toEqual({ holds: false, next_in_full: false })
  })

  test('an own computer is forgotten by its person alone, with a row in the log', async () => {
    const id = await anOwnComputer('laguna.admin', 'Edge on Windows')
    const forget = async (name: string | null, which: number | string = id) =>
      (await t.as(name)).post(`/my-sign-in/own-computers/${which}/removal`)
    expect((await forget('laguna.encoder')).statusCode).toBe(404)
    expect((await forget('laguna.admin', 'x')).statusCode).toBe(404)
    expect((await forget('laguna.admin')).json()).toEqual({
      message: 'Edge on Windows is no longer remembered.',
    })
    expect(await lastRow('laguna.admin')).toEqual({
      event: 'Own Computer Forgotten',
      user_email: demoEmail('laguna.admin'),
      auditable_code: demoEmail('laguna.admin'),
      changes: [{ field: 'own_computer', old: 'Edge on Windows', new: null }],
    })
    expect((await forget('laguna.admin')).statusCode).toBe(404)
  })

  test('all of it ends at once: the session, every own computer, and the cached pages', async () => {
    await anOwnComputer('quezon.encoder')
    await anOwnComputer('quezon.encoder', 'Firefox on Linux')
    const others = await anOwnComputer('quezon.approver')
    const reply = await (await t.as('quezon.encoder')).post('/my-sign-in/sessions/end')
    expect(reply.json()).toEqual({
      message: 'You are logged out, and none of your own computers is remembered.',
    })
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect(await hasSession(t, await t.userId('quezon.encoder'))).toBe(false)
    expect(await computersOf('quezon.encoder')).toEqual([])
    expect(await computersOf('quezon.approver')).toEqual([{ id: others }])
    expect(await lastRow('quezon.encoder')).toMatchObject({ event: 'Sessions Ended', changes: [] })
    const next = await (await t.as('quezon.encoder')).get('/my-sign-in')
    expect(next.json().message).toBe('Please log in to continue.')
  })
})

describe('the sign-in of another person', () => {
  const idOf = (name: string) => t.userId(name)
  const get = async (caller: string | null, id: number | string) =>
    (await t.as(caller)).get(`/users/${id}/sign-in`)

  test('shows an administrator above its factors by kind, its session, own computers and reset code', async () => {
    const id = await idOf('ncr.encoder')
    await aPasskey(t, 'ncr.encoder', aDevice(t))
    await anUntestedPasskey(t, 'ncr.encoder', aDevice(t))
    const computer = await anOwnComputer('ncr.encoder')
    const code = { user_id: id, needs_two: true, code_hash: 'x', second_code_hash: 'y' }
    await t.db
      .insertInto('reset_codes')
      .values({
        ...code,
        issued_by: await idOf('fmb.super'),
        second_issued_by: await idOf('fmb.admin'),
        second_issued_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + DAY).toISOString(),
      })
      .execute()
    const reply = await get('fmb.super', id)
    expect(reply.statusCode, reply.body).toBe(200)
    const name = async (person: string) => {
      const { user } = (await (await t.as('fmb.super')).get(`/users/${await idOf(person)}`)).json()
      return `${user.first_name} ${user.last_name}`
    }
    expect(reply.json()).toEqual({
      has_factor: true,
      kinds: ['passkey'],
      awaits_new_factor: false,
      sessions: [expect.objectContaining({ device: 'Unknown device', is_this: false })],
      own_computers: [expect.objectContaining({ id: computer })],
      reset_code: expect.objectContaining({
        needs_two: true,
        issued_at: expect.any(String),
        expires_at: expect.any(String),
        issued_by_name: await name('fmb.super'),
        second_issued_by_name: await name('fmb.admin'),
      }),
    })
    for (const secret of ['public_key', 'credential', 'token', 'hash', '"x"'])
      expect(reply.body).not.toContain(secret)
  })

  test('is shown to nobody else: another office, oneself, unknown', async () => {
    expect((await get('laguna.admin', await idOf('quezon.encoder'))).statusCode).toBe(404)
    expect((await get('laguna.admin', await idOf('fmb.super'))).statusCode).toBe(404)
    expect((await get('laguna.admin', await idOf('laguna.admin'))).json().message).toBe(
      sentence('own_account'),
    )
    // who issues half of the reset code
    expect((await get('fmb.admin', await idOf('fmb.super'))).statusCode).toBe(200)
    expect((await get('fmb.super', 999_999)).statusCode).toBe(404)
    expect((await get('fmb.super', '1x')).statusCode).toBe(404)
  })

  const end = async (caller: string | null, id: number | string) =>
    (await t.as(caller)).post(`/users/${id}/sessions/end`)
  const forget = async (caller: string | null, id: number | string, computer: number | string) =>
    (await t.as(caller)).post(`/users/${id}/own-computers/${computer}/removal`)

  test('is ended by those who may reset the password; the person is told at the next call', async () => {
    const id = await idOf('zds.encoder')
    await t.as('zds.encoder')
    await anOwnComputer('zds.encoder')
    const step = { user_id: id, proved_by: 'password', expires_at: new Date(Date.now() + DAY).toISOString() }
    await t.db
      .insertInto('second_steps')
      .values({ ...step, token_hash: hashOfToken('x'), sign_in_epoch: 1 })
      .execute()
    const reply = await end('fmb.super', id)
    expect(reply.json().message).toMatch(/^\S.+ is logged out everywhere\.$/)
    const next = await (await t.as('zds.encoder')).get('/validate-token')
    expect(next.statusCode).toBe(401)
    expect(next.json().message).toBe(sentence('ended_administrator'))
    expect(await computersOf('zds.encoder')).toEqual([])
    // nor does a login go on that waits for its second step
    expect(await t.db.selectFrom('second_steps').select('user_id').execute()).toEqual([])
    expect(await lastRow('zds.encoder')).toEqual({
      event: 'Sessions Ended',
      user_email: demoEmail('fmb.super'),
      auditable_code: demoEmail('zds.encoder'),
      changes: [],
    })
    // nothing is left to end: that is no error
    expect((await end('fmb.super', id)).statusCode).toBe(200)
  })

  test('one own computer is forgotten, of the person that the address names', async () => {
    const [id, computer] = [await idOf('quezon.approver'), await anOwnComputer('quezon.approver')]
    expect((await forget('fmb.super', await idOf('laguna.encoder'), computer)).statusCode).toBe(404)
    expect((await forget('fmb.super', id, 999_999)).statusCode).toBe(404)
    expect((await forget('fmb.super', id, 'x')).statusCode).toBe(404)
    expect((await forget('fmb.super', id, computer)).json().message).toBe(
      'Chrome on Windows is no longer remembered.',
    )
    expect(await lastRow('quezon.approver')).toMatchObject({
      event: 'Own Computer Forgotten',
      user_email: demoEmail('fmb.super'),
      changes: [{ field: 'own_computer', old: 'Chrome on Windows', new: null }],
    })
    expect((await forget('fmb.super', id, computer)).statusCode).toBe(404)
  })

  test('is ended by nobody else, and nothing changes', async () => {
    const id = await idOf('laguna.encoder')
    await t.as('laguna.encoder')
    const computer = await anOwnComputer('laguna.encoder')
    const others = await anOwnComputer('r9.approver')
    const left = await idOf('left.encoder')
    const REFUSED: [string | null, number, number, number][] = [
      ['laguna.admin', await idOf('r9.approver'), others, 404],
      ['r4a.admin', await idOf('r9.approver'), others, 404],
      ['laguna.admin', await idOf('laguna.admin'), computer, 403],
      ['fmb.admin', await idOf('fmb.super'), computer, 403],
      ['fmb.super', left, computer, 409],
      ['fmb.super', 999_999, computer, 404],
    ]
    const before = await t.db.selectFrom('audit_logs').select('id').execute()
    for (const [caller, target, which, status] of REFUSED) {
      expect([caller, (await end(caller, target)).statusCode]).toEqual([caller, status])
      expect([caller, (await forget(caller, target, which)).statusCode]).toEqual([caller, status])
    }
    expect(await t.db.selectFrom('audit_logs').select('id').execute()).toEqual(before)
    expect(await hasSession(t, id)).toBe(true)
    expect(await computersOf('laguna.encoder')).toContainEqual({ id: computer })
  })
})
