import { describe, expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import {
  DASHBOARD_LEVELS,
  hasPenroFilter,
  isInScope,
  mayReport,
  OWN_RECORD,
  REPORT_LEVELS,
  regionFilter,
  canChooseLevel,
  scopeErrors,
  scopeOf,
  startDashboardScope,
  startScope,
} from './report-scope.ts'

const someone = (more: Partial<Actor>) =>
  ({ id: 7, region_id: null, province_id: null, office_id: null, ...more }) as Actor
const FMB = someone({ access_level: 'FMB', hierarchy_role: 3 })
const REGION = someone({ access_level: 'Region', hierarchy_role: 3, region_id: 6 })
const PENRO = { access_level: 'PENRO', region_id: 6, province_id: 19, office_id: 24 } as const
const APPROVER = someone({ ...PENRO, hierarchy_role: 3 })
const ENCODER = someone({ ...PENRO, hierarchy_role: 4 })
const CITY_ENCODER = someone({ ...PENRO, region_id: 1, province_id: null, hierarchy_role: 4 })

test('a report has three levels, the dashboard one more (C-32)', () => {
  expect(REPORT_LEVELS).toEqual(['National', 'Region', 'PENRO'])
  expect(DASHBOARD_LEVELS).toEqual(['National', 'Region', 'PENRO', 'Own Record'])
})

describe('the filters', () => {
  test('[REPORTS-07] only FMB chooses the access level', () => {
    expect([FMB, REGION, APPROVER, ENCODER].map(canChooseLevel)).toEqual([true, false, false, false])
  })

  test('[REPORTS-09] the region shows once FMB has left National; for the others it is locked', () => {
    expect(['', 'National', 'Region', 'PENRO'].map((level) => regionFilter(FMB, level as ''))).toEqual([
      'hidden',
      'hidden',
      'open',
      'open',
    ])
    expect(regionFilter(REGION, 'Region')).toBe('locked')
    expect(regionFilter(ENCODER, 'PENRO')).toBe('locked')
  })

  test('PENRO shows for PENRO scope and for Region users', () => {
    expect(['', 'National', 'Region', 'PENRO'].map((level) => hasPenroFilter(FMB, level as ''))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(hasPenroFilter(REGION, 'Region')).toBe(true)
    expect(hasPenroFilter(APPROVER, 'PENRO')).toBe(true)
  })

  test('each level starts with its own scope, an encoder with the own PENRO or Own Record', () => {
    expect(startScope(FMB)).toEqual({ accessLevel: 'National', region_id: null, province_id: null })
    expect(startScope(REGION)).toEqual({ accessLevel: 'Region', region_id: 6, province_id: null })
    expect(startScope(APPROVER)).toEqual({ accessLevel: 'PENRO', region_id: 6, province_id: null })
    expect(startScope(ENCODER)).toEqual({ accessLevel: 'PENRO', region_id: 6, province_id: 19 })
    expect(startScope(CITY_ENCODER)).toEqual({ accessLevel: 'PENRO', region_id: 1, province_id: null })
    expect(startDashboardScope(ENCODER)).toEqual({
      accessLevel: OWN_RECORD,
      region_id: 6,
      province_id: 19,
    })
    expect(startDashboardScope(APPROVER)).toEqual(startScope(APPROVER))
  })

  test('[REPORTS-12] FMB says which region, and which PENRO or all of a region', () => {
    expect(scopeErrors(FMB, { accessLevel: 'National' })).toEqual({})
    expect(scopeErrors(FMB, { accessLevel: 'Region' })).toEqual({ region_id: ['Region is required.'] })
    expect(scopeErrors(FMB, { accessLevel: 'PENRO' })).toEqual({ province_id: ['PENRO is required.'] })
    expect(scopeErrors(FMB, { accessLevel: 'PENRO', region_id: 6 })).toEqual({})
    expect(scopeErrors(FMB, { accessLevel: 'PENRO', province_id: 19 })).toEqual({})
    expect(scopeErrors(REGION, { accessLevel: 'Region' })).toEqual({})
    expect(scopeErrors(ENCODER, {})).toEqual({})
  })
})

describe('the scope of a choice', () => {
  const all = { region_id: null, province_id: null, created_by: null }

  test('is what FMB chose, National over everything else', () => {
    expect(scopeOf(FMB, {})).toEqual(all)
    expect(scopeOf(FMB, { accessLevel: 'National', region_id: 6, province_id: 19 })).toEqual(all)
    expect(scopeOf(FMB, { accessLevel: 'Region', region_id: 6, province_id: 19 })).toEqual({
      ...all,
      region_id: 6,
    })
    expect(scopeOf(FMB, { accessLevel: 'PENRO', region_id: 6 })).toEqual({ ...all, region_id: 6 })
    expect(scopeOf(FMB, { accessLevel: 'PENRO', region_id: 6, province_id: 19 })).toEqual({
      ...all,
      region_id: 6,
      province_id: 19,
    })
    expect(scopeOf(FMB, { region_id: 6 }), 'the dashboard sends no level').toEqual({ ...all, region_id: 6 })
  })

  test('[REPORTS-08] is the own region for everybody else, whatever was sent', () => {
    for (const actor of [REGION, APPROVER, ENCODER])
      for (const accessLevel of DASHBOARD_LEVELS)
        expect(scopeOf(actor, { accessLevel, region_id: 9 }).region_id).toBe(6)
    expect(scopeOf(REGION, { province_id: 19 })).toEqual({ ...all, region_id: 6, province_id: 19 })
    expect(scopeOf(someone({ access_level: 'Region' }), {}).region_id, 'no region, no rows').toBe(-1)
  })

  test('is what one created, for Own Record', () => {
    expect(scopeOf(ENCODER, { accessLevel: OWN_RECORD })).toEqual({ ...all, region_id: 6, created_by: 7 })
  })
})

describe('a row', () => {
  const record = (more: object) => ({
    region_id: 6,
    office_id: 24,
    site_status: 'Approved' as const,
    ...more,
  })
  const review = { site_status: 'Submitted' as const }

  test('of the region shows to its PENROs once finally approved, before that to its office (C-33)', () => {
    expect(mayReport(APPROVER, record({}))).toBe(true)
    expect(mayReport(APPROVER, record(review))).toBe(true)
    expect(mayReport(APPROVER, record({ office_id: 25 }))).toBe(true)
    expect(mayReport(APPROVER, record({ office_id: 25, ...review }))).toBe(false)
    expect(mayReport(APPROVER, record({ region_id: 9, office_id: 60 }))).toBe(false)
  })

  test('shows to its region and to FMB in every state', () => {
    expect(mayReport(REGION, record({ office_id: 25, ...review }))).toBe(true)
    expect(mayReport(REGION, record({ region_id: 9 }))).toBe(false)
    expect(mayReport(FMB, record({ region_id: 9, ...review }))).toBe(true)
  })

  test('lies in a scope or not', () => {
    const place = { region_id: 6, province_id: 19, created_by_id: 7 }
    expect(isInScope({ region_id: null, province_id: null, created_by: null }, place)).toBe(true)
    expect(isInScope({ region_id: 6, province_id: 19, created_by: 7 }, place)).toBe(true)
    expect(isInScope({ region_id: 9, province_id: null, created_by: null }, place)).toBe(false)
    expect(isInScope({ region_id: 6, province_id: 20, created_by: null }, place)).toBe(false)
    expect(isInScope({ region_id: 6, province_id: null, created_by: 8 }, place)).toBe(false)
  })
})
