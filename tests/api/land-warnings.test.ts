import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../server/seed/demo-office.ts'
import { beginDay, recountWarnings } from '../../server/pending/warnings.jobs.ts'
import { screenWaiting } from '../../server/land/screening.jobs.ts'
import { listLandOfSites, type SiteLand } from '../../server/land/findings.queries.ts'
import { findSiteWarnings } from '../../server/land/site-warnings.queries.ts'
import { findingsOf } from '../../shared/land/open-findings.ts'
import type { LandTaskRow } from '../../shared/land/findings.schema.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { turnOf } from '../../shared/sites/site-land.policy.ts'
import { type Warning, warningLabels } from '../../shared/review/warning-labels.ts'
import { FULL, full, SEED } from '../support/full.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { begin, chosen, decided, opened, outcomes } from '../support/records/bulk.ts'
import { polygons, rectangle, zoneHectares } from '../support/records/boundary-fixtures.ts'
import { aSite } from '../support/records/factories.ts'
import { aConsent, anAnswer, aCurrentLayer, aFinding, aScreening } from '../support/records/land-findings.ts'
import { aLayer, aVersion, layerOf } from '../support/records/land.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'

/** What the land gives a profile to see to is the same in labels, filters, lists, decisions on many and tasks. */

const SITES = FULL ? 90 : 14

const t = withServer()
let approver: Caller
let fmb: Caller
beforeAll(async () => {
  approver = await t.as('laguna.approver')
  fmb = await t.as('fmb.super')
})

/** Withdraws the layers of the tests before. */
async function withdrawLayers() {
  await sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'Old' where withdrawn_at is null`.execute(
    t.db,
  )
  await storeWarnings(t)
}

type Site = Awaited<ReturnType<typeof aSite>>
const STATES = [
  {},
  { level: 'Region' },
  { level: 'FMB' },
  { site_status: 'Approved' },
  { site_status: 'Returned', level: 'Region' },
] as const

/** Profiles in every state, with comparisons that count or not, findings open, accepted and gone, consents that hold or not. */
async function varied(): Promise<Site[]> {
  const random = seededRandom(SEED)
  console.log(`Land: seed ${SEED}`)
  const chance = (share: number) => random() < share
  const domains = await aCurrentLayer(t)
  const tenure = await aCurrentLayer(t, { kind: 'tenure' })
  const old = await aCurrentLayer(t, { kind: 'forest_cover' })
  const withdrawn = await aCurrentLayer(t)
  // of another place: it says nothing here, but for the land that was found all the same
  const elsewhere = await aCurrentLayer(t, { kind: 'protected_area' })
  await sql`update land_layer_versions set covers_regions = '{1}', covers_provinces = '{1}'
    where id = ${elsewhere.version_id}`.execute(t.db)
  await aCurrentLayer(t, { kind: 'municipal_boundary' })
  const sites: Site[] = []
  for (let at = 0; at < SITES; at += 1) {
    const site = await aSite(t, STATES[at % STATES.length])
    sites.push(site)
    const found: number[] = []
    for (const layer of [domains, tenure, old, elsewhere]) {
      if (chance(0.25)) continue
      await aScreening(t, site, layer, chance(0.15) ? 'It took too long.' : null)
      for (let findings = Math.floor(random() * 3); findings > 0; findings -= 1) {
        const id = await aFinding(t, site, layer)
        found.push(id)
        if (chance(0.2)) {
          await anAnswer(t, id, 'objection')
          const later = { answered_on: '2026-05-06', asked: chance(0.7) ? 'ncip' : 'Elders' }
          if (chance(0.5)) await anAnswer(t, id, 'no objection', later)
        }
        const levels = ['PENRO', 'Region', 'FMB'].filter(() => chance(0.5))
        if (levels.length > 0)
          await t.db
            .updateTable('land_findings')
            .set({ state: 'accepted', accepted_levels: levels })
            .where('id', '=', id)
            .execute()
        else if (chance(0.4))
          await t.db
            .updateTable('land_findings')
            .set(chance(0.5) ? { state: 'explained' } : { state: 'gone', geometry: null })
            .where('id', '=', id)
            .execute()
      }
    }
    if (chance(0.3)) await aFinding(t, site, withdrawn)
    for (const wanted of [{}, { valid_until: '2020-12-31' }])
      if (chance(0.4))
        await aConsent(
          t,
          site.id,
          found.filter(() => chance(0.6)),
          wanted,
        )
    // another map than the one that was compared
    if (chance(0.1))
      await sql`update land_screenings set map_kml_id = ${site.agreement_id} where site_profile_id = ${site.id}`.execute(
        t.db,
      )
    if (chance(0.1)) await t.db.deleteFrom('site_boundaries').where('site_profile_id', '=', site.id).execute()
  }
  await aVersion(t, old.id, [])
  await sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'Old' where id = ${withdrawn.id}`.execute(
    t.db,
  )
  await storeWarnings(t)
  return sites
}

