import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldChanges } from '../server/context/audit.ts'
import { REPORT_COLUMNS, reportCells } from '../shared/reports/report-cells.ts'
import type { ReportRow } from '../shared/reports/reports.schema.ts'
import { siteChanges, siteSnapshot } from '../shared/sites/site-changes.ts'
import type { SnapshotFile } from '../shared/review/snapshot.schema.ts'
import {
  type AreaField,
  ELIGIBLE_ACTIVITIES,
  IMPLEMENTATION_ARRANGEMENTS,
  LOGGED_FIELDS,
  SITE_FIELDS,
  type SiteField,
} from '../shared/sites/sites.fields.ts'
import type { SiteProfile } from '../shared/sites/sites.schema.ts'
import { FULL, SEED } from './support/full.ts'

/** Compares what the log records, a submission stores and a comparison shows with the table of fields. */

const RUNS = { seed: SEED, numRuns: FULL ? 10_000 : 100 }

const ALL = Object.keys(SITE_FIELDS) as SiteField[]

/** few values of each type, so that two records often share some */
const VALUES = {
  text: fc.constantFrom('Alab', 'Bukal', 'Cruz'),
  year: fc.integer({ min: 2000, max: 2002 }),
  hectares: fc.constantFrom('1', '1.5', '2.25'),
  choice: fc.constantFrom(...IMPLEMENTATION_ARRANGEMENTS),
  choices: fc.subarray(ELIGIBLE_ACTIVITIES.map(({ name }) => name)),
  place: fc.integer({ min: 1, max: 2 }),
  file: fc.integer({ min: 1, max: 2 }),
}

/** A profile with random values; the same number of a place or a file always has the same name. */
const profile = fc
  .record(
    Object.fromEntries(ALL.map((field) => [field, VALUES[SITE_FIELDS[field].type] as fc.Arbitrary<unknown>])),
  )
  .map((values): SiteProfile => {
    const named = {
      region: `Region ${String(values.region_id)}`,
      province: `Province ${String(values.province_id)}`,
      city: `City ${String(values.city_id)}`,
      office: 'PENRO Laguna',
      agreement_file_name: `agreement ${String(values.agreement_id)}.pdf`,
      map_kml_name: `map ${String(values.map_kml_id)}.kml`,
    }
    return { ...values, ...named, mapped_area_ha: 1 } as unknown as SiteProfile
  })

const fileOf = (id: number, name: string): SnapshotFile => ({
  id,
  name,
  size: 1,
  sha256: String(id).repeat(64),
})

const kept = (site: SiteProfile) =>
  siteSnapshot(site, {
    agreement: fileOf(site.agreement_id, site.agreement_file_name),
    map_kml: fileOf(site.map_kml_id, site.map_kml_name),
  })

const AREAS = new Map<SiteField, string>(ELIGIBLE_ACTIVITIES.map(({ field, name }) => [field, name]))

/** What a person sees of a field: hectares only of chosen activities, and an arrangement with its specification. */
function seen(site: SiteProfile, field: SiteField): string {
  const activity = AREAS.get(field)
  const isChosen = site.redd_eligible_activities_area.some((name) => name === activity)
  if (activity) return isChosen ? String(site[field as AreaField]) : ''
  const detail = field === 'implementation_arrangement' ? site.implementation_arrangement_others : null
  return `${String(site[field])}: ${detail}`
}

test(`two profiles that differ anywhere: log, snapshot and comparison say what the table says (seed ${SEED})`, () => {
  fc.assert(
    fc.property(profile, profile, (before, after) => {
      const told = fieldChanges(before, after, LOGGED_FIELDS).map(({ field }) =>
        field.replace(/_(?:added|removed)$/, ''),
      )
      const differs = (field: SiteField) => String(before[field]) !== String(after[field])
      expect([...new Set(told)]).toEqual(ALL.filter((field) => SITE_FIELDS[field].logged && differs(field)))

      const fields = ALL.filter((field) => SITE_FIELDS[field].kept)
      const snapshot: Record<string, unknown> = kept(before)
      expect(Object.keys(snapshot).sort()).toEqual(
        [...fields, 'agreement', 'map_kml', 'mapped_area_ha'].sort(),
      )
      for (const field of fields) expect(snapshot[field]).toEqual(before[field])

      const { fields: changed, documents } = siteChanges(kept(before), kept(after))
      const compared = ALL.filter(
        (field) => SITE_FIELDS[field].compared && seen(before, field) !== seen(after, field),
      )
      expect([...changed, ...documents].map(({ field }) => field).sort()).toEqual([...compared].sort())
      for (const { field, label } of [...changed, ...documents])
        expect(label).toBe(SITE_FIELDS[field as SiteField].label)
    }),
    RUNS,
  )
})

const DATES = {
  'Date Created': 'created_at',
  'Date Submitted': 'submitted_at',
  'Date Returned': 'returned_at',
  'Date Approved': 'approved_at',
} as const

test(`a report has as many cells as headers, each under its own (seed ${SEED})`, () => {
  const grade = fc.constantFrom('Very Compliant', 'Somewhat Compliant', null)
  const row = fc
    .record({
      grades: fc.array(grade, { minLength: 8, maxLength: 8 }),
      first: fc.integer({ min: 1, max: 9 }),
    })
    .map(({ grades, first }) => {
      // a different text in every field, so that each is recognized
      const texts = ALL.map((field, index) => [field, `${field} (${first + index})`])
      const days = Object.values(DATES).map((field, index) => [
        field,
        `2031-0${index + 1}-0${first}T00:00:00.000Z`,
      ])
      const principles = grades.map((one, index) => [`principle_number_${index + 1}`, one])
      const redd_eligible_activities_area = [
        { name: 'redd_eligible_activities_area', hectares: String(first) },
      ]
      return Object.fromEntries([
        ...texts,
        ...days,
        ...principles,
        ['redd_eligible_activities_area', redd_eligible_activities_area],
      ]) as unknown as ReportRow
    })
  fc.assert(
    fc.property(row, fc.integer({ min: 1, max: 900_000 }), (one, number) => {
      const cells = reportCells(one, number)
      expect(cells).toHaveLength(REPORT_COLUMNS.length)
      const under = Object.fromEntries(REPORT_COLUMNS.map(({ label }, index) => [label, cells[index]]))
      expect(Object.keys(under)).toHaveLength(cells.length)
      expect(under['No.']).toBe(String(number))
      for (const field of ALL) {
        const { reported } = SITE_FIELDS[field]
        const text = field === 'redd_eligible_activities_area' ? `${field}:` : `${field} (`
        const headers = REPORT_COLUMNS.flatMap(({ label }) => (under[label]?.includes(text) ? [label] : []))
        if (reported === 'elsewhere') expect(headers).toHaveLength(1)
        else expect(headers).toEqual(reported ? [reported.header] : [])
      }
      for (const [label, field] of Object.entries(DATES)) expect(under[label]).toBe(one[field]?.slice(0, 10))
      for (const principle of [1, 2, 3, 4, 5, 6, 7, 8] as const)
        expect(under[`Principle ${principle}`]).toBe(one[`principle_number_${principle}`] ?? 'N/A')
    }),
    RUNS,
  )
})
