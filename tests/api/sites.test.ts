import { beforeAll, describe, expect, test } from 'vitest'
import { AREAS_DO_NOT_ADD_UP, END_BEFORE_START } from '../../shared/sites/sites.rules.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { type Caller, startApp, withServer } from '../support/product/app.ts'
import {
  aFile,
  aKml,
  anAgreement,
  aSite,
  auditOf,
  eventsOf,
  kmlText,
  placeOf,
  siteInput,
} from '../support/records/factories.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'

const t = withServer()
let calls: SiteCalls
let encoder: Caller
beforeAll(async () => {
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
})

describe('adding a profile', () => {
  test('[PROFILES-49, PROFILES-21] POST sites creates, numbers and submits it in one step (P01)', async () => {
    const site = await calls.created()
    expect(site.code).toMatch(/^SITES-R04A-\d{4}-\d{4}$/)
    expect(site).toMatchObject({
      status: 'Activated',
      deactivate_reason: 'N/A',
      deactivated_at: null,
      site_status: 'Submitted',
      penro_status: 'Submitted',
      region_status: null,
      fmb_status: null,
      returned_by: null,
      returned_reason: null,
      returned_at: null,
      approved_at: null,
      region: 'Region IV-A (CALABARZON)',
      province: 'Laguna',
      office: 'PENRO Laguna',
      record_status: 'Submitted',
      created_by: 'Isabel Muñoz',
      updated_by: 'Isabel Muñoz',
    })
    expect(site.submitted_at).toBe(site.created_at)
    expect(await eventsOf(t, site.id)).toEqual(['Created', 'Submitted'])
    const files = await t.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', 'in', [site.agreement_id, site.map_kml_id])
      .execute()
    expect(files).toEqual([{ unused_since: null }, { unused_since: null }])
  })

  test('[PROFILES-16, PROFILES-17, PROFILES-18, PROFILES-19, PROFILES-20] the profile has every field of the specification', async () => {
    const { siteProfile } = await calls.show('laguna.encoder', (await calls.created()).id)
    expect(Object.keys(siteProfile)).toEqual(expect.arrayContaining(Object.keys(SiteProfile.shape)))
    for (const field of 'id code region_id province_id city_id region province city name_of_partner project_area year_implemented project_year_start project_year_end redd_eligible_activities_area emission_from_deforestation_area emission_from_forest_degradation_area conservation_forest_carbon_stocks_area enhancement_forest_carbon_stocks_area sustainable_management_of_forest_area implementation_arrangement implementation_arrangement_others agreement_id agreement_file_name map_kml_id map_kml_name map_kml_url status deactivated_at deactivated_by deactivate_reason site_status penro_status region_status fmb_status returned_by returned_reason created_at created_by updated_at updated_by submitted_at returned_at approved_at record_status'.split(
      ' ',
    ))
      expect(siteProfile, field).toHaveProperty(field)
    expect(siteProfile.map_kml_url).toBe(`/api/file/${siteProfile.map_kml_id}`)
    expect(siteProfile.redd_eligible_activities_area).toHaveLength(2)
  })

  /** A different value for each field, so that none can be mistaken for another. */
  const everyField = async () => {
    const { province_id } = await placeOf(t)
    const city = t.db.selectFrom('cities').select('id').where('province_id', '=', province_id)
    return {
      city_id: (await city.orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
      name_of_partner: 'Samahan ng Pangil',
      project_area: '311.5',
      year_implemented: 2022,
      project_year_start: 2023,
      project_year_end: 2035,
      redd_eligible_activities_area: ELIGIBLE_ACTIVITIES.map(({ name }) => name),
      emission_from_deforestation_area: '60.1',
      emission_from_forest_degradation_area: '61.2',
      conservation_forest_carbon_stocks_area: '62.3',
      enhancement_forest_carbon_stocks_area: '63.4',
      sustainable_management_of_forest_area: '64.5',
      implementation_arrangement: 'Others',
      implementation_arrangement_others: 'Kasunduan ng barangay',
      agreement_id: await anAgreement(encoder, 'kasunduan.pdf'),
      map_kml_id: await aKml(encoder, kmlText({ lon: 121.3, lat: 14.3 }), 'hangganan.kml'),
    }
  }

  test('[PROFILES-17, PROFILES-18, PROFILES-19, PROFILES-49] every field of the form is kept, when adding and when editing', async () => {
    const added = await everyField()
    const names = { agreement_file_name: 'kasunduan.pdf', map_kml_name: 'hangganan.kml' }
    const { id } = await calls.created(added)
    expect((await calls.show('laguna.encoder', id)).siteProfile).toMatchObject({ ...added, ...names })

    const returned = await aSite(t, { site_status: 'Returned' })
    const edited = await everyField()
    const reply = await encoder.patch(`/sites/${returned.id}`, edited)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().siteProfile).toMatchObject({ ...edited, ...names })
    expect(await calls.rowOf(returned.id)).toMatchObject(edited)
  })

  test('codes run per region and year and are never given twice (S-39)', async () => {
    const [first, second] = [await calls.created(), await calls.created()]
    const number = (code: string) => Number(code.slice(-4))
    expect(number(second.code)).toBe(number(first.code) + 1)
  })

  test('the year of a code is the year in Manila (S-22)', async () => {
    const app = await startApp()
    try {
      const body = await siteInput(app)
      const late = '2033-12-31T17:00:00Z'
      await app.db.updateTable('sessions').set({ created_at: late, last_used_at: late }).execute()
      app.setNow(new Date(late))
      const reply = await (await app.as('laguna.encoder')).post('/sites', body)
      expect(reply.json().siteProfile.code).toBe('SITES-R04A-2034-0001')
    } finally {
      await app.close()
    }
  })

  test('[PROFILES-08] a PENRO user adds in the own region and province only (S-40)', async () => {
    const zds = await placeOf(t, 'PENRO Zamboanga del Sur')
    const quezon = await placeOf(t, 'PENRO Quezon')
    const count = await t.db.selectFrom('site_profiles').select('id').execute()
    const other = await encoder.post('/sites', await siteInput(t, { region_id: zds.region_id }))
    expect(other.statusCode).toBe(422)
    expect(other.json().errors.region_id).toEqual(['You can only add profiles in your own region.'])
    const next = await encoder.post(
      '/sites',
      await siteInput(t, { province_id: quezon.province_id, city_id: quezon.city_id }),
    )
    expect(next.json().errors).toEqual({ province_id: ['You can only add profiles in your own province.'] })
    expect(await t.db.selectFrom('site_profiles').select('id').execute()).toEqual(count)
  })

  test('FMB adds for the PENRO of the province, which then owns it (S-35)', async () => {
    const superuser = await t.as('fmb.super')
    const files = { agreement_id: await anAgreement(superuser), map_kml_id: await aKml(superuser) }
    const reply = await superuser.post('/sites', await siteInput(t, files, 'PENRO Quezon'))
    expect(reply.json().siteProfile).toMatchObject({ office: 'PENRO Quezon', province: 'Quezon' })
    const { id } = reply.json().siteProfile
    expect((await (await t.as('quezon.approver')).get(`/sites/${id}`)).statusCode).toBe(200)
    expect((await encoder.get(`/sites/${id}`)).statusCode).toBe(404)
  })

  test('FMB cannot guess the field office of the capital region', async () => {
    const superuser = await t.as('fmb.super')
    const files = { agreement_id: await anAgreement(superuser), map_kml_id: await aKml(superuser) }
    const reply = await superuser.post('/sites', await siteInput(t, files, 'DENR-NCR North Field Office'))
    expect(reply.json().errors).toEqual({
      region_id: ['Profiles of this region are added by its field offices.'],
    })
  })

  test('[PROFILES-30, PROFILES-33] end before start and areas that do not add up, together with the places and files', async () => {
    const quezon = await placeOf(t, 'PENRO Quezon')
    const reply = await encoder.post(
      '/sites',
      await siteInput(t, {
        project_year_end: 2020,
        project_area: '99',
        city_id: quezon.city_id,
        agreement_id: await aFile(t, { by: 'quezon.encoder' }),
      }),
    )
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({
      project_year_end: [END_BEFORE_START],
      redd_eligible_activities_area: [AREAS_DO_NOT_ADD_UP],
      city_id: ['This city or municipality is not in the chosen province.'],
      agreement_id: ['This file was not found. Please upload it again.'],
    })
  })

  test('a file serves one record only, and a KML is no agreement', async () => {
    const site = await calls.created()
    const body = await siteInput(t)
    const taken = await encoder.post('/sites', { ...body, agreement_id: site.agreement_id })
    expect(taken.json().errors).toEqual({
      agreement_id: ['This file is already attached to another record.'],
    })
    const swapped = await encoder.post('/sites', {
      ...body,
      agreement_id: body.map_kml_id,
      map_kml_id: body.agreement_id,
    })
    expect(swapped.statusCode).toBe(422)
    expect(Object.keys(swapped.json().errors).sort()).toEqual(['agreement_id', 'map_kml_id'])
    const unused = await t.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', '=', body.agreement_id as number)
      .executeTakeFirstOrThrow()
    expect(unused.unused_since, 'a refused form attaches nothing').not.toBeNull()
    expect((await encoder.post('/sites', body)).statusCode).toBe(200)
  })
})

