import { expect, test } from 'vitest'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import {
  indicatorsOn,
  isOff,
  isPrincipleOff,
  NO_SWITCHES,
  principleOf,
  withSwitchOff,
  withSwitchOn,
} from './switches.ts'

const indicator = (id: number) => ({ id, order: id, title: 'Indicator', helper: '[]', figures: [] })
const principle: SitePrinciple = {
  id: 5,
  principle_number: 5,
  batch_number: 1,
  title: 'Principle',
  last_criteria_number: 1,
  last_criteria_indicator_number: 2,
  checks: [],
  criteria: [
    {
      id: 9,
      order: 1,
      title: 'C',
      sites_principle_id: 5,
      criteria_indicator: [indicator(51), indicator(52)],
    },
  ],
}
const all = { type: 'principle', id: 5 } as const
const first = { type: 'indicator', id: 51 } as const
const second = { type: 'indicator', id: 52 } as const

test('a switch that is turned off and on again leaves nothing behind', () => {
  for (const target of [all, first, second]) {
    const off = withSwitchOff(NO_SWITCHES, target)
    expect(isOff(principle, off, target)).toBe(true)
    expect(withSwitchOn(principle, off, target)).toEqual(NO_SWITCHES)
  }
})

test('ids of principles are numbers, ids of indicators texts', () => {
  expect(withSwitchOff(withSwitchOff(NO_SWITCHES, all), first)).toEqual({
    disabled_principle: [5],
    disabled_indicator: ['51'],
  })
})

test('a principle with every indicator off counts as off', () => {
  const one = withSwitchOff(NO_SWITCHES, first)
  expect(isPrincipleOff(principle, one)).toBe(false)
  expect(indicatorsOn(principle, one)).toEqual([52])
  expect(isPrincipleOff(principle, withSwitchOff(one, second))).toBe(true)
})

test('turning a principle on keeps an indicator off, unless all of them were', () => {
  const one = withSwitchOff(withSwitchOff(NO_SWITCHES, first), all)
  expect(withSwitchOn(principle, one, all)).toEqual({ disabled_principle: [], disabled_indicator: ['51'] })

  const other = withSwitchOff({ ...NO_SWITCHES, disabled_indicator: ['61'] }, first)
  const both = withSwitchOff(withSwitchOff(other, second), all)
  expect(withSwitchOn(principle, both, all)).toEqual({ disabled_principle: [], disabled_indicator: ['61'] })
})

test('a switch is found by its own kind of id only', () => {
  expect(principleOf([principle], all)).toBe(principle)
  expect(principleOf([principle], second)).toBe(principle)
  expect(principleOf([principle], { type: 'indicator', id: 5 })).toBeNull()
  expect(principleOf([principle], { type: 'principle', id: 51 })).toBeNull()
})
