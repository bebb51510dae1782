import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentence } from '../support/oracles/worded.ts'
import { type Caller, CONNECTIONS, withServer } from '../support/product/app.ts'
import { lockNearbyBoundaries } from '../../server/sites/overlaps.queries.ts'
import { measureWaiting } from '../../server/sites/boundaries.jobs.ts'
import { aKml, aSite, eventsOf, kmlText, siteInput } from '../support/records/factories.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { FULL, full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const ALREADY_ACTED_ON = sentence('acted_on')

const t = withServer({ connections: CONNECTIONS })
let encoder: Caller
let first: Caller
let second: Caller

async function colleagueOf(person: string, name: string): Promise<Caller> {
  const { access_level, region_id, office_id, role_id } = await t.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', await t.userId(person))
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('users')
    .values({
      first_name: 'Second',
      last_name: 'Colleague',
      email: `${name}@bureau.example`,
      access_level,
      region_id,
      office_id,
      role_id,
    })
    .execute()
  return t.as(name)
}

beforeAll(async () => {
  encoder = await t.as('laguna.encoder')
  first = await t.as('laguna.approver')
  second = await colleagueOf('laguna.approver', 'laguna.second')
})
afterAll(async () => {
  await expectStoredCounts(t)
  if (FULL) await expectClaims(t)
})

/** Waits until a statement of this database waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      t.db,
    )
    if (rows.length > 0) return
    await sleep(10)
  }
}

/** The number of pairs of these equal squares that overlap. */
const overlapping = (squares: readonly { lon: number; lat: number }[]) =>
  squares.flatMap((one, index) =>
    squares
      .slice(index + 1)
      .filter((other) => Math.abs(one.lon - other.lon) < 0.01 && Math.abs(one.lat - other.lat) < 0.01),
  ).length

const statuses = (replies: LightMyRequestResponse[]) => replies.map((reply) => reply.statusCode).sort()
const loserOf = (replies: LightMyRequestResponse[]) => replies.find((reply) => reply.statusCode !== 200)

test('two approvers press Approve at once: one 200, one 409, one Approved event (part 4.4)', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await aSite(t)
    const replies = await Promise.all([
      first.post(`/sites/approved/${id}`),
      second.post(`/sites/approved/${id}`),
    ])
    expect(statuses(replies)).toEqual([200, 409])
    expect(loserOf(replies)?.json().message).toBe(ALREADY_ACTED_ON)
    expect(await eventsOf(t, id)).toEqual(['Approved (PENRO)'])
    const steps = await t.db
      .selectFrom('review_steps')
      .select('action')
      .where('record_id', 'in', recordIds('site_profiles', id))
      .execute()
    expect(steps.map((step) => step.action)).toEqual(['Submitted', 'Approved'])
  }
})

full.test('one approves while the other returns: the record goes one way only', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await aSite(t)
    const replies = await Promise.all([
      first.post(`/sites/approved/${id}`),
      second.post(`/sites/returned/${id}`, { returned_reason: 'Not yet' }),
    ])
    expect(statuses(replies)).toEqual([200, 409])
    expect(await eventsOf(t, id)).toHaveLength(1)
  }
})

