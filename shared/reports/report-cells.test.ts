import { expect, test } from 'vitest'
import {
  gradesAre,
  gradeTone,
  isProvisionalCell,
  markedCells,
  REPORT_COLUMNS,
  reportCells,
} from './report-cells.ts'
import { REPORT_HEADERS } from '../../tests/support/oracles/report-headers.ts'
import type { ReportRow } from './reports.schema.ts'

// the fields that the cells are read from
const ROW = {
  site_profile_id: 3,
  site_activity_id: 5,
  region_id: 6,
  code: 'SITES-R04A-2031-0007',
  region: 'Region IV-A (CALABARZON)',
  province: 'Laguna',
  city: 'City of Biñan',
  name_of_partner: 'Samahan ng Nayon, Inc.',
  project_area: '1234.5',
  year_implemented: 2019,
  project_year_start: 2021,
  project_year_end: 2026,
  redd_eligible_activities_area: [
    { name: 'Reducing emissions from deforestation', hectares: '1000' },
    { name: 'Conservation of forest-carbon stocks', hectares: '234.5' },
  ],
  implementation_arrangement: 'Tenure',
  implementation_arrangement_others: 'CBFMA',
  principle_number_1: 'Very Compliant',
  principle_number_2: 'Somewhat Compliant',
  principle_number_3: 'Not Compliant',
  principle_number_4: 'Not Applicable',
  principle_number_5: 'Very Compliant',
  principle_number_6: 'Very Compliant',
  principle_number_7: 'Very Compliant',
  principle_number_8: 'Very Compliant',
  site_status: 'Returned',
  created_at: '2031-05-31T16:00:00.000Z',
  submitted_at: '2031-07-01T15:59:59.000Z',
  returned_at: '2031-12-31T16:00:00.000Z',
  approved_at: null,
} satisfies Partial<ReportRow> as ReportRow

const asObject = (row: ReportRow, number = 1) =>
  Object.fromEntries(reportCells(row, number).map((cell, index) => [REPORT_COLUMNS[index]?.label, cell]))

test('[REPORTS-16] the columns stand in the order of the specification', () => {
  expect(REPORT_COLUMNS.map(({ label }) => label)).toEqual(REPORT_HEADERS)
})

test('cells read as S-81 words them, days as they are in Manila', () => {
  expect(asObject(ROW, 12)).toMatchObject({
    'No.': '12',
    Municipality: 'City of Biñan',
    'Project Area': '1234.5',
    'Project Year': '2021 - 2026',
    'REDD+ Eligible Activities Area':
      'Reducing emissions from deforestation: 1000; Conservation of forest-carbon stocks: 234.5',
    'Implementation Agreement': 'Tenure: CBFMA',
    'Principle 1': 'Very Compliant',
    'Date Created': '2031-06-01',
    'Date Submitted': '2031-07-01',
    'Date Returned': '2032-01-01',
  })
})

test('[REPORTS-17] what is missing is N/A', () => {
  const cells = asObject({
    ...ROW,
    province: null,
    principle_number_1: null,
    implementation_arrangement: 'MOA/MOU',
    implementation_arrangement_others: null,
    redd_eligible_activities_area: [],
    submitted_at: null,
    returned_at: null,
  })
  expect(cells).toMatchObject({
    Province: 'N/A',
    'REDD+ Eligible Activities Area': 'N/A',
    'Principle 1': 'N/A',
    'Principle 2': 'Somewhat Compliant',
    'Implementation Agreement': 'MOA/MOU',
    'Date Submitted': 'N/A',
    'Date Returned': 'N/A',
    'Date Approved': 'N/A',
  })
})

test('[REPORTS-18] green Very Compliant, yellow Somewhat Compliant, red Not Compliant, gray otherwise', () => {
  const cells = ['Very Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable', 'N/A']
  expect(cells.map(gradeTone)).toEqual(['green', 'yellow', 'red', 'gray', 'gray'])
})

test('[S-118] a grade that may still change says so, and keeps its colour', () => {
  const isGrade = (_cell: string, index: number) => REPORT_COLUMNS[index]?.kind === 'grade'
  const grades = (row: ReportRow) => markedCells(row, 1).filter(isGrade)
  expect(grades(ROW).slice(0, 4)).toEqual([
    'Very Compliant (provisional)',
    'Somewhat Compliant (provisional)',
    'Not Compliant (provisional)',
    'Not Applicable (provisional)',
  ])
  expect(grades(ROW).slice(0, 4).map(gradeTone)).toEqual(['green', 'yellow', 'red', 'gray'])
  expect(grades(ROW)).toHaveLength(8)
  expect(grades(ROW).every(isProvisionalCell)).toBe(true)
  // the rest of the row is unchanged
  expect(markedCells(ROW, 7).filter((cell) => !isProvisionalCell(cell))).toEqual(
    reportCells(ROW, 7).filter((cell, index) => !isGrade(cell, index)),
  )
  for (const final of [{ site_status: 'Approved' }, { site_activity_id: null }] as const)
    expect(markedCells({ ...ROW, ...final }, 1)).toEqual(reportCells({ ...ROW, ...final }, 1))
  expect(grades({ ...ROW, principle_number_1: null })[0]).toBe('N/A')
  // a workbook says it in a column of its own
  expect(gradesAre(ROW)).toBe('Provisional')
  expect(gradesAre({ ...ROW, site_status: 'Approved' })).toBe('Final')
  expect(gradesAre({ ...ROW, site_activity_id: null })).toBe('N/A')
})

test('[S-118] printed over two pages of A4 across, its letters are at least seven points high', () => {
  // a 10-point character is seven pixels wide, each cell adds five; each page repeats number and code
  const widths = [...REPORT_COLUMNS, ...REPORT_COLUMNS.slice(0, 2)].map(({ width }) => width)
  const points = widths.reduce((sum, width) => sum + (width * 7 + 5) * 0.75, 0)
  const paper = 2 * (841.9 - 2 * 0.3 * 72)
  expect((10 * paper) / points).toBeGreaterThan(7)
})