describe('editing', () => {
  test('[PROFILES-49] absent is unchanged, null clears, and the log tells old and new (P08)', async () => {
    const { id, updated_at } = await aSite(t, { site_status: 'Returned' })
    const before = await calls.rowOf(id)
    const reply = await encoder.patch(`/sites/${id}`, {
      project_area: '1,200.5',
      redd_eligible_activities_area: ['Sustainable management of forests'],
      sustainable_management_of_forest_area: '1200.50',
      implementation_arrangement: 'MOA/MOU',
      implementation_arrangement_others: null,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const after = await calls.rowOf(id)
    expect(after).toMatchObject({
      name_of_partner: before.name_of_partner,
      project_area: '1200.5',
      emission_from_deforestation_area: null,
      conservation_forest_carbon_stocks_area: null,
      implementation_arrangement_others: null,
      site_status: 'Returned',
      returned_by: 'PENRO',
      returned_reason: before.returned_reason,
      submitted_at: before.submitted_at,
      returned_at: before.returned_at,
      revision: before.revision + 1,
    })
    expect(after.updated_at > updated_at).toBe(true)
    const [row] = (await auditOf(t, id)).filter(({ event }) => event === 'Updated')
    expect(row?.field_change).toEqual([
      { field: 'project_area', old: '100.50', new: '1200.5' },
      {
        field: 'redd_eligible_activities_area_added',
        old: null,
        new: 'Sustainable management of forests',
      },
      {
        field: 'redd_eligible_activities_area_removed',
        old: null,
        new: 'Reducing emissions from deforestation, Conservation of forest-carbon stocks',
      },
      { field: 'emission_from_deforestation_area', old: '60.25', new: null },
      { field: 'conservation_forest_carbon_stocks_area', old: '40.25', new: null },
      { field: 'sustainable_management_of_forest_area', old: null, new: '1200.50' },
      { field: 'implementation_arrangement', old: 'Tenure', new: 'MOA/MOU' },
      { field: 'implementation_arrangement_others', old: 'CBFMA', new: null },
    ])
    expect(row).toMatchObject({ user_email: 'laguna.encoder@bureau.example', role_name: 'PENRO Encoder' })
  })

  test('replaced files are let go, and the new map is measured again (S-46, S-97)', async () => {
    const site = await calls.created({ map_kml_id: await aKml(encoder, kmlText({ lon: 121.1, lat: 14.35 })) })
    await calls.return('PENRO', site.id)
    const changes = {
      agreement_id: await anAgreement(encoder, 'agreement-2.pdf'),
      map_kml_id: await aKml(encoder, kmlText({ lon: 121.1, lat: 14.35, size: 0.02 }), 'boundary-2.kml'),
    }
    const reply = await encoder.patch(`/sites/${site.id}`, changes)
    expect(reply.json().siteProfile).toMatchObject({
      ...changes,
      agreement_file_name: 'agreement-2.pdf',
      map_kml_name: 'boundary-2.kml',
      mapped_area_ha: expect.closeTo(477.2, 0),
    })
    const unused = await t.db
      .selectFrom('files')
      .select(['id', 'unused_since'])
      .where('id', 'in', [site.agreement_id, site.map_kml_id])
      .execute()
    expect(unused.every((file) => file.unused_since !== null)).toBe(true)
    const row = (await auditOf(t, site.id)).at(-1)
    expect(row?.field_change).toEqual(
      expect.arrayContaining([{ field: 'map_kml_name', old: 'boundary.kml', new: 'boundary-2.kml' }]),
    )
  })

  test('the warning about the declared area follows an edit of the area alone', async () => {
    const site = await calls.created({ map_kml_id: await aKml(encoder, kmlText({ lon: 121.0, lat: 14.2 })) })
    await calls.return('PENRO', site.id)
    const kinds = async () =>
      (await calls.show('laguna.encoder', site.id)).boundary?.warnings.map(({ kind }) => kind)
    expect(await kinds()).toContain('area_differs')
    const areas = {
      project_area: '119.43',
      emission_from_deforestation_area: '59.43',
      conservation_forest_carbon_stocks_area: '60',
    }
    expect((await encoder.patch(`/sites/${site.id}`, areas)).statusCode).toBe(200)
    expect(await kinds()).not.toContain('area_differs')
  })

  test('region and code never change; the merged form is validated whole', async () => {
    const { id, code } = await aSite(t, { site_status: 'Returned' })
    const zds = await placeOf(t, 'PENRO Zamboanga del Sur')
    const region = await calls.refused(id, 422, () =>
      encoder.patch(`/sites/${id}`, { region_id: zds.region_id }),
    )
    expect(region.errors).toEqual({ region_id: ['The region of a profile cannot be changed.'] })
    expect((await encoder.patch(`/sites/${id}`, { code: 'SITES-X' })).json().siteProfile.code).toBe(code)
    const sum = await calls.refused(id, 422, () => encoder.patch(`/sites/${id}`, { project_area: '90' }))
    expect(sum.errors).toEqual({ redd_eligible_activities_area: [AREAS_DO_NOT_ADD_UP] })
    const years = await calls.refused(id, 422, () =>
      encoder.patch(`/sites/${id}`, { project_year_end: 2005 }),
    )
    expect(years.errors).toEqual({ project_year_end: [END_BEFORE_START] })
    const cleared = await calls.refused(id, 422, () =>
      encoder.patch(`/sites/${id}`, { name_of_partner: null }),
    )
    expect(cleared.errors.name_of_partner?.[0]).toBe('Name of Partner/Implementer is required.')
    const quezon = await placeOf(t, 'PENRO Quezon')
    const moved = await calls.refused(id, 422, () =>
      encoder.patch(`/sites/${id}`, { province_id: quezon.province_id, city_id: quezon.city_id }),
    )
    expect(moved.errors).toHaveProperty('province_id')
  })
})

describe('activation', () => {
  test('[PROFILES-42, PROFILES-50] deactivation needs a reason of 2 to 50 characters (P10, P11)', async () => {
    const { id } = await aSite(t)
    const admin = await t.as('laguna.admin')
    for (const body of [
      {},
      { deactivate_reason: ' ' },
      { deactivate_reason: 'x' },
      { deactivate_reason: 'x'.repeat(51) },
    ]) {
      const reply = await calls.refused(id, 422, () => admin.post(`/sites/deactivate/${id}`, body))
      expect(reply.errors.deactivate_reason?.length).toBeGreaterThan(0)
    }
    const before = await calls.rowOf(id)
    const off = await admin.post(`/sites/deactivate/${id}`, { deactivate_reason: 'Entered twice' })
    expect(off.json().siteProfile).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'Entered twice',
      deactivated_by: 'Gloria Peñaflor',
      site_status: 'Submitted',
      penro_status: 'Submitted',
    })
    await calls.refused(id, 409, () => admin.post(`/sites/deactivate/${id}`, { deactivate_reason: 'Again' }))
    const on = await admin.post(`/sites/activate/${id}`)
    expect(on.json().siteProfile).toMatchObject({
      status: 'Activated',
      deactivate_reason: 'N/A',
      deactivated_at: null,
      deactivated_by: null,
    })
    expect((await calls.rowOf(id)).waiting_since).toEqual(before.waiting_since)
    await calls.refused(id, 409, () => admin.post(`/sites/activate/${id}`))
    expect(await eventsOf(t, id)).toEqual(['Deactivated', 'Activated'])
  })
})

