import { read, utils } from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { runImport } from '../../server/imports/imports.jobs.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { aKml, anAgreement, auditOf, placeOf, siteInput, upload } from '../support/records/factories.ts'
import {
  anImportRow,
  aRow,
  checkedImport,
  checkedRows,
  csvOf,
  filesOf,
  findingsIn,
  finishedImport,
  HEADERS,
  importOf,
  type Header,
  type Row,
  rowsIn,
  sendImport,
  sheetOf,
  tableOf,
  xlsxOf,
  zipOf,
} from '../support/records/imports.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { full } from '../support/full.ts'

const t = withServer()
let admin: Caller
beforeAll(async () => {
  admin = await t.as('fmb.admin')
})

const countSites = async () => (await t.db.selectFrom('site_profiles').select('id').execute()).length

// first, while the queue has no other import
test('the office gets one mail for all', async () => {
  const before = (await deliveredMails(t)).length
  const rows = [aRow(), aRow(), aRow()]
  await finishedImport(t, await checkedRows(t, rows))
  const mails = (await deliveredMails(t)).slice(before)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects.length).toBeGreaterThan(0)
  expect(new Set(subjects)).toEqual(new Set(['3 SITES profiles imported: waiting for your review']))
})

describe('checking', () => {
  test('[S-129] numbers are read as people write them, and a comma in a table parted by semicolons is none', async () => {
    const areas = (whole: string, one: string, other: string): Row => ({
      'Project Area': whole,
      'Reducing emissions from deforestation': one,
      'Conservation of forest-carbon stocks': other,
    })
    const rows = [
      aRow({ ...areas('\u202d100.50\u202c', '.5', '+100.'), 'Year Implemented': '2021.0' }),
      aRow(areas('12,345', '60.25', '40.25')),
      aRow(areas('1,250.50', '60.25', '40.25')),
      aRow(areas('12,5', '60.25', '40.25')),
      aRow(areas('12345', '1 2345', '40.25')),
    ]
    const files = zipOf(filesOf(rows))
    const sentencesOf = async (delimiter: string) => {
      const { id } = await checkedImport(t, { table: csvOf(rows, delimiter), name: 'areas.csv', zip: files })
      const found = (await findingsIn(t, id)).filter(({ kind }) => kind === 'error')
      return found.map(({ row, field, sentence }) => `${row} ${field}: ${sentence}`)
    }
    const point = 'project_area: Write a point before the decimals, for example 1234.56.'
    const sum =
      'redd_eligible_activities_area: The sum of Eligible Activity areas should be equal (not exceed nor be lower) to the inputted Project Area.'
    const noNumber =
      '6 emission_from_deforestation_area: Reducing emissions from deforestation area must be a number.'
    expect(await sentencesOf(';')).toEqual([`3 ${point}`, `4 ${point}`, `5 ${point}`, noNumber])
    expect(await sentencesOf(',')).toEqual([`3 ${sum}`, `4 ${sum}`, `5 ${point}`, noNumber])
  })

  test('a table and its files are judged, and nothing of it is written', async () => {
    const rows = [aRow(), aRow({ 'Project Area': '-1' }), aRow()]
    const boundaries = () =>
      t.db.selectFrom('files').select('id').where('name', 'like', 'boundary%').execute()
    const before = [await countSites(), await boundaries()]
    const checked = await checkedRows(t, rows)
    expect(checked).toMatchObject({
      state: 'Checked',
      table_name: 'profiles.xlsx',
      archive_names: ['files.zip'],
      rows_total: 3,
      rows: { Read: 0, Good: 2, Wrong: 1, LeftOut: 0, Known: 0, Repeated: 0, Imported: 0, Failed: 0 },
      errors: 1,
      warnings: 0,
      refusal: null,
      trouble: null,
    })
    expect(await findingsIn(t, checked.id)).toEqual([
      {
        id: expect.any(Number),
        row: 3,
        cell: 'F3',
        field: 'project_area',
        column: 'Project Area',
        text: '-1',
        kind: 'error',
        sentence: 'Project Area must be more than 0.',
      },
    ])
    expect([await countSites(), await boundaries()]).toEqual(before)
  })

  test('a warning of the form is told and stops no row', async () => {
    const [row] = [aRow({ 'Project Area': '100.50' })]
    const { id } = await finishedImport(t, await checkedRows(t, [row as Row]))
    expect((await rowsIn(t, id))[0]?.state).toBe('Imported')
    const again = { ...row, 'Please specify': 'PACBRMA' } as Row
    const checked = await checkedRows(t, [again])
    expect(checked.rows).toMatchObject({ Good: 1, Wrong: 0 })
    const [duplicate] = (await findingsIn(t, checked.id)).filter(({ field }) => field === 'name_of_partner')
    expect(duplicate).toMatchObject({
      kind: 'warning',
      sentence: expect.stringMatching(
        /^A profile of the same partner, municipality and project years already exists: SITES-/,
      ),
    })
  })

  test('the same partner, place and years twice in the table is a warning that names the other row, whether it is good or wrong', async () => {
    const one = aRow()
    const other = aRow({
      'Name of Partner/Implementer': String(one['Name of Partner/Implementer']).toUpperCase(),
      'Please specify': 'PACBRMA',
    })
    const wrong = { ...other, 'Project Area': '' }
    const later = aRow({ ...other, 'Project Year End': 2031 })
    const elsewhere = aRow({ ...other, Municipality: 'Pila' })
    const checked = await checkedRows(t, [one, aRow(), other, wrong, later, elsewhere, one])
    expect(checked.rows).toMatchObject({ Good: 5, Wrong: 1, Repeated: 1 })
    const found = await findingsIn(t, checked.id)
    const warned = found.filter(({ sentence }) => sentence.includes('same partner'))
    expect(warned.map(({ row, kind, cell, sentence }) => [row, kind, cell, sentence])).toEqual([
      [
        4,
        'warning',
        'E4',
        'This row has the same partner, municipality and project years as row 2. Please check that it is another site.',
      ],
      [
        5,
        'warning',
        'E5',
        'This row has the same partner, municipality and project years as rows 2 and 4. Please check that it is another site.',
      ],
    ])
  })

  test('what a row says cannot be taken in two ways: a broken boundary is never a blank', async () => {
    const rows = [aRow(), aRow(), aRow({ 'Boundary file': '' }), aRow({ 'Agreement file': 'elsewhere.pdf' })]
    const files = filesOf(rows)
    files[String(rows[0]?.['Boundary file'])] = '<kml><Document></Document></kml>'
    files[String(rows[1]?.['Agreement file'])] = 'no PDF'
    delete files['elsewhere.pdf']
    const checked = await checkedRows(t, rows, files)
    const found = (await findingsIn(t, checked.id)).map(({ cell, sentence }) => `${cell}: ${sentence}`)
    expect(found).toEqual([
      'S2: No polygon was found in the file; draw the boundary as a polygon and export it again.',
      `R3: ${rows[1]?.['Agreement file']} is damaged or is not a PDF file. Please open it, save it again and upload it.`,
      'S4: Location Map is required.',
      'R5: elsewhere.pdf is not in the zip file. Please add it, or correct its name.',
    ])
    expect(checked.rows).toMatchObject({ Good: 0, Wrong: 4 })
  })
})

