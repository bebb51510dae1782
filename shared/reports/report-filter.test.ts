import { describe, expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import {
  describeFilter,
  hasPrincipleFilter,
  REPORT_OPTIONS,
  type ReportFilter,
  placeInName,
  reportFileName,
  reportFilterErrors,
  reportQuery,
  startFilter,
} from './report-filter.ts'
import { ALL_PENRO } from '../dashboard/report-scope.ts'

const someone = (more: Partial<Actor>) => ({ id: 7, region_id: null, province_id: null, ...more }) as Actor
const FMB = someone({ access_level: 'FMB', hierarchy_role: 3 })
const REGION = someone({ access_level: 'Region', hierarchy_role: 3, region_id: 6 })
const APPROVER = someone({ access_level: 'PENRO', hierarchy_role: 3, region_id: 6, province_id: 19 })
const ENCODER = someone({ access_level: 'PENRO', hierarchy_role: 4, region_id: 6, province_id: 19 })

const whole: ReportFilter = {
  accessLevel: 'PENRO',
  category: 'Safeguard Activities',
  status: 'Approved',
  principle: 'Not Compliant',
  downloadAs: 'xls',
  region: '6',
  penro: '19',
  region_name: 'Region IV-A',
  penro_name: 'Laguna',
  as_of: '',
}
const all: ReportFilter = {
  ...whole,
  category: 'All Category',
  status: 'All Status',
  principle: 'All Principle',
  penro: ALL_PENRO,
}

const pairs = (name: keyof typeof REPORT_OPTIONS) =>
  REPORT_OPTIONS[name].map(({ value, label }) => `${value} (${label})`)

describe('the options', () => {
  test('[REPORTS-02] download as offers csv and xls, and xlsx beside them', () => {
    expect(pairs('downloadAs')).toEqual(['csv (.csv)', 'xls (.xls)', 'xlsx (.xlsx)'])
  })

  test('[REPORTS-04] category', () => {
    expect(pairs('category')).toEqual([
      'All Category (All Category)',
      'Profiling of SITES (Profiling of SITES)',
      'Safeguard Activities (Safeguard Activities)',
    ])
  })

  test('[REPORTS-05] status, with "Total" in the labels', () => {
    expect(pairs('status')).toEqual([
      'All Status (All Status)',
      'Approved (Total Approved)',
      'Returned (Total Returned)',
      'Submitted (Total Submitted)',
    ])
  })

  test('[REPORTS-06] principle, with Very Compliant labelled Compliant', () => {
    expect(pairs('principle')).toEqual([
      'All Principle (All Principle)',
      'Very Compliant (Compliant)',
      'Somewhat Compliant (Somewhat Compliant)',
      'Not Compliant (Not Compliant)',
      'Not Applicable (Not Applicable)',
    ])
  })
})

describe('[REPORTS-19] the filter object', () => {
  test('holds the nine fields of the specification, and the day', () => {
    expect(Object.keys(startFilter(FMB)).sort()).toEqual(
      [
        'accessLevel',
        'category',
        'status',
        'principle',
        'downloadAs',
        'region',
        'penro',
        'region_name',
        'penro_name',
        'as_of',
      ].sort(),
    )
  })

  test('starts empty for FMB, at the own place for everybody else', () => {
    expect(startFilter(FMB)).toMatchObject({ accessLevel: '', region: '', penro: '', category: '' })
    expect(startFilter(REGION)).toMatchObject({ accessLevel: 'Region', region: '6', penro: ALL_PENRO })
    expect(startFilter(APPROVER)).toMatchObject({ accessLevel: 'PENRO', region: '6', penro: ALL_PENRO })
    expect(startFilter(ENCODER)).toMatchObject({ accessLevel: 'PENRO', region: '6', penro: '19' })
  })
})

test('as of a day a report tells what was approved then, and says so', () => {
  const filter = { ...all, as_of: '2031-07-04' }
  expect(reportFilterErrors(FMB, { ...filter, status: 'Returned' })).toEqual({
    status: ['A report as of an earlier day has only what was approved then: please choose Total Approved.'],
  })
  expect(reportFilterErrors(FMB, { ...filter, status: 'Approved' })).toEqual({})
  expect(reportQuery(FMB, filter)).toMatchObject({ as_of: '2031-07-04' })
  expect(reportQuery(FMB, all)).not.toHaveProperty('as_of')
  expect(describeFilter(filter)).toMatch(/; as of Jul 04, 2031$/)
})

describe('what is required', () => {
  const missing = (actor: Actor, filter: ReportFilter) => reportFilterErrors(actor, filter)

  test('[REPORTS-11] the access level, unless the person is at PENRO', () => {
    const without = { ...all, accessLevel: '' } as const
    expect(missing(FMB, without)).toEqual({ accessLevel: ['Access Level is required.'] })
    expect(missing(REGION, without)).toEqual({ accessLevel: ['Access Level is required.'] })
    expect(missing(APPROVER, without)).toEqual({})
  })

  test('[REPORTS-12] the region for Region, the PENRO for PENRO', () => {
    expect(missing(FMB, { ...all, accessLevel: 'National', region: '', penro: '' })).toEqual({})
    expect(missing(FMB, { ...all, accessLevel: 'Region', region: '', penro: '' })).toEqual({
      region: ['Region is required.'],
    })
    expect(missing(FMB, { ...all, penro: '' })).toEqual({ penro: ['PENRO is required.'] })
    expect(missing(FMB, all)).toEqual({})
  })

  test('[REPORTS-13] category and status', () => {
    expect(missing(REGION, { ...all, category: '', status: '' })).toEqual({
      category: ['Category is required.'],
      status: ['Status is required.'],
    })
  })

  test('[REPORTS-14] the principle for Safeguard Activities alone', () => {
    const without = { ...all, principle: '' } as const
    expect(missing(FMB, { ...without, category: 'Safeguard Activities' })).toEqual({
      principle: ['Principle is required.'],
    })
    expect(missing(FMB, { ...without, category: 'Profiling of SITES' })).toEqual({})
    expect(missing(FMB, without)).toEqual({})
  })
})

test('[REPORTS-10] the principle filter goes with Profiling of SITES', () => {
  const shown = (['', 'All Category', 'Profiling of SITES', 'Safeguard Activities'] as const).map(
    (category) => hasPrincipleFilter({ category }),
  )
  expect(shown).toEqual([true, true, false, true])
})

describe('[REPORTS-21] on the wire', () => {
  test('region is region_id, penro province_id, and every "All ..." empty', () => {
    expect(reportQuery(FMB, whole)).toEqual({
      accessLevel: 'PENRO',
      region_id: 6,
      province_id: 19,
      category: 'Safeguard Activities',
      site_status: 'Approved',
      principle_grade: 'Not Compliant',
    })
    expect(reportQuery(FMB, all)).toEqual({
      accessLevel: 'PENRO',
      region_id: 6,
      province_id: undefined,
      category: '',
      site_status: '',
      principle_grade: '',
    })
  })

  test('what a hidden filter still holds is not sent', () => {
    expect(reportQuery(FMB, { ...whole, accessLevel: 'National' })).toMatchObject({
      region_id: undefined,
      province_id: undefined,
    })
    expect(reportQuery(FMB, { ...whole, accessLevel: 'Region' })).toMatchObject({
      region_id: 6,
      province_id: undefined,
    })
    expect(reportQuery(FMB, { ...whole, category: 'Profiling of SITES' }).principle_grade).toBe('')
  })
})

test('[REPORTS-22] the file is named by date, category, status and principle (S-83)', () => {
  expect(reportFileName('20310704', {}, 'csv')).toBe(
    'SIS_Report_20310704_All_Category_All_Status_All_Principle.csv',
  )
  const facts = {
    category: 'Safeguard Activities',
    site_status: 'Approved',
    principle_grade: 'Very Compliant',
  }
  expect(reportFileName('20310704', facts, 'xls')).toBe(
    'SIS_Report_20310704_Safeguard_Activities_Approved_Very_Compliant.xls',
  )
})

test('[S-118] a file of one region or PENRO says which', () => {
  const region = 'Region IV-A (CALABARZON)'
  const name = (place: { region: string | null; province: string | null }) =>
    reportFileName('20310704', { place }, 'csv').replace('SIS_Report_20310704_All_Category_All_Status_', '')
  expect(name({ region, province: null })).toBe('All_Principle_Region_IV-A_CALABARZON.csv')
  expect(name({ region, province: 'Laguna' })).toBe('All_Principle_PENRO_Laguna.csv')
  expect(name({ region: null, province: null })).toBe('All_Principle.csv')
  expect(placeInName({ region: null, province: 'Señor Niño/..' })).toBe('_PENRO_Senor_Nino')
})
