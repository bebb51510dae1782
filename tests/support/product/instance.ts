import { onTestFinished } from 'vitest'
import { type App, buildApp } from '../../../server/app.ts'
import { connect } from '../../../server/database/db.ts'
import { API_KEY, type TestApp } from './app.ts'

/** An instance of the product as its callers see it. */
export type Instance = {
  app: App
  /** the body of the reply to this person, or signed out */
  read: (person: string | null, url: string) => Promise<string>
  /** makes a change, which must succeed */
  change: (person: string, url: string, body?: object) => Promise<void>
}

const callsOn = (t: TestApp, app: App): Instance => {
  const call = async (method: 'GET' | 'POST', person: string | null, url: string, payload?: object) => {
    const { token } = await t.as(person)
    const headers = { 'x-api-key': API_KEY, ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const reply = await app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
    return reply.body
  }
  return {
    app,
    read: (person, url) => call('GET', person, url),
    change: async (person, url, body) => void (await call('POST', person, url, body)),
  }
}

export const firstInstance = (t: TestApp): Instance => callsOn(t, t.app)

/**
 * Starts another instance on the same database, with the same clock and files and empty caches; with a bucket, it may
 * have a separate data folder.
 */
export async function anotherInstance(
  t: TestApp,
  data_dir = t.dataDir,
): Promise<Instance & { close: () => Promise<void> }> {
  const { host, port, user, password, database, max } = t.database.pool.options
  const own = connect(
    { host, port, user, password, database, max } as Parameters<typeof connect>[0],
    () => undefined,
  )
  const config = { ...t.services.config, data_dir }
  const app = await buildApp({ ...t.services, config, db: own.kysely, readDb: own.kysely }, { webDir: null })
  await app.ready()
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await app.close()
    await own.close()
  }
  onTestFinished(close)
  return { ...callsOn(t, app), close }
}
