import { expect, test } from 'vitest'
import type { PrincipleChanges } from '../../shared/activities/activity-changes.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { changedIndicators } from './changes.ts'

const indicator = (id: number, order: number) => ({ id, order, title: '', helper: '[]', figures: [] })
const principle: SitePrinciple = {
  id: 1,
  principle_number: 4,
  batch_number: 1,
  title: 'Participation',
  criteria: [
    {
      id: 5,
      order: 1,
      title: '',
      sites_principle_id: 1,
      criteria_indicator: [11, 12, 13, 14].map((id, at) => indicator(id, at + 1)),
    },
  ],
  last_criteria_number: 1,
  last_criteria_indicator_number: 4,
  checks: [],
}
const changes = (principle_number: number): PrincipleChanges => ({
  sites_principle_id: 1,
  principle_number,
  grade: null,
  switches: [{ indicator: '4.1.3', turned: 'off' }],
  facts: [{ sites_criteria_indicator_id: 12, indicator: '4.1.2', figure: null, old: 'Held.', new: null }],
  added: 0,
  removed: 1,
  replaced: 0,
  renamed: 0,
})
const removed = {
  change: 'removed' as const,
  principle_number: 4,
  sites_criteria_indicator_id: 11,
  indicator: '4.1.1',
  old: null,
  new: null,
  scan_status: null,
}

test('a removed file, an emptied text and a switch are changes of their indicators', () => {
  expect(changedIndicators(principle, { data: [removed], principles: [changes(4)] })).toEqual([11, 12, 13])
  expect(changedIndicators(principle, { data: [], principles: [changes(3)] })).toEqual([])
})
