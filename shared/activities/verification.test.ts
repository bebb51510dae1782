import { describe, expect, test } from 'vitest'
import { ActivityReturnInput, type VerificationEntry } from './activities.schema.ts'
import { indicatorsWithFiles, movExists, principlesOf, repeatedName } from './verification.ts'

const entry = (sites_principle_id: number, indicator: number, files: number[]): VerificationEntry => ({
  sites_principle_id,
  sites_criteria_id: 1,
  sites_criteria_indicator_id: indicator,
  upload: files.map((upload_id) => ({
    upload_id,
    upload_file_name: `${upload_id}.pdf`,
    size: 1,
    media_type: 'application/pdf',
    sha256: '0'.repeat(64),
    created_at: '2026-01-01T00:00:00.000Z',
    scan_status: 'clean' as const,
  })),
})

test('[ACTIVITIES-19] principles are mapped from verification, in their order, empty ones included', () => {
  const verification = [entry(30, 301, [1]), entry(10, 101, [2, 3]), entry(30, 302, [4])]
  const principles = [
    { id: 30, principle_number: 3 },
    { id: 20, principle_number: 2 },
    { id: 10, principle_number: 1 },
  ]
  const mapped = principlesOf(verification, principles)
  expect(mapped.map((one) => [one.principle_number, one.sites_principle_id])).toEqual([
    [1, 10],
    [2, 20],
    [3, 30],
  ])
  expect(mapped[0]?.verification).toEqual([entry(10, 101, [2, 3])])
  expect(mapped[1]?.verification).toEqual([])
  expect(mapped[2]?.verification).toEqual([entry(30, 301, [1]), entry(30, 302, [4])])
})

test('an indicator without files is not evidenced', () => {
  expect(indicatorsWithFiles([entry(1, 11, []), entry(1, 12, [5])])).toEqual(new Set([12]))
})

test('a file that is being checked counts as evidence, a quarantined one does not', () => {
  const [checking, quarantined] = [entry(1, 11, [1]), entry(1, 12, [2])]
  const [one, other] = [checking.upload[0], quarantined.upload[0]]
  if (!one || !other) throw new Error('The entries have no files.')
  const both = [
    { ...checking, upload: [{ ...one, scan_status: 'checking' as const }] },
    { ...quarantined, upload: [{ ...other, scan_status: 'quarantined' as const }] },
  ]
  expect(indicatorsWithFiles(both)).toEqual(new Set([11]))
})

describe('names under one indicator', () => {
  test.each([
    [['a.pdf', 'b.pdf'], null],
    [['a.pdf', 'b.pdf', 'A.PDF'], 'A.PDF'],
    [['Muñoz.csv', 'Mun\u0303oz.CSV'], 'Mun\u0303oz.CSV'],
    [[], null],
  ])('%j', (names, repeated) => {
    expect(repeatedName(names)).toBe(repeated)
  })

  test('the sentence names the file', () => {
    expect(movExists('a.pdf')).toBe('File a.pdf already exists. Please upload a file with a different name.')
  })
})

describe('comments of a return', () => {
  test('one is enough', () => {
    const input = { returned_reason_2: '  Please add the plan. ', returned_reason_5: ' ' }
    expect(ActivityReturnInput.parse(input)).toMatchObject({ returned_reason_2: 'Please add the plan.' })
  })

  test('none, or only blanks, is refused', () => {
    for (const body of [{}, { returned_reason_1: '   ' }, { returned_reason_8: null }, { revision: 3 }])
      expect(ActivityReturnInput.safeParse(body).success).toBe(false)
  })

  test('1,000 characters pass, one more does not', () => {
    expect(ActivityReturnInput.safeParse({ returned_reason_1: 'a'.repeat(1000) }).success).toBe(true)
    expect(ActivityReturnInput.safeParse({ returned_reason_1: 'a'.repeat(1001) }).success).toBe(false)
  })
})