full.test('approved and deactivated at once: an approved record is never deactivated', async () => {
  const admin = await t.as('laguna.admin')
  for (let round = 0; round < 10; round += 1) {
    const { id } = await aSite(t)
    const replies = await Promise.all([
      first.post(`/sites/approved/${id}`),
      admin.post(`/sites/deactivate/${id}`, { deactivate_reason: 'Entered twice' }),
    ])
    expect(statuses(replies)).toEqual([200, 409])
    const row = await t.db
      .selectFrom('site_profiles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([row.status, row.penro_status]).not.toEqual(['Deactivated', 'Approved'])
  }
})

test('two colleagues edit from the same screen: one is saved, the other is told', async () => {
  const colleague = await colleagueOf('laguna.encoder', 'laguna.third')
  for (let round = 0; round < 5; round += 1) {
    const { id, revision } = await aSite(t, { site_status: 'Returned' })
    const replies = await Promise.all([
      encoder.patch(`/sites/${id}`, { name_of_partner: 'Una', revision }),
      colleague.patch(`/sites/${id}`, { name_of_partner: 'Ikalawa', revision }),
    ])
    expect(statuses(replies)).toEqual([200, 409])
    expect(await eventsOf(t, id)).toEqual(['Updated'])
    const blind = await Promise.all([
      encoder.patch(`/sites/${id}`, {
        project_area: '60.25',
        redd_eligible_activities_area: ['Reducing emissions from deforestation'],
      }),
      colleague.patch(`/sites/${id}`, { project_year_end: 2044 }),
    ])
    const won = blind.filter((reply) => reply.statusCode === 200)
    expect(won.length, 'without a revision at least one is saved').toBeGreaterThan(0)
    const row = await t.db
      .selectFrom('site_profiles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.revision, 'each saved edit counts once').toBe(revision + 1 + won.length)
    if (won.length === 2)
      expect([row.project_area, row.project_year_end], 'and none overwrites the other').toEqual([
        '60.25',
        2044,
      ])
  }
})

full.test('twelve profiles added at once get twelve codes in a row (S-39)', async () => {
  const bodies = []
  for (let index = 0; index < 12; index += 1) bodies.push(await siteInput(t))
  const replies = await Promise.all(bodies.map((body) => encoder.post('/sites', body)))
  expect(statuses(replies)).toEqual(Array(12).fill(200))
  const numbers = replies
    .map((reply) => Number(reply.json().siteProfile.code.slice(-4)))
    .sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => (numbers[0] ?? 0) + index))
})

full.test(
  'eight boundaries that share land with their neighbours, added at once in all corners of a cell, know each other',
  async () => {
    const squares = Array.from({ length: 8 }, (_, index) => ({
      lon: 119.737 + (index % 4) * 0.006,
      lat: 15.242 + Math.floor(index / 4) * 0.006,
    }))
    const bodies = []
    for (const square of squares)
      bodies.push(await siteInput(t, { map_kml_id: await aKml(encoder, kmlText(square)) }))
    const replies = await Promise.all(bodies.map((body) => encoder.post('/sites', body)))
    expect(statuses(replies)).toEqual(Array(8).fill(200))
    await measureWaiting(t.services)
    const ids = replies.map((reply) => reply.json().siteProfile.id as number)
    const pairs = await t.db
      .selectFrom('site_overlaps')
      .selectAll()
      .where('site_profile_id', 'in', ids)
      .execute()
    expect(pairs).toHaveLength(overlapping(squares))
  },
)

test('whoever adds a boundary waits for another of the same place, and for none elsewhere', async () => {
  const here = await siteInput(t, { map_kml_id: await aKml(encoder, kmlText({ lon: 118.1, lat: 9.1 })) })
  const elsewhere = await siteInput(t, { map_kml_id: await aKml(encoder, kmlText({ lon: 118.6, lat: 9.6 })) })
  const waiting = await t.db.transaction().execute(async (db) => {
    await lockNearbyBoundaries(db, [118.11, 9.11, 118.12, 9.12])
    expect((await encoder.post('/sites', elsewhere)).statusCode).toBe(200)
    const reply = encoder.post('/sites', here)
    await untilSomebodyWaits()
    return { reply }
  })
  expect((await waiting.reply).statusCode).toBe(200)
})

test('Add Profile pressed twice with the same files makes one profile', async () => {
  const body = await siteInput(t)
  const replies = await Promise.all([encoder.post('/sites', body), encoder.post('/sites', body)])
  expect(statuses(replies)).toEqual([200, 422])
  expect(loserOf(replies)?.json().errors).toEqual({
    agreement_id: ['This file is already attached to another record.'],
    map_kml_id: ['This file is already attached to another record.'],
  })
})

test('resubmitted while it is edited: the approvers never see half an edit', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await aSite(t, { site_status: 'Returned' })
    const [edit, submit] = await Promise.all([
      encoder.patch(`/sites/${id}`, { name_of_partner: 'Bagong Samahan' }),
      encoder.post(`/sites/submitted/${id}`),
    ])
    expect(submit.statusCode).toBe(200)
    expect([200, 409]).toContain(edit.statusCode)
    const events = await eventsOf(t, id)
    expect(events).toEqual(edit.statusCode === 200 ? ['Updated', 'Submitted'] : ['Submitted'])
  }
})

