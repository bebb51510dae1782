import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { validityOf } from '../../shared/boundary/validity.ts'
import { checkRegion } from '../../shared/boundary/region-check.ts'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import { paragraphsComplaint } from '../../shared/lib/plain-text.ts'
import { SECTION_MAX, SECTIONS } from '../../shared/summaries/sections.ts'
import { gapsOf } from '../../shared/summaries/draft-gaps.ts'
import type { PublishedDocument } from '../../shared/summaries/summaries.schema.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { docxBytes } from '../../server/summaries/docx-bytes.ts'
import { DEMO_SUMMARY_TEXTS } from '../../server/seed/demo-summary-texts.ts'
import { loadDemoBureau } from '../../server/seed/demo-bureau.ts'
import { claimsCheck } from '../../server/integrity/claims.check.ts'
import { installationKind } from '../../server/seed/installation.ts'
import { API_KEY, startApp, withServer } from '../support/product/app.ts'
import { parseProof } from '../../server/public-log/proof-file.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { pagesByLibreOffice } from '../support/oracles/libre-office.ts'
import { full } from '../support/full.ts'

/** The bureau of `npm run demo`: enough records, in every state, all of which the product itself could have made. */
full.describe('the demo bureau', () => {
  const bureau = withServer()

  beforeAll(async () => {
    await bureau.db.deleteFrom('users').execute()
    await loadDemoBureau(bureau.services)
  })

  const states = (table: 'site_profiles' | 'site_activities') =>
    bureau.db
      .selectFrom(table)
      .select(
        sql<string>`concat(site_status, ' ', penro_status, ', ', region_status, ', ', fmb_status)`.as(
          'state',
        ),
      )
      .distinct()
      .execute()

  test('is what its log says of it, with evidence and summaries', async () => {
    const found: string[] = []
    await claimsCheck(bureau.services, { files: 'all' }, ({ sentence }) => found.push(sentence))
    expect(found).toEqual([])
  })

  test('has for each approval a proof that shows its facts', async () => {
    await publishNow(bureau)
    const listed = await bureau.db
      .selectFrom('approved_sites')
      .select(['site_profile_id', 'site_activity_id'])
      .execute()
    expect(listed.length).toBeGreaterThan(20)
    const shown = async (url: string) => {
      const reply = await bureau.app.inject({
        url: `/api/sites/${url}/proof`,
        headers: { 'x-api-key': API_KEY },
      })
      expect(reply.statusCode, reply.body).toBe(200)
      const row = JSON.parse(parseProof(reply.body)?.extra?.toString() ?? '') as { facts: { text: string } }
      return (JSON.parse(row.facts.text) as { field: string }[]).map(({ field }) => field)
    }
    for (const { site_profile_id, site_activity_id } of listed) {
      expect(await shown(`dashboard/${site_profile_id}`)).toEqual(
        expect.arrayContaining(['code', 'name_of_partner', 'project_area', 'approved_at', 'map_sha256']),
      )
      if (site_activity_id !== null)
        expect(await shown(`activities/dashboard/${site_activity_id}`)).toEqual(
          expect.arrayContaining([
            'principle_number_1',
            'principle_number_8',
            'approved_at',
            'evidence_sha256',
          ]),
        )
    }
  })

  test('holds at least 60 profiles and 40 activities over five regions, in every state of the chain', async () => {
    const regions = await bureau.db.selectFrom('site_activities').select('region_id').distinct().execute()
    expect(regions.length).toBeGreaterThanOrEqual(5)
    expect(
      (await bureau.db.selectFrom('site_profiles').select('id').execute()).length,
    ).toBeGreaterThanOrEqual(60)
    expect(
      (await bureau.db.selectFrom('site_activities').select('id').execute()).length,
    ).toBeGreaterThanOrEqual(40)
    expect(await states('site_profiles')).toHaveLength(7)
    expect(await states('site_activities')).toHaveLength(8)
  })

  test('tells of last year and of this year, in words and figures, on several sites of several regions', async () => {
    const { rows } = await sql<{ year: number; regions: number; sites: number }>`
      select reporting_year as year, count(distinct region_id) as regions, count(distinct site_profile_id) as sites
      from site_activities
      where site_status = 'Approved'
        and exists (select from site_activity_statements where site_activity_id = site_activities.id)
        and exists (select from site_activity_figures where site_activity_id = site_activities.id)
      group by reporting_year`.execute(bureau.db)
    const thisYear = manilaYear(bureau.services.now())
    for (const year of [thisYear - 1, thisYear]) {
      const told = rows.find((one) => one.year === year)
      expect(told?.regions, String(year)).toBeGreaterThanOrEqual(4)
      expect(told?.sites, String(year)).toBeGreaterThanOrEqual(8)
    }
  })

  test('has a text for every part of a summary, with no numbers but those that a summary has', () => {
    expect(Object.keys(DEMO_SUMMARY_TEXTS).toSorted()).toEqual(SECTIONS.toSorted())
    for (const section of SECTIONS) {
      const text = DEMO_SUMMARY_TEXTS[section]
      expect(paragraphsComplaint(section, SECTION_MAX, text)).toBeNull()
      for (const [, key] of text.matchAll(/\{\{(.*?)\}\}/g))
        expect(['sites', 'hectares', 'registered']).toContain(key)
    }
  })

  test('has a published summary of at most 22 printed pages, and no number in its texts is typed', async () => {
    const visitor = await bureau.as(null)
    const { data } = (await visitor.get('/summaries/published')).json()
    const reply = await visitor.get(`/summaries/published/${data[0].year}`)
    const { document } = reply.json().data as PublishedDocument
    expect(document.format).toBe(1)
    expect(
      gapsOf(document as SummaryDocument).filter(({ message }) => message.includes('of the annex')),
    ).toEqual([])
    const pages = pagesByLibreOffice('Summary.docx', await docxBytes(document, ['demonstration']))
    expect(pages).toBeGreaterThan(8)
    expect(pages).toBeLessThanOrEqual(22)
  }, 400_000)

  test('draws valid boundaries inside their regions', async () => {
    const rows = await bureau.db
      .selectFrom('site_boundaries')
      .innerJoin('site_profiles', 'site_profiles.id', 'site_boundaries.site_profile_id')
      .innerJoin('regions', 'regions.id', 'site_profiles.region_id')
      .select(['site_boundaries.geometry', 'site_profiles.region_id', 'regions.name'])
      .execute()
    for (const row of rows) {
      const geometry = row.geometry as unknown as BoundaryGeometry
      const outline = outlineOf(row.region_id) as BoundaryGeometry
      expect(validityOf(geometry)).toEqual({ valid: true })
      expect(checkRegion(geometry, outline).outside_share).toBeLessThan(0.05)
    }
  })

  test('keeps the bytes of every file, of every allowed type', async () => {
    const files = await bureau.db.selectFrom('files').select(['storage_key', 'media_type', 'size']).execute()
    expect(new Set(files.map((file) => file.media_type)).size).toBe(6)
    const sample = files.filter((_, index) => index % 97 === 0)
    for (const file of sample) {
      let size = 0
      for await (const chunk of await bureau.services.files.get(file.storage_key))
        size += (chunk as Buffer).length
      expect(size).toBe(file.size)
    }
  })

  test('shows what changed since a return: on records that wait for each level, in fields, boundaries and evidence', async () => {
    const kinds = { sites: new Set<string>(), activities: new Set<string>() }
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver']) {
      const caller = await bureau.as(person)
      for (const [module, queue] of [
        ['sites', '/sites/datatable'],
        ['activities', '/sites/activities/datatable'],
      ] as const) {
        const lists = ['site/Submitted', 'penro/Approved', 'region/Approved']
        const list = lists[['laguna', 'r4a', 'fmb'].indexOf(person.split('.')[0] ?? '')]
        const { data } = (await caller.get(`${queue}/${list}?length=100`)).json()
        const waiting = data.filter((row: { waiting_since: string | null }) => row.waiting_since)
        const returned = []
        for (const { id } of waiting) {
          const path = module === 'sites' ? `/sites/${id}/changes` : `/sites/activities/${id}/changes`
          const reply = (await caller.get(path)).json()
          if (reply.returns.length > 0) returned.push(id)
          for (const { change } of reply.data ?? reply.documents) kinds[module].add(change)
          if (reply.fields?.length > 0) kinds.sites.add('fields')
          if (reply.boundary) kinds.sites.add('boundary')
        }
        expect(returned.length, `${person}, ${module}`).toBeGreaterThan(0)
      }
    }
    expect([...kinds.sites].sort()).toEqual(['boundary', 'fields', 'replaced'])
    expect([...kinds.activities].sort()).toEqual(['added', 'removed', 'renamed', 'replaced'])
  })

  test('says what the database is, so that demo data never goes into another', async () => {
    expect(await installationKind(bureau.db)).toBe('demo')
    const real = await startApp()
    expect(await installationKind(real.db)).toBe('real')
    await real.close()
  })

  test('every boundary was compared with the invented layers, and only approved profiles have land in them', async () => {
    const { rows } = await sql<{ state: string; site_status: string; accepted: number }>`
      select land_findings.state, site_status, cardinality(accepted_levels) as accepted
      from land_findings join site_profiles on site_profiles.id = site_profile_id order by land_findings.state`.execute(
      bureau.db,
    )
    expect(rows).toEqual([
      { state: 'accepted', site_status: 'Approved', accepted: 3 },
      { state: 'explained', site_status: 'Approved', accepted: 0 },
      { state: 'found', site_status: 'Approved', accepted: 0 },
    ])
    const { rows: layers } = await sql<{ not_compared: number; name: string }>`
      select name, (
        select count(*)::integer from site_boundaries where not exists (
          select from land_screenings where land_screenings.site_profile_id = site_boundaries.site_profile_id
            and land_layer_version_id = land_layer_versions.id and land_screenings.state = 'done'
            and land_screenings.map_kml_id = site_boundaries.map_kml_id
        )
      ) as not_compared
      from land_layers join land_layer_versions on land_layer_id = land_layers.id and state = 'current'`.execute(
      bureau.db,
    )
    expect(layers).toHaveLength(2)
    for (const { name, not_compared } of layers) {
      expect(name).toMatch(/\(invented for the demo\)$/)
      expect(not_compared).toBe(0)
    }
  })
})