/** Each invalid form of the form's tests: the wrong fields, and the cells with the same mistake. */
const missing = (header: Header, field: string) => [header, { [header]: '' }, { [field]: null }] as const
const NO_AREAS: Row = Object.fromEntries(ELIGIBLE_ACTIVITIES.map(({ name }) => [name, '']))
const NO_AREA_FIELDS = Object.fromEntries(ELIGIBLE_ACTIVITIES.map(({ field }) => [field, null]))
const INVALID: readonly (readonly [string, Row, Record<string, unknown>])[] = [
  missing('Region', 'region_id'),
  missing('Province', 'province_id'),
  missing('Municipality', 'city_id'),
  missing('Name of Partner/Implementer', 'name_of_partner'),
  missing('Project Area', 'project_area'),
  missing('Year Implemented', 'year_implemented'),
  missing('Project Year Start', 'project_year_start'),
  missing('Project Year End', 'project_year_end'),
  missing('REDD+ Eligible Activities', 'redd_eligible_activities_area'),
  missing('Implementation Arrangement', 'implementation_arrangement'),
  missing('Agreement file', 'agreement_id'),
  missing('Boundary file', 'map_kml_id'),
  missing('Please specify', 'implementation_arrangement_others'),
  missing('Reducing emissions from deforestation', 'emission_from_deforestation_area'),
  ['a partner of one letter', { 'Name of Partner/Implementer': 'X' }, { name_of_partner: 'X' }],
  [
    'a partner of 201 letters',
    { 'Name of Partner/Implementer': 'ñ'.repeat(201) },
    { name_of_partner: 'ñ'.repeat(201) },
  ],
  ...['0', '-5', 'abc', '1.23456', '1,00', '9'.repeat(21), '0.00'].map(
    (area) =>
      [`an area of ${area}`, { 'Project Area': area }, { project_area: area }] as [
        string,
        Row,
        Record<string, unknown>,
      ],
  ),
  ['areas that do not add up', { 'Project Area': '99' }, { project_area: '99' }],
  [
    'an activity area that is no number',
    { 'Conservation of forest-carbon stocks': 'forty' },
    { conservation_forest_carbon_stocks_area: 'forty' },
  ],
  ['an end before the start', { 'Project Year End': 2020 }, { project_year_end: 2020 }],
  ['a year too early', { 'Year Implemented': 1969 }, { year_implemented: 1969 }],
  ['a year to come', { 'Year Implemented': 2999 }, { year_implemented: 2999 }],
  ['a start too early', { 'Project Year Start': 1999 }, { project_year_start: 1999 }],
  ['an end too late', { 'Project Year End': 2051 }, { project_year_end: 2051 }],
  ['an arrangement of one letter', { 'Please specify': 'X' }, { implementation_arrangement_others: 'X' }],
  [
    'another arrangement without its name',
    { 'Implementation Arrangement': 'Others', 'Please specify': '' },
    { implementation_arrangement: 'Others', implementation_arrangement_others: null },
  ],
  ...ELIGIBLE_ACTIVITIES.map(({ name, field }): (typeof INVALID)[number] => [
    `${name} without its area`,
    { 'REDD+ Eligible Activities': name, ...NO_AREAS },
    { [field]: null, redd_eligible_activities_area: [name], ...NO_AREA_FIELDS },
  ]),
  [
    'an arrangement of 51 letters',
    { 'Please specify': 'x'.repeat(51) },
    { implementation_arrangement_others: 'x'.repeat(51) },
  ],
]

