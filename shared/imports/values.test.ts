import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineForm } from '../lib/text-form.ts'
import { siteErrors } from '../sites/sites.rules.ts'
import type { Cell } from './cells.ts'
import { IMPORT_COLUMNS, IMPORT_FIELDS } from './columns.ts'
import { findingSentence } from './findings.ts'
import { headerComplaint, matchHeaders } from './headers.ts'
import { createPlaceFinder, officeComplaint } from './places.ts'
import { readRow, type RowCells, withFormErrors } from './row.ts'
import { valueOf } from './values.ts'

const text = (cell: string): Cell => ({ kind: 'text', text: cell })
const number = (cell: string): Cell => ({ kind: 'number', text: cell })
const date = (cell: string): Cell => ({ kind: 'date', text: cell })

const PLACES = createPlaceFinder({
  regions: [
    { id: 1, name: 'National Capital Region (NCR)' },
    { id: 5, name: 'Region IV-A (CALABARZON)' },
  ],
  provinces: [
    { id: 10, name: 'Laguna', region_id: 5 },
    { id: 11, name: 'Quezon', region_id: 5 },
  ],
  cities: [
    { id: 100, name: 'City of Biñan', region_id: 5, province_id: 10 },
    { id: 101, name: 'San Antonio', region_id: 5, province_id: 11 },
    { id: 102, name: 'Quezon City', region_id: 1, province_id: null },
    { id: 103, name: 'San Pablo', region_id: 5, province_id: 10 },
    { id: 104, name: 'San Pablo', region_id: 5, province_id: 11 },
  ],
  offices: [
    { id: 1000, name: 'PENRO Laguna', province_id: 10, region_ids: [5] },
    { id: 1001, name: 'DENR-NCR North Field Office', province_id: null, region_ids: [1] },
  ],
})

test('a specification that the arrangement does not have is told, and stops no row', () => {
  const cells: RowCells = {
    implementation_arrangement: text('MOA/MOU'),
    implementation_arrangement_others: text('CBFMA'),
  }
  const told = readRow(cells, PLACES).findings.filter(({ kind }) => kind === 'warning')
  expect(told).toEqual([
    {
      field: 'implementation_arrangement_others',
      kind: 'warning',
      sentence:
        'This is not imported: the form has "Please specify" for Tenure and Others, and this row says MOA/MOU.',
    },
  ])
  for (const kind of ['Tenure', 'Others'])
    expect(readRow({ ...cells, implementation_arrangement: text(kind) }, PLACES).findings).toEqual([])
})

describe('values', () => {
  test.each([
    ['a number', number('2021'), 2021],
    ['a text', text(' 2021 '), 2021],
    ['a date cell', date('2021-03-01'), 2021],
    ['a day as a text', text('03/01/2021'), 2021],
    ['a serial number, for the form to judge', number('44256'), 44_256],
  ])('a year as %s', (_what, cell, value) => {
    expect(valueOf('year_implemented', cell)).toEqual({ value })
  })

  test.each([text('soon'), number('2021.5'), text('2,021'), text('-2021')])('no year: %j', (cell) => {
    expect(valueOf('year_implemented', cell)).toEqual({
      sentence: 'Year Implemented must be a year such as 2024.',
    })
  })

  test('activities are parted by semicolons, commas or lines, in any case', () => {
    const cell = text('REDUCING emissions  from deforestation;conservation of forest-carbon stocks\n')
    expect(valueOf('redd_eligible_activities_area', cell)).toEqual({
      value: ['Reducing emissions from deforestation', 'Conservation of forest-carbon stocks'],
    })
    expect(valueOf('redd_eligible_activities_area', text('Logging'))).toEqual({
      sentence: expect.stringMatching(/^"Logging" is not one of/),
    })
  })

  test('a dash of Word is the hyphen of the form, and a letter of another script is named', () => {
    for (const dash of ['\u2013', '\u2014', '\u2010', '\u2011', ' - ', ' '])
      expect(
        valueOf('redd_eligible_activities_area', text(`Conservation of forest${dash}carbon stocks`)),
      ).toEqual({ value: ['Conservation of forest-carbon stocks'] })
    expect(valueOf('implementation_arrangement', text('MOA / MOU'))).toEqual({ value: 'MOA/MOU' })
    expect(
      valueOf('redd_eligible_activities_area', text('\u0421onservation of forest-carbon stocks')),
    ).toEqual({
      sentence: expect.stringContaining(
        ': "\u0421" (U+0421) in it only looks like a letter of the template.',
      ),
    })
  })

  test('a letter that was lost in saving is told', () => {
    expect(valueOf('name_of_partner', text('Do\ufffda Aurora'))).toEqual({
      sentence: expect.stringMatching(/^A letter of this cell was lost when the table was saved/),
    })
  })

  test('[S-129] a comma in a number of a table of semicolons is refused, whatever follows it', () => {
    for (const typed of ['12,345', '1,5', '1,250.50', '1.250,50', ',5', '12 ,5', '213,0200'])
      for (const field of [
        'project_area',
        'conservation_forest_carbon_stocks_area',
        'year_implemented',
      ] as const)
        expect(valueOf(field, { kind: 'text', text: typed, parted: ';' })).toEqual({
          sentence: 'Write a point before the decimals, for example 1234.56.',
        })
    expect(valueOf('project_area', { kind: 'text', text: '213.02', parted: ';' })).toEqual({
      value: '213.02',
    })
    expect(valueOf('name_of_partner', { kind: 'text', text: 'Lot 12, 13', parted: ';' })).toEqual({
      value: 'Lot 12, 13',
    })
    expect(valueOf('project_area', text('12,345'))).toEqual({ value: '12,345' })
  })

  test('an arrangement is one of three', () => {
    expect(valueOf('implementation_arrangement', text('moa/mou'))).toEqual({ value: 'MOA/MOU' })
    expect(valueOf('implementation_arrangement', text('Lease'))).toEqual({
      sentence: 'Implementation Arrangement must be one of Tenure, MOA/MOU, Others.',
    })
  })

  test('no cell of any kind makes it throw, and an empty one is nothing', () => {
    const kinds = fc.constantFrom<Cell['kind']>('text', 'number', 'date')
    fc.assert(
      fc.property(
        fc.constantFrom(...IMPORT_FIELDS),
        kinds,
        fc.string({ unit: 'binary' }),
        (field, kind, cell) => {
          const value = valueOf(field, { kind, text: cell })
          if (lineForm(cell) === '') expect(value).toEqual({ value: undefined })
          else expect('sentence' in value || value.value !== undefined).toBe(true)
        },
      ),
    )
  })
})

