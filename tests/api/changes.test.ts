import { beforeAll, describe, expect, test } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { BoundaryChangesReply, SiteChangesReply } from '../../shared/sites/site-changes.schema.ts'
import type { ActivityChangesReply } from '../../shared/activities/activity-changes.schema.ts'
import { isChanged } from '../../shared/activities/activity-changes.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import {
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { measureWaiting } from '../../server/sites/boundaries.jobs.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { aKml, kmlText, pdfBytes, type Square, squareOf, upload } from '../support/records/factories.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'
import { full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const t = withServer()
let calls: SiteCalls
let encoder: Caller
beforeAll(async () => {
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
})

const ok = async <T>(person: string, path: string): Promise<T> => {
  const reply = await (await t.as(person)).get(path)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as T
}

/** Runs the daily clean-up two days from now, when the files that an edit replaced are deleted. */
async function cleanUp(gone: number[]): Promise<void> {
  await cleanUpFiles({ ...t.services, now: () => new Date(Date.now() + 2 * DAY_MS) })
  const left = await t.db.selectFrom('files').select('id').where('id', 'in', gone).execute()
  expect(left, 'the replaced files are cleaned up').toEqual([])
}

describe('what changed in a profile (S-45)', () => {
  const changes = (id: number, query = '', person = 'laguna.approver') =>
    ok<SiteChangesReply>(person, `/sites/${id}/changes${query}`)
  const boundaries = async (id: number, query = '', person = 'laguna.approver') => {
    // the area between is computed in the background
    await measureWaiting(t.services)
    return ok<BoundaryChangesReply>(person, `/sites/${id}/changes/boundary${query}`)
  }
  const edit = async (id: number, body: Record<string, unknown>) => {
    const reply = await encoder.patch(`/sites/${id}`, body)
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const submit = async (id: number) =>
    expect((await encoder.post(`/sites/submitted/${id}`)).statusCode).toBe(200)
  const returnIt = async (level: 'PENRO' | 'Region', id: number) =>
    expect((await calls.return(level, id)).statusCode).toBe(200)
  const keptBoundaries = async (id: number) => {
    const rows = t.db.selectFrom('replaced_boundaries').select('map_kml_id').where('site_profile_id', '=', id)
    return (await rows.execute()).map((row) => row.map_kml_id)
  }

  /** Squares side by side in Laguna: the second shares half of the first, the third nothing. */
  const WEST: Square = { lon: 121.2, lat: 14.1 }
  const MIDDLE: Square = { lon: 121.205, lat: 14.1 }
  const EAST: Square = { lon: 121.22, lat: 14.1 }

  test('every return is compared with the submission after it, old boundary and old names included, whatever was cleaned up', async () => {
    const first = await aKml(encoder, kmlText(WEST), 'west.kml')
    const { id, agreement_id } = await calls.created({ map_kml_id: first })
    expect(await changes(id)).toEqual({
      returns: [],
      round: null,
      next_round: null,
      fields: [],
      documents: [],
      boundary: null,
    })
    expect(await boundaries(id)).toEqual({ old: null, new: null, gained_ha: null, lost_ha: null })

    await returnIt('PENRO', id)
    expect(await changes(id)).toMatchObject({
      round: 1,
      next_round: null,
      fields: [],
      documents: [],
      boundary: null,
      returns: [{ round: 1, level: 'PENRO' }],
    })

    // a map that is saved but never submitted is not compared
    const never = await aKml(encoder, kmlText({ lon: 121.3, lat: 14.1 }), 'never.kml')
    await edit(id, { map_kml_id: never })
    const second = await aKml(encoder, kmlText(MIDDLE), 'middle.kml')
    const signed = await upload(encoder, 'pdf', 'signed.pdf', pdfBytes('signed'))
    await edit(id, {
      name_of_partner: 'Samahan ng Bundok Makiling',
      project_year_end: 2031,
      map_kml_id: second,
      agreement_id: signed,
    })
    expect(await keptBoundaries(id)).toEqual([first])
    const soFar = await changes(id, '', 'laguna.encoder')
    expect(soFar.next_round, 'not submitted yet').toBeNull()
    expect(soFar.fields.map(({ label }) => label)).toEqual([
      'Name of Partner/Implementer',
      'Project Year End',
    ])

    await cleanUp([first, agreement_id, never])
    await submit(id)
    const firstToSecond = await changes(id)
    expect(firstToSecond).toMatchObject({ round: 1, next_round: 2 })
    expect(firstToSecond.fields).toEqual([
      {
        field: 'name_of_partner',
        label: 'Name of Partner/Implementer',
        old: 'Samahan ng mga Tagapangalaga ng Kagubatan',
        new: 'Samahan ng Bundok Makiling',
      },
      { field: 'project_year_end', label: 'Project Year End', old: '2030', new: '2031' },
    ])
    expect(firstToSecond.documents).toMatchObject([
      {
        field: 'agreement_id',
        change: 'replaced',
        scan_status: 'not scanned',
        old: { id: agreement_id, name: 'agreement.pdf' },
        new: { id: signed, name: 'signed.pdf' },
      },
      {
        field: 'map_kml_id',
        change: 'replaced',
        scan_status: 'not scanned',
        old: { id: first, name: 'west.kml' },
        new: { id: second, name: 'middle.kml' },
      },
    ])
    const drawn = await boundaries(id)
    expect([drawn.old?.geometry, drawn.new?.geometry]).toEqual([squareOf(WEST), squareOf(MIDDLE)])
    expect(drawn.old?.area_ha).toBe(firstToSecond.boundary?.old_ha)
    expect(drawn.new?.area_ha).toBe(firstToSecond.boundary?.new_ha)
    // half of each square is outside the other
    expect((drawn.gained_ha ?? 0) / (drawn.new?.area_ha ?? 1)).toBeCloseTo(0.5, 3)
    expect((drawn.lost_ha ?? 0) / (drawn.old?.area_ha ?? 1)).toBeCloseTo(0.5, 3)

    await calls.approve('PENRO', id)
    await returnIt('Region', id)
    const third = await aKml(encoder, kmlText(EAST), 'east.kml')
    await edit(id, { map_kml_id: third })
    await cleanUp([second])
    await submit(id)
    const newest = await changes(id)
    expect(newest.returns.map(({ round, level }) => [round, level])).toEqual([
      [2, 'Region'],
      [1, 'PENRO'],
    ])
    expect(newest).toMatchObject({ round: 2, next_round: 3, fields: [] })
    expect(newest.documents.map(({ field }) => field)).toEqual(['map_kml_id'])
    const moved = await boundaries(id)
    expect([moved.old?.geometry, moved.new?.geometry]).toEqual([squareOf(MIDDLE), squareOf(EAST)])
    expect([moved.gained_ha, moved.lost_ha]).toEqual([moved.new?.area_ha, moved.old?.area_ha])

    // the earlier round reads as before, but its files no longer belong to the record
    const again = await changes(id, '?round=1')
    const gone = again.documents.map(({ field, scan_status }) => [field, scan_status])
    expect(gone).toEqual([
      ['agreement_id', 'not scanned'],
      ['map_kml_id', null],
    ])
    const asBefore = again.documents.map((one) => ({ ...one, scan_status: 'not scanned' }))
    expect({ ...again, returns: [], documents: asBefore }).toEqual({ ...firstToSecond, returns: [] })
    expect(await boundaries(id, '?round=1')).toEqual(drawn)

    for (const level of ['PENRO', 'Region', 'FMB'] as const) await calls.approve(level, id)
    expect(await changes(id, '?round=2', 'laguna.encoder'), 'after the final approval too').toEqual(newest)
  })

  test('a profile submitted again as it was has not changed', async () => {
    const { id } = await calls.created()
    await returnIt('PENRO', id)
    await submit(id)
    expect(await changes(id)).toMatchObject({
      round: 1,
      next_round: 2,
      fields: [],
      documents: [],
      boundary: null,
    })
  })

  test('the same map uploaded again draws the same boundary; another drawing of it is told apart', async () => {
    const square: Square = { lon: 121.4, lat: 14.3 }
    const { id } = await calls.created({ map_kml_id: await aKml(encoder, kmlText(square)) })
    await returnIt('PENRO', id)
    await edit(id, { map_kml_id: await aKml(encoder, kmlText(square)) })
    expect(await changes(id)).toMatchObject({ documents: [], boundary: null })
    await edit(id, { map_kml_id: await aKml(encoder, kmlText(square).replace('Site', 'Other name')) })
    expect(await changes(id)).toMatchObject({ documents: [{ change: 'replaced' }] })
    expect(await boundaries(id)).toMatchObject({ gained_ha: 0, lost_ha: 0 })
  })

  test('a submission that is refused keeps nothing', async () => {
    const { id } = await calls.created()
    await returnIt('PENRO', id)
    const stale = await encoder.post(`/sites/submitted/${id}`, { revision: 1 })
    expect(stale.statusCode).toBe(409)
    const kept = t.db
      .selectFrom('review_snapshots')
      .select('round')
      .where('record_id', 'in', recordIds('site_profiles', id))
    expect(await kept.execute()).toEqual([{ round: 1 }])
  })

  test('a round that there is not is refused', async () => {
    const { id } = await calls.created()
    await returnIt('PENRO', id)
    for (const path of [`/sites/${id}/changes`, `/sites/${id}/changes/boundary`])
      for (const round of ['2', '0', 'two', '-1', '99999999999'])
        expect((await encoder.get(`${path}?round=${round}`)).statusCode, round).toBe(422)
  })
})

describe('what changed in an activity (S-45, S-58)', () => {
  const changes = (id: number, query = '', person = 'laguna.approver') =>
    ok<ActivityChangesReply>(person, `/sites/activities/${id}/changes${query}`)
  const told = (reply: ActivityChangesReply) =>
    reply.data.map((one) => [one.change, one.indicator, one.old?.name ?? null, one.new?.name ?? null])
  const evidence = (name: string, text: string) => upload(encoder, 'pdf', name, pdfBytes(text))
  const save = async (id: number, principle: number, means: [number, number[]][]) => {
    const reply = await encoder.post(`/sites/activities/verification/${id}`, {
      sites_principle_id: principle,
      criteria_means: means.map(([sites_criteria_indicator_id, upload_id]) => ({
        sites_criteria_indicator_id,
        upload_id,
      })),
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const submit = async (id: number) =>
    expect((await encoder.post(`/sites/activities/submitted/${id}`)).statusCode).toBe(200)
  const returnIt = async (person: string, id: number) => {
    const body = { returned_reason_1: 'The minutes are not signed.' }
    expect((await (await t.as(person)).post(`/sites/activities/returned/${id}`, body)).statusCode).toBe(200)
  }
  const firstOf = (activity: SiteActivity) =>
    activity.verification.flatMap(({ upload: files }) => files.map((file) => file.upload_id))

  test('evidence added, removed, replaced and renamed per indicator, round by round, whatever was cleaned up', async () => {
    const activity = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
    const { id } = activity
    const [first, third] = [principleNumber(await batchOne(t), 1), principleNumber(await batchOne(t), 3)]
    const [one, two] = first.indicators
    const [minutes, photo, plan] = [
      await evidence('minutes.pdf', 'unsigned'),
      await evidence('photo.pdf', 'photo'),
      await evidence('plan.pdf', 'plan'),
    ]
    await save(id, first.id, [[one, [...firstOf(activity), minutes, photo, plan]]])
    await submit(id)
    expect(await changes(id)).toMatchObject({ returns: [], round: null, principles: [] })

    await returnIt('laguna.approver', id)
    expect(await changes(id)).toMatchObject({ round: 1, next_round: null, totalCount: 0 })
    const signed = await evidence('Minutes.pdf', 'signed')
    const renamed = await evidence('assembly.pdf', 'photo')
    const added = await evidence('agenda.pdf', 'agenda')
    await save(id, first.id, [
      [one, [...firstOf(activity), signed, renamed]],
      [two, [added]],
    ])
    await cleanUp([minutes, photo, plan])
    await submit(id)

    const newest = await changes(id)
    expect(newest).toMatchObject({ round: 1, next_round: 2, totalCount: 4, filteredCount: 4 })
    expect(told(newest)).toEqual([
      ['renamed', '1.1.1', 'photo.pdf', 'assembly.pdf'],
      ['replaced', '1.1.1', 'minutes.pdf', 'Minutes.pdf'],
      ['removed', '1.1.1', 'plan.pdf', null],
      ['added', expect.stringMatching(/^1\./), null, 'agenda.pdf'],
    ])
    expect(newest.data.map(({ scan_status }) => scan_status)).toEqual([
      'not scanned',
      'not scanned',
      null,
      'not scanned',
    ])
    expect(newest.principles.map((principle) => isChanged(principle))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(newest.principles[0]).toMatchObject({
      added: 1,
      removed: 1,
      replaced: 1,
      renamed: 1,
      switches: [],
    })

    await (await t.as('laguna.approver')).post(`/sites/activities/approved/${id}`)
    await returnIt('r4a.approver', id)
    await save(id, first.id, [[two, []]])
    await save(id, third.id, [[third.indicators[0], [await evidence('consent.pdf', 'consent')]]])
    await submit(id)
    const later = await changes(id)
    expect(later).toMatchObject({ round: 2, next_round: 3 })
    expect(told(later).map(([change, , old, now]) => [change, old, now])).toEqual([
      ['removed', 'agenda.pdf', null],
      ['added', null, 'consent.pdf'],
    ])
    const third_grade = later.principles.find((principle) => principle.principle_number === 3)?.grade
    expect(third_grade).toEqual({ old: 'Not Compliant', new: 'Somewhat Compliant' })
    const onlyThird = await changes(id, '?principle_number=3')
    expect(onlyThird.data.map((row) => row.new?.name)).toEqual(['consent.pdf'])
    expect([onlyThird.totalCount, onlyThird.filteredCount, onlyThird.principles.length]).toEqual([2, 1, 8])

    const earlier = await changes(id, '?round=1')
    expect(told(earlier)).toEqual(told(newest))
    expect(earlier.data.at(-1)?.scan_status, 'taken off since').toBeNull()
  })

  full.test('comes in pages of at most a hundred, however many files there are', async () => {
    const { id } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
    const batch = await batchOne(t)
    await submit(id)
    await returnIt('laguna.approver', id)
    const user_id = await t.userId('laguna.encoder')
    await t.database.pool.query(
      `with added as (
         insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by, unused_since)
         select gen_random_uuid(), 'pdf', 'evidence ' || indicator || ' ' || number || '.pdf', 'application/pdf', 1000,
           encode(sha256(convert_to(indicator || ' ' || number, 'UTF8')), 'hex'), $2, null
         from unnest($3::integer[]) as indicator, generate_series(1, 49) as number
         returning id, name
       )
       insert into site_activity_means (site_activity_id, sites_criteria_indicator_id, file_id, created_by)
       select $1, split_part(name, ' ', 2)::integer, id, $2 from added`,
      [id, user_id, batch.flatMap((one) => principleNumber(batch, one.principle_number).indicators)],
    )
    await submit(id)
    const all =
      batch.reduce((sum, one) => sum + principleNumber(batch, one.principle_number).indicators.length, 0) * 49
    expect(all).toBeGreaterThan(2000)
    const started = performance.now()
    const page = await changes(id, '?length=5000')
    console.log(`Changes of ${all} files: ${Math.round(performance.now() - started)} ms`)
    expect([page.data.length, page.totalCount]).toEqual([100, all])
    const names = new Set<string | undefined>()
    for (const number of [1, 2, 3]) {
      const some = await changes(id, `?length=40&page=${number}`)
      for (const row of some.data) names.add(row.new?.name)
    }
    expect(names.size, 'pages never overlap').toBe(120)
    const last = await changes(id, '?length=100&page=9999')
    expect(last.data.length).toBe(all % 100 || 100)
  })

  test('a file that was quarantined since says so', async () => {
    const activity = await anActivity(t, 'RET-PENRO', { site_profile_id: await anApprovedSite(t) })
    const first = principleNumber(await batchOne(t), 1)
    const bad = await evidence('bad.pdf', 'bad')
    await save(activity.id, first.id, [[first.indicators[0], [...firstOf(activity), bad]]])
    await t.db.updateTable('files').set({ scan_status: 'quarantined' }).where('id', '=', bad).execute()
    const reply = await changes(activity.id)
    expect(reply.data.map(({ scan_status }) => scan_status)).toEqual(['quarantined'])
  })

  test('a round or a principle that there is not is refused', async () => {
    const { id } = await anActivity(t, 'RET-REGION', { site_profile_id: await anApprovedSite(t) })
    for (const query of ['round=2', 'round=x', 'principle_number=x'])
      expect((await encoder.get(`/sites/activities/${id}/changes?${query}`)).statusCode, query).toBe(422)
  })
})