test('who waited for a profile decides on its files as they are then', async () => {
  const { id, agreement_id } = await aSite(t, { site_status: 'Returned' })
  const { submitting } = await t.db.transaction().execute(async (db) => {
    await sql`update site_profiles set revision = revision + 1 where id = ${id}`.execute(db)
    // `inject` sends a call only when its promise is used
    const submitting = encoder.post(`/sites/submitted/${id}`).then((reply) => reply)
    await untilSomebodyWaits()
    await sql`update files set scan_status = 'quarantined' where id = ${agreement_id}`.execute(db)
    return { submitting }
  })
  const answer = await submitting
  expect(answer.statusCode, answer.body).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual(['agreement_id'])
})

test('[S-144] who saves second is told who saved first, when and what, and a second press overwrites nothing', async () => {
  const colleague = await colleagueOf('laguna.encoder', 'laguna.encoder.two')
  const site = await aSite(t, { site_status: 'Returned', name_of_partner: 'Samahan ng Pangil' })
  const mine = { name_of_partner: 'Samahan ng Mine', revision: site.revision }
  const theirs = await colleague.patch(`/sites/${site.id}`, {
    name_of_partner: 'Samahan ng Theirs',
    year_implemented: 2022,
    revision: site.revision,
  })
  expect(theirs.statusCode, theirs.body).toBe(200)
  const { updated_at } = theirs.json().siteProfile
  for (let press = 0; press < 2; press += 1) {
    const refused = await encoder.patch(`/sites/${site.id}`, mine)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      message: ALREADY_ACTED_ON,
      saved_before: { by: 'Second Colleague', at: updated_at, events: ['Updated'] },
    })
    expect(refused.json().saved_before.fields).toEqual(
      expect.arrayContaining([
        { field: 'name_of_partner', old: 'Samahan ng Pangil', new: 'Samahan ng Theirs' },
        expect.objectContaining({ field: 'year_implemented', new: '2022' }),
      ]),
    )
  }
  const after = (await encoder.get(`/sites/${site.id}`)).json().siteProfile
  expect(after.name_of_partner).toBe('Samahan ng Theirs')

  // saved again and submitted: shown as one change, each field from its first value to its last
  const again = await colleague.patch(`/sites/${site.id}`, { name_of_partner: 'Samahan ng Dalawa' })
  await colleague.post(`/sites/submitted/${site.id}`, { revision: again.json().siteProfile.revision })
  const late = await encoder.patch(`/sites/${site.id}`, mine)
  expect(late.statusCode).toBe(409)
  expect(late.json().saved_before).toMatchObject({
    by: 'Second Colleague',
    events: ['Updated', 'Updated', 'Submitted'],
  })
  expect(late.json().saved_before.fields).toContainEqual({
    field: 'name_of_partner',
    old: 'Samahan ng Pangil',
    new: 'Samahan ng Dalawa',
  })
  // a person who may not read the profile gets nothing about it
  const stranger = await (await t.as('quezon.encoder')).patch(`/sites/${site.id}`, mine)
  expect([stranger.statusCode, stranger.body.includes('saved_before')]).toEqual([404, false])
  // a person who has the newest revision but may not act gets no names
  const newest = { ...mine, revision: (await encoder.get(`/sites/${site.id}`)).json().siteProfile.revision }
  expect((await encoder.patch(`/sites/${site.id}`, newest)).json().saved_before).toBeUndefined()
})

test('[S-144] a decision on an older state says who changed it since', async () => {
  const site = await aSite(t)
  const seen = site.revision
  await encoder.post(`/sites/recall/${site.id}`, {})
  const saved = await encoder.patch(`/sites/${site.id}`, { name_of_partner: 'Samahan ng Bago' })
  await encoder.post(`/sites/submitted/${site.id}`, { revision: saved.json().siteProfile.revision })
  const refused = await first.post(`/sites/approved/${site.id}`, { revision: seen })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    message: ALREADY_ACTED_ON,
    saved_before: { events: ['Recalled', 'Updated', 'Submitted'] },
  })
  expect(refused.json().saved_before.fields).toContainEqual(
    expect.objectContaining({ field: 'name_of_partner', new: 'Samahan ng Bago' }),
  )
})
