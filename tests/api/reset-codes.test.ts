import { beforeAll, describe, expect, test } from 'vitest'
import { taskList } from '../../server/jobs.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { CODE_SIGNS } from '../../shared/factors/codes.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { expectRefusedCall, type Reply } from '../support/oracles/replies.ts'
import { codeOf, withApp } from '../support/records/factors.ts'
import { factorsLeft, withFactors } from '../support/records/lost-factors.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { aPerson, aRole, auditOf, codesOf, type NewPerson } from '../support/records/people.ts'

const LAGUNA = { region: 'R04A', office: 'PENRO Laguna' }
const QUEZON = { region: 'R04A', office: 'PENRO Quezon' }
const SIGNS = new RegExp(`^[${CODE_SIGNS}]{8}$`)

const t = withServer()

let made = 0
type Lost = { id: number; name: string; email: string }

/** A person with the demo password who has lost the second factor. */
async function lostPerson(person: Partial<NewPerson> = {}): Promise<Lost> {
  made += 1
  const name = `lost.${made}`
  const id = await aPerson(t, name, { role: 'PENRO Encoder', ...LAGUNA, ...person })
  const { password_hash } = await t.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', demoEmail('laguna.encoder'))
    .executeTakeFirstOrThrow()
  await t.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  await withFactors(t, id)
  return { id, name, email: demoEmail(name) }
}
const ofFmb = (role = 'FMB Approver') => lostPerson({ role, region: '', office: '' })

const issue = async (by: string | null, { id }: { id: number }, body?: object) =>
  (await t.as(by)).post(`/users/${id}/reset-code`, body)
const signsOf = async (by: string, person: Lost): Promise<string> =>
  (await issue(by, person)).json<{ signs: string }>().signs

/** Logs in with the password, and then with this code. */
async function enter({ email }: Lost, code: string) {
  const guest = await t.as(null)
  const first = await guest.post('/login', { email, password: DEMO_PASSWORD })
  const { token } = first.json().second_step
  return guest.post('/login/second-step', { token, code })
}
const rowsOf = ({ id }: Lost) =>
  t.db.selectFrom('reset_codes').selectAll().where('user_id', '=', id).orderBy('id').execute()
const newMails = async (subject: RegExp, seen: number) =>
  (await deliveredMails(t)).slice(seen).filter((mail) => subject.test(mail.subject ?? ''))
/** the code of the refusal */
const whyOf = (reply: Reply) => reply.json().refusal?.code ?? reply.json().code
const mailCount = async () => (await deliveredMails(t)).length
const toOf = (mails: { to?: { address?: string | undefined }[] | undefined }[]) =>
  mails.map(({ to }) => to?.[0]?.address).sort()

