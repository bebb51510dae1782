import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { hashOfToken } from '../../../server/context/sessions.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../doubles/oidc-provider.ts'
import { API_KEY } from '../product/api-key.ts'
import type { TestApp } from '../product/app.ts'

export const PRODUCT_URL = 'http://localhost:3999'
export const PROVIDER = 'DENR login'

const secretFile = path.join(os.tmpdir(), `safeguards-oidc-secret-${process.pid}`)

/** The settings of a product with this provider. */
export function oidcSettings(issuer: string, more: Record<string, string> = {}): Record<string, string> {
  writeFileSync(secretFile, `${CLIENT_SECRET}\n`)
  return {
    PUBLIC_URL: PRODUCT_URL,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_NAME: PROVIDER,
    OIDC_CLIENT_SECRET_FILE: secretFile,
    ...more,
  }
}

/** A browser as the product knows it: its cookies, and who is signed in. */
export type TestBrowser = { cookies: Map<string, string>; token: string | null; from?: string }
export const newBrowser = (token: string | null = null): TestBrowser => ({ cookies: new Map(), token })

/** Makes a call from this browser, which keeps the cookies of the reply. */
export async function callFrom(
  { app }: Pick<TestApp, 'app'>,
  browser: TestBrowser,
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: {
      'x-api-key': API_KEY,
      cookie,
      ...headers,
      ...(browser.token ? { authorization: `Bearer ${browser.token}` } : {}),
    },
    ...(payload ? { payload } : {}),
  })
  for (const { name, value } of reply.cookies) browser.cookies.set(name, value)
  return reply
}

/** Begins single sign-on, or with a signed-in browser a link; returns the provider's address. */
export async function begin(t: TestApp, browser: TestBrowser, url = '/sign-in/oidc/start'): Promise<string> {
  const reply = await callFrom(t, browser, url)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().address
}

/** Sends what the provider returned. */
export const answer = (
  t: Pick<TestApp, 'app'>,
  browser: TestBrowser,
  query: { toString: () => string },
  force?: boolean,
): Promise<LightMyRequestResponse> =>
  callFrom(t, browser, '/sign-in/oidc/answer', { query: query.toString(), ...(force ? { force } : {}) })

/** Adds an identity of this issuer, linked to a demo person where one is named; returns its id. */
export async function anIdentity(
  t: TestApp,
  {
    issuer,
    subject,
    person,
    name = '',
    email = '',
  }: {
    issuer: string
    subject: string
    person?: string
    name?: string
    email?: string
  },
): Promise<number> {
  const owner = person ? { user_id: await t.userId(person), linked_at: new Date().toISOString() } : {}
  const { id } = await t.db
    .insertInto('oidc_identities')
    .values({ issuer, subject, name, email, ...owner })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The token of a demo person, valid from now on, who has just proved their identity with the password. */
export async function freshToken(t: TestApp, person: string): Promise<string> {
  const { token } = await t.as(person)
  const token_hash = hashOfToken(token ?? '')
  const at = t.services.now().toISOString()
  const session = { token_hash, created_at: at, last_used_at: at, proved_at: at, proved_by: 'password' }
  await t.db.deleteFrom('ended_sessions').where('token_hash', '=', token_hash).execute()
  await t.db
    .insertInto('sessions')
    .values({ user_id: await t.userId(person), ...session })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(session))
    .execute()
  return token ?? ''
}
