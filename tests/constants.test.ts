import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import principles from '../db/seed/principles.json'
import { DEFAULT_ROLES, ROLE_KINDS } from '../shared/access/default-roles.ts'
import { LEVELS } from '../shared/access/levels.ts'
import { ActivityReturnInput, SiteActivity } from '../shared/activities/activities.schema.ts'
import { reasonField } from '../shared/activities/reason-fields.ts'
import { INACTIVITY_MINUTES, VALIDATION_CACHE_MINUTES, WARNING_SECONDS } from '../shared/auth/auth.schema.ts'
import { isStrongEnough, passwordStrength } from '../shared/auth/password.ts'
import { PRINCIPLE_NUMBERS } from '../shared/principles/principle-titles.ts'
import { CriteriaIndicatorInput, CriteriaInput } from '../shared/principles/principles.fields.ts'
import { siteErrors } from '../shared/sites/sites.rules.ts'
import { ELIGIBLE_ACTIVITIES } from '../shared/sites/sites.fields.ts'
import { actorQuery } from '../web/lib/useActor.ts'
import { secondsLeft } from '../web/lib/useInactivity.ts'
import { mapSearch } from '../web/sites/map-search.ts'
import { REGIONS_VIEW, SITE_FIT } from '../web/sites/map-view.ts'

const MINUTE = 60_000

test('[CONSTANTS-03] a validation holds 10 minutes, a rest lasts 30 minutes, the warning 300 seconds', () => {
  expect([VALIDATION_CACHE_MINUTES, INACTIVITY_MINUTES, WARNING_SECONDS]).toEqual([10, 30, 300])
  expect(actorQuery.staleTime).toBe(10 * MINUTE)
  expect(secondsLeft(30 * MINUTE - 1)).toBeNull()
  expect(secondsLeft(30 * MINUTE)).toBe(300)
  expect(secondsLeft(35 * MINUTE)).toBe(0)
})

test('[CONSTANTS-05] text limits of a profile and of the criteria: the last length that passes, the first that does not', () => {
  const ofProfile = (field: string) => (text: string) =>
    siteErrors(
      { redd_eligible_activities_area: [], implementation_arrangement: 'Others', [field]: text },
      2031,
    )[field] ?? []
  // each eligible activity has a separate area
  const areas = ELIGIBLE_ACTIVITIES.map(({ name, field }) => {
    const ofArea = (text: string) =>
      siteErrors({ redd_eligible_activities_area: [name], [field]: text }, 2031)[field] ?? []
    return [1, 20, ofArea] as const
  })
  expect(areas).toHaveLength(5)
  const ofTitle = (schema: z.ZodMiniType) => (title: string) =>
    (schema.safeParse({ order: 1, title }).error?.issues ?? [])
      .filter(({ path }) => path[0] === 'title')
      .map(({ message }) => message)
  for (const [min, max, sentencesOf] of [
    [2, 200, ofProfile('name_of_partner')],
    [1, 20, ofProfile('project_area')],
    ...areas,
    [2, 50, ofProfile('implementation_arrangement_others')],
    [2, 500, ofTitle(CriteriaInput)],
    [2, 500, ofTitle(CriteriaIndicatorInput)],
  ] as const) {
    const lengths = [min - 1, min, max, max + 1]
    expect(lengths.map((length) => sentencesOf('7'.repeat(length)).length)).toEqual([1, 0, 0, 1])
  }
})

test('[CONSTANTS-06] Strong begins at 12 characters', () => {
  expect(passwordStrength('Narra-Mo-31')).toBe('Fair')
  expect(isStrongEnough('Narra-Mo-31', 'change')).toBe(false)
  expect(passwordStrength('Narra-Mol-31')).toBe('Very Strong')
  expect(passwordStrength('Qwerty-Mo-31')).toBe('Strong')
  expect(isStrongEnough('Qwerty-Mo-31', 'change')).toBe(true)
})

test('[CONSTANTS-07] eight principles, and a reason of return for each', () => {
  expect(principles.map((principle) => principle.principle_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(PRINCIPLE_NUMBERS).toHaveLength(8)
  const reasons = Object.keys(SiteActivity.shape).filter((field) => field.startsWith('returned_reason'))
  expect(reasons).toEqual(PRINCIPLE_NUMBERS.map(reasonField))
  for (const field of reasons)
    expect(ActivityReturnInput.parse({ [field]: 'Please add the plan.' })).toMatchObject({
      [field]: 'Please add the plan.',
    })
  expect(ActivityReturnInput.safeParse({ returned_reason_9: 'Please add the plan.' }).success).toBe(false)
})

test('[CONSTANTS-08] a map begins in the middle of the country at 6.5 and goes to a site at 15', () => {
  expect(REGIONS_VIEW).toMatchObject({ center: [12.88, 121.77], zoom: 6.5 })
  // a map that snaps to other steps would show another zoom
  expect(REGIONS_VIEW.zoom % REGIONS_VIEW.zoomSnap).toBe(0)
  expect(SITE_FIT.maxZoom).toBe(15)
  expect(mapSearch({ region_id: null, city_id: null, region: '', province: '', city: '' })).toBe(
    'Philippines',
  )
})

test('[CONSTANTS-10] the roles known and the levels of access', () => {
  expect(ROLE_KINDS).toEqual(['Super Administrator', 'Administrator', 'Approver', 'Encoder', 'Auditor'])
  expect([...LEVELS].sort()).toEqual(['FMB', 'PENRO', 'Region'])
  expect([...new Set(DEFAULT_ROLES.map((role) => role.kind))]).toEqual([...ROLE_KINDS])
  for (const role of DEFAULT_ROLES) expect(role.name).toBe(`${role.access_level} ${role.kind}`)
})
