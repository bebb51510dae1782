import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { type App, type AppOptions, buildApp } from '../../../server/app.ts'
import { createFileStore } from '../../../server/store/create-file-store.ts'
import { readConfig } from '../../../server/lib/config.ts'
import type { Services } from '../../../server/context/context.ts'
import { connect, type Database } from '../../../server/database/db.ts'
import { hashOfToken, newToken } from '../../../server/context/sessions.ts'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import type { Languages } from '../../../shared/texts/languages.ts'
import { FULL } from '../full.ts'
import { LOGIN_ROW } from '../records/logins.ts'
import { API_KEY } from './api-key.ts'
import { dropDatabase, onServer } from './databases.ts'
import { TEMPLATE } from './global-setup.ts'

export { API_KEY }

type Body = object | undefined

/** A person at the API: every call has the API key and, unless signed out, their token. */
export type Caller = {
  get: (url: string) => Promise<LightMyRequestResponse>
  post: (url: string, body?: Body) => Promise<LightMyRequestResponse>
  patch: (url: string, body?: Body) => Promise<LightMyRequestResponse>
  upload: (kind: string, name: string, bytes: Uint8Array | string) => Promise<LightMyRequestResponse>
  token: string | null
}

export type TestApp = {
  app: App
  services: Services
  database: Database
  db: Database['kysely']
  /** a demo person by the part of the address before the @; null is signed out */
  as: (name: string | null) => Promise<Caller>
  userId: (name: string) => Promise<number>
  /** logs the login of a person, once; `as` does so before their first change of a record or summary */
  logLogin: (name: string) => Promise<unknown>
  /** `null` lets the clock go on. */
  setNow: (now: Date | null) => void
  /** does this work in a later minute than any before, so that what public pages have stored is compared with the log again */
  inNextMinute: <T>(work: () => Promise<T>) => Promise<T>
  dataDir: string
  close: () => Promise<void>
}

/** The connections of the product. */
export const CONNECTIONS = 12

/**
 * The most connections of a test's app in the short run, unless it asks for more: PostgreSQL starts a process for each,
 * and a few calls that are made at once meet on four as well.
 */
const FEW_CONNECTIONS = 4

async function cloneTemplate(name: string) {
  // copied as files: a third of the work of a copy through the WAL
  await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return { ...inject('server'), database: name }
}

let counter = 0

/** A multipart body with one file in the field `file`. */
export function multipart(name: string, bytes: Uint8Array | string) {
  const boundary = 'test-boundary-8a3f'
  const quoted = name.replaceAll('"', '%22')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(head),
    Buffer.from(bytes as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

const CHANGES_RECORDS = /^\/(sites|summaries|offices)/

/** Starts the whole product on a fresh copy of the seeded template, with its own data folder. */
export async function startApp(
  options: Partial<AppOptions> & {
    settings?: Record<string, string>
    languages?: Languages
    /** a database that is there, in place of a copy of the template; it is dropped at the end */
    on?: string
    /** the most connections to the database */
    connections?: number
  } = {},
): Promise<TestApp> {
  counter += 1
  const copy = `t_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${Date.now().toString(36)}_${counter}`
  const name = options.on ?? copy
  const connection = options.on ? { ...inject('server'), database: name } : await cloneTemplate(name)
  const pool = { max: options.connections ?? (FULL ? CONNECTIONS : FEW_CONNECTIONS), idleTimeoutMillis: 0 }
  const database = connect({ ...connection, ...pool }, () => undefined)
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-data-'))
  const environment = {
    API_KEY,
    FACTOR_KEY: 'f'.repeat(64),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    PUBLIC_CALLS_PER_MINUTE: '100000',
    ...options.settings,
  }
  const config = readConfig(environment, { production: false })
  let fixed: Date | null = null
  let minutes = 0
  const services: Services = {
    config,
    db: database.kysely,
    readDb: database.kysely,
    files: createFileStore(config),
    now: () => fixed ?? new Date(),
    languages: options.languages ?? config.languages,
  }
  const app = await buildApp(services, { webDir: null, pool: database.pool, ...options })
  await app.ready()

  const userId = async (person: string) => {
    const row = await database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', demoEmail(person))
      .executeTakeFirstOrThrow()
    return row.id
  }
  const newSession = async (person: string) => {
    const token = newToken()
    const user_id = await userId(person)
    const proved_at = services.now().toISOString()
    await database.kysely
      .insertInto('sessions')
      .values({ user_id, token_hash: hashOfToken(token), proved_at, proved_by: 'password' })
      .execute()
    return token
  }
  const sessions = new Map<string, Promise<string>>()
  const signIn = (person: string) => {
    const session = sessions.get(person) ?? newSession(person)
    sessions.set(person, session)
    return session
  }

  const logins = new Map<string, Promise<unknown>>()
  const logLogin = (person: string) => {
    const login = logins.get(person) ?? database.pool.query(LOGIN_ROW, [demoEmail(person)])
    logins.set(person, login)
    return login
  }

  const as = async (person: string | null): Promise<Caller> => {
    const token = person === null ? null : await signIn(person)
    const headers = { 'x-api-key': API_KEY, ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: Body) => {
      if (person !== null && method !== 'GET' && CHANGES_RECORDS.test(url)) await logLogin(person)
      return app.inject({
        method,
        url: `/api${url}`,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      })
    }
    return {
      token,
      get: (url) => send('GET', url),
      post: (url, body) => send('POST', url, body),
      patch: (url, body) => send('PATCH', url, body),
      upload: (kind, fileName, bytes) => {
        const form = multipart(fileName, bytes)
        return app.inject({
          method: 'POST',
          url: `/api/file/${kind}`,
          payload: form.payload,
          headers: { ...headers, ...form.headers },
        })
      },
    }
  }

  return {
    app,
    services,
    database,
    db: database.kysely,
    as,
    userId,
    logLogin,
    setNow: (now) => {
      fixed = now
    },
    inNextMinute: async (work) => {
      const before = fixed
      minutes += 1
      fixed = new Date(services.now().getTime() + minutes * 60_000)
      return work().finally(() => {
        fixed = before
      })
    },
    dataDir,
    close: async () => {
      await app.close()
      await database.close()
      await Promise.all([dropDatabase(name), rm(dataDir, { recursive: true, force: true })])
    },
  }
}

/** The app of a file or of a group of tests: started before the first of them, closed after everything else there. */
export function withServer(options: Parameters<typeof startApp>[0] = {}): TestApp {
  const t = {} as TestApp
  beforeAll(async () => {
    Object.assign(t, await startApp(options))
  })
  afterAll(() => t.close())
  return t
}

/** Starts the app as startApp() does and closes it when the test ends. */
export async function startAppForTest(options: Parameters<typeof startApp>[0] = {}): Promise<TestApp> {
  const started = await startApp(options)
  onTestFinished(() => started.close())
  return started
}
