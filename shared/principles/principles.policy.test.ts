import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { DEFAULT_ROLES } from '../access/default-roles.ts'
import { mayOpen, screenAt } from '../access/screens.ts'
import { canListBatches, canSaveCriteria, isFromBatch } from './principles.policy.ts'

const people = DEFAULT_ROLES.map((role) => ({ ...role, role: role.name }) as unknown as Actor)
const namesOf = (may: (actor: Actor) => boolean) => people.filter(may).map(({ role }) => role)

test('[PRINCIPLES-04] the two administrator roles of FMB save criteria, and only they open the edit screen', () => {
  const administrators = ['FMB Super Administrator', 'FMB Administrator']
  expect(namesOf((actor) => canSaveCriteria(actor).ok)).toEqual(administrators)
  const screen = screenAt('/sites/principle/edit/7')
  expect(screen?.title).toBe('Edit Criteria & Outcome Indicators')
  expect(namesOf((actor) => screen !== null && mayOpen(actor, screen))).toEqual(administrators)
})

test('a role of the bureau counts by its hierarchy, not by its keys', () => {
  const someone = (access_level: string, hierarchy_role: number) =>
    canSaveCriteria({ access_level, hierarchy_role, permissions: [] } as unknown as Actor).ok
  expect([1, 2, 3, 4].map((hierarchy) => someone('FMB', hierarchy))).toEqual([true, true, false, false])
  expect(['Region', 'PENRO'].map((level) => someone(level, 1))).toEqual([false, false])
})

test('all of FMB sees which activities are graded by which batch', () => {
  expect(namesOf((actor) => canListBatches(actor).ok)).toEqual(
    people.filter((actor) => actor.access_level === 'FMB').map(({ role }) => role),
  )
})

test('a save begins from the current batch or names the next one (S-61)', () => {
  expect([2, 3, 4, 5].map((batch) => isFromBatch(batch, 3).ok)).toEqual([false, true, true, false])
})