describe('[PROFILES-24 to PROFILES-34] every rule of the form is judged by the same functions', () => {
  /** The sentences of the form about one wrong field, from the API. */
  async function formSentences(
    files: { agreement_id: number; map_kml_id: number },
    change: Record<string, unknown>,
  ): Promise<Record<string, string[]>> {
    const superuser = await t.as('fmb.super')
    const { region_id, province_id } = await placeOf(t, 'PENRO Laguna')
    const city = await t.db
      .selectFrom('cities')
      .select('id')
      .where('name', '=', 'Pangil')
      .where('province_id', '=', province_id)
      .executeTakeFirstOrThrow()
    const body = await siteInput(t, {
      region_id,
      province_id,
      city_id: city.id,
      ...files,
      ...change,
    })
    for (const [field, value] of Object.entries(change)) if (value === null) delete body[field]
    const reply = await superuser.post('/sites', body)
    expect(reply.statusCode, reply.body).toBe(422)
    const { errors } = reply.json()
    // the form also names the region when only the province is missing
    if ('province_id' in errors) delete errors.region_id
    return errors
  }

  test('with its sentences, in the cell that is wrong', async () => {
    const rows = INVALID.map(([, cells]) => aRow(cells))
    const files = filesOf(rows)
    const checked = await checkedRows(t, rows, files)
    const found = await findingsIn(t, checked.id)
    const superuser = await t.as('fmb.super')
    // a rejected form attaches nothing, so the same two files serve all of them
    const uploaded = { agreement_id: await anAgreement(superuser), map_kml_id: await aKml(superuser) }
    for (const [index, [what, , change]] of INVALID.entries()) {
      const [field = ''] = Object.keys(change)
      const wanted = await formSentences(uploaded, change)
      const own = found.filter(({ row }) => row === index + 2)
      const told = Object.fromEntries(
        own.map(({ field: of }) => [
          of,
          own.filter((one) => one.field === of).map(({ sentence }) => sentence),
        ]),
      )
      // the form may stop at its first error, while the import reports all at once
      for (const [of, sentences] of Object.entries(wanted))
        expect([what, told[of]]).toEqual([what, sentences])
      expect(Object.keys(wanted).length, what).toBeGreaterThan(0)
      const header = Object.keys(rows[index] ?? {}).length > 0 ? (HEADERS as readonly string[]) : []
      const cell = own.find((one) => one.field === (field in wanted ? field : Object.keys(wanted)[0]))
      expect(header, what).toContain(cell?.column)
    }
    expect(checked.rows).toMatchObject({ Good: 0, Wrong: INVALID.length })
  }, 60_000)

  test('places that do not belong together, and offices', async () => {
    const rows = [
      aRow({ Municipality: 'Lucena' }),
      aRow({ Province: 'Zamboanga del Sur' }),
      aRow({ Region: 'National Capital Region', Province: '', Municipality: 'Quezon City' }),
      aRow({ Office: 'PENRO Quezon' }),
      aRow({ Region: 'Region of Nowhere' }),
      aRow({ Office: 'PENRO Nowhere' }),
    ]
    const checked = await checkedRows(t, rows)
    const found = await findingsIn(t, checked.id)
    const of = (row: number) =>
      found.filter((one) => one.row === row).map((one) => `${one.column}: ${one.sentence}`)
    expect(of(2)).toEqual(['Municipality: This city or municipality is not in the chosen province.'])
    expect(of(3)).toContain('Province: This province is not in the chosen region.')
    expect(of(4)).toContain('Region: Profiles of this region are added by its field offices.')
    expect(of(5)).toEqual(['Office: This office is not the one of the chosen province.'])
    expect(of(6)[0]).toBe(
      'Region: There is no region called "Region of Nowhere". Please write it as the sheet "Places" of the template does.',
    )
    expect(of(7)).toEqual([
      'Office: There is no office called "PENRO Nowhere". Please write it as the sheet "Places" of the template does.',
    ])
  })
})

