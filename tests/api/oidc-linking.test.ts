import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveIdentities } from '../../server/oidc/operator-oidc.actions.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { type OidcDouble, startOidcProvider } from '../support/doubles/oidc-provider.ts'
import { startApp, type TestApp } from '../support/product/app.ts'
import { codeOf, withApp } from '../support/records/factors.ts'
import { deliveredMails } from '../support/records/mails.ts'
import {
  anIdentity,
  answer,
  begin,
  callFrom,
  freshToken,
  newBrowser,
  oidcSettings,
  PRODUCT_URL,
  PROVIDER,
} from '../support/records/single-sign-on.ts'

/** Accounts and the identities that enter them: linked by their people or by administrators, one to one. */

const TAKEN = `This account at ${PROVIDER} is linked to another account here, so nothing was changed.`
const LINKED = `This account is already linked to ${PROVIDER}. Remove that link first.`
const NOT_LINKED = `This account is not linked to ${PROVIDER}.`

let provider: OidcDouble
let t: TestApp
let mailsBefore = 0
beforeAll(async () => {
  provider = await startOidcProvider(PRODUCT_URL)
  t = await startApp({ settings: oidcSettings(provider.issuer) })
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})
beforeEach(async () => {
  for (const table of ['oidc_sign_ins', 'oidc_identities'] as const) await t.db.deleteFrom(table).execute()
  await t.db
    .updateTable('users')
    .set({ has_factor: false, is_break_glass: false })
    .where((eb) => eb.or([eb('has_factor', '=', true), eb('is_break_glass', '=', true)]))
    .execute()
  mailsBefore = (await deliveredMails(t)).length
})

const START = '/my-sign-in/oidc/start'
const UNLINK = '/my-sign-in/oidc/unlink'

const anIdentityOf = (subject: string, person?: string) =>
  anIdentity(t, {
    issuer: provider.issuer,
    subject,
    name: 'Isabel Muñoz',
    email: 'isabel@denr.example',
    ...(person ? { person } : {}),
  })

/** Links a person's account to this identity, as the person. */
async function link(person: string, subject: string) {
  const browser = newBrowser(await freshToken(t, person))
  const back = await provider.visit(await begin(t, browser, START), subject)
  return { reply: await answer(t, browser, back.searchParams), query: back.searchParams, browser }
}

const links = async () => {
  const rows = await t.db
    .selectFrom('oidc_identities')
    .leftJoin('users', 'users.id', 'oidc_identities.user_id')
    .select(['subject', 'users.email'])
    .orderBy('subject')
    .execute()
  return Object.fromEntries(rows.map(({ subject, email }) => [subject, email?.split('@')[0] ?? null]))
}

const newestRow = () =>
  t.db
    .selectFrom('audit_logs')
    .select(['event', 'auditable_code', 'user_email', 'field_change'])
    .where('auditable_type', '=', 'Authentication')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const newMails = async () =>
  (await deliveredMails(t)).slice(mailsBefore).map(({ to, subject, text }) => ({
    to: to?.[0]?.address,
    subject,
    text: text ?? '',
  }))

const refused = (reply: { statusCode: number; json: () => { message: string } }) => [
  reply.statusCode,
  reply.json().message,
]

