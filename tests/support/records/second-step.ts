import type { LightMyRequestResponse } from 'fastify'
import { DEMO_PASSWORD, demoEmail } from '../../../server/seed/demo-people.ts'
import { API_KEY, type TestApp } from '../product/app.ts'
import { codeOf } from './factors.ts'
import { aPerson } from './people.ts'

/** A browser that logs in: its network, its program and what it has stored. */
export type Browser = { from?: string; userAgent?: string; cookie?: string; token?: string }

/** Calls the product as this browser. */
export function callAs(
  { app }: Pick<TestApp, 'app'>,
  path: string,
  body: object,
  { from, userAgent, cookie, token }: Browser = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: body,
    headers: {
      'x-api-key': API_KEY,
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(userAgent ? { 'user-agent': userAgent } : {}),
      ...(cookie ? { cookie } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
}

type More = Browser & { password?: string; force?: boolean }

/** The first step of a login. */
export const firstStep = (
  t: Pick<TestApp, 'app'>,
  name: string,
  { password = DEMO_PASSWORD, force, ...browser }: More = {},
) =>
  callAs(
    t,
    '/login',
    { email: demoEmail(name), password, ...(force === undefined ? {} : { force }) },
    browser,
  )

/** The token of a login that waits for its second step. */
export async function stepToken(t: Pick<TestApp, 'app'>, name: string, more: More = {}): Promise<string> {
  const reply = await firstStep(t, name, more)
  const token = reply.json().second_step?.token
  if (!token) throw new Error(`No second step is asked: ${reply.body}`)
  return token
}

/** The second step of a login. */
export const secondStep = (t: Pick<TestApp, 'app'>, body: object, browser: Browser = {}) =>
  callAs(t, '/login/second-step', body, browser)

/** Logs a person with an app in; returns the reply of the second step. */
export async function logInWithApp(
  t: TestApp,
  name: string,
  { own_computer, ...browser }: Browser & { own_computer?: boolean } = {},
) {
  const token = await stepToken(t, name, browser)
  const more = own_computer === undefined ? {} : { own_computer }
  return secondStep(t, { token, code: await codeOf(t, name), force: true, ...more }, browser)
}

/** The cookie that a reply has stored. */
export const cookieOf = (reply: LightMyRequestResponse): string =>
  String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''

/** Adds a person at FMB who can log in with the password of the demo people. */
export async function aPersonWithPassword(t: TestApp, name: string, role = 'FMB Approver'): Promise<number> {
  const id = await aPerson(t, name, { role })
  const { password_hash } = await t.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', demoEmail('fmb.admin'))
    .executeTakeFirstOrThrow()
  await t.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  return id
}