describe('headers', () => {
  const headers = IMPORT_COLUMNS.map(({ header }) => header)

  test('each is found wherever it stands, and the table is complete', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(headers, { minLength: headers.length }), (row) => {
        const match = matchHeaders(row)
        expect(headerComplaint(match, 1)).toBeNull()
        expect(Object.keys(match.columns)).toHaveLength(headers.length)
      }),
    )
  })

  test('the office alone may be left out', () => {
    for (const left of headers) {
      const complaint = headerComplaint(matchHeaders(headers.filter((header) => header !== left)), 3)
      if (left === 'Office') expect(complaint).toBeNull()
      else
        expect(complaint).toBe(
          `The column "${left}" is missing in row 3. Please use the headers of the template.`,
        )
    }
  })
})

describe('places', () => {
  test.each([
    ['Region IV-A (CALABARZON)', 5],
    ['region iv-a', 5],
    ['Calabarzon', 5],
    ['NCR', 1],
    ['Region', null],
  ])('the region called %s', (name, id) => {
    expect(PLACES.region(name)).toBe(id)
  })

  test.each([
    ['Biñan', { region_id: 5, province_id: 10 }, 100],
    ['Binan City', { region_id: 5, province_id: 10 }, 100],
    ['San Pablo', { region_id: 5, province_id: 11 }, 104],
    ['San Pablo', { region_id: 5, province_id: 10 }, 103],
    ['San Antonio', { region_id: 5, province_id: 10 }, 101],
    ['Atlantis', { region_id: 5, province_id: 10 }, null],
  ])('the municipality called %s near %j', (name, near, id) => {
    expect(PLACES.city(name, near)).toBe(id)
  })

  test('an office serves its region, and its province where it has one', () => {
    const laguna = PLACES.office('penro laguna', 5)
    if (!laguna) throw new Error('none')
    expect(officeComplaint(laguna, { region_id: 5, province_id: 10 })).toBeNull()
    expect(officeComplaint(laguna, { region_id: 1, province_id: null })).toMatch(/does not serve/)
    expect(officeComplaint(laguna, { region_id: 5, province_id: 11 })).toMatch(/chosen province/)
  })
})

describe('a row', () => {
  const CELLS: RowCells = {
    region_id: text('Region IV-A (CALABARZON)'),
    province_id: text('Laguna'),
    city_id: text('Biñan'),
    name_of_partner: text('Samahan'),
    project_area: number('100.5'),
    year_implemented: number('2021'),
    project_year_start: number('2021'),
    project_year_end: number('2030'),
    redd_eligible_activities_area: text('Sustainable management of forests'),
    sustainable_management_of_forest_area: text('100.50'),
    implementation_arrangement: text('MOA/MOU'),
    agreement_id: text('a.pdf'),
    map_kml_id: text('a.kml'),
  }

  test('fills in the form', () => {
    const { draft, findings, files, office } = readRow(CELLS, PLACES)
    expect(siteErrors(draft, 2031)).toEqual({})
    expect(findings).toEqual([])
    expect(draft).toMatchObject({ region_id: 5, province_id: 10, city_id: 100, project_area: '100.5' })
    expect(files).toEqual({ agreement_id: 'a.pdf', map_kml_id: 'a.kml' })
    expect(office).toBeNull()
  })

  test('an area that would not count is told', () => {
    const { findings } = readRow({ ...CELLS, emission_from_deforestation_area: number('5') }, PLACES)
    expect(findings).toEqual([
      { field: 'emission_from_deforestation_area', kind: 'warning', sentence: expect.any(String) },
    ])
  })

  test('what cannot be read is told once, not as missing as well', () => {
    const { draft, findings } = readRow({ ...CELLS, region_id: text('Nowhere') }, PLACES)
    const all = withFormErrors(findings, siteErrors(draft, 2031))
    expect(all.filter(({ field }) => field === 'region_id')).toHaveLength(1)
    expect(all[0]?.sentence).toMatch(/^There is no region called "Nowhere"/)
  })

  test('a sentence names its cell', () => {
    const found = { row: 12, field: 'project_area', cell: 'C12' } as const
    expect(findingSentence({ ...found, sentence: 'Project Area must be more than 0.' })).toBe(
      'Row 12, Project Area (C12): Project Area must be more than 0.',
    )
  })
})