describe('by their own person', () => {
  test('after signing in: the provider asks who it is, the log and a mail say so, and it signs in', async () => {
    const browser = newBrowser(await freshToken(t, 'laguna.encoder'))
    const me = await t.as('laguna.encoder')
    expect((await me.get('/my-sign-in/oidc')).json()).toMatchObject({ identity: null, linked_at: null })
    const address = await begin(t, browser, START)
    // a shared computer may still know a colleague there
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    const back = await provider.visit(address, 's-isabel')
    const reply = await answer(t, browser, back.searchParams)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual({
      linked: {
        id: expect.any(Number),
        name: 'Isabel Muñoz',
        email: 'isabel@denr.example',
        first_seen: expect.any(String),
        last_used: expect.any(String),
      },
    })
    expect((await me.get('/my-sign-in/oidc')).json().identity).toEqual(reply.json().linked)
    expect(await newestRow()).toEqual({
      event: 'Identity Linked',
      auditable_code: demoEmail('laguna.encoder'),
      user_email: demoEmail('laguna.encoder'),
      field_change: [
        {
          field: 'identity',
          old: null,
          new: `Isabel Muñoz (isabel@denr.example): s-isabel at ${provider.issuer}`,
        },
        { field: 'proof', old: null, new: expect.stringMatching(/^password, /) },
      ],
    })
    const [mail] = await newMails()
    expect(mail).toMatchObject({
      to: demoEmail('laguna.encoder'),
      subject: `Your account was linked to ${PROVIDER}`,
    })
    expect(mail?.text).toContain(`was linked to Isabel Muñoz (isabel@denr.example) at ${PROVIDER} on `)

    const guest = newBrowser()
    const again = await provider.visit(await begin(t, guest), 's-isabel')
    const entered = await answer(t, guest, again.searchParams, true)
    expect(entered.json().user?.email, entered.body).toBe(demoEmail('laguna.encoder'))
    await t.db
      .deleteFrom('sessions')
      .where('user_id', '=', await t.userId('laguna.encoder'))
      .execute()
  })

  test('only after a fresh proof of who they are, also of people without a second factor', async () => {
    const token = await freshToken(t, 'quezon.encoder')
    const longAgo = new Date(Date.now() - 16 * 60_000).toISOString()
    const id = await t.userId('quezon.encoder')
    await t.db.updateTable('sessions').set({ proved_at: longAgo }).where('user_id', '=', id).execute()
    for (const url of [START, UNLINK]) {
      if (url === UNLINK) await anIdentityOf('s-ramon', 'quezon.encoder')
      const reply = await callFrom(t, newBrowser(token), url)
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({ refusal: { code: 'proof_needed', params: { means: 'password' } } })
    }
    expect(await links()).toEqual({ 's-ramon': 'quezon.encoder' })
  })

  test('a stolen session alone links nothing where there is a second factor', async () => {
    const token = await freshToken(t, 'quezon.encoder')
    const id = await t.userId('quezon.encoder')
    await t.db.updateTable('users').set({ has_factor: true }).where('id', '=', id).execute()
    const reply = await callFrom(t, newBrowser(token), START)
    expect(reply.json()).toMatchObject({ refusal: { code: 'proof_needed', params: { means: 'both' } } })
  })

  test('the person who comes back must be the one who left', async () => {
    for (const token of [null, await freshToken(t, 'r4a.approver')]) {
      const browser = newBrowser(await freshToken(t, 'laguna.approver'))
      const back = await provider.visit(await begin(t, browser, START), 's-isabel')
      const another = { cookies: new Map(browser.cookies), token }
      expect((await answer(t, another, back.searchParams)).statusCode).toBe(401)
      // it has ended for everybody
      expect((await answer(t, browser, back.searchParams)).statusCode).toBe(422)
    }
    expect(await links()).toEqual({})
  })

  test('an identity of another account stays there, and nothing changes', async () => {
    await anIdentityOf('s-isabel', 'laguna.encoder')
    const { reply } = await link('laguna.approver', 's-isabel')
    expect(refused(reply)).toEqual([409, TAKEN])
    expect(await links()).toEqual({ 's-isabel': 'laguna.encoder' })
    expect(await newMails()).toEqual([])
  })

  test('of two accounts that take one identity at the same moment one gets it', async () => {
    const people = ['laguna.approver', 'r4a.approver', 'fmb.approver']
    const ready = await Promise.all(
      people.map(async (person) => {
        const browser = newBrowser(await freshToken(t, person))
        const back = await provider.visit(await begin(t, browser, START), 's-isabel')
        return () => answer(t, browser, back.searchParams)
      }),
    )
    const replies = await Promise.all(ready.map((send) => send()))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const winner = people[replies.findIndex(({ statusCode }) => statusCode === 200)]
    expect(await links()).toEqual({ 's-isabel': winner })
    for (const loser of replies.filter(({ statusCode }) => statusCode === 409))
      expect(refused(loser)).toEqual([409, TAKEN])
  })

  test('an account has one identity; of a provider that is gone it makes room', async () => {
    await anIdentityOf('s-isabel', 'laguna.encoder')
    const token = await freshToken(t, 'laguna.encoder')
    expect(refused(await callFrom(t, newBrowser(token), START))).toEqual([409, LINKED])
    await t.db.updateTable('oidc_identities').set({ issuer: 'https://old.example' }).execute()
    const { reply } = await link('laguna.encoder', 's-isabel')
    expect(reply.statusCode, reply.body).toBe(200)
    const rows = await t.db.selectFrom('oidc_identities').select(['issuer', 'user_id']).execute()
    expect(rows).toContainEqual({ issuer: 'https://old.example', user_id: null })
    expect((await newestRow())?.field_change).toMatchObject([
      { field: 'identity', old: expect.stringContaining('s-isabel at https://old.example') },
      { field: 'proof' },
    ])
  })

  test('two visits of one account that end at once link one identity', async () => {
    const token = await freshToken(t, 'laguna.encoder')
    const visits = []
    for (const subject of ['s-isabel', 's-ramon']) {
      const browser = newBrowser(token)
      visits.push({ browser, back: await provider.visit(await begin(t, browser, START), subject) })
    }
    const replies = await Promise.all(
      visits.map(({ browser, back }) => answer(t, browser, back.searchParams)),
    )
    // beginning anew ends the visit before
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([422, 200])
    expect(await links()).toEqual({ 's-ramon': 'laguna.encoder' })
  })

  test('the sealed account of the operator is never linked', async () => {
    const id = await t.userId('fmb.approver')
    await t.db.updateTable('users').set({ is_break_glass: true }).where('id', '=', id).execute()
    const identity_id = await anIdentityOf('s-ramon')
    const own = await callFrom(t, newBrowser(await freshToken(t, 'fmb.approver')), START)
    expect(own.statusCode).toBe(403)
    const reply = await (await t.as('fmb.super')).post(`/users/${id}/identity`, { identity_id })
    expect(reply.statusCode).toBe(409)
    expect(await links()).toEqual({ 's-ramon': null })
  })

  test('is removed with a proof, a row and a mail; then it signs nobody in', async () => {
    await anIdentityOf('s-isabel', 'laguna.encoder')
    const browser = newBrowser(await freshToken(t, 'laguna.encoder'))
    expect((await callFrom(t, browser, UNLINK)).json()).toEqual({ message: 'The link was removed.' })
    expect(await links()).toEqual({ 's-isabel': null })
    expect(await newestRow()).toMatchObject({
      event: 'Identity Unlinked',
      field_change: [{ field: 'identity', new: null }, { field: 'proof' }],
    })
    expect((await newMails()).map(({ subject }) => subject)).toEqual([
      `Your account is no longer linked to ${PROVIDER}`,
    ])
    expect(refused(await callFrom(t, browser, UNLINK))).toEqual([409, NOT_LINKED])
    const guest = newBrowser()
    const back = await provider.visit(await begin(t, guest), 's-isabel')
    expect((await answer(t, guest, back.searchParams)).json().refusal.code).toBe('identity_unknown')
  })

  test('a link that is removed while its person is asked about another session signs nobody in', async () => {
    await anIdentityOf('s-isabel', 'laguna.encoder')
    await freshToken(t, 'laguna.encoder')
    const guest = newBrowser()
    const back = await provider.visit(await begin(t, guest), 's-isabel')
    expect((await answer(t, guest, back.searchParams)).statusCode).toBe(409)
    await t.db.updateTable('oidc_identities').set({ user_id: null, linked_at: null }).execute()
    expect((await answer(t, guest, back.searchParams, true)).statusCode).toBe(422)
  })

  test('needs a session', async () => {
    for (const url of [START, UNLINK]) expect((await callFrom(t, newBrowser(), url)).statusCode).toBe(401)
  })
})

