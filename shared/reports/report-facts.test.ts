import { expect, test } from 'vitest'
import { reportFacts } from './report-facts.ts'

const FILTERS = {
  accessLevel: 'PENRO',
  region: 'Region IV-A (CALABARZON)',
  penro: 'Laguna',
  category: 'All Category',
  status: 'All Status',
  principle: 'Not Compliant',
  principle_number: 6,
  as_of: undefined,
}
const made = {
  bureau_name: 'Kagawaran ng Gubat',
  demonstration: false,
  filters: FILTERS,
  made_by: { name: 'Ana Cruz', role: 'PENRO Approver', penro: 'PENRO Laguna' },
  made_at: new Date('2031-07-04T01:30:00Z'),
  rows: 12,
}

test('[S-118] says filters, place, day and time, who made it, the rows and what provisional means', () => {
  expect(reportFacts(made)).toEqual([
    ['Bureau', 'Kagawaran ng Gubat'],
    ['Access level', 'PENRO'],
    ['Region', 'Region IV-A (CALABARZON)'],
    ['PENRO', 'Laguna'],
    ['Category', 'All Category'],
    ['Status', 'All Status'],
    ['Grade', 'Not Compliant, at principle 6'],
    ['Rows', '12'],
    ['Made on', 'Jul 04, 2031 09:30 AM, Manila time'],
    ['Made by', 'Ana Cruz, PENRO Approver, PENRO Laguna'],
    ['Provisional', expect.stringContaining('may still change')],
  ])
  // first in a report of the demo bureau
  expect(reportFacts({ ...made, demonstration: true })[0]?.[0]).toBe('DEMONSTRATION')
})

test('of the whole country it names no PENRO', () => {
  const national = {
    ...FILTERS,
    region: null,
    penro: null,
    accessLevel: undefined,
    principle_number: undefined,
    as_of: undefined,
  }
  const facts = Object.fromEntries(
    reportFacts({ ...made, filters: national, made_by: { ...made.made_by, penro: null } }),
  )
  expect(facts).toMatchObject({
    Region: 'All regions',
    Grade: 'Not Compliant',
    'Made by': 'Ana Cruz, PENRO Approver',
  })
  expect(facts.PENRO).toBeUndefined()
})