describe('importing', () => {
  test('the good rows become profiles, submitted to their PENRO by the person who started it', async () => {
    const rows = [aRow(), aRow({ 'Project Area': 'x' }), aRow({ Province: 'Quezon', Municipality: 'Lucban' })]
    const before = await countSites()
    const done = await finishedImport(t, await checkedRows(t, rows))
    expect(done).toMatchObject({ state: 'Finished', rows: { Imported: 2, Wrong: 1, Good: 0 } })
    expect(await countSites()).toBe(before + 2)

    const [first, wrong, second] = await rowsIn(t, done.id)
    expect(first).toMatchObject({
      row: 2,
      state: 'Imported',
      name_of_partner: rows[0]?.['Name of Partner/Implementer'],
      office: 'PENRO Laguna',
      site: { code: expect.stringMatching(/^SITES-R04A-/) },
    })
    expect(wrong).toMatchObject({ row: 3, state: 'Wrong', site: null, errors: 1 })
    expect(second).toMatchObject({ office: 'PENRO Quezon' })

    const site_id = first?.site?.id ?? 0
    const shown = (await (await t.as('laguna.approver')).get(`/sites/${site_id}`)).json()
    expect(shown.siteProfile).toMatchObject({
      site_status: 'Submitted',
      penro_status: 'Submitted',
      created_by: 'Benigno Salonga',
      project_area: '100.50',
      agreement_file_name: rows[0]?.['Agreement file'],
      map_kml_name: rows[0]?.['Boundary file'],
      mapped_area_ha: expect.any(Number),
    })
    expect(shown.boundary).toMatchObject({ vertex_count: 5 })
    const log = await auditOf(t, site_id)
    expect(log.map(({ event }) => event)).toEqual(['Created', 'Submitted'])
    expect(log[0]?.field_change).toContainEqual({ field: 'import', old: null, new: `${done.id}, row 2` })
  })

  test('the same file again creates nothing, nor does a row that stands twice', async () => {
    const rows = [aRow(), aRow()]
    const files = filesOf(rows)
    const done = await finishedImport(t, await checkedRows(t, rows, files))
    const count = await countSites()
    const again = await checkedRows(t, rows, files)
    expect(again).toMatchObject({ state: 'Checked', rows: { Good: 0, Known: 2 } })
    const refused = await admin.post(`/imports/${again.id}/start`, { rows: 2 })
    expect(refused.statusCode).toBe(409)
    const codes = (await rowsIn(t, done.id)).map(({ site }) => site?.code)
    expect((await rowsIn(t, again.id)).map(({ site }) => site?.code)).toEqual(codes)
    expect((await findingsIn(t, again.id))[0]).toMatchObject({
      kind: 'warning',
      sentence: `This row was imported before, as ${codes[0]}. It is not imported again.`,
    })

    // the same letters from another machine; the same hectares with more zeros
    const respelled = rows.map((row) => ({
      ...row,
      'Name of Partner/Implementer': String(row['Name of Partner/Implementer'])
        .normalize('NFD')
        .replace(' ', '\u00a0 \u200b')
        .toUpperCase(),
      'Project Area': '+100.500000',
      'Year Implemented': '2021.0',
    }))
    expect((await checkedRows(t, respelled, files)).rows, 'S-128').toMatchObject({ Good: 0, Known: 2 })

    // in another order, with other file names, as another kind of table
    const renamed = rows.map((row) => ({ ...row, 'Agreement file': `x/${row['Agreement file']}` }))
    const moved = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name.endsWith('.pdf') ? `x/${name}` : name, bytes]),
    )
    const other = await checkedImport(t, {
      table: csvOf([...renamed].reverse()),
      name: 'again.csv',
      zip: zipOf(moved),
    })
    expect(other.rows).toMatchObject({ Good: 0, Known: 2 })

    // one different cell makes it another profile, even with the same files
    const corrected = rows.map((one) => ({ ...one, 'Please specify': 'PACBRMA' }))
    expect((await checkedRows(t, corrected, files)).rows).toMatchObject({ Good: 2, Known: 0 })

    const row = aRow()
    const twice = await checkedRows(t, [row, row])
    expect(twice.rows).toMatchObject({ Good: 1, Known: 0, Repeated: 1 })
    expect((await findingsIn(t, twice.id))[0]?.sentence).toBe(
      'This row is the same as row 2. It is imported once.',
    )
    expect(await countSites()).toBe(count)
  })

  full.test('two imports of the same rows at once make each profile once', async () => {
    const rows = [aRow(), aRow(), aRow()]
    const files = filesOf(rows)
    const [one, other] = [await checkedRows(t, rows, files), await checkedRows(t, rows, files)]
    const before = await countSites()
    for (const { id } of [one, other]) await admin.post(`/imports/${id}/start`, { rows: 3 })
    await Promise.all([one, other, one].map(({ id }) => runImport(t.services, id)))
    expect(await countSites()).toBe(before + 3)
    const states = [...(await rowsIn(t, one.id)), ...(await rowsIn(t, other.id))].map(({ state }) => state)
    expect(states.filter((state) => state === 'Imported')).toHaveLength(3)
    expect(states.filter((state) => state === 'Known')).toHaveLength(3)
  })

  test('a row that is wrong by now is told and left', async () => {
    const [good, moved] = [aRow(), aRow({ Province: 'Quezon', Municipality: 'Lucban' })]
    const checked = await checkedRows(t, [good, moved])
    await t.db.updateTable('cities').set({ name: 'Lucban (old)' }).where('name', '=', 'Lucban').execute()
    try {
      await t.db.updateTable('cities').set({ name: 'Elsewhere' }).where('name', '=', 'Lucban (old)').execute()
      const done = await finishedImport(t, checked)
      expect(done.rows).toMatchObject({ Imported: 1, Failed: 1 })
      expect((await findingsIn(t, done.id))[0]).toMatchObject({ row: 3, field: 'city_id', kind: 'error' })
    } finally {
      await t.db.updateTable('cities').set({ name: 'Lucban' }).where('name', '=', 'Elsewhere').execute()
    }
  })
})