/** The labels that follow from the land as the rule has it. */
async function expectedLabels(sites: readonly Site[]): Promise<Map<number, string[]>> {
  const ids = sites.map(({ id }) => id)
  const found = await findSiteWarnings(t.db, ids, new Date())
  const byRecord = new Map(found.map(({ record_id, warnings }) => [record_id, warningLabels(warnings)]))
  return new Map(
    sites.map(({ id, record_id }) => [
      id,
      (byRecord.get(record_id) ?? []).filter((label) => OF_LAND.test(label)),
    ]),
  )
}

/** The warning that a task is about, of a finding as pages read it. */
function asWarning({ task, finding_id }: LandTaskRow, land: SiteLand | undefined): Warning {
  const known = findingsOf(land ?? { layers: [] }).map(({ finding }) => finding)
  const { id, overlap_ha, feature_code, feature_name } = known.find((one) => one.id === finding_id) ?? UNKNOWN
  if (task === 'not_checked' || task === 'failed') return { code: `land_${task}`, params: { layer_id: 0 } }
  if (task === 'consent_missing' || task === 'objection')
    return { code: task, params: { finding_id: id, overlap_ha, feature_code, feature_name } }
  return { code: 'land_open', params: { finding_id: id, turn: 'office' } }
}

const UNKNOWN = { id: 0, overlap_ha: 0, feature_code: null, feature_name: 'of no page' }

const OF_LAND = /on the land|layers? of land|^Consent is|^An objection/

async function allTasks(
  by: Caller,
  query = '',
): Promise<{ rows: LandTaskRow[]; counts: Record<string, number> }> {
  const rows: LandTaskRow[] = []
  for (let page = 1; ; page += 1) {
    const reply = await by.get(`/land/tasks?length=100&page=${page}${query}`)
    expect(reply.statusCode, reply.body).toBe(200)
    const { data, filteredCount, counts } = reply.json()
    rows.push(...data)
    if (page * 100 >= filteredCount) return { rows, counts }
  }
}

