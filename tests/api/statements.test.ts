import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { buildApp } from '../../server/app.ts'
import { connect } from '../../server/database/db.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { aFile, aSite, siteInput } from '../support/records/factories.ts'
import { manyApproved } from '../support/records/many-approved.ts'
import { manySites } from '../support/records/many-sites.ts'
import { createStatementTimer, REPORTING, type StatementTimes } from '../support/records/statement-times.ts'
import { piecesOf } from '../support/records/statements.ts'

const t = withServer()

/** The statements of one call, made as a screen makes it, with a form key, in the pieces in which they are sent. */
async function askedBy(person: string, url: string, payload: object): Promise<string[][]> {
  const { token } = await t.as(person)
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: randomUUID() }
  return piecesOf(async () => {
    const reply = await t.app.inject({ method: 'POST', url: `/api${url}`, headers, payload })
    expect(reply.statusCode, reply.body).toBe(200)
  })
}

/**
 * Each piece is a way to the database and back, and ways are most of the cost of a change: adding one is a decision, as
 * adding a statement is.
 */
describe('what is asked of the database', () => {
  test('to add a profile with its files, boundary, history, snapshot, log, mail, warnings and form: nineteen in ten pieces', async () => {
    const asked = await askedBy('laguna.encoder', '/sites', await siteInput(t))
    expect(asked).toEqual([
      ['read users'],
      // what the profile is checked against, before any lock
      ['read regions'],
      ['read files'],
      ['read site_boundaries'],
      ['read land_layers'],
      ['begin', 'insert into form_submissions', 'delete from form_drafts', 'update files'],
      // other new profiles of the region wait from here on
      ['read users', 'hold', 'insert into site_code_counters, insert into site_profiles'],
      [
        'insert into review_snapshots, insert into review_steps',
        'insert into site_overlaps, insert into site_boundaries',
        'read graphile_worker.add_jobs',
        // what its warnings follow from
        'read site_overlaps',
      ],
      ['delete from record_warnings, insert into record_warnings'],
      ['update form_submissions, insert into audit_logs', 'commit'],
    ])
  })

  test('for the final approval with its facts, history, instruments, log, mails and form: sixteen in eight pieces at most', async () => {
    const { id } = await aSite(t, { level: 'FMB' })
    const asked = await askedBy('fmb.approver', `/sites/approved/${id}`, {})
    // locked, then read
    expect(asked[1]).toEqual([
      'begin',
      'insert into form_submissions',
      'read site_profiles',
      'read site_profiles',
    ])
    // the warnings that the log records as accepted
    expect(asked[2]).toEqual(['read site_profiles'])
    // how many of these go in one piece depends on which answer comes first
    expect(asked.slice(3, -1).flat().toSorted()).toEqual([
      'delete from form_drafts',
      'insert into review_steps',
      'read graphile_worker.add_jobs',
      // its land is read with the layers and the instruments; nothing was found there that would be locked
      'read regions',
      // the facts in the row of the approval
      'read site_profiles',
      'read users',
      // its instruments are confirmed
      'update land_instruments',
      'update site_profiles',
    ])
    expect(asked.at(-1)).toEqual(['update form_submissions, insert into audit_logs', 'commit'])
    expect(asked.length).toBeLessThanOrEqual(8)
  })

  test('to look at a profile: five in two pieces', async () => {
    const { id } = await aSite(t)
    const { get } = await t.as('fmb.approver')
    expect(await piecesOf(() => get(`/sites/${id}`))).toEqual([
      ['read users'],
      [
        'read site_profiles',
        'read review_steps',
        // its warnings
        'read site_profiles',
        'read site_boundaries',
      ],
    ])
  })
})

/** calls of each kind; a connection prepares a statement at its third use, and PostgreSQL decides five uses later */
const CALLS = 20

/** A pattern is planned for its text, which is rare or common (decision 19). */
const HAS_PATTERN = / like /

/** The statements of every call that are planned again and again, and longer than they run. */
const plannedInVain = (statements: readonly StatementTimes[]): string[] =>
  statements
    .filter(({ text, runs, plans }) => runs >= CALLS / 4 && plans > runs / 2 && !HAS_PATTERN.test(text))
    .filter(({ planning, running }) => planning > running)
    .map(
      ({ text, planning, running }) =>
        `${planning} ms of planning, ${running} ms of work: ${text.replace(/\s+/g, ' ').slice(0, 300)}`,
    )