describe('confirming and cancelling', () => {
  test('only the number of rows that was shown is imported', async () => {
    const checked = await checkedRows(t, [aRow(), aRow()])
    for (const rows of [1, 3]) {
      const reply = await admin.post(`/imports/${checked.id}/start`, { rows })
      expect(reply.statusCode).toBe(409)
      expect(reply.json().message).toBe('Now 2 rows can be imported. Please look at the import again.')
    }
    expect((await admin.post(`/imports/${checked.id}/start`, { rows: 0 })).statusCode).toBe(422)
    expect((await importOf(admin, checked.id)).state).toBe('Checked')
  })

  test('a total is offered to be left out; a refused row is left out or included again before the start, and result and log name it', async () => {
    const noFiles = { 'Agreement file': '', 'Boundary file': '', Province: '', Municipality: '' }
    const rows = [aRow(), aRow({ 'Project Area': '' }), aRow({ ...noFiles, Region: 'GRAND TOTAL:' })]
    const checked = await checkedRows(t, rows)
    expect(checked).toMatchObject({ totals: [4], left_out: [], rows: { Good: 1, Wrong: 2 } })
    const url = `/imports/${checked.id}/leave-out`
    const choose = (chosen: number[], left_out: boolean) => admin.post(url, { rows: chosen, left_out })

    const left = await choose([4], true)
    expect(left.json().import).toMatchObject({ totals: [], left_out: [4], rows: { Wrong: 1, LeftOut: 1 } })
    expect(left.json().import.errors).toBe(1)
    expect((await findingsIn(t, checked.id)).map(({ row }) => row)).toEqual([3])
    // a second click, a good row, no such row, both at once, no row
    for (const chosen of [[4], [2], [99], [3, 4], [3, 3]])
      expect((await choose(chosen, true)).json()).toMatchObject({
        code: 'conflict',
        message: 'These rows have changed. Please look at the import again.',
      })
    expect((await choose([], true)).statusCode).toBe(422)
    const two = await Promise.all([choose([3], true), choose([3], true)])
    expect(two.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await choose([3], false)).json().import).toMatchObject({ left_out: [4], rows: { Wrong: 1 } })

    const done = await finishedImport(t, await importOf(admin, checked.id))
    expect(done).toMatchObject({ left_out: [4], rows: { Imported: 1, Wrong: 1, LeftOut: 1 } })
    expect((await rowsIn(t, done.id)).map(({ state }) => state)).toEqual(['Imported', 'Wrong', 'LeftOut'])
    expect((await choose([3], true)).statusCode).toBe(409)
    const log = await t.db
      .selectFrom('audit_logs')
      .select(['event', 'user_email', 'field_change'])
      .where('event', 'like', 'Import Rows %')
      .orderBy('id')
      .execute()
    const chosen = (log as { event: string; user_email: string; field_change: { new: string }[] }[]).map(
      ({ event, user_email, field_change }) => [
        event,
        user_email.split('@')[0],
        field_change.map((one) => one.new),
      ],
    )
    const id = String(done.id)
    expect(chosen).toEqual([
      ['Import Rows Left Out', 'fmb.admin', [id, '4']],
      ['Import Rows Left Out', 'fmb.admin', [id, '3']],
      ['Import Rows Included', 'fmb.admin', [id, '3']],
    ])
  })

  test('a cancelled import adds nothing more, and what it has added stays', async () => {
    const checked = await checkedRows(
      t,
      Array.from({ length: 6 }, () => aRow()),
    )
    const before = await countSites()
    expect((await admin.post(`/imports/${checked.id}/start`, { rows: 6 })).statusCode).toBe(200)
    const stop = new AbortController()
    const running = runImport(t.services, checked.id, stop.signal)
    await expect.poll(countSites, { interval: 5 }).toBeGreaterThan(before)
    const reply = await admin.post(`/imports/${checked.id}/cancel`)
    expect(reply.json().import.state).toBe('Cancelled')
    await running
    const after = await importOf(admin, checked.id)
    expect(after.rows.Imported).toBe((await countSites()) - before)
    expect(after.rows.Imported).toBeGreaterThan(0)
    expect(after.rows.Imported).toBe(reply.json().import.rows.Imported)
    await runImport(t.services, checked.id)
    expect(await importOf(admin, checked.id)).toEqual(after)
    for (const call of ['start', 'cancel'])
      expect((await admin.post(`/imports/${checked.id}/${call}`, { rows: 1 })).statusCode).toBe(409)
  })

  test('its files are held while it lasts, and let go when it has ended', async () => {
    const checked = await checkedRows(t, [aRow()])
    const unused = async () => {
      const rows = await t.db
        .selectFrom('files')
        .select('unused_since')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('imports')
            .select((one) => one.ref('table_id').$notNull().as('id'))
            .where('id', '=', checked.id)
            .union(
              eb
                .selectFrom('import_archives')
                .select((one) => one.ref('file_id').$notNull().as('id'))
                .where('import_id', '=', checked.id),
            ),
        )
        .execute()
      return rows.map(({ unused_since }) => unused_since !== null)
    }
    expect(await unused()).toEqual([false, false])
    await admin.post(`/imports/${checked.id}/cancel`)
    expect(await unused()).toEqual([true, true])
  })

  test('an import ends when its person may not import any more', async () => {
    const checked = await checkedRows(t, [aRow()])
    await admin.post(`/imports/${checked.id}/start`, { rows: 1 })
    const person = await t.userId('fmb.admin')
    const switched = (status: string) =>
      t.db
        .updateTable('users')
        .set({ status, deactivated_at: status === 'Activated' ? null : new Date().toISOString() })
        .where('id', '=', person)
        .execute()
    await switched('Deactivated')
    try {
      await runImport(t.services, checked.id)
    } finally {
      await switched('Activated')
    }
    expect(await importOf(admin, checked.id)).toMatchObject({
      state: 'Cancelled',
      refusal: 'It was ended because Benigno Salonga cannot import profiles any more.',
      rows: { Imported: 0, Good: 1 },
    })
  })
})

