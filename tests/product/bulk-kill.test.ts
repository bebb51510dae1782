import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { connect } from '../../server/database/db.ts'
import type { Bulk } from '../../shared/review/bulk.schema.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { ask, sessionOf } from '../support/product/session.ts'
import { seeded } from '../support/product/tus.ts'
import { full, SEED } from '../support/full.ts'

/** A decision on many on the built product, killed at random moments: it continues, with nothing twice or half done. */

// all of them start processes
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ROWS = 200
const KILLS = 8

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-bulk-'))
let product: Product
let token = ''

beforeAll(async () => {
  product = await startProduct({ dataDir })
  token = await sessionOf(product, 'laguna.approver')
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function call<T>(method: string, body?: object): Promise<T> {
  const reply = await fetch(`${product.url}/api/sites/bulk`, {
    method,
    headers: {
      'x-api-key': 'demo-key',
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method}: ${reply.status} ${text}`)
  return JSON.parse(text) as T
}

/** Fails unless each row of the decision matches its record, its history and its log. */
async function expectWhole(ids: readonly number[]) {
  const [found] = await ask<{ wrong: number }>(
    product,
    `select count(*)::int as wrong
     from bulk_decision_rows as rows join site_profiles using (record_id)
     where site_profiles.id = any($1) and not (
       (rows.state = 'Decided') = (penro_status = 'Approved')
       and (select count(*) from review_steps as steps
         where steps.record_id = site_profiles.record_id and action = 'Approved') = (rows.state = 'Decided')::int
       and (select count(*) from audit_logs
         where auditable_type = 'Profiling of SITES' and auditable_id = site_profiles.id
           and event = 'Approved (PENRO)') = (rows.state = 'Decided')::int)`,
    [ids],
  )
  expect(found).toEqual({ wrong: 0 })
}

async function until(isThere: (decided: number, bulk: Bulk) => boolean): Promise<Bulk> {
  for (;;) {
    const { bulk } = await call<{ bulk: Bulk }>('GET')
    if (isThere(bulk.rows.filter(({ state }) => state === 'Decided').length, bulk)) return bulk
    await sleep(5)
  }
}

full.test(
  `${ROWS} records are approved once each in ${KILLS} kills, seed ${SEED}`,
  { timeout: 600_000 },
  async () => {
    const random = seeded(SEED)
    const database = connect(databaseOf(dataDir).connection, () => undefined)
    const ids = await manyWaiting({ db: database.kysely }, 'PENRO Laguna', { count: ROWS })
    await database.close()

    await call('POST', { action: 'approve', records: ids.map((id) => ({ id, revision: 1 })) })
    const left: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = Math.floor((ROWS * (kill + random() * 0.8)) / KILLS)
      const { rows } = await until((decided) => decided >= enough)
      left.push(rows.filter(({ state }) => state === 'Waiting').length)
      const gone = new Promise<void>((resolve) => product.child.once('exit', () => resolve()))
      product.child.kill('SIGKILL')
      await gone
      product = await startProduct({ dataDir })
      await expectWhole(ids)
    }
    const bulk = await until((_decided, { state }) => state !== 'Running')
    expect(bulk).toMatchObject({ state: 'Finished', refusal: null })
    expect(bulk.rows.map(({ state }) => state)).toEqual(ids.map(() => 'Decided'))
    await expectWhole(ids)
    const after = connect(databaseOf(dataDir).connection, () => undefined)
    await expectStoredCounts({ db: after.kysely })
    await after.close()
    console.log(
      `Decision on ${ROWS} records, killed ${KILLS} times with ${left.join(', ')} waiting, seed ${SEED}`,
    )
  },
)