test('the same provider with a new address keeps every link, at the operator’s word, and the log says so', async () => {
  const old = 'https://old.example'
  const link = (issuer: string, subject: string, person?: string) =>
    anIdentity(t, { issuer, subject, ...(person ? { person } : {}) })
  await link(old, 's-isabel', 'laguna.encoder')
  await link(old, 's-ramon', 'quezon.encoder')
  await link(old, 's-twice')
  // came from the new address already, without an account; and was linked anew there
  await link(provider.issuer, 's-ramon')
  await link(provider.issuer, 's-twice', 'r4a.approver')
  const refuses = (from: string) => expect(moveIdentities(t.services, from)).rejects
  await refuses(provider.issuer).toThrow('Set OIDC_ISSUER to the new address of the provider first.')
  await refuses('https://odd.example').toThrow(
    'No person has come from https://odd.example: copy the address',
  )
  expect(await moveIdentities(t.services, old)).toBe(2)
  const rows = await t.db.selectFrom('oidc_identities').select(['issuer', 'subject', 'user_id']).execute()
  expect(rows).toHaveLength(4)
  for (const [subject, person] of [
    ['s-isabel', 'laguna.encoder'],
    ['s-ramon', 'quezon.encoder'],
    ['s-twice', 'r4a.approver'],
  ] as const)
    expect(rows).toContainEqual({ issuer: provider.issuer, subject, user_id: await t.userId(person) })
  const row = await t.db
    .selectFrom('audit_logs')
    .select(['user_name', 'field_change'])
    .where('event', '=', 'Settings Changed')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    user_name: 'Operator at the server',
    field_change: [{ field: 'oidc_issuer', old, new: provider.issuer }],
  })
})

