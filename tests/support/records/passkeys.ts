import { expect } from 'vitest'
import { type Authenticator, createAuthenticator } from '../doubles/authenticator.ts'
import type { TestApp } from '../product/app.ts'

/** The address of the product as its pages have it. */
export const originOf = (t: TestApp): string => new URL(t.services.config.public_url).origin

/** A security key at the product's page. */
export const aDevice = (t: TestApp, built: Parameters<typeof createAuthenticator>[1] = {}): Authenticator =>
  createAuthenticator(originOf(t), built)

/** Gives the session of a person the proof of a login; `minutes` ago, with all factors or the password alone. */
export async function prove(t: TestApp, name: string, { minutes = 0, in_full = true } = {}): Promise<void> {
  await t.as(name)
  await t.db
    .updateTable('sessions')
    .set({
      proved_at: new Date(t.services.now().getTime() - minutes * 60_000).toISOString(),
      proved_by: 'password',
      proved_in_full: in_full,
    })
    .where('user_id', '=', await t.userId(name))
    .execute()
}

/** What the browser of a person is asked for. */
export async function optionsFor(t: TestApp, name: string, purpose: string, more: object = {}) {
  const reply = await (await t.as(name)).post('/my-sign-in/passkeys/options', { purpose, ...more })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ options: { challenge: string } & Record<string, unknown> }>()
}

/** Adds a passkey to the account of a person, which is not tested yet; returns its id. */
export async function anUntestedPasskey(t: TestApp, name: string, device: Authenticator, label = 'Phone') {
  const asked = await optionsFor(t, name, 'add')
  const body = { name: label, passkey: device.create(asked) }
  const reply = await (await t.as(name)).post('/my-sign-in/passkeys', body)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<{ id: number }>().id
}

/** Adds a passkey to the account of a person and tests it, so that it counts; returns its id and the test's reply. */
export async function aPasskey(t: TestApp, name: string, device: Authenticator, label = 'Phone') {
  await prove(t, name)
  const id = await anUntestedPasskey(t, name, device, label)
  const passkey = device.sign(await optionsFor(t, name, 'test'))
  const reply = await (await t.as(name)).post(`/my-sign-in/passkeys/${id}/test`, { passkey })
  expect(reply.statusCode, reply.body).toBe(200)
  return { id, ...reply.json<{ recovery_codes: string[] | null }>() }
}

/** What a browser is asked for at the log in page. */
export async function loginOptions(t: TestApp) {
  const reply = await (await t.as(null)).post('/login/passkey/options')
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ options: { challenge: string } & Record<string, unknown> }>()
}