describe('what the land gives to see to', () => {
  test(`[S-162] labels, filter, bulk preview and tasks say the same of ${SITES} random profiles`, async () => {
    const sites = await varied()
    const expected = await expectedLabels(sites)
    expect(new Set([...expected.values()].flat()).size, 'every kind of label').toBeGreaterThan(6)
    const { data: listed } = (
      await fmb.get('/sites/datatable?length=100&search=SITES-TEST&warnings=without')
    ).json() as { data: { id: number }[] }
    const without = new Set(listed.map(({ id }) => id))
    for (const { id } of sites.slice(-100)) {
      const { marks } = (await fmb.get(`/sites/${id}`)).json() as { marks: string[] }
      expect([id, marks.filter((mark) => OF_LAND.test(mark))]).toEqual([id, expected.get(id)])
      expect([id, without.has(id)]).toEqual([id, marks.length === 0])
    }
    const { rows, counts } = await allTasks(await t.as('fmb.auditor'))
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows.length)
    const land = await listLandOfSites(
      t.db,
      sites.map(({ id }) => id),
      new Date(),
    )
    for (const { id } of sites) {
      const own = rows.filter((row) => row.site_profile_id === id && !row.task.startsWith('expir'))
      expect([id, warningLabels(own.map((row) => asWarning(row, land.get(id))))]).toEqual([
        id,
        expected.get(id)?.filter((label) => !label.startsWith('No layer of land')),
      ])
    }
  })

  full.test(
    '[S-163] each open finding is in the tasks of its office or of one level, and of nobody else',
    async () => {
      await withdrawLayers()
      const sites = await varied()
      const ids = sites.map(({ id }) => id)
      const land = await listLandOfSites(t.db, ids, new Date())
      const turns = sites.flatMap((site) =>
        findingsOf(land.get(site.id) ?? { layers: [] }).map(({ finding }) => ({
          id: finding.id,
          turn: turnOf(finding, site),
        })),
      )
      for (const [person, turn, task] of [
        ['laguna.encoder', 'office', 'found'],
        ['laguna.approver', 'PENRO', 'explained'],
        ['r4a.approver', 'Region', 'explained'],
        ['fmb.approver', 'FMB', 'explained'],
      ] as const) {
        const { rows } = await allTasks(await t.as(person))
        const own = rows.filter((row) => row.task === 'found' || row.task === 'explained')
        const expected = turns.filter((one) => one.turn === turn).map(({ id }) => id)
        expect(expected.length, turn).toBeGreaterThan(0)
        expect(own.map(({ finding_id }) => finding_id).toSorted()).toEqual(expected.toSorted())
        expect(new Set(own.map((row) => row.task))).toEqual(new Set([task]))
      }
      await withdrawLayers()
    },
  )

  test('tasks are within the scope, filtered, searched and counted; each says where and why', async () => {
    const site = await aSite(t, { name_of_partner: 'Samahan ng Unang Lupa' })
    const layer = await aCurrentLayer(t, { kind: 'protected_area', name: 'Invented park' })
    const finding = await aFinding(t, site, layer, { code: 'PA-7', name: 'Banahaw' })
    const { rows } = await allTasks(await t.as('laguna.encoder'), '&task=found&search=Unang+Lupa')
    expect(rows).toEqual([
      {
        id: `found ${site.id} ${finding}`,
        task: 'found',
        site_profile_id: site.id,
        code: site.code,
        name_of_partner: 'Samahan ng Unang Lupa',
        finding_id: finding,
        what: 'Invented park',
        words: '12.40 ha (3 %) lie in PA-7, Banahaw, according to NCIP, Mar 01, 2026.',
        since: expect.any(String),
      },
    ])
    const elsewhere = await allTasks(await t.as('quezon.encoder'))
    expect(elsewhere.rows.some(({ site_profile_id }) => site_profile_id === site.id)).toBe(false)
    expect((await fmb.get('/land/tasks?task=everything')).statusCode).toBe(422)
    await t.db
      .updateTable('site_profiles')
      .set({
        status: 'Deactivated',
        deactivated_at: new Date().toISOString(),
        deactivate_reason: 'Twice',
        deactivated_by: await t.userId('fmb.admin'),
      })
      .where('id', '=', site.id)
      .execute()
    expect((await allTasks(fmb, '&search=Unang+Lupa')).rows).toEqual([])
  })
})

