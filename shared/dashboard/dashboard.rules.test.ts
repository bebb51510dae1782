import { describe, expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import {
  dashboardFileName,
  dashboardScopeOf,
  filterOf,
  fitsAddress,
  MAX_ADDRESS_LENGTH,
  scopeChoices,
  scopeName,
  startChoice,
  visibleFilters,
  withChange,
} from './dashboard.rules.ts'

const person = (access_level: Actor['access_level'], hierarchy_role: number): Actor => ({
  id: 7,
  first_name: 'Ana',
  name: 'Ana Cruz',
  email: 'ana@bureau.example',
  role_id: 1,
  role: 'Role',
  access_level,
  hierarchy_role,
  permissions: [],
  region_id: access_level === 'FMB' ? null : 6,
  province_id: access_level === 'PENRO' ? 34 : null,
  office_id: access_level === 'PENRO' ? 21 : null,
  penro: access_level === 'PENRO' ? 'PENRO Laguna' : null,
})
const fmb = person('FMB', 3)
const region = person('Region', 3)
const approver = person('PENRO', 3)
const encoder = person('PENRO', 4)

describe('where everybody starts', () => {
  test('[DASHBOARD-13] FMB National, an encoder Own Record, the others All PENRO under Region', () => {
    expect([fmb, region, approver, encoder].map((one) => scopeName(startChoice(one).accessLevel))).toEqual([
      'National',
      'All PENRO under Region',
      'All PENRO under Region',
      'Own Record',
    ])
  })

  test('[DASHBOARD-12] region and province of PENRO staff come from their account', () => {
    for (const one of [approver, encoder])
      expect(startChoice(one)).toMatchObject({
        region: '6',
        penro: '34',
        category: 'All Category',
        grade: '',
      })
    expect(startChoice(region)).toMatchObject({ region: '6', penro: '' })
    expect(startChoice(fmb)).toMatchObject({ region: '', penro: '' })
    expect(startChoice({ ...encoder, province_id: null }).penro).toBe('')
  })
})

describe('what everybody may change', () => {
  test('[DASHBOARD-08] [DASHBOARD-09] only FMB chooses the level', () => {
    expect(scopeChoices(fmb).map(scopeName)).toEqual(['National', 'All PENRO under Region', 'Own Record'])
    expect(visibleFilters(fmb, startChoice(fmb)).level).toBe('open')
    for (const one of [region, approver, encoder]) {
      expect(scopeChoices(one)).toHaveLength(1)
      expect(visibleFilters(one, startChoice(one)).level).toBe('locked')
    }
  })

  test('[DASHBOARD-10] [DASHBOARD-11] region and PENRO filter by level and scope', () => {
    const at = (accessLevel: 'National' | 'PENRO' | 'Own Record') =>
      visibleFilters(fmb, withChange(fmb, startChoice(fmb), { accessLevel }))
    expect([at('National').region, at('PENRO').region, at('Own Record').region]).toEqual([
      'hidden',
      'open',
      'open',
    ])
    expect([at('National').penro, at('PENRO').penro, at('Own Record').penro]).toEqual([
      'hidden',
      'open',
      'hidden',
    ])
    expect(visibleFilters(region, startChoice(region))).toMatchObject({ region: 'locked', penro: 'open' })
    expect(visibleFilters(approver, startChoice(approver))).toMatchObject({ region: 'locked', penro: 'open' })
    expect(visibleFilters(encoder, startChoice(encoder))).toMatchObject({ region: 'locked', penro: 'locked' })
  })

  test('another region empties the PENRO, and National both', () => {
    const chosen = withChange(fmb, startChoice(fmb), { accessLevel: 'PENRO', region: '6' })
    const laguna = withChange(fmb, chosen, { penro: '34' })
    expect(withChange(fmb, laguna, { region: '13' })).toMatchObject({ region: '13', penro: '' })
    expect(withChange(fmb, laguna, { accessLevel: 'National' })).toMatchObject({ region: '', penro: '' })
  })

  test('[DASHBOARD-16] Profiling of SITES takes the grade away and locks its filter', () => {
    const graded = withChange(fmb, startChoice(fmb), { grade: 'Not Compliant', principle: '6' })
    const profiling = withChange(fmb, graded, { category: 'Profiling of SITES' })
    expect(profiling).toMatchObject({ grade: '', principle: '' })
    expect(visibleFilters(fmb, profiling).principle).toBe('locked')
    expect(withChange(fmb, graded, { grade: '' }).principle).toBe('')
  })
})

describe('what the server makes of it', () => {
  test('whoever is not FMB stays in the region, an encoder with the own records, whatever was sent', () => {
    const wanted = { accessLevel: 'National', region_id: 13, province_id: 70 } as const
    expect(dashboardScopeOf(fmb, wanted)).toEqual({ region_id: null, province_id: null, created_by: null })
    expect(dashboardScopeOf(region, wanted)).toMatchObject({ region_id: 6, created_by: null })
    expect(dashboardScopeOf(approver, { accessLevel: 'Own Record' })).toEqual({
      region_id: 6,
      province_id: null,
      created_by: null,
    })
    expect(dashboardScopeOf(encoder, wanted)).toMatchObject({ region_id: 6, created_by: 7 })
    expect(dashboardScopeOf(fmb, { region_id: 13 })).toMatchObject({ region_id: 13 })
  })

  test('"All" of anything is sent as nothing', () => {
    expect(filterOf(startChoice(fmb))).toEqual({
      accessLevel: 'National',
      region_id: '',
      province_id: '',
      category: '',
      principle_grade: '',
      principle_number: '',
    })
  })
})

test('the file is named by its day and category (S-83)', () => {
  expect(dashboardFileName('20310704')).toBe('Dashboard_20310704_All_Category.csv')
  expect(dashboardFileName('20310704', 'Profiling of SITES')).toBe(
    'Dashboard_20310704_Profiling_of_SITES.csv',
  )
})

test('id lists fit an address up to its room', () => {
  const ids = (length: number) => Array.from({ length }, () => 123)
  expect(fitsAddress(ids(10), [])).toBe(true)
  expect(fitsAddress(ids(MAX_ADDRESS_LENGTH / 4), [])).toBe(true)
  expect(fitsAddress(ids(MAX_ADDRESS_LENGTH / 4), ids(1))).toBe(false)
})