describe('issued by the approver of the office', () => {
  let person: Lost
  let signs: string
  let seen: number
  let token: string | null

  test('answers with eight signs, shown once', async () => {
    person = await lostPerson({ first_name: 'Luz', last_name: 'Ramos' })
    token = (await t.as(person.name)).token
    seen = await mailCount()
    const reply = await issue('laguna.approver', person)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ part: 'whole', signs: expect.stringMatching(SIGNS) })
    signs = reply.json().signs
  })

  test('the session and the own computers of the person end at once, the factors stay until it is used', async () => {
    expect(await factorsLeft(t, person.id)).toEqual(['app_factors', 'code_sheets', 'passkeys'])
    const next = await t.app.inject({
      url: '/api/my-profile',
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}` },
    })
    expect(next.statusCode).toBe(401)
    expect(whyOf(next)).toBe('ended_administrator')
  })

  test('the log says who issued it for whom; mails go to the person and every FMB administrator; the signs are nowhere', async () => {
    expect(await auditOf(t, 'Authentication', person.id)).toEqual([
      {
        event: 'Reset Code Issued',
        user_email: demoEmail('laguna.approver'),
        auditable_code: person.email,
        changes: [{ field: 'reset_code', old: null, new: 'all eight signs' }],
      },
    ])
    const mails = await newMails(/reset code/i, seen)
    expect(toOf(mails)).toEqual([demoEmail('fmb.admin'), demoEmail('fmb.super'), person.email].sort())
    for (const mail of mails)
      expect(mail.text).toMatch(/Approver, laguna\.approver@.* has issued a reset code for/)
    const { rows } = await t.database.pool.query(
      'select row_to_json(audit_logs)::text as row from audit_logs union all select row_to_json(reset_codes)::text from reset_codes',
    )
    const everything = [
      ...rows.map(({ row }) => row),
      ...mails.map(({ text, html, subject }) => `${text}${html}${subject}`),
    ]
    expect(everything.join('\n')).not.toContain(signs)
    const [row] = await rowsOf(person)
    expect(row?.code_hash).toMatch(/^\$argon2id\$/)
  })

  test('it logs in once, typed as one reads it, and then only a new factor can be set up', async () => {
    seen = await mailCount()
    const typed = ` ${signs.slice(0, 4).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')}-${signs.slice(4)} `
    const reply = await enter(person, typed)
    expect(reply.statusCode).toBe(200)
    expect(await factorsLeft(t, person.id)).toEqual(['sessions'])
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${reply.json().token}` }
    const sites = await t.app.inject({ url: '/api/sites/datatable', headers })
    expect(whyOf(sites)).toBe('factor_first')
    expect((await t.app.inject({ url: '/api/my-sign-in', headers })).statusCode).toBe(200)

    expect(await rowsOf(person)).toMatchObject([
      { ended_by: 'used', code_hash: null, second_code_hash: null },
    ])
    const events = (await auditOf(t, 'Authentication', person.id)).map(({ event }) => event)
    expect(events).toContain('Reset Code Used')
    const mails = await newMails(/reset code .*used/i, seen)
    expect(toOf(mails)).toEqual([demoEmail('fmb.admin'), demoEmail('fmb.super'), person.email].sort())

    expect((await enter(person, signs)).json().errors).toEqual({ code: ['This code is not correct.'] })
  })

  test('until a new factor counts the password alone never logs in, and another code can be issued', async () => {
    const again = await (await t.as(null)).post('/login', { email: person.email, password: DEMO_PASSWORD })
    expect(Object.keys(again.json())).toEqual(['second_step'])
    const next = await signsOf('laguna.admin', person)
    expect((await enter(person, next)).statusCode).toBe(200)
  })
})

describe('who may not', () => {
  const refused = (by: string | null, person: Lost, status: number, code: string) =>
    expectRefusedCall(t, () => rowsOf(person), {
      status,
      call: async () => {
        const reply = await issue(by, person)
        expect([by, whyOf(reply)]).toEqual([by, code])
        return reply
      },
    })

  test('not signed in, an encoder, another office, another approver for an approver, a peer', async () => {
    const encoder = await lostPerson()
    await refused(null, encoder, 401, 'not_signed_in')
    await refused('laguna.encoder', encoder, 403, 'permission')
    await refused('r9.approver', encoder, 404, 'scope')
    const quezon = await lostPerson(QUEZON)
    await refused('laguna.approver', quezon, 404, 'scope')
    await refused('laguna.admin', quezon, 404, 'scope')
    const approver = await lostPerson({ role: 'PENRO Approver' })
    await refused('laguna.approver', approver, 403, 'permission')
    const admin = await lostPerson({ role: 'PENRO Administrator' })
    await refused('laguna.admin', admin, 403, 'superior_account')
    await refused('r4a.approver', encoder, 403, 'permission')
  })

  test('nobody for themselves, whatever their role', async () => {
    for (const name of ['laguna.approver', 'laguna.admin', 'r4a.admin', 'fmb.super']) {
      const id = await t.userId(name)
      await t.db
        .updateTable('users')
        .set({ factor_reset_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      const caller = await t.as(name)
      const reply = await caller.post(`/users/${id}/reset-code`)
      await t.db.updateTable('users').set({ factor_reset_at: null }).where('id', '=', id).execute()
      // who must set up a factor first can do nothing else either
      expect([name, reply.statusCode, whyOf(reply)]).toEqual([name, 403, 'factor_first'])
      expect(whyOf(await caller.post(`/users/${id}/reset-code`))).toBe('own_account')
    }
  })

  test('not for a person without a factor, nor a deactivated one, nor one who does not exist', async () => {
    const person = await lostPerson()
    await t.db.updateTable('users').set({ has_factor: false }).where('id', '=', person.id).execute()
    await refused('laguna.approver', person, 409, 'no_factor')
    const gone = await lostPerson({ status: 'Deactivated' })
    await refused('laguna.approver', gone, 409, 'inactive')
    await refused('fmb.super', { id: 9_999_999, name: '', email: '' }, 404, 'scope')
    expect((await (await t.as('fmb.super')).post('/users/x/reset-code')).statusCode).toBe(404)
    expect((await issue('laguna.approver', person, { seen: 7 })).statusCode).toBe(422)
  })

  test('an administrator with a factor proves their identity first; the log row says how', async () => {
    const person = await lostPerson()
    const role = await aRole(t, {
      name: 'Office head',
      access_level: 'PENRO',
      permissions: ['site_maps_approval', 'sites_posting_access'],
    })
    const id = await aPerson(t, 'office.head', { role, ...LAGUNA })
    const caller = await t.as('office.head')
    await t.db.updateTable('users').set({ has_factor: true }).where('id', '=', id).execute()
    const reply = await caller.post(`/users/${person.id}/reset-code`)
    expect([reply.statusCode, whyOf(reply)]).toEqual([403, 'proof_needed'])
    expect(await rowsOf(person)).toEqual([])
    await t.db
      .updateTable('sessions')
      .set({ proved_at: new Date().toISOString(), proved_by: 'password and passkey', proved_in_full: true })
      .where('user_id', '=', id)
      .execute()
    expect((await caller.post(`/users/${person.id}/reset-code`)).statusCode).toBe(200)
    const [row] = await auditOf(t, 'Authentication', person.id, { proofs: true })
    expect(row?.changes).toContainEqual({
      field: 'proof',
      old: null,
      new: 'password and passkey, less than a minute before',
    })
  })
})

describe('how it ends', () => {
  test('a newer one replaces it', async () => {
    const person = await lostPerson()
    const old = await signsOf('laguna.approver', person)
    const now = await signsOf('r4a.admin', person)
    expect((await enter(person, old)).statusCode).toBe(422)
    expect((await enter(person, now)).statusCode).toBe(200)
    expect(await rowsOf(person)).toMatchObject([
      { ended_by: 'replaced', code_hash: null },
      { ended_by: 'used', code_hash: null },
    ])
  })

  test('the code of one person is worth nothing to another', async () => {
    const [one, other, none] = [await lostPerson(), await lostPerson(), await lostPerson()]
    const signs = await signsOf('laguna.approver', one)
    await signsOf('laguna.approver', other)
    const ofTwo = await ofFmb()
    const halves = [await signsOf('fmb.admin', ofTwo), await signsOf('fmb.super', ofTwo)].join('')
    for (const thief of [other, none])
      for (const code of [signs, halves]) {
        expect((await enter(thief, code)).statusCode).toBe(422)
        expect(await factorsLeft(t, thief.id)).toContain('app_factors')
      }
    expect((await enter(one, signs)).statusCode).toBe(200)
    expect((await enter(ofTwo, halves)).statusCode).toBe(200)
  })

  test('of two who enter it at once one logs in', async () => {
    const person = await lostPerson()
    const signs = await signsOf('laguna.approver', person)
    const replies = await Promise.all([enter(person, signs), enter(person, signs)])
    expect(codesOf(replies)).toEqual([200, 422])
  })

  test('of two who issue at once the second learns of the first', async () => {
    const person = await lostPerson()
    const replies = await Promise.all(
      ['laguna.approver', 'laguna.admin', 'r4a.admin'].map((name) => issue(name, person, { seen: null })),
    )
    expect(codesOf(replies)).toEqual([200, 409, 409])
    expect(replies.filter((reply) => whyOf(reply) === 'code_just_issued')).toHaveLength(2)
    const [row] = await rowsOf(person)
    expect((await issue('r4a.admin', person, { seen: row?.issued_at })).statusCode).toBe(200)
  })
})

describe('for approvers and administrators of FMB', () => {
  let third: string
  beforeAll(async () => {
    third = 'fmb.third'
    await aPerson(t, third, { role: 'FMB Administrator' })
  })

  test('two administrators issue half of it each, in order, and neither half alone logs in', async () => {
    const person = await ofFmb()
    const first = (await issue('fmb.admin', person)).json()
    expect(first).toMatchObject({ part: 'first', signs: expect.stringMatching(/^.{4}$/) })
    const again = await issue('fmb.admin', person)
    expect([again.statusCode, whyOf(again)]).toEqual([409, 'first_half_yours'])
    expect((await enter(person, `${first.signs}${first.signs}`)).statusCode).toBe(422)
    const second = (await issue('fmb.super', person)).json()
    expect(second).toMatchObject({ part: 'second', signs: expect.stringMatching(/^.{4}$/) })
    expect((await enter(person, `${second.signs}${first.signs}`)).statusCode).toBe(422)
    expect((await enter(person, `${first.signs}${second.signs}`)).statusCode).toBe(200)
    const issued = (await auditOf(t, 'Authentication', person.id)).filter(
      ({ event }) => event === 'Reset Code Issued',
    )
    expect(issued.map(({ user_email, changes }) => [user_email, changes[0]?.new])).toEqual([
      [demoEmail('fmb.admin'), 'the first four signs'],
      [demoEmail('fmb.super'), 'the last four signs'],
    ])
  })

  test('a Super Administrator and an administrator too; no approver, and nobody below FMB', async () => {
    for (const role of ['FMB Super Administrator', 'FMB Administrator']) {
      const person = await ofFmb(role)
      expect((await issue('fmb.approver', person)).statusCode).toBe(403)
      expect((await issue('r4a.admin', person)).statusCode).toBe(404)
      expect((await issue('fmb.admin', person)).json().part).toBe('first')
      expect((await issue(third, person)).json().part).toBe('second')
    }
  })

  test('[S-160] a first half ends nothing of its person, nor a code that is whole; the second one does', async () => {
    const person = await ofFmb('FMB Super Administrator')
    await t.as(person.name)
    const seen = await mailCount()
    const left = await factorsLeft(t, person.id)
    const first = await signsOf('fmb.admin', person)
    expect(await factorsLeft(t, person.id)).toEqual(left)
    expect(left).toEqual(expect.arrayContaining(['own_computers', 'sessions']))
    for (const { text } of await newMails(/reset code/i, seen)) expect(text).not.toMatch(/logged out/)
    const second = await signsOf('fmb.super', person)
    expect(await factorsLeft(t, person.id)).toEqual(['app_factors', 'code_sheets', 'passkeys'])

    expect((await issue(third, person)).json().part).toBe('first')
    expect((await enter(person, `${first}${second}`)).statusCode).toBe(200)
    const other = await ofFmb()
    const old = [await signsOf('fmb.admin', other), await signsOf('fmb.super', other)].join('')
    const code = [await signsOf(third, other), await signsOf('fmb.admin', other)].join('')
    expect((await enter(other, old)).statusCode).toBe(422)
    expect((await enter(other, code)).statusCode).toBe(200)
    expect((await rowsOf(other)).map(({ ended_by }) => ended_by)).toEqual(['replaced', 'used'])
  })

  test('both are of two people: not of one who has made, raised or reset the other within seven days', async () => {
    const admin = await t.as('fmb.super')
    const roles = await t.db
      .selectFrom('roles')
      .select(['id', 'name'])
      .where('access_level', '=', 'FMB')
      .execute()
    const roleOf = (name: string) => roles.find((role) => role.name === name)?.id
    const named = async (role: string) => {
      const input = { first_name: 'Another', last_name: 'Account', sex: 'Female', access_level: 'FMB' }
      const email = `own.${(made += 1)}@bureau.example`
      const reply = await admin.post('/users', { ...input, email, role_id: roleOf(role) })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().user as { id: number; email: string }
    }
    const peerOf = async (role: string) => {
      const name = `peer.${(made += 1)}`
      return { id: await aPerson(t, name, { role }), email: demoEmail(name) }
    }
    const raised = await peerOf('FMB Approver')
    await admin.patch(`/users/${raised.id}`, { role_id: roleOf('FMB Administrator') })
    const reset = await peerOf('FMB Administrator')
    expect((await admin.post('/users/reset-password', { email: reset.email })).statusCode).toBe(200)
    await t.db.updateTable('users').set({ password_is_generated: false }).where('id', '=', reset.id).execute()
    const accounts = [await named('FMB Administrator'), raised, reset]
    for (const account of accounts) {
      const person = await ofFmb()
      await issue('fmb.super', person)
      const by = account.email.split('@')[0] ?? ''
      const reply = await issue(by, person)
      expect([by, reply.statusCode, whyOf(reply)]).toEqual([by, 409, 'not_two_people'])
      expect(Date.parse(reply.json().refusal.params.at)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
      expect(await rowsOf(person)).toMatchObject([{ second_issued_by: null }])
      expect((await issue('fmb.admin', person)).json().part).toBe('second')
    }
    // two accounts of one maker are one person too
    const person = await ofFmb()
    const [one, two] = accounts.map((account) => account.email.split('@')[0] ?? '')
    await issue(one ?? '', person)
    expect(whyOf(await issue(two ?? '', person))).toBe('not_two_people')
  })

  test('each half has one winner', async () => {
    const person = await ofFmb()
    const names = ['fmb.admin', 'fmb.super', third]
    const firsts = await Promise.all(names.map((name) => issue(name, person, { seen: null })))
    expect(codesOf(firsts)).toEqual([200, 409, 409])
    const winner = names[firsts.findIndex(({ statusCode }) => statusCode === 200)]
    const [half] = await rowsOf(person)
    const others = names.filter((name) => name !== winner)
    const seconds = await Promise.all(others.map((name) => issue(name, person, { seen: half?.issued_at })))
    expect(codesOf(seconds)).toEqual([200, 409])
    expect(await rowsOf(person)).toMatchObject([{ needs_two: true, ended_at: null }])
  })
})

describe('the lists', () => {
  test('administrators of FMB see all of them, newest first', async () => {
    const person = await lostPerson({ first_name: 'Zenaida', last_name: 'Ocampo' })
    await signsOf('laguna.approver', person)
    const caller = await t.as('fmb.admin')
    const page = (await caller.get('/sign-in/reset-codes?search=ocampo')).json()
    expect(page).toMatchObject({
      filteredCount: 1,
      data: [
        { user_name: 'Zenaida Ocampo', office: 'PENRO Laguna', second_issued_by_name: null, ended_by: null },
      ],
    })
    expect(page.totalCount).toBeGreaterThan(1)
    expect(Object.keys(page.data[0])).not.toContain('code_hash')
  })

  test('an approver sees the people of the office whose code they issue, and which is open', async () => {
    const person = await lostPerson({ first_name: 'Amado', last_name: 'Bello' })
    const peer = await lostPerson({ role: 'PENRO Approver' })
    const elsewhere = await lostPerson(QUEZON)
    await signsOf('laguna.admin', person)
    const { data } = (await (await t.as('laguna.approver')).get('/sign-in/people')).json()
    const ids = data.map(({ id }: Lost) => id)
    expect(ids).toContain(person.id)
    expect(ids).not.toContain(peer.id)
    expect(ids).not.toContain(elsewhere.id)
    expect(data.find(({ id }: Lost) => id === person.id)).toMatchObject({
      name: 'Amado Bello',
      has_factor: true,
      reset_code: { needs_two: false },
    })
  })
})

test('a code ends as not needed when its person logs in with the factor after all', async () => {
  const person = await lostPerson()
  await t.db.deleteFrom('app_factors').where('user_id', '=', person.id).execute()
  await withApp(t, person.name)
  const signs = await signsOf('laguna.approver', person)
  expect((await enter(person, await codeOf(t, person.name))).statusCode).toBe(200)
  expect(await rowsOf(person)).toMatchObject([{ ended_by: 'not needed', code_hash: null }])
  expect((await enter(person, signs)).statusCode).toBe(422)
})

describe('the 24 hours', () => {
  test('after 24 hours: refused at once, and listed as expired once the clean-up has run', async () => {
    const [person, late] = [await lostPerson(), await lostPerson()]
    const start = Date.now()
    t.setNow(new Date(start))
    const signs = await signsOf('laguna.approver', person)
    const tooLate = await signsOf('laguna.approver', late)
    // the approver's own session would end on the way
    t.setNow(new Date(start + 24 * 3_600_000 - 1_000))
    expect((await enter(person, signs)).statusCode).toBe(200)
    t.setNow(new Date(start + 24 * 3_600_000))
    expect((await enter(late, tooLate)).statusCode).toBe(422)
    const { tasks, close } = taskList(t.services)
    await tasks.clean_up_sessions()
    close()
    expect(await rowsOf(late)).toMatchObject([{ ended_by: 'expired', code_hash: null }])
  })
})

describe('the weekly mail', () => {
  const MONDAY = new Date('2031-12-01T06:30:00+08:00')
  const weekly = async (now: Date) => {
    const seen = await mailCount()
    t.setNow(now)
    const { tasks, close } = taskList(t.services)
    await tasks.send_weekly_mails()
    close()
    return newMails(/in the past week/, seen)
  }
  const administrators = async () => {
    const rows = await t.db
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .select('users.email')
      .where('roles.name', 'in', ['FMB Administrator', 'FMB Super Administrator'])
      .execute()
    return rows.map(({ email }) => email).sort()
  }
  beforeAll(async () => {
    await t.db.deleteFrom('reset_codes').execute()
  })

  test('names every code of the week once, to administrators of FMB alone, and is not sent without any', async () => {
    expect(await weekly(MONDAY)).toEqual([])
    const person = await lostPerson({ first_name: 'Nena', last_name: 'Cruz' })
    const by = await t.userId('laguna.approver')
    const code = { user_id: person.id, needs_two: false, issued_by: by, expires_at: '2031-12-01T00:00:00Z' }
    const ended = { ended_at: '2031-11-30T09:00:00+08:00', ended_by: 'used' }
    await t.db
      .insertInto('reset_codes')
      .values([
        { ...code, ...ended, issued_at: '2031-11-28T10:00:00+08:00' },
        { ...code, issued_at: '2031-11-30T23:59:00+08:00' },
      ])
      .execute()
    const mails = await weekly(MONDAY)
    expect(toOf(mails)).toEqual(await administrators())
    expect(mails[0]?.subject).toBe('2 reset codes in the past week')
    expect(mails[0]?.text).toContain('Nena Cruz, PENRO Laguna: issued by')
    expect(mails[0]?.text).toMatch(/Nov 28, 2031.*; used, Nov 30, 2031/)
    expect(mails[0]?.text).toMatch(/Nov 30, 2031.*; not used yet/)
    expect(await weekly(MONDAY), 'a second run of the same Monday').toEqual([])
    expect(await weekly(new Date(MONDAY.getTime() + 7 * 86_400_000))).toEqual([])
  })
})
