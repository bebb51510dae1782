import { expect } from 'vitest'
import { connect, type Db } from '../../server/lib/db.ts'
import { buildLastRelease } from '../support/product/last-release.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { sessionOf } from '../support/product/session.ts'
import { findPlan, nothingYet, writeUntilKilled } from '../support/product/write-load.ts'
import { full } from '../support/full.ts'

/** While an upgrade rolls, instances of the release before answer beside the new one that has migrated their database. */

type Parameter = { name: string; in: string; required?: boolean }
type Document = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }

/** A record of each kind, by where its calls are. */
async function recordsOf(db: Db): Promise<[string, number][]> {
  const places = [
    ['/sites/principles/', 'site_principles'],
    ['/sites/activities/', 'site_activities'],
    ['/sites/', 'site_profiles'],
    ['/users/', 'users'],
    ['/roles/', 'roles'],
  ] as const
  return Promise.all(
    places.map(async ([start, table]) => {
      const { id } = await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()
      return [start, id] as [string, number]
    }),
  )
}

const VALUES: Record<string, string> = {
  type: 'site',
  status: 'Submitted',
  form: 'site-add',
  startDate: '2000-01-01',
  endDate: '2100-01-01',
}

/** Asks the product all that its own contract can be asked; returns the status of each. */
async function readEverything(product: Product, db: Db): Promise<[string, number][]> {
  const records = await recordsOf(db)
  const headers = {
    'x-api-key': 'demo-key',
    authorization: `Bearer ${await sessionOf(product, 'fmb.super')}`,
  }
  const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as Document
  const asked = Object.entries(document.paths).flatMap(([place, { get }]) => {
    if (!get) return []
    const id = String(records.find(([start]) => place.startsWith(`/api${start}`))?.[1] ?? 1)
    const valueOf = (name: string) => VALUES[name] ?? id
    const search = (get.parameters ?? []).filter((one) => one.in === 'query' && one.required)
    const query = new URLSearchParams(search.map(({ name }) => [name, valueOf(name)]))
    return [`${place.replace(/\{(\w+)\}/g, (_all, name: string) => valueOf(name))}?${query}`]
  })
  const answers: [string, number][] = []
  for (const place of ['/', '/login', '/dashboard', ...asked]) {
    const reply = await fetch(product.url + place, { headers })
    await reply.arrayBuffer()
    answers.push([place, reply.status])
  }
  return answers
}

full.test(
  'the last release goes on reading and writing beside this one, which has migrated the database',
  async () => {
    const old = await startProduct({ built: await buildLastRelease(), fromNothing: true })
    const { connection } = databaseOf(old.dataDir)
    const query = new URLSearchParams({ host: connection.host, user: connection.user })
    const young = await startProduct({
      env: { DATABASE_URL: `postgresql://localhost/${connection.database}?${query}` },
      fromNothing: true,
    })
    const database = connect({ ...connection, max: 1 }, () => undefined)
    try {
      const answers = await readEverything(old, database.kysely)
      expect(answers.filter(([, status]) => status >= 500)).toEqual([])
      const understood = answers.filter(([, status]) => status === 200)
      expect(understood.length, JSON.stringify(answers)).toBeGreaterThan(answers.length * 0.8)

      // and six people write: profiles with maps, decisions, evidence, criteria
      const done = nothingYet()
      let isEnding = false
      const work = writeUntilKilled(old.url, await findPlan(database), done, () => isEnding, {
        stopsInOrder: true,
      })
      await expect
        .poll(() => Object.values(done).every((kind) => kind.length > 0), { timeout: 30_000 })
        .toBe(true)
      isEnding = true
      await Promise.all([old.stop(), work])
    } finally {
      await database.close()
      await young.stop()
      await old.stop()
    }
  },
  120_000,
)