full.test(
  '[S-139] a night stores what ended with the day before; what differs from the rule is counted, corrected and logged',
  async () => {
    await withdrawLayers()
    const site = await aSite(t)
    const layer = await aCurrentLayer(t)
    const finding = await aFinding(t, site, layer, { code: null, name: 'Dumagat of Pangil' })
    await aConsent(t, site.id, [finding], { valid_until: manilaDay(new Date()) })
    const marks = async () => ((await fmb.get(`/sites/${site.id}`)).json() as { marks: string[] }).marks
    const missing = 'Consent is missing for Dumagat of Pangil'
    expect(await marks()).not.toContain(missing)
    const tomorrow = { db: t.db, now: () => new Date(Date.now() + DAY_MS) }
    expect(await beginDay(tomorrow)).toMatchObject({ differences: 0 })
    expect(await marks()).toContain(missing)

    await sql`delete from record_warnings where record_id = ${site.record_id} and code = 'consent_missing'`.execute(
      t.db,
    )
    await sql`insert into record_warnings values (${site.record_id}, 'too_small', '{}', now())`.execute(t.db)
    expect(await marks()).toContain('Very small for a site')
    expect(await recountWarnings(tomorrow)).toMatchObject({ differences: 2 })
    expect(await marks()).not.toContain('Very small for a site')
    expect(await marks()).toContain(missing)
    const { field_change } = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Stored Counts Corrected')
      .executeTakeFirstOrThrow()
    expect(field_change).toEqual([{ field: 'record_warnings', old: null, new: '2 rows' }])
    expect(await recountWarnings(tomorrow)).toMatchObject({ differences: 0 })
  },
)

describe('a decision on many', () => {
  test('approves no profile with open findings: its preview and its row say so in one sentence', async () => {
    await withdrawLayers()
    const [open, plain] = [await aSite(t), await aSite(t)]
    const layer = await aCurrentLayer(t)
    await aFinding(t, open, layer, { code: null, name: 'Dumagat of Pangil' })
    await aScreening(t, plain, layer)
    const said = `Findings on the land are open: Dumagat of Pangil (${layer.name}). Please open the profile and accept them by name, or return it.`
    const { data } = (await approver.get(`/sites/bulk/records?ids=${open.id},${plain.id}`)).json() as {
      data: { id: number; refusal: { approve: string | null; return: string | null } }[]
    }
    expect(data.map(({ id, refusal }) => [id, refusal.approve, refusal.return]).toSorted()).toEqual(
      [
        [open.id, said, null],
        [plain.id, null, null],
      ].toSorted(),
    )
    await opened(t, 'laguna.approver', 'sites', [open.id, plain.id])
    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', [open.id, plain.id]))
    expect(outcomes(bulk)).toEqual([
      ['Refused', said],
      ['Decided', null],
    ])
    // a return of many is not concerned
    const reply = await begin(approver, 'sites', 'return', await chosen(t, 'sites', [open.id]), {
      returned_reason: 'Please explain the land.',
    })
    expect(reply.statusCode, reply.body).toBe(200)
  })
})

