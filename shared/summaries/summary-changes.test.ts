import { describe, expect, test } from 'vitest'
import type { AnnexRow } from './summary-document.ts'
import { isSameNumber, numberChanges, partChanges } from './summary-changes.ts'

test('each written part is added, changed, removed or the same, in the order of the document', () => {
  const before = [
    { section: 'risks_and_benefits', text: 'Landslides.' },
    { section: 'addressed_c', text: 'The law.' },
    { section: 'addressed_d', text: 'Assemblies.' },
    { section: 'addressed_e', text: '' },
  ] as const
  const now = [
    { section: 'addressed_d', text: 'Assemblies and seats.' },
    { section: 'addressed_c', text: 'The law.' },
    { section: 'national_circumstances', text: 'Forests.' },
  ] as const
  expect(partChanges(before, now).map(({ section, kind }) => [section, kind])).toEqual([
    ['national_circumstances', 'added'],
    ['risks_and_benefits', 'removed'],
    ['addressed_c', 'same'],
    ['addressed_d', 'changed'],
  ])
})

describe('the numbers then and now', () => {
  const row = (key: string, value: string, reporting_year: number | null = null): AnnexRow => ({
    ref: 'A1',
    key,
    measure: key,
    unit: 'sites',
    value,
    reporting_year,
    principle_number: null,
    indicator: null,
    region: null,
  })
  const told = (before: AnnexRow[], now: AnnexRow[]) =>
    numberChanges(before, now).map(({ before: was, now: is }) => [was?.value ?? null, is?.value ?? null])

  test('are paired by key; what only one of them has stays alone', () => {
    expect(told([row('sites', '3'), row('gone', '1')], [row('sites', '5'), row('new', '2')])).toEqual([
      ['3', '5'],
      [null, '2'],
      ['1', null],
    ])
  })

  test('a figure is compared in the same year, or else in the last year of each', () => {
    const figure = (year: number, value: string) =>
      row(`figure_4.1.2.meetings.count.${year}.total`, value, year)
    expect(told([figure(2023, '1'), figure(2024, '2')], [figure(2024, '3'), figure(2025, '4')])).toEqual([
      ['2', '3'],
      [null, '4'],
      ['1', null],
    ])
    expect(told([figure(2023, '1'), figure(2024, '2')], [figure(2025, '4'), figure(2026, '5')])).toEqual([
      [null, '4'],
      ['2', '5'],
      ['1', null],
    ])
  })

  test('the same number is one of the same year and value', () => {
    expect(isSameNumber({ before: row('sites', '3'), now: row('sites', '3') })).toBe(true)
    expect(isSameNumber({ before: row('sites', '3', 2024), now: row('sites', '3', 2025) })).toBe(false)
    expect(isSameNumber({ before: null, now: row('sites', '3') })).toBe(false)
  })
})
