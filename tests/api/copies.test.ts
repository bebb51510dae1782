import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { COPIES_MAX_PLACES } from '../../shared/files/files.schema.ts'
import {
  anActivity,
  anApprovedSite,
  batchOne,
  OFFICES,
  type OfficeName,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'
import { aFile, aSite, kmlText, pdfBytes } from '../support/records/factories.ts'
import { full } from '../support/full.ts'

/** A file that is also under another indicator or another site is marked for the reviewer. */

const t = withServer()

const BYTES = pdfBytes('minutes of the assembly')

/**
 * A submitted activity with this content under its first and, if wanted, its second indicator; returns the ids of the
 * files.
 */
async function evidence(office: OfficeName, bytes = BYTES, times = 1) {
  const people = OFFICES[office]
  const encoder = await t.as(people.encoder)
  const first = principleNumber(await batchOne(t), 1)
  const files: number[] = []
  for (let one = 0; one < times; one += 1)
    files.push(await aFile(t, { by: people.encoder, bytes, name: `minutes ${one}.pdf` }))
  const site_profile_id = await anApprovedSite(t, office)
  const reply = await encoder.post('/sites/activities', {
    site_profile_id,
    sites_principle_id: first.id,
    criteria_means: files.map((id, index) => ({
      sites_criteria_indicator_id: first.indicators[index],
      upload_id: [id],
    })),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const activity = reply.json().siteActivities as { id: number; site_profile_code: string }
  const submitted = await encoder.post(`/sites/activities/submitted/${activity.id}`)
  expect(submitted.statusCode).toBe(200)
  return { files, code: activity.site_profile_code, id: activity.id, site_profile_id }
}

async function copies(person: string, ids: number[]) {
  const reply = await (await t.as(person)).get(`/file/copies?ids=${ids.join(',')}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data as { file_id: number; places: Record<string, unknown>[]; elsewhere: boolean }[]
}

test('the same content under two indicators of one activity is told of both, with their numbers', async () => {
  const bytes = pdfBytes('under two indicators')
  const { files, code, id, site_profile_id } = await evidence('laguna', bytes, 2)
  const [one, two] = files as [number, number]
  const place = (indicator: string) => ({
    as: 'evidence',
    site_profile_id,
    code,
    site_activity_id: id,
    indicator,
    same_record: true,
  })
  expect(await copies('laguna.approver', files)).toEqual([
    { file_id: one, places: [place('1.1.2')], elsewhere: false },
    { file_id: two, places: [place('1.1.1')], elsewhere: false },
  ])
})

test('another site is named to those who may see it; to others it is a site of another office', async () => {
  const [laguna, quezon, zds] = [await evidence('laguna'), await evidence('quezon'), await evidence('zds')]
  const codesFor = async (person: string) => {
    const [found] = await copies(person, laguna.files)
    return [found?.places.map(({ code }) => code).sort(), found?.elsewhere]
  }
  expect(await codesFor('laguna.approver')).toEqual([[], true])
  expect(await codesFor('r4a.approver')).toEqual([[quezon.code], true])
  expect(await codesFor('fmb.approver')).toEqual([[quezon.code, zds.code].sort(), false])
})

test('agreements and maps of profiles count, and a file that has no copy is left out', async () => {
  const [one, two] = [await aSite(t), await aSite(t)]
  const agreement = pdfBytes('one agreement for two')
  const map = Buffer.from(kmlText({ lon: 121.2, lat: 14.1 }))
  const sha = (id: number, bytes: Buffer) =>
    t.db
      .updateTable('files')
      .set({ sha256: createHash('sha256').update(bytes).digest('hex') })
      .where('id', '=', id)
      .execute()
  for (const { agreement_id, map_kml_id } of [one, two]) {
    await sha(agreement_id, agreement)
    await sha(map_kml_id, map)
  }
  const found = await copies('laguna.approver', [one.agreement_id, one.map_kml_id])
  expect(found.map(({ places }) => places)).toEqual([
    [expect.objectContaining({ as: 'agreement', code: two.code, same_record: false, indicator: null })],
    [expect.objectContaining({ as: 'map_kml', code: two.code })],
  ])
  expect(await copies('laguna.approver', [(await aSite(t)).agreement_id])).toHaveLength(1)
  const alone = await aFile(t, { by: 'laguna.encoder', bytes: pdfBytes('alone') })
  expect(await copies('laguna.encoder', [alone])).toEqual([])
})

test('at the upload the encoder is told of what is attached, not of what lies about', async () => {
  const bytes = pdfBytes('sent again')
  const { code } = await evidence('laguna', bytes)
  const again = await aFile(t, { by: 'laguna.encoder', bytes })
  await aFile(t, { by: 'laguna.encoder', bytes })
  const [found] = await copies('laguna.encoder', [again])
  expect(found?.places).toEqual([expect.objectContaining({ code, same_record: false })])
})

test('a draft is told of inside its office only', async () => {
  const bytes = pdfBytes('hidden')
  const { files } = await evidence('laguna', bytes)
  const draft = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
  const [upload] = draft.verification[0]?.upload ?? []
  await sql`update files set sha256 = (select sha256 from files where id = ${files[0]}) where id = ${upload?.upload_id}`.execute(
    t.db,
  )
  const [own] = await copies('laguna.approver', files)
  expect(own?.places).toHaveLength(1)
  // a draft is for its office only
  expect(await copies('r4a.approver', files)).toEqual([])
})

describe('asking', () => {
  test('about a file one cannot see is refused, whatever else is asked', async () => {
    const { files } = await evidence('laguna')
    const other = await evidence('zds')
    const quezon = await t.as('quezon.approver')
    expect((await quezon.get(`/file/copies?ids=${files.join(',')}`)).statusCode).toBe(404)
    const region = await t.as('r4a.approver')
    expect((await region.get(`/file/copies?ids=${[...files, ...other.files].join(',')}`)).statusCode).toBe(
      404,
    )
    expect((await region.get(`/file/copies?ids=2147483647`)).statusCode).toBe(404)
    for (const ids of ['x', '1,', '0', '1;2', Array.from({ length: 501 }, (_, id) => id + 1).join(',')])
      expect((await region.get(`/file/copies?ids=${ids}`)).statusCode, ids.slice(0, 9)).toBe(422)
    expect((await region.get('/file/copies')).json()).toEqual({ data: [] })
  })

  full.test('stays small and quick when one file is attached thousands of times', async () => {
    const bytes = pdfBytes('everywhere')
    const { files, id } = await evidence('laguna', bytes)
    await sql`with copies as (
        insert into files (storage_key, kind, name, media_type, size, sha256, office_id, region_id, uploaded_by, unused_since)
        select gen_random_uuid(), kind, name, media_type, size, sha256, office_id, region_id, uploaded_by, null
        from files, generate_series(1, 20000) where files.id = ${files[0]} returning id
      )
      insert into site_activity_means (site_activity_id, sites_criteria_indicator_id, file_id, created_by)
      select ${id}, (select min(sites_criteria_indicator_id) from site_activity_means), copies.id, 1 from copies`.execute(
      t.db,
    )
    await sql`analyze files, site_activity_means`.execute(t.db)
    const many = await t.db
      .selectFrom('site_activity_means')
      .select('file_id')
      .where('site_activity_id', '=', id)
      .limit(300)
      .execute()
    const start = performance.now()
    const found = await copies(
      'laguna.approver',
      many.map(({ file_id }) => file_id),
    )
    const took = performance.now() - start
    console.log(`Copies: 300 files of which there are 20,000 alike, ${Math.round(took)} ms`)
    expect(found).toHaveLength(300)
    for (const { places } of found) expect(places).toHaveLength(COPIES_MAX_PLACES)
    expect(took).toBeLessThan(10_000)
  })
})

describe('total storage', () => {
  test('is what the files and their copies hold, for FMB administrators [S-98]', async () => {
    const { bytes, files } = await t.db
      .selectFrom('files')
      .select([sql<number>`sum(size)::bigint`.as('bytes'), sql<number>`count(*)`.as('files')])
      .executeTakeFirstOrThrow()
    for (const person of ['fmb.super', 'fmb.admin']) {
      const reply = await (await t.as(person)).get('/file/storage')
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ files, bytes, copy_bytes: 0 })
    }
  })
})