describe('the export', () => {
  test('has each finding with the state, share and consideration of its layer, within the scope, and is logged', async () => {
    await withdrawLayers()
    const [site, bare, elsewhere] = [
      await aSite(t, { name_of_partner: '=Samahan' }),
      await aSite(t),
      await aSite(t, { office: 'PENRO Quezon' }),
    ]
    const layer = await aCurrentLayer(t)
    await aFinding(t, site, layer, { code: 'CADT-1', name: 'Dumagat; "Pangil"' })
    await aFinding(t, site, layer, { code: 'CADT-2', name: null, share: '0.5', overlap_ha: '60.00' })
    await aScreening(t, bare, layer)
    const reply = await approver.get('/land/export')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = reply.body.trimEnd().split('\r\n')
    const of = (code: string) => lines.filter((line) => line.startsWith(code))
    expect(of(site.code).map((line) => [line.split(',')[1], ...line.split(',').slice(10, 15)])).toEqual([
      ["'=Samahan", 'CADT-2', '', '60', '50', 'Found'],
      ["'=Samahan", 'CADT-1', '"Dumagat; ""Pangil"""', '12.4', '3', 'Found'],
    ])
    expect(of(bare.code)).toEqual([expect.stringContaining(',Nothing found,')])
    expect(of(elsewhere.code)).toEqual([])
    for (const line of [...of(site.code), ...of(bare.code)])
      expect(line).toContain('Deciding who owns a parcel.')
    const { field_change } = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Exported')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(field_change).toContainEqual({ field: 'rows', old: null, new: String(lines.length - 1) })
  })

  full.test(
    '[S-161] has what was said of a finding and the instruments that count for it, and of a boundary its hectares and the land in overlapping domains once',
    async () => {
      await withdrawLayers()
      const [west, south] = [121.4, 14.3]
      const site = await aSite(t, {
        boundary: polygons([rectangle(west, south, west + 0.01, south + 0.01)]),
      })
      // two layers: in the first two domains over each other, in the second one over both
      const part = (from: number, to: number) =>
        polygons([rectangle(west + from, south - 0.01, west + to, south + 0.02)])
      const titles = await aLayer(t, { name: 'Titles' })
      await aVersion(t, titles, [
        { code: 'CADT-1', geometry: part(-0.005, 0.004) },
        { code: 'CADT-2', geometry: part(0.002, 0.006) },
      ])
      const claims = await aLayer(t, { name: 'Claims' })
      await aVersion(t, claims, [{ code: 'CADC-1', geometry: part(0.005, 0.008) }])
      await screenWaiting(t.services)

      const encoder = await t.as('laguna.encoder')
      const [finding] = (await layerOf(t, site.id, titles)).findings
      await aConsent(t, site.id, [finding?.id ?? 0])
      await aConsent(t, site.id, [])
      const at = `/sites/${site.id}/findings/${finding?.id}`
      expect((await encoder.post(`${at}/explain`, { text: '=HYPERLINK("x")' })).statusCode).toBe(200)
      const { finding: asked } = (
        await encoder.post(`${at}/requests`, { asked: 'NCIP', asked_on: '2026-02-03' })
      ).json() as { finding: { requests: { id: number; revision: number }[] } }
      const answer = { answered_on: '2026-02-09', answer: 'conditions', words: 'No felling, please.' }
      const [request] = asked.requests
      const answered = await encoder.post(`${at}/requests/${request?.id}/answer`, {
        ...answer,
        revision: request?.revision,
      })
      expect(answered.statusCode, answered.body).toBe(200)

      const lines = (await approver.get('/land/export')).body.split('\r\n')
      const names = lines[0]?.split(',') ?? []
      const rows = lines.filter((line) => line.startsWith(site.code))
      const cell = (line: string | undefined, name: string) => cellsOf(line ?? '')[names.indexOf(name)]
      expect(rows.map((line) => cell(line, 'Feature code')).toSorted()).toEqual([
        'CADC-1',
        'CADT-1',
        'CADT-2',
      ])
      const whole = zoneHectares(west, south, west + 0.01, south + 0.01)
      for (const line of rows) {
        expect(Number(cell(line, 'Hectares of the boundary'))).toBeCloseTo(whole, 1)
        // 0 to 0.008 of 0.01
        expect(Number(cell(line, 'Hectares in ancestral domains together'))).toBeCloseTo(whole * 0.8, 1)
      }
      const consented = rows.map((line) => [cell(line, 'Feature code'), cell(line, 'Instruments')])
      expect(Object.fromEntries(consented)).toEqual({
        'CADC-1': '',
        'CADT-1': '',
        'CADT-2': '',
        [finding?.feature_code ?? '']: 'Certification Precondition, NCIP: Valid, with no end',
      })
      const explained = rows.find((line) => cell(line, 'Feature code') === finding?.feature_code)
      expect(cell(explained, 'Explanation')).toBe(`'=HYPERLINK("x")`)
      expect(cell(explained, 'Who was asked')).toBe('NCIP on Feb 03, 2026')
      expect(cell(explained, 'Answer')).toBe('conditions on Feb 09, 2026: No felling, please.')
      // while a layer is not compared, the sum is not known
      await t.db.deleteFrom('land_screenings').where('land_layer_id', '=', claims).execute()
      const [unknown] = (await approver.get('/land/export')).body
        .split('\r\n')
        .filter((line) => line.startsWith(site.code))
      expect(cell(unknown, 'Hectares in ancestral domains together')).toBe('Not known')
    },
  )
})

/** The cells of a line without line breaks in them. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
