import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { aSite, siteInput } from '../support/records/factories.ts'
import { statementsOf } from '../support/records/statements.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

/** The statements of one call, made as a screen makes it, with a form key. */
async function askedBy(person: string, url: string, payload: object): Promise<string[]> {
  const { token } = await t.as(person)
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: randomUUID() }
  return statementsOf(async () => {
    const reply = await t.app.inject({ method: 'POST', url: `/api${url}`, headers, payload })
    expect(reply.statusCode, reply.body).toBe(200)
  })
}

/** Each statement is a round trip, and round trips are most of the cost of a change: adding one is a decision. */
describe('what is asked of the database', () => {
  test('to add a profile with its files, boundary, history, snapshot, log, mail and form: fifteen', async () => {
    const asked = await askedBy('laguna.encoder', '/sites', await siteInput(t))
    expect(asked).toEqual([
      'read users',
      // what the profile is checked against, before any lock
      'read regions',
      'read files',
      'read site_boundaries',
      'read land_layers',
      'begin',
      'insert into form_submissions',
      'update files',
      'delete from form_drafts',
      'insert into site_code_counters, insert into site_profiles',
      'insert into review_snapshots, insert into review_steps',
      'read users',
      'read graphile_worker.add_jobs',
      'hold',
      'insert into site_overlaps, insert into site_boundaries',
      'update form_submissions, insert into audit_logs',
      'commit',
    ])
  })

  test('for the final approval with its facts, history, instruments, log, mails and form: sixteen', async () => {
    const { id } = await aSite(t, { level: 'FMB' })
    const asked = await askedBy('fmb.approver', `/sites/approved/${id}`, {})
    expect(asked).toEqual([
      'read users',
      'begin',
      'insert into form_submissions',
      // locked, then read
      'read site_profiles',
      'read site_profiles',
      // the warnings that the log records as accepted
      'read site_profiles',
      'insert into review_steps',
      // what was found on its land is locked, then read with the layers and the instruments
      'read land_findings',
      'read land_layers',
      'read unnest',
      // its instruments are confirmed
      'update land_instruments',
      'delete from form_drafts',
      'read users',
      'read graphile_worker.add_jobs',
      'update site_profiles',
      // the facts in the row of the approval
      'read site_profiles',
      'update form_submissions, insert into audit_logs',
      'commit',
    ])
  })

  test('to look at a profile: five', async () => {
    const { id } = await aSite(t)
    const { get } = await t.as('fmb.approver')
    // the last three at once, in any order
    expect((await statementsOf(() => get(`/sites/${id}`))).toSorted()).toEqual([
      'read review_steps',
      'read site_boundaries',
      'read site_profiles',
      // its warnings
      'read site_profiles',
      'read users',
    ])
  })
})
