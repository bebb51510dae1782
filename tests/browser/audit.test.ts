import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../shared/lib/dates.ts'
import { openDemoPages } from '../support/browser/demo-pages.ts'
import { button, failAt, watch, whileBlocked } from '../support/browser/on-screen.ts'
import { title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { addPerson, ask } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const LIST = /\/reports\/datatable\/audit-logs$/
const WEEK = 'startDate=2024-05-01&endDate=2024-05-07'
const COLUMNS = [
  'Timestamp',
  'Performed By',
  'Email Address',
  'Role',
  'Module',
  'Action Taken',
  'Fields Edited',
]

describe('audit logs', () => {
  const desk = openDemoPages('/audit-logs')
  const { as, handTo } = desk

  beforeAll(async () => {
    const row = (at: string, name: string, event: string, changes: object[] = []) =>
      ask(
        desk.product,
        `insert into audit_logs (created_at, user_name, user_email, role_name, auditable_type, auditable_code, event,
           field_change) values ($1, $2, 'isabel@bureau.example', 'PENRO Encoder', 'Profiling of SITES',
           'SITES-R04A-2024-0001', $3, $4)`,
        [at, name, event, JSON.stringify(changes)],
      )
    await row('2024-05-01T00:00:00+08:00', 'Isabel Muñoz', 'View')
    await row('2024-05-02T14:30:00+08:00', '=SUM(1)', 'Updated', [
      { field: 'region', old: 'A', new: 'B' },
      { field: 'name_of_partner', old: 'Bantay Gubat', new: 'Samahang Niño' },
      { field: 'MOV 3.2.1', old: null, new: 'minutes.pdf' },
      { field: 'MOV 3.2.2', old: 'plan.pdf', new: null },
      { field: 'total_area', old: '10.5', new: '12' },
    ])
    const comment = `The boundary crosses the river. ${'Please draw it again along the bank. '.repeat(8)}End.`
    await row('2024-05-03T09:00:00+08:00', '+63 917', 'Returned (PENRO)', [
      { field: 'returned_reason', old: null, new: comment },
    ])
    for (const name of ['-1', '@home', '\tTab'])
      await row('2024-05-04T09:00:00+08:00', name, 'Updated', [{ field: 'remarks', old: null, new: 'x' }])
    for (let line = 1; line <= 12; line += 1)
      await row(`2024-05-07T10:00:${String(line).padStart(2, '0')}+08:00`, `Row ${line}`, 'Submitted')
  })

  const shows = (page: Page, filtered: number, total: number) =>
    page.getByText(`Showing: ${filtered} of ${total} entries`, { exact: true }).waitFor()
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  const day = (page: Page, label: 'Start date' | 'End date') =>
    page.getByRole('textbox', { name: label, exact: true })
  /** Types a date and leaves the field, as a person does. */
  const type = async (field: Locator, text: string) => {
    await field.fill(text)
    await field.press('Tab')
  }
  /** its name includes the reason when it is disabled */
  const download = (page: Page) => page.getByRole('button', { name: /^Download Logs/ })
  const at = (pathname: RegExp) => (url: URL) => pathname.test(url.pathname)
  const cellsOf = (file: string): string[][] => {
    const book = read(new TextDecoder().decode(readFileSync(file)), { type: 'string', raw: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    return sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' }) : []
  }

  test('[AUDIT-02] [AUDIT-04] [AUDIT-05] [SHELL-25] nothing is asked before both dates are set, then once', async () => {
    const page = await as('fmb.admin')
    const asked = watch(page, 'GET', LIST)
    await page.getByText(/^Choose a start and an end date, at most 7 days/).waitFor()
    await expect.poll(() => page.getByRole('columnheader').allTextContents()).toEqual(COLUMNS)
    await expect.poll(() => download(page).getAttribute('aria-disabled')).toBe('true')
    if (FULL) await expectGoodAtEverySize(page)
    await type(day(page, 'End date'), '2024-05-07')
    await page.waitForURL('**/audit-logs?endDate=2024-05-07')
    await page.getByText(/^Choose a start and an end date, at most 7 days/).waitFor()
    expect(asked).toHaveLength(0)
    await type(day(page, 'End date'), '')
    await page.waitForURL('**/audit-logs')
    await type(day(page, 'Start date'), '2024-05-01')
    await page.waitForURL('**/audit-logs?startDate=2024-05-01')
    await page.getByText(/^Choose a start and an end date, at most 7 days/).waitFor()
    expect(asked).toHaveLength(0)
    await type(day(page, 'End date'), '2024-05-07')
    await shows(page, 18, 18)
    expect(asked).toHaveLength(1)
    const query = new URL(asked[0]?.url() ?? '').searchParams
    expect([query.get('startDate'), query.get('endDate')]).toEqual(['2024-05-01', '2024-05-07'])
    const first = page.getByRole('row').nth(1)
    await expect
      .poll(() => first.getByRole('cell').allTextContents())
      .toEqual([
        'May 07, 2024 10:00 AM',
        'Row 12',
        'isabel@bureau.example',
        'PENRO Encoder',
        'Profiling of SITESSITES-R04A-2024-0001',
        'Submitted',
        '',
      ])
  })

  full.test(
    'a range of 8 days and a reversed one get one sentence under the field, and no request',
    async () => {
      const page = await as('fmb.admin', '/audit-logs?startDate=2024-05-01')
      const asked = watch(page, 'GET', LIST)
      const told = () => page.locator('.mantine-InputWrapper-error').allTextContents()
      for (const [end, sentence] of [
        [
          '2024-05-08',
          'The date range can cover at most 7 days. Please choose a date from May 01, 2024 to May 07, 2024.',
        ],
        ['2024-04-30', 'End date cannot be earlier than start date.'],
      ] as const) {
        await type(day(page, 'End date'), end)
        await expect.poll(told).toEqual([sentence])
      }
      if (FULL) await expectGoodAtEverySize(page)
      await type(day(page, 'End date'), '')
      expect(asked).toHaveLength(0)
      // across the change of a year
      await type(day(page, 'Start date'), '2023-12-28')
      await type(day(page, 'End date'), '2024-01-03')
      await page.getByText('Nothing was logged on these days.').waitFor()
      expect(await told()).toEqual([])
      await expect.poll(() => download(page).getAttribute('aria-disabled')).toBe('true')
      if (FULL) await expectGoodAtEverySize(page)
    },
  )

  full.test(
    'a sent link shows its range and page, what was edited from what to what, long ones folded; the range stays in the address',
    async () => {
      const page = await as('fmb.admin', `/audit-logs?${WEEK}&page=2`)
      await shows(page, 18, 18)
      await expect.poll(() => day(page, 'Start date').inputValue()).toBe('2024-05-01')
      await expect.poll(() => page.getByRole('row').count()).toBe(9)
      const changed = rowOf(page, '=SUM(1)')
      await expect
        .poll(() => changed.getByRole('listitem').allTextContents())
        .toEqual(['region: A to B', 'name of partner: Bantay Gubat to Samahang Niño'])
      await changed.getByRole('button', { name: 'Show all 5 changes' }).click()
      await expect
        .poll(() => changed.getByRole('listitem').allTextContents())
        .toEqual([
          'region: A to B',
          'name of partner: Bantay Gubat to Samahang Niño',
          'MOV 3.2.1: minutes.pdf',
          'MOV 3.2.2: plan.pdf (removed)',
          'total area: 10.5 to 12',
        ])
      await changed.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
      const comment = rowOf(page, '+63 917')
      await expect
        .poll(() => comment.getByRole('listitem').innerText())
        .toMatch(/^returned reason: The boundary .*…$/)
      await comment.getByRole('button', { name: 'Show all of it', expanded: false }).press('Enter')
      await expect.poll(() => comment.getByRole('listitem').innerText()).toMatch(/End\.$/)
      if (FULL) await expectGoodAtEverySize(page)

      // another range starts at page 1
      await type(day(page, 'End date'), '2024-05-04')
      await shows(page, 6, 6)
      await expect.poll(() => new URL(page.url()).search).toBe('?startDate=2024-05-01&endDate=2024-05-04')
      await page.reload()
      await shows(page, 6, 6)
    },
  )

  full.test(
    'the search narrows the range and returns to page 1; a download follows it and says so, and where it finds nothing there is none',
    async () => {
      const page = await as('fmb.admin', `/audit-logs?${WEEK}&page=2`)
      await shows(page, 18, 18)
      const words = 'partner: bantay gubat to samahang niño'
      await page.getByRole('searchbox', { name: 'Search Audit Logs' }).fill(words)
      await shows(page, 1, 18)
      await rowOf(page, '=SUM(1)').waitFor()
      const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()])
      expect(cellsOf(await file.path()).map((row) => row[1])).toEqual(['Performed By', `'=SUM(1)`])
      await page
        .getByText(new RegExp(`^Audit_Logs_\\S+ was downloaded, with the rows that match "${words}"\\.$`))
        .waitFor()
      await page.getByRole('searchbox', { name: 'Search Audit Logs' }).fill('nothing like this')
      await page.getByText('Nothing found for "nothing like this".').waitFor()
      await expect
        .poll(() => download(page).getAttribute('title'))
        .toBe('Nothing that matches can be downloaded.')
      await button(page, 'Clear search').click()
      await shows(page, 18, 18)
      await expect.poll(() => new URL(page.url()).search).toBe(`?${WEEK}`)
    },
  )

  test('module, action, person and record narrow the range, stay in the address, and go into the file', async () => {
    const page = await as('fmb.admin', `/audit-logs?${WEEK}`)
    await shows(page, 18, 18)
    await page.getByLabel('Module', { exact: true }).selectOption('Profiling of SITES')
    await page.getByRole('combobox', { name: 'Action Taken' }).click()
    await page.getByRole('option', { name: 'Updated', exact: true }).click()
    await shows(page, 4, 18)
    await page.getByRole('textbox', { name: 'Record' }).fill('sites-r04a-2024-0001')
    await page.waitForURL(/record=sites-r04a-2024-0001/)
    const asked = watch(page, 'GET', /\/reports\/audit-logs\/export$/)
    await Promise.all([page.waitForEvent('download'), download(page).click()])
    const sent = new URL(asked[0]?.url() ?? '').searchParams
    expect([sent.get('module'), sent.get('event')]).toEqual(['Profiling of SITES', 'Updated'])
    await page.getByText(/was downloaded, with the rows that match the filters\.$/).waitFor()
    // the new module has no such action
    await page.getByLabel('Module', { exact: true }).selectOption('Reports')
    await page.getByText('Nothing matches what is chosen above.').waitFor()
    expect(new URL(page.url()).searchParams.get('event')).toBe(null)
    await button(page, 'Clear filters').first().click()
    await shows(page, 18, 18)
    await page.getByRole('combobox', { name: 'Performed By' }).fill('isabel munoz')
    await page.getByRole('option', { name: /^Isabel Muñoz, / }).click()
    await page.waitForURL(/user_id=\d+/)
    await page.getByText('Nothing matches what is chosen above.').waitFor()
    await page.reload()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Performed By' }).inputValue())
      .toMatch(/^Isabel Muñoz, /)
  })

  test('[AUDIT-06] [AUDIT-08] holders of audit_export download the range as a file that a spreadsheet reads, or are told why not', async () => {
    await addPerson(desk.product, 'no.export', 'FMB', ['audit_access'])
    const page = await as('no.export', `/audit-logs?${WEEK}`)
    await shows(page, 18, 18)
    await expect.poll(() => download(page).count()).toBe(0)

    await handTo(page, 'fmb.admin', `/audit-logs?${WEEK}`)
    await shows(page, 18, 18)
    const asked = watch(page, 'GET', /\/reports\/audit-logs\/export$/)
    const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()])
    await expect.poll(() => new URL(asked[0]?.url() ?? '').search).toBe(`?${WEEK}`)
    const name = `Audit_Logs_${manilaDay(new Date()).replaceAll('-', '')}_2024-05-01_to_2024-05-07.csv`
    expect(file.suggestedFilename()).toBe(name)
    await page.getByText(`${name} was downloaded.`).waitFor()
    const [header, ...rows] = cellsOf(await file.path())
    expect(header).toEqual([...COLUMNS, 'Record'])
    expect(rows.map((row) => row[1]).slice(12)).toEqual([
      `'\tTab`,
      `'@home`,
      `'-1`,
      `'+63 917`,
      `'=SUM(1)`,
      'Isabel Muñoz',
    ])
    expect(rows.at(-2)).toEqual([
      '2024-05-02 14:30:00',
      `'=SUM(1)`,
      'isabel@bureau.example',
      'PENRO Encoder',
      'Profiling of SITES',
      'Updated',
      'region: A to B; name of partner: Bantay Gubat to Samahang Niño; MOV 3.2.1: minutes.pdf; MOV 3.2.2: plan.pdf (removed); total area: 10.5 to 12',
      'SITES-R04A-2024-0001',
    ])

    await failAt(page, 'GET', /\/reports\/audit-logs\/export$/)
    await download(page).click()
    await page.getByRole('alert').getByText('The database has gone away.').waitFor()
    await expect.poll(() => download(page).isEnabled()).toBe(true)
  })

  full.test('while it loads the old rows stay', async () => {
    const page = await as('fmb.admin', `/audit-logs?${WEEK}`)
    await shows(page, 18, 18)
    await whileBlocked(page, LIST, async () => {
      await button(page, 'Page 2').click()
      await page.locator('table[aria-busy="true"]').waitFor()
      await expect.poll(() => rowOf(page, 'Row 12').count()).toBe(1)
    })
    await rowOf(page, 'Isabel Muñoz').waitFor()
  })

  describe('the integrity of the log', () => {
    const verify = async (page: Page, outcome: string) => {
      await button(page, 'Verify now').click()
      await page.getByText(outcome).waitFor({ timeout: 60_000 })
    }

    full.test(
      'is verified from the page',
      async () => {
        const page = await as('fmb.approver')
        await page.getByRole('link', { name: 'Integrity of the log' }).click()
        await title(page, 'Integrity of the log').waitFor()
        await page.getByText('The log has not been verified yet.').waitFor()
        if (FULL) await expectGoodAtEverySize(page)
        await verify(page, 'The log is as it was written')
        if (FULL) await expectGoodAtEverySize(page)
      },
      120_000,
    )

    full.test(
      'what is found stands there with its place until it is whole again',
      async () => {
        const page = await as('fmb.approver', '/audit-logs/integrity')
        const [{ id } = { id: 0 }] = await ask<{ id: number }>(
          desk.product,
          `select id from audit_logs where user_name = 'Isabel Muñoz' and created_at < '2024-06-01'`,
        )
        const tamper = async (name: string) => {
          await ask(desk.product, 'alter table audit_logs disable trigger all')
          await ask(desk.product, 'update audit_logs set user_name = $1 where id = $2', [name, id])
          await ask(desk.product, 'alter table audit_logs enable trigger all')
        }
        await tamper('Somebody Else')
        await verify(page, 'The log is not as it was written')
        await page
          .getByText(new RegExp(`^Row ${id}, entry \\d+ of the log, was changed after it was sealed\\.$`))
          .waitFor()
        if (FULL) await expectGoodAtEverySize(page)
        await page.reload()
        await page.getByText('The log is not as it was written').waitFor()
        await tamper('Isabel Muñoz')
        await verify(page, 'The log is as it was written')
      },
      240_000,
    )

    full.test(
      'a record that does not match the log stands there until it does again',
      async () => {
        const page = await as('fmb.approver', '/audit-logs/integrity')
        const [before] = await ask<{ site_profile_id: number; grades: string[] }>(
          desk.product,
          'select site_profile_id, grades from approved_sites where grades is not null limit 1',
        )
        const grade = async (grades: string[] | undefined) => {
          await ask(desk.product, 'alter table approved_sites disable trigger user')
          await ask(desk.product, 'update approved_sites set grades = $2 where site_profile_id = $1', [
            before?.site_profile_id,
            grades,
          ])
          await ask(desk.product, 'alter table approved_sites enable trigger user')
        }
        await grade(
          before?.grades.map((one) => (one === 'Very Compliant' ? 'Not Compliant' : 'Very Compliant')),
        )
        await verify(page, 'Public records do not match the log')
        await page.reload()
        await page.getByText(/^The log says that principle 1 of SITES-.* Found /).waitFor()
        if (FULL) await expectGoodAtEverySize(page)
        await grade(before?.grades)
        await verify(page, 'The log is as it was written')
        await expect.poll(() => page.getByText(/^The log says that principle/).count()).toBe(0)
      },
      240_000,
    )

    full.test(
      'shows how far a verification is, the failure of one that was cut, and how the backups stand',
      async () => {
        const page = await as('fmb.approver', '/audit-logs/integrity')
        await page.getByText('No daily backups are set up').waitFor()
        await page.getByText('The system sends no checkpoints outside the bureau').waitFor()
        await page.getByText(/^[a-z0-9.]+:\d+\/log$/).waitFor({ timeout: 30_000 })
        const integrity = (verification: object, backups: object, log: object = {}) =>
          page.route(at(/\/reports\/audit-logs\/integrity$/), async (route) => {
            const reply = await route.fetch()
            const { data } = (await reply.json()) as { data: { public_log: object } }
            const public_log = { ...data.public_log, ...log }
            await route.fulfill({ json: { data: { ...data, verification, backups, public_log } } })
          })
        const base = {
          requested_at: '2026-01-01T00:00:00Z',
          finished_at: null,
          running: true,
          failure: null,
          rows_total: 1_000_000,
          rows_checked: 250_000,
          findings_count: 0,
          findings: [],
          notes: [],
        }
        const newest = {
          made_at: '2026-01-01T17:30:00Z',
          name: 'safeguards-20260101T173000Z.tar.age',
          bytes: 12_582_912,
          rows: 1_234_567,
          files: 1_000,
          missing: 0,
          drilled_at: null,
        }
        const standing = {
          place: 's3://backups/nightly/',
          time: '01:30',
          encrypted: true,
          newest,
          late: false,
        }
        await integrity(base, { ...standing, failed: null })
        await page.reload()
        await page.getByText('There is a backup of the last day').waitFor()
        await page.getByText('Every day at 01:30 AM, encrypted').waitFor()
        await page.getByText('1,234,567 rows and 1,000 files, 12.0 MB').waitFor()
        await page.getByText('250,000 of 1,000,000 rows').waitFor()
        await expect.poll(() => button(page, 'Verify now').isDisabled()).toBe(true)
        if (FULL) await expectGoodAtEverySize(page)
        await page.unrouteAll({ behavior: 'wait' })
        const failed = { at: '2026-01-02T17:30:00Z', failure: 'There is no room for the backup.' }
        const stopped = { sentence: 'The database was set back.', at: '2026-01-02T17:30:00Z' }
        const outside = {
          witnesses: [
            {
              name: 'witness.example',
              url: 'https://witness.example',
              fault: null,
              cosigned: { size: 12_345, at: '2026-01-01T17:30:00Z' },
            },
            {
              name: 'other.example',
              url: 'https://other.example',
              cosigned: null,
              fault: 'It gave no answer in time.',
            },
          ],
          stamps: {
            url: 'https://tsa.example',
            last: { day: '2025-12-31', at: '2025-12-31T16:05:00Z' },
            fault: null,
          },
          mails: { addresses: ['auditor@coa.example', 'press@paper.example'], last_day: '2025-12-31' },
        }
        await integrity({ ...base, running: false }, { ...standing, failed }, { stopped, outside })
        await page.reload()
        await page.getByText('The public log has been stopped since Jan 03, 2026 01:30 AM').waitFor()
        if (FULL) await expectGoodAtEverySize(page)
        await page.getByText('It gave no answer in time. Other work continues').waitFor()
        await page.getByText('12,345 entries co-signed, Jan 02, 2026 01:30 AM').waitFor()
        await page
          .getByText('auditor@coa.example, press@paper.example: last the checkpoint of Dec 31')
          .waitFor()
        await page.getByText('There is no room for the backup. It is tried again every hour.').waitFor()
        await page.getByText('The last verification was not finished').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    )

    full.test('lists the ended days with their checkpoints', async () => {
      const page = await as('fmb.admin', '/config.json', PHONE)
      // a bureau whose first day has not ended yet, at any hour
      const listed = at(/\/reports\/audit-logs\/heads$/)
      await page.route(listed, (route) =>
        route.fulfill({ json: { data: [], totalCount: 0, filteredCount: 0 } }),
      )
      await page.goto(`${desk.product.url}/audit-logs/integrity`)
      await page
        .getByText('No day has ended yet. Each day gets its checkpoint soon after midnight.')
        .waitFor()
      await page.unroute(listed)
      const heads = [1, 2, 3].map((number) => ({
        day: `2026-01-0${number}`,
        rows: 1_200,
        first_position: 1,
        last_position: 1_200,
        head: 'a1'.repeat(32),
        signature: 'b2'.repeat(64),
        key_id: 'c3'.repeat(8),
        made_at: '2026-01-03T16:01:00Z',
        mailed: 1,
        stamped_at: number === 1 ? null : '2026-01-03T16:05:00Z',
      }))
      await page.route(listed, (route) =>
        route.fulfill({ json: { data: heads, totalCount: 3, filteredCount: 3 } }),
      )
      await page.reload()
      await page.getByText('mailed to 1 address, time stamp of').first().waitFor()
      if (FULL) await expectGoodAtEverySize(page)
    })
  })
})