test('a profile that is switched off and on again is counted as it stands, by everybody’s list', async () => {
  const { id } = await aSite(t)
  const totals = async () => {
    const all: number[] = []
    for (const name of ['laguna.approver', 'r4a.approver', 'fmb.approver', 'laguna.admin'])
      all.push((await (await t.as(name)).get('/sites/datatable')).json().totalCount)
    return all
  }
  const before = await totals()
  const admin = await t.as('laguna.admin')
  expect((await admin.post(`/sites/deactivate/${id}`, { deactivate_reason: 'Twice' })).statusCode).toBe(200)
  // the person who deactivated it still finds it
  expect(await totals()).toEqual(before.map((count, index) => (index === 3 ? count : count - 1)))
  expect((await admin.post(`/sites/activate/${id}`)).statusCode).toBe(200)
  expect(await totals()).toEqual(before)
})

describe('views', () => {
  const view = async (who: string, body: object) => (await t.as(who)).post('/sites/audit-logs', body)

  test('[PROFILES-52] a View stands in the log once a minute per person (P12, S-23)', async () => {
    const { id } = await aSite(t)
    const body = { model_name: 'SiteProfile', id }
    const all = await Promise.all([1, 2, 3, 4].map(() => view('laguna.approver', body)))
    expect(all.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200])
    await view('r4a.approver', { ...body, event: 'View' })
    expect(await eventsOf(t, id)).toEqual(['View', 'View'])
    const rows = await auditOf(t, id)
    expect(rows.map((row) => row.user_email?.split('@')[0]).sort()).toEqual([
      'laguna.approver',
      'r4a.approver',
    ])
    expect(rows[0]?.field_change).toEqual([])
  })
})