describe('[S-156] an import that ends the server', () => {
  const begunTwice = (id: number) =>
    t.db.updateTable('imports').set({ begun: 2 }).where('id', '=', id).execute()

  test('twice is not taken up again, before or while its rows are dealt with, and says so', async () => {
    const unread = (await sendImport(t, { table: tableOf([aRow()]) })).json().import as { id: number }
    const checked = await checkedRows(t, [aRow(), aRow()])
    await admin.post(`/imports/${checked.id}/start`, { rows: 2 })
    for (const [id, where] of [
      [unread.id, ''],
      [checked.id, ' at row 2'],
    ] as const) {
      await begunTwice(id)
      await runImport(t.services, id)
      const refusal = `The server stopped twice while it worked on this import${where}, so it was not tried again. Please inform the help desk.`
      expect(await importOf(admin, id)).toMatchObject({ state: 'Cancelled', refusal, rows: { Imported: 0 } })
      expect(await linesOfLog(id)).toContainEqual({ event: 'Import Cancelled', reason: refusal })
    }
  })

  test('once, or before it got further, goes on: only what ended it twice at one place is left', async () => {
    const { id } = (await sendImport(t, { table: tableOf([aRow()]) })).json().import
    await t.db.updateTable('imports').set({ begun: 1 }).where('id', '=', id).execute()
    await runImport(t.services, id)
    expect((await importOf(admin, id)).state).toBe('Checked')
    const { begun } = await t.db
      .selectFrom('imports')
      .select('begun')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(begun).toBe(0)
  })

  test('is noted before anything of it is looked at', async () => {
    const { id } = (await sendImport(t, { table: tableOf([aRow()]) })).json().import
    const seen: number[] = []
    const files: typeof t.services.files = Object.assign(Object.create(t.services.files), {
      get: async (key: string) => {
        const row = await t.db
          .selectFrom('imports')
          .select('begun')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        seen.push(row.begun)
        return t.services.files.get(key)
      },
    })
    await runImport({ ...t.services, files }, id)
    expect(seen.slice(0, 1)).toEqual([1])
    expect((await importOf(admin, id)).state).toBe('Checked')
  })

  test('can be cancelled by an administrator in every state that has not ended, also before it was read', async () => {
    for (const state of ['Uploaded', 'Checked', 'Importing'] as const) {
      const id = await anImportRow(t, state)
      const reply = await admin.post(`/imports/${id}/cancel`)
      expect([reply.statusCode, reply.json().import.state]).toEqual([200, 'Cancelled'])
      expect(await linesOfLog(id)).toEqual([{ event: 'Import Cancelled', reason: null }])
      await runImport(t.services, id)
      expect((await importOf(admin, id)).state).toBe('Cancelled')
    }
  })

  async function linesOfLog(id: number) {
    const rows = await t.db
      .selectFrom('audit_logs')
      .select(['event', 'field_change'])
      .where('event', '=', 'Import Cancelled')
      .orderBy('id')
      .execute()
    const valueOf = (row: (typeof rows)[number], field: string) =>
      (row.field_change as { field: string; new: string }[]).find((one) => one.field === field)?.new ?? null
    return rows
      .filter((row) => valueOf(row, 'import') === String(id))
      .map((row) => ({ event: row.event, reason: valueOf(row, 'reason') }))
  }
})