describe('[S-159] offered by an administrator', () => {
  const offer = async (admin: string, person: string, body: object) =>
    (await t.as(admin)).post(`/users/${await t.userId(person)}/identity`, body)
  const unlinkUser = async (admin: string, person: string) =>
    (await t.as(admin)).post(`/users/${await t.userId(person)}/identity/unlink`)
  const offers = async () =>
    (
      await t.db
        .selectFrom('oidc_identities')
        .select('offered_to')
        .where('offered_to', 'is not', null)
        .execute()
    ).map(({ offered_to }) => offered_to)
  /** Comes back from the provider to this browser, without a linked account. */
  async function comesBack(subject: string, browser = newBrowser()) {
    const back = await provider.visit(await begin(t, browser), subject)
    return { browser, reply: await answer(t, browser, back.searchParams) }
  }
  const logIn = (browser: ReturnType<typeof newBrowser>, person: string) =>
    callFrom(t, browser, '/login', { email: demoEmail(person), password: DEMO_PASSWORD, force: true })

  test('to a person whom administrators of FMB alone find in the list; all of them and the owner are told', async () => {
    const identity_id = await anIdentityOf('s-isabel')
    await anIdentityOf('s-ramon', 'quezon.encoder')
    await anIdentity(t, { issuer: 'https://old.example', subject: 's-old' })
    for (const person of ['laguna.encoder', 'laguna.admin', 'r4a.admin', 'fmb.approver', 'fmb.auditor'])
      expect((await (await t.as(person)).get('/users/identities')).statusCode).toBe(403)
    const admin = await t.as('fmb.admin')
    const list = (await admin.get('/users/identities')).json()
    expect(list).toMatchObject({ totalCount: 1, data: [{ id: identity_id, name: 'Isabel Muñoz' }] })
    expect((await admin.get('/users/identities?search=munoz')).json().filteredCount).toBe(1)
    expect((await admin.get('/users/identities?search=ramon')).json().filteredCount).toBe(0)

    const reply = await offer('fmb.admin', 'laguna.encoder', { identity_id })
    expect(reply.json(), reply.body).toMatchObject({ identity: null, offered: { id: identity_id } })
    const id = await t.userId('laguna.encoder')
    expect((await admin.get(`/users/${id}/identity`)).json()).toEqual(reply.json())
    expect(await links()).toMatchObject({ 's-isabel': null })
    const [identity, proof] = ((await newestRow())?.field_change ?? []) as FieldChange[]
    expect([identity?.new, proof?.field]).toEqual([expect.stringContaining('s-isabel at'), 'proof'])
    const mails = await newMails()
    expect(mails.map(({ to }) => to).sort()).toEqual(
      ['fmb.admin', 'fmb.super', 'laguna.encoder'].map(demoEmail).sort(),
    )
    for (const { text } of mails) expect(text).toMatch(/ offered on .* to link .* Isabel Muñoz/)

    await unlinkUser('laguna.admin', 'laguna.encoder')
    expect(await offers()).toEqual([])
    expect((await comesBack('s-isabel')).reply.json().refusal.code).toBe('identity_unknown')
    expect(refused(await unlinkUser('laguna.admin', 'laguna.encoder'))).toEqual([409, NOT_LINKED])
  })

  test('is accepted by password, in the browser to which the identity has come back, and then signs in', async () => {
    await offer('fmb.admin', 'laguna.encoder', { identity_id: await anIdentityOf('s-isabel') })
    await logIn(newBrowser(), 'laguna.encoder')
    expect(await links()).toEqual({ 's-isabel': null })
    const { browser, reply } = await comesBack('s-isabel')
    expect([reply.statusCode, reply.json().refusal.code]).toEqual([403, 'link_offered'])
    await logIn(newBrowser(), 'laguna.encoder')
    await logIn(browser, 'quezon.encoder')
    expect(await links()).toEqual({ 's-isabel': null })
    expect((await logIn(browser, 'laguna.encoder')).statusCode).toBe(200)
    expect(await links()).toEqual({ 's-isabel': 'laguna.encoder' })
    expect(await offers()).toEqual([])
    const row = await t.db
      .selectFrom('audit_logs')
      .select(['user_email', 'field_change'])
      .where('event', '=', 'Identity Linked')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row?.user_email).toBe(demoEmail('laguna.encoder'))
    expect(row?.field_change).toContainEqual({
      field: 'proof',
      old: null,
      new: 'password, less than a minute before',
    })
    expect((await newMails()).at(-1)?.text).toMatch(/was linked to Isabel Muñoz/)
    expect((await comesBack('s-isabel')).reply.statusCode).toBe(409)

    const person = await freshToken(t, 'laguna.encoder')
    expect((await unlinkUser('laguna.admin', 'laguna.encoder')).statusCode).toBe(200)
    const ended = await callFrom(t, newBrowser(person), UNLINK)
    expect(ended.json()).toMatchObject({ refusal: { code: 'ended_administrator' } })
  })

  test('is accepted with the second factor where there is one, on an own computer too, and never by one alone', async () => {
    await withApp(t, 'laguna.encoder')
    await offer('fmb.admin', 'laguna.encoder', { identity_id: await anIdentityOf('s-isabel') })
    const second = async (browser: ReturnType<typeof newBrowser>, token: string) =>
      callFrom(t, browser, '/login/second-step', {
        token,
        code: await codeOf(t, 'laguna.encoder'),
        force: true,
        own_computer: true,
      })
    const browser = newBrowser()
    const first = await logIn(browser, 'laguna.encoder')
    expect((await second(browser, first.json().second_step.token)).statusCode).toBe(200)
    // by the password alone from now on
    expect((await logIn(browser, 'laguna.encoder')).json().token).toEqual(expect.any(String))
    await comesBack('s-isabel', browser)
    const again = await logIn(browser, 'laguna.encoder')
    expect(await links()).toEqual({ 's-isabel': null })
    expect((await second(browser, again.json().second_step.token)).statusCode).toBe(200)
    expect(await links()).toEqual({ 's-isabel': 'laguna.encoder' })
  })

  test('not to a superior, oneself, a deactivated account; nor by those below FMB', async () => {
    const identity_id = await anIdentityOf('s-isabel')
    const status = async (admin: string, person: string) =>
      (await offer(admin, person, { identity_id })).statusCode
    await freshToken(t, 'laguna.encoder')
    for (const admin of ['laguna.admin', 'r4a.admin', 'laguna.encoder'])
      expect(await status(admin, 'laguna.approver')).toBe(403)
    expect(await status('fmb.admin', 'fmb.admin')).toBe(403)
    expect(await status('fmb.admin', 'fmb.super')).toBe(403)
    const id = await t.userId('laguna.approver')
    await t.db.updateTable('users').set({ status: 'Deactivated' }).where('id', '=', id).execute()
    expect(await status('fmb.admin', 'laguna.approver')).toBe(409)
    await t.db.updateTable('users').set({ status: 'Activated' }).where('id', '=', id).execute()
    expect(await offers()).toEqual([])
    const other = await t.userId('quezon.encoder')
    expect((await (await t.as('laguna.admin')).get(`/users/${other}/identity`)).statusCode).toBe(404)
  })

  test('not an identity that is taken, unknown or of another provider; the last offer of one counts', async () => {
    const taken = await anIdentityOf('s-isabel', 'quezon.encoder')
    const free = await anIdentityOf('s-ramon')
    const old = await anIdentity(t, { issuer: 'https://old.example', subject: 's-old' })
    const send = (identity_id: unknown) => offer('fmb.admin', 'r4a.approver', { identity_id })
    expect(refused(await send(taken))).toEqual([409, TAKEN])
    expect((await send(old)).statusCode).toBe(404)
    expect((await send(2_000_000_000)).statusCode).toBe(404)
    for (const odd of [0, -1, 1.5, 'x', null]) expect((await send(odd)).statusCode).toBe(422)
    expect((await send(free)).statusCode).toBe(200)
    expect((await send(await anIdentityOf('s-third'))).statusCode).toBe(200)
    expect(await offers()).toEqual([await t.userId('r4a.approver')])
    expect(refused(await offer('fmb.admin', 'quezon.encoder', { identity_id: free }))).toEqual([409, LINKED])
    const people = ['laguna.encoder', 'laguna.admin']
    await Promise.all(people.map((person) => offer('fmb.admin', person, { identity_id: free })))
    expect(await offers()).toHaveLength(2)
  })
})
