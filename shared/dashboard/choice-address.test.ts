import { describe, expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { startChoice, withChange } from './dashboard.rules.ts'
import { addressOf, choiceOf } from './choice-address.ts'

const person = (access_level: Actor['access_level'], hierarchy_role = 3): Actor => ({
  id: 7,
  first_name: 'Ana',
  name: 'Ana Cruz',
  email: 'ana@bureau.example',
  role_id: 1,
  role: 'Role',
  access_level,
  hierarchy_role,
  permissions: [],
  office_id: null,
  penro: null,
  region_id: access_level === 'FMB' ? null : 6,
  province_id: access_level === 'PENRO' ? 34 : null,
})
const fmb = person('FMB')
const approver = person('PENRO')

describe('the filters in the address', () => {
  test('come back as they were chosen', () => {
    const region = withChange(fmb, startChoice(fmb), { accessLevel: 'PENRO', region: '13' })
    const chosen = withChange(fmb, region, { penro: '70', grade: 'Not Compliant', principle: '6' })
    expect(choiceOf(fmb, addressOf(fmb, chosen))).toEqual(chosen)
    // the router parses numbers in an address as numbers
    expect(choiceOf(fmb, { ...addressOf(fmb, chosen), region: 13, penro: 70, principle: 6 })).toEqual(chosen)
  })

  test('leave the start out, and keep "all PENRO" where a person starts with one', () => {
    expect(Object.values(addressOf(approver, startChoice(approver))).filter(Boolean)).toEqual([])
    const all = withChange(approver, startChoice(approver), { penro: '' })
    expect(choiceOf(approver, addressOf(approver, all))).toEqual(all)
  })

  test('never ask for what is locked or unknown', () => {
    const address = { level: 'National', region: 13, category: 'Everything', grade: 'Perfect', principle: 9 }
    expect(choiceOf(approver, address)).toEqual(startChoice(approver))
    expect(choiceOf(person('PENRO', 4), { penro: 70 })).toEqual(startChoice(person('PENRO', 4)))
  })
})