describe('the seven questions', () => {
  test('an unknown import is not there, and bad input is refused under its field', async () => {
    for (const url of ['/imports/999999', '/imports/999999/rows', '/imports/x'])
      expect((await admin.get(url)).statusCode).toBe(404)
    const none = await admin.post('/imports', { table_id: 1, archive_ids: [] })
    expect(none.json().errors).toEqual({
      archive_ids: ['Please add the zip file of boundaries and agreements.'],
    })
    const pdf = await anAgreement(await t.as('fmb.super'))
    const others = await admin.post('/imports', { table_id: pdf, archive_ids: [pdf] })
    expect(others.json().errors).toEqual({
      table_id: ['This file was not found. Please upload it again.'],
      archive_ids: ['This file was not found. Please upload it again.'],
    })
    const xls = await admin.upload('table', 'profiles.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    expect(xls.json().errors.file).toEqual([
      'The old .xls format cannot be read. Please save the table as .xlsx and upload that.',
    ])
    const renamed = await admin.upload('table', 'profiles.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    expect(renamed.json().errors.file).toEqual([
      'profiles.xlsx is in the old Excel format (.xls), although its name ends in .xlsx. Please open it, save it as .xlsx and upload that.',
    ])
  })

  test('the files of a form that is not sent yet are kept with its draft, which ends with the import', async () => {
    const table_id = await upload(admin, 'table', 'a.xlsx', tableOf([aRow()]))
    const archive_ids = [await upload(admin, 'archive', 'a.zip', zipOf({ a: 'a' }))]
    const content = JSON.stringify({ table_id: { id: table_id }, archive_ids: [{ id: archive_ids[0] }] })
    expect((await admin.post('/drafts/import-add', { content })).statusCode).toBe(200)
    const tomorrow = new Date(Date.now() + 50 * 3_600_000)
    await cleanUpFiles({ ...t.services, now: () => tomorrow })
    expect((await admin.post('/imports', { table_id, archive_ids })).statusCode).toBe(200)
    expect((await admin.get('/drafts/import-add')).json()).toEqual({ draft: null })
  })

  test('an import of files that belong to another one is refused', async () => {
    const table_id = await upload(admin, 'table', 'a.xlsx', tableOf([aRow()]))
    const archive_ids = [await upload(admin, 'archive', 'a.zip', zipOf({ a: 'a' }))]
    expect((await admin.post('/imports', { table_id, archive_ids })).statusCode).toBe(200)
    const again = await admin.post('/imports', { table_id, archive_ids })
    expect(again.json().errors.table_id).toEqual(['This file is already attached to another record.'])
  })

  test('the log tells of an import from its upload to its end', async () => {
    const { id } = await finishedImport(t, await checkedRows(t, [aRow()]))
    const rows = await t.db
      .selectFrom('audit_logs')
      .select(['event', 'user_email', 'field_change'])
      .where('event', 'like', 'Import %')
      .orderBy('id')
      .execute()
    const own = rows.filter(({ field_change }) => JSON.stringify(field_change).includes(`"${id}"`))
    expect(own.map(({ event }) => event)).toEqual(['Import Uploaded', 'Import Started', 'Import Finished'])
    expect(new Set(own.map(({ user_email }) => user_email?.split('@')[0]))).toEqual(new Set(['fmb.admin']))
  })

  test('the lists are paged in the order of the table', async () => {
    const rows = Array.from({ length: 7 }, () => aRow({ 'Project Area': '' }))
    const { id } = await checkedRows(t, rows)
    const page = async (query: string) => (await admin.get(`/imports/${id}/findings?${query}`)).json()
    const first = await page('length=3')
    expect(first.data.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4])
    expect(first).toMatchObject({ totalCount: 7, filteredCount: 7 })
    expect((await page('length=3&page=3')).data.map(({ row }: { row: number }) => row)).toEqual([8])
    expect(await page('kind=warning')).toMatchObject({ data: [], totalCount: 7, filteredCount: 0 })
    const wrong = (await admin.get(`/imports/${id}/rows?state=Good`)).json()
    expect(wrong).toMatchObject({ data: [], totalCount: 7, filteredCount: 0 })
    const all = (await admin.get('/imports?length=2')).json()
    expect(all.data[0].id).toBe(id)
  })
})