/** The prepared statements of the one connection that a further column of every table breaks, as an upgrade may add one. */
async function outdatedByMoreColumns(pool: pg.Pool): Promise<string[]> {
  const asked = async <Row extends pg.QueryResultRow>(text: string) => (await pool.query<Row>(text)).rows
  const prepared = await asked<{ name: string; statement: string; count: number }>(
    'select name, statement, cardinality(parameter_types) as count from pg_prepared_statements',
  )
  expect(prepared.length).toBeGreaterThan(50)
  const found: string[] = []
  await asked('begin')
  for (const { tablename } of await asked<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public'`,
  ))
    await asked(`alter table ${tablename} add column of_tomorrow integer`)
  for (const { name, statement, count } of prepared) {
    const values = count > 0 ? `(${Array.from({ length: count }, () => 'null').join(', ')})` : ''
    await asked('savepoint before')
    await asked(`explain execute "${name}"${values}`).catch((error: unknown) => {
      found.push(`${error instanceof Error ? error.message : ''}: ${statement}`)
    })
    await asked('rollback to savepoint before')
  }
  await asked('rollback')
  return found
}

describe('what people do most', () => {
  test('has no statement that is planned longer than it runs, or that a further column breaks', {
    timeout: 120_000,
  }, async () => {
    const like = await aSite(t)
    const profiles = await manySites(t, like, 300)
    const approved = await manyApproved(t, 100, new Date().toISOString())
    const inputs: object[] = []
    while (inputs.length < CALLS)
      inputs.push(await siteInput(t, { agreement_id: await aFile(t, { name: 'agreement.pdf' }) }))
    const { host, port, user, password, database } = t.database.pool.options
    const own = { host, port, user, password, database, max: 1, options: REPORTING } as pg.PoolConfig
    const reporting = connect(own, () => undefined)
    const timed = createStatementTimer(reporting)
    const db = reporting.kysely
    const app = await buildApp({ ...t.services, db, readDb: db }, { webDir: null })

    const call = async (person: string | null, method: 'GET' | 'POST', url: string, payload?: object) => {
      const { token } = await t.as(person)
      const headers = {
        'x-api-key': API_KEY,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload ? { [FORM_KEY]: randomUUID() } : {}),
      }
      const reply = await app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })
      expect(reply.statusCode, `${method} ${url}: ${reply.body}`).toBe(200)
      return reply.json()
    }
    const read = (person: string | null, url: string) => call(person, 'GET', url)
    const made: number[] = []
    const decide = (person: string, decision: string, n: number, payload = {}) =>
      call(person, 'POST', `/sites/${decision}/${made[n]}`, payload)

    const calls: Record<string, (n: number) => Promise<unknown>> = {
      'add and submit': async (n) => {
        const { siteProfile } = await call('laguna.encoder', 'POST', '/sites', inputs[n])
        made.push(siteProfile.id)
      },
      return: (n) => decide('laguna.approver', 'returned', n, { returned_reason: 'Please draw it again.' }),
      'submit again': (n) => decide('laguna.encoder', 'submitted', n),
      'approve at PENRO': (n) => decide('laguna.approver', 'approved', n),
      'approve at Region': (n) => decide('r4a.approver', 'approved', n),
      'approve at FMB': (n) => decide('fmb.approver', 'approved', n),
      profile: (n) => read('fmb.approver', `/sites/${profiles[n]}`),
      activity: (n) => read('fmb.approver', `/sites/activities/${approved[n]}`),
      list: () => read('fmb.approver', '/sites/datatable?page=1&length=10'),
      'its second page': () => read('fmb.approver', '/sites/datatable?page=2&length=10'),
      'list of a region': () => read('r4a.approver', '/sites/datatable?page=1&length=10'),
      'list of activities': () => read('fmb.approver', '/sites/activities/datatable?page=1&length=10'),
      queue: () => read('laguna.approver', '/sites/datatable/site/Submitted?page=1&length=10'),
      'queue of a small office': () =>
        read('zds.approver', '/sites/datatable/site/Submitted?page=1&length=10'),
      search: (n) => read('fmb.approver', `/sites/datatable?page=1&length=10&search=Samahan ${n}`),
      dashboard: () =>
        read(
          'fmb.approver',
          '/reports/datatable/dashboard?accessLevel=National&without_ids=1&page=1&length=10',
        ),
      'public list': () => read(null, '/sites/activities/dashboard/datatable?page=1&length=10'),
      'public site': (n) => read(null, `/sites/activities/dashboard/${approved[n]}`),
      'who is signed in': () => read('fmb.approver', '/validate-token'),
    }
    const found: string[] = []
    let outdated: string[] = []
    try {
      for (const [name, one] of Object.entries(calls)) {
        for (let n = 0; n < CALLS / 2; n += 1) await one(n)
        const statements = await timed(async () => {
          for (let n = CALLS / 2; n < CALLS; n += 1) await one(n)
        })
        expect(statements.length, name).toBeGreaterThan(0)
        found.push(...plannedInVain(statements).map((sentence) => `${name}: ${sentence}`))
      }
      outdated = await outdatedByMoreColumns(reporting.pool)
    } finally {
      await app.close()
      await reporting.close()
    }
    expect(found).toEqual([])
    expect(outdated).toEqual([])
  })
})
