import { describe, expect, test } from 'vitest'
import { demandErrors, firstDemandedDay } from './demands.policy.ts'

const TODAY = { today: '2026-11-27', stored: null }

describe('what a level demands', () => {
  test('a factor may be required 14 days ahead, not a day sooner', () => {
    expect(firstDemandedDay('2026-11-27')).toBe('2026-12-11')
    expect(demandErrors({ demand: 'required', required_from: '2026-12-11' }, TODAY)).toEqual({})
    expect(demandErrors({ demand: 'required', required_from: '2026-12-10' }, TODAY)).toEqual({
      required_from: [
        'Choose Dec 11, 2026 or later: people get a mail 14 days before, so that no one is locked out.',
      ],
    })
  })

  test('a day that has begun already may stay', () => {
    const stored = { today: '2026-11-27', stored: '2026-01-01' }
    expect(demandErrors({ demand: 'required', required_from: '2026-01-01' }, stored)).toEqual({})
    expect(demandErrors({ demand: 'required', required_from: '2026-01-02' }, stored)).not.toEqual({})
  })

  test('a day is needed where a factor is required, and nowhere else', () => {
    expect(demandErrors({ demand: 'required' }, TODAY)).toHaveProperty('required_from')
    expect(demandErrors({ demand: 'offered' }, TODAY)).toEqual({})
    expect(demandErrors({ demand: 'off', required_from: '2026-12-30' }, TODAY)).toHaveProperty(
      'required_from',
    )
  })
})
