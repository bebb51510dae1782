import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createLog } from '../../server/lib/log.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { deliveredMails, linkIn } from '../support/records/mails.ts'
import { roleId } from '../support/records/people.ts'

/** The server's log of a day must contain nothing that opens an account or shows what people typed. */

const lines: string[] = []
const secrets = new Set<string>()
const secret = (text: string): string => {
  secrets.add(text)
  return text
}

let t: TestApp
const call = (method: 'GET' | 'POST', url: string, token: string | null = null, payload?: object) =>
  t.app.inject({
    method,
    url,
    headers: { 'x-api-key': secret(API_KEY), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(payload ? { payload } : {}),
  })

async function logIn(email: string, password: string): Promise<string> {
  const reply = await call('POST', '/api/login', null, { email, password: secret(password), force: true })
  expect(reply.statusCode, reply.body).toBe(200)
  return secret(reply.json().token)
}

async function useLink(link: URL, password: string): Promise<void> {
  const token = secret(link.searchParams.get('token') ?? '')
  secret(link.href)
  secret(link.search)
  expect((await call('GET', link.pathname + link.search)).statusCode).toBe(200)
  expect((await call('GET', `${link.pathname}/${link.search}`)).statusCode).toBe(302)
  const sent = { email: link.searchParams.get('email'), token, password: secret(password) }
  const done = await call('POST', '/api/reset-password', null, { ...sent, password_confirmation: password })
  expect(done.statusCode, done.body).toBe(200)
}

beforeAll(async () => {
  const webDir = path.resolve('dist/web')
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  t = await startApp({ webDir, log })
  return () => t.close()
})

test('the log holds no token, link, password or typed text of a whole story, at its most talkative', async () => {
  const encoder = demoEmail('laguna.encoder')
  const wrong = { email: encoder, password: secret('Mali-ang-Password-2031!') }
  expect((await call('POST', '/api/login', null, wrong)).statusCode).toBe(422)
  const first = await logIn(encoder, DEMO_PASSWORD)
  await call('POST', '/api/logout', first, {})

  await call('POST', '/api/forgot-password', null, { email: encoder })
  await useLink(linkIn((await deliveredMails(t)).at(-1)), 'Acacia-Dapdap-2044?')
  const token = await logIn(encoder, 'Acacia-Dapdap-2044?')

  const admin = await logIn(demoEmail('fmb.admin'), DEMO_PASSWORD)
  const email = 'bago.tao@bureau.example'
  const invited = await call('POST', '/api/users', admin, {
    first_name: 'Bago',
    last_name: 'Tao',
    sex: 'Male',
    email,
    access_level: 'FMB',
    region_id: null,
    penro: null,
    role_id: await roleId(t, 'FMB Approver'),
  })
  expect(invited.statusCode, invited.body).toBe(200)
  await useLink(linkIn((await deliveredMails(t)).at(-1)), 'Tindalo-Ipil-2051#')
  expect((await call('POST', '/api/users/reset-password', admin, { email })).statusCode).toBe(200)
  const mailed = (await deliveredMails(t)).find(({ subject }) => subject === 'Your new password')
  const [, generated = ''] = /password is:\s+(\S+)/.exec(mailed?.text ?? '') ?? []
  expect(generated.length).toBeGreaterThan(11)
  const newcomer = await logIn(email, generated)
  const change = { email, old_password: generated, password: secret('Kamagong-Yakal-88*') }
  const changed = await call('POST', '/api/change-password', newcomer, {
    ...change,
    password_confirmation: change.password,
  })
  expect(changed.statusCode, changed.body).toBe(200)

  const upload = await (await t.as('quezon.encoder')).upload('csv', 'trees.csv', 'name\r\nBiñan\r\n')
  secret((await t.as('quezon.encoder')).token ?? '')
  expect(upload.statusCode, upload.body).toBe(200)
  const typed = secret('Samahan-ng-mga-magsasaka')
  const draft = { content: JSON.stringify({ name_of_partner: typed }) }
  expect((await call('POST', '/api/drafts/site-add', token, draft)).statusCode).toBe(200)
  expect((await call('GET', `/api/sites/datatable?search=${typed}`, token)).statusCode).toBe(200)
  expect((await call('GET', `/site/approved?search=${typed}`)).statusCode).toBe(200)
  expect((await call('GET', `/abc?token=${secret('a'.repeat(43))}`)).statusCode).toBe(302)
  expect((await call('GET', `/api/nowhere?token=${'a'.repeat(43)}`)).statusCode).toBe(404)
  expect((await call('GET', `/api/regions/%E0%A4%A?token=${'a'.repeat(43)}`)).statusCode).toBe(400)

  const log = lines.join('')
  expect(log).toContain('"url":"/reset-password?…"')
  expect(log).toContain('"url":"/api/login"')
  expect(secrets.size).toBeGreaterThan(15)
  const spellings = (text: string) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]
  const told = [...secrets].filter((text) => spellings(text).some((one) => log.includes(one)))
  expect(told).toEqual([])
})
