import { describe, expect, test } from 'vitest'
import type { DashboardChoice } from '../../shared/dashboard/dashboard.rules.ts'
import { frameAddress, frameRights } from './frame-address.ts'

describe("the bureau's own report", () => {
  const chosen: DashboardChoice = {
    accessLevel: 'National',
    region: '',
    penro: '',
    category: 'All Category',
    grade: 'Not Compliant',
    principle: '6',
  }

  test('[DASHBOARD-04] is told principle, activities and profiles, beside what its address has already', () => {
    const address = new URL(
      frameAddress('https://report.example/view?id=7', chosen, { ids: [1, 2], site_activity_ids: [9] }),
    )
    expect(address.origin + address.pathname).toBe('https://report.example/view')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      id: '7',
      principle: 'Not Compliant',
      principle_number: '6',
      accessLevel: 'National',
      site_activity_ids: '9',
      site_profile_ids: '1,2',
    })
  })

  test('is told the filters alone when the lists would not fit an address', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => index + 1)
    const address = new URL(frameAddress('https://report.example/', chosen, { ids, site_activity_ids: [] }))
    expect(address.searchParams.has('site_profile_ids')).toBe(false)
    expect(address.searchParams.get('accessLevel')).toBe('National')
  })

  test('never gets the rights of a page of ours', () => {
    expect(frameRights('https://report.example/', 'https://sis.example')).toContain('allow-same-origin')
    expect(frameRights('https://sis.example/report', 'https://sis.example')).not.toContain(
      'allow-same-origin',
    )
  })
})