describe('the files', () => {
  type Line = (string | number | undefined)[]
  const linesIn = (bytes: Buffer, sheet: string): Line[] =>
    utils.sheet_to_json<Line>(read(bytes).Sheets[sheet] ?? {}, { header: 1 })

  test('the template has the columns, explains them, and names every place', async () => {
    const reply = await admin.get('/imports/template')
    expect(reply.headers['content-disposition']).toContain('SITES profiles to import.xlsx')
    const bytes = reply.rawPayload
    expect(read(bytes).SheetNames).toEqual(['Profiles', 'How to fill it in', 'Places'])
    expect(linesIn(bytes, 'Profiles')[1]).toEqual([...HEADERS])
    const explained = linesIn(bytes, 'How to fill it in').slice(2)
    expect(explained.map(([column]) => column)).toEqual([...HEADERS])
    for (const line of explained) expect(line.filter(Boolean)).toHaveLength(4)
    const cities = await t.db.selectFrom('cities').select('id').execute()
    expect(linesIn(bytes, 'Places').slice(2)).toHaveLength(cities.length)
  })

  full.test('the examples of the template can be imported, written into it', async () => {
    const bytes = (await admin.get('/imports/template')).rawPayload
    const examples = linesIn(bytes, 'How to fill it in')
      .slice(2)
      .map(([, , , example]) => example)
    const book = read(bytes)
    const sheet = book.Sheets.Profiles
    if (!sheet) throw new Error('no sheet')
    utils.sheet_add_aoa(sheet, [[...examples]], { origin: 'A3' })
    // the example has one area for each listed activity
    for (const cell of ['L3', 'N3', 'O3']) delete sheet[cell]
    sheet.M3 = { t: 's', v: '40.25' }
    const { write } = await import('@e965/xlsx')
    const zip = filesOf([
      aRow({ 'Agreement file': 'agreements/pangil.pdf', 'Boundary file': 'maps/pangil.kml' }),
    ])
    const checked = await checkedImport(t, {
      table: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
      zip: zipOf(zip),
    })
    expect([checked.refusal, await findingsIn(t, checked.id)]).toEqual([null, []])
    expect(checked.rows).toMatchObject({ Good: 1 })
  })

  test('the rows that are wrong come back with what to correct, and go in once corrected', async () => {
    const rows = [aRow(), aRow(), aRow({ 'Project Area': '', 'Year Implemented': 'soon' }), aRow()]
    const files = filesOf(rows)
    const checked = await checkedRows(t, rows, files)
    const reply = await admin.get(`/imports/${checked.id}/corrections`)
    expect(reply.statusCode).toBe(200)
    const [, header, line, ...more] = linesIn(reply.rawPayload, 'Profiles')
    expect(header).toEqual([...HEADERS, 'What to correct', 'Row in your table'])
    expect(more).toEqual([])
    expect(line?.[4]).toBe(rows[2]?.['Name of Partner/Implementer'])
    expect(line?.[HEADERS.length]).toBe(
      'Row 4, Year Implemented (G4): Year Implemented must be a year such as 2024.\n' +
        'Row 4, Project Area (F4): Project Area is required.',
    )
    expect(line?.[HEADERS.length + 1]).toBe('4')
    // the wrong cells are marked, and has the sheets that its sentences mention
    const book = read(reply.rawPayload, { cellStyles: true })
    expect(book.SheetNames).toEqual(['Profiles', 'How to fill it in', 'Places'])
    const sheet = book.Sheets.Profiles
    if (!sheet) throw new Error('no sheet')
    const isMarked = (place: string) => Boolean(sheet[place]?.s?.fgColor?.rgb)
    expect(['E3', 'F3', 'G3', 'H3'].map(isMarked)).toEqual([false, true, true, false])
    sheet.F3 = { t: 'n', v: 100.5 }
    sheet.G3 = { t: 'n', v: 2021 }
    const { write } = await import('@e965/xlsx')
    const table = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const again = await checkedImport(t, { table, zip: zipOf(files) })
    expect(again).toMatchObject({
      refusal: null,
      rows: { Good: 1, Wrong: 0 },
      ignored_columns: [],
      notices: [],
    })
  })

  test('the rows to correct keep the columns of the clerk, in their order, and the numbers of the rows', async () => {
    const [good, wrong] = [aRow(), aRow({ 'Project Area': 'much', Municipality: '' })]
    const [, , , , ...after] = HEADERS
    // no office, a number before it all, the focal person in between, a remark without a header
    const headers = ['No.', 'REGION *', 'Province', 'Focal person', 'Municipality', ...after]
    const line = (row: Row, person: string) => {
      const [region, province, city, , ...rest] = HEADERS.map((header) => row[header] ?? '')
      return ['7', region, province, person, city, ...rest, `=SUM(${person})`]
    }
    const lines = [['Sites of Laguna'], headers, line(good, 'Ana'), [], [], line(wrong, 'Niña')]
    const zip = zipOf(filesOf([good, wrong]))
    const checked = await checkedImport(t, { table: xlsxOf(sheetOf(lines)), zip })
    expect(checked).toMatchObject({ rows: { Good: 1, Wrong: 1 }, ignored_columns: ['No.', 'Focal person'] })
    const bytes = (await admin.get(`/imports/${checked.id}/corrections`)).rawPayload
    const [, header, row, ...more] = linesIn(bytes, 'Profiles')
    expect(more).toEqual([])
    const added = ['Office', 'What to correct', 'Row in your table']
    expect(header?.filter(Boolean)).toEqual([...headers, ...added])
    expect(row?.slice(0, 4)).toEqual(['7', 'Region IV-A (CALABARZON)', 'Laguna', 'Niña'])
    expect(row?.[headers.length]).toBe('=SUM(Niña)')
    const [what, number] = row?.slice(-2) ?? []
    expect(String(what).split('\n')).toEqual([
      'Row 6, Municipality (E6): Municipality is required.',
      'Row 6, Project Area (G6): Project Area must be a number.',
    ])
    expect(number).toBe('6')

    // corrected and with another mistake, it comes back in the same columns, each of them once
    const book = read(bytes)
    const sheet = book.Sheets.Profiles
    if (!sheet) throw new Error('no sheet')
    sheet.G3 = { t: 's', v: '100.50' }
    const { write } = await import('@e965/xlsx')
    const table = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const again = await checkedImport(t, { table, zip })
    expect(again.ignored_columns).toEqual(['No.', 'Focal person'])
    const second = linesIn((await admin.get(`/imports/${again.id}/corrections`)).rawPayload, 'Profiles')
    expect(second[1]?.filter(Boolean)).toEqual([...headers, ...added])
    expect(second[2]?.slice(-2)).toEqual(['Row 3, Municipality (E3): Municipality is required.', '3'])
  })

  test('there is nothing to correct before a row was looked at', async () => {
    const { id } = (await sendImport(t, { table: tableOf([aRow()]) })).json().import
    expect((await admin.get(`/imports/${id}/corrections`)).statusCode).toBe(409)
    expect((await admin.post(`/imports/${id}/start`, { rows: 1 })).statusCode).toBe(409)
    await runImport(t.services, id)
  })
})
