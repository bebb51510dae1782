import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { openDemoPages } from '../support/browser/demo-pages.ts'
import { button, field, whileBlocked } from '../support/browser/on-screen.ts'
import { holdClock, PHONE } from '../support/browser/browser-pool.ts'
import { addPerson, ask, setPermissions } from '../support/product/session.ts'
import { expectFocus, title, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

describe('the shell around every staff page', () => {
  const desk = openDemoPages('/dashboard')
  const { as, handTo } = desk
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
  /** a tab may show a count */
  const tab = (page: Page, name: string) =>
    menu(page).getByRole('link', { name: new RegExp(`^${name}( [\\d,]+ waiting)?$`) })
  const plain = (name: string | null) => name?.replace(/ [\d,]+ waiting$/, '') ?? ''
  const userMenu = (page: Page) => page.getByRole('button', { name: /!$/ })
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const heading = (page: Page) => page.getByRole('heading', { level: 1 })
  const count = (page: Page) => page.getByRole('status').filter({ hasText: /^Showing:/ })
  const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
  const loaded = (page: Page) => count(page).waitFor()
  const queryOf = (request: Request) => new URL(request.url()).searchParams
  const isList = (url: URL) => url.pathname.startsWith('/api/sites/datatable')
  const idOf = async (condition: string) => {
    const [row] = await ask<{ id: number; code: string }>(
      desk.product,
      `select site_profiles.id, code from site_profiles join offices on offices.id = office_id where ${condition} limit 1`,
    )
    if (!row) throw new Error(`Nothing in the demo bureau: ${condition}`)
    return row
  }

  full.test('says on every page of the demo bureau that nothing in it is real', async () => {
    const band = (page: Page) => page.getByRole('banner').getByText('DEMONSTRATION Nothing here is real.')
    await band(await as('fmb.super')).waitFor()
    const page = await desk.stranger()
    for (const at of ['/site/approved', '/login', '/log', '/how-to-check']) {
      await page.goto(at)
      await band(page).waitFor()
    }
  })

  test('[SHELL-03] [SHELL-15] [SHELL-16] [AUDIT-01] [REPORTS-01] all tabs in order; Audit Logs with its key, Reports always', async () => {
    const shown = async (page: Page) => {
      const links = await menu(page)
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')] as const))
      return links.map(([name, href]) => [plain(name), href])
    }
    const page = await as('fmb.super', '/report')
    await tab(page, 'Reports').waitFor()
    await expect
      .poll(() => shown(page))
      .toEqual([
        ['Dashboard', '/dashboard'],
        ['User Management', '/users'],
        ['Role Management', '/roles'],
        ['Profiling of SITES', '/sitemap'],
        ['SITES Activities', '/sites/activity'],
        ['SITES Approval', '/sites/approval'],
        ['Audit Logs', '/audit-logs'],
        ['Reports', '/report'],
        ['Summaries', '/summary'],
      ])
    for (const [name, path] of [
      ['Audit Logs', '/audit-logs'],
      ['Reports', '/report'],
    ] as const) {
      await tab(page, name).click()
      await waitForPath(page, path)
      await heading(page).waitFor()
      await expect.poll(() => menu(page).locator('[aria-current="page"]').allTextContents()).toEqual([name])
    }

    // without a key, one screen is left, to which every other leads (C-21)
    await addPerson(desk.product, 'keyless', 'PENRO')
    await handTo(page, 'keyless', '/audit-logs')
    await waitForPath(page, '/report')
    await heading(page).waitFor()
    await expect.poll(() => shown(page)).toEqual([['Reports', '/report']])
    await setPermissions(desk.product, 'keyless', ['audit_access'])
    await page.goto(`${desk.product.url}/dashboard`)
    await waitForPath(page, '/audit-logs')
    await heading(page).waitFor()
    await expect
      .poll(() => shown(page))
      .toEqual([
        ['Audit Logs', '/audit-logs'],
        ['Reports', '/report'],
      ])
  })

  test('[S-117] [SHELL-01] [SHELL-17] [SHELL-18] [SHELL-19] the top bar names the person and leads home, to the profile and out', async () => {
    const page = await as('laguna.encoder', '/report')
    await page.getByRole('contentinfo').getByText('2025 Forest Management Bureau', { exact: true }).waitFor()
    // help is where it was before signing in, and returns the focus
    const help = page.getByRole('contentinfo').getByRole('link').first()
    await expect.poll(() => help.innerText()).toBe('Helpdesk')
    await help.click()
    await page
      .getByRole('dialog', { name: 'Helpdesk' })
      .getByText(/^For help with your account/)
      .waitFor()
    if (FULL) await expectGoodDialog(page)
    await page.keyboard.press('Escape')
    await expectFocus(help)
    await userMenu(page).click()
    await expect.poll(() => userMenu(page).innerText()).toBe('PENRO Encoder - Isabel!')
    const items = page.getByRole('menuitem')
    // the public list is here for holders of sites_posting_access (S-105)
    await expect
      .poll(() => items.allTextContents())
      .toEqual(['View Profile', 'Your sign-in', 'Approved SITES', 'Logout'])
    if (FULL) await expectGoodAtEverySize(page)
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })
    await userMenu(page).focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('View Profile')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused()).toBe('Logout')
    await items.filter({ hasText: 'View Profile' }).click()
    const profile = dialog(page, 'My profile')
    await profile.getByText('laguna.encoder@bureau.example').waitFor()
    // the choice of mails is in the own profile
    const mails = field(profile, 'Mails about records')
    await mails.selectOption({ label: 'One mail a day, with all pending records' })
    const language = field(profile, 'Language of mails')
    await language.selectOption({ label: 'Filipino (unofficial translation)' })
    await button(profile, 'Save mails').click()
    await page.getByText('Your choice of mails is saved.').waitFor()
    await page.keyboard.press('Escape')
    await profile.waitFor({ state: 'detached' })
    await page.reload()
    await userMenu(page).click()
    await items.filter({ hasText: 'View Profile' }).click()
    await expect.poll(() => mails.inputValue()).toBe('daily')
    expect(await language.inputValue()).toBe('fil')
    if (FULL) await expectGoodAtEverySize(page)
    await page.keyboard.press('Escape')
    await dialog(page, 'My profile').waitFor({ state: 'detached' })

    await page
      .getByRole('banner')
      .getByRole('link', { name: /REDD\+ Safeguards Information System/ })
      .click()
    await waitForPath(page, '/dashboard')
    await heading(page).waitFor()
  })

  full.test('what a list says while its first rows are on their way can be read', async () => {
    const page = await as('fmb.super', '/report')
    await whileBlocked(page, /\/api\/sites\/datatable$/, async () => {
      await tab(page, 'Profiling of SITES').click()
      await page.getByRole('cell', { name: 'Loading…' }).waitFor()
      await expectAccessible(page)
    })
    await rows(page).nth(1).waitFor()
  })

  full.test('at 360 px the tabs wait behind a menu button', async () => {
    const page = await as('fmb.super', '/report', PHONE)
    await button(page, 'Menu').waitFor()
    await expect.poll(() => tab(page, 'Profiling of SITES').isVisible()).toBe(false)
    await button(page, 'Menu').click()
    await tab(page, 'Profiling of SITES').waitFor()
    await expect.poll(() => button(page, 'Menu').getAttribute('aria-expanded')).toBe('true')
    if (FULL) await expectGoodAtEverySize(page)
    await page.setViewportSize(PHONE)
    await tab(page, 'Profiling of SITES').click()
    await waitForPath(page, '/sitemap')
    await tab(page, 'Profiling of SITES').waitFor({ state: 'hidden' })
  })

  full.test('[ERRORS-05] the reason of a confirmation is sent, and a refusal is told with OK', async () => {
    const site = await idOf(`site_profiles.site_status = 'Returned'`)
    const page = await as('fmb.admin', `/sitemap/view/${site.id}`)
    await page.getByRole('switch').click()
    const asked = dialog(page, 'Deactivate this profile?')
    const confirm = asked.getByRole('button', { name: 'Deactivate', exact: true })
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Entered twice')

    const refusal = { code: 'conflict', message: 'This record has already been acted on. Please refresh.' }
    await page.route('**/api/sites/deactivate/*', (route) => route.fulfill({ status: 409, json: refusal }))
    const sent = page.waitForRequest('**/api/sites/deactivate/*')
    await confirm.click()
    expect(Object.values((await sent).postDataJSON())).toContain('Entered twice')
    const told = dialog(page, 'Something went wrong')
    await told.getByText(refusal.message).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await told.getByRole('button', { name: 'OK', exact: true }).click()
    await told.waitFor({ state: 'detached' })
  })

  test('[SHELL-23] [SHELL-28] [SHELL-37] [CONSTANTS-01] a list has its title, a search box, 10, 20, 30 or 40 rows, and gaps among eight pages or more', async () => {
    const [{ total } = { total: 0 }] = await ask<{ total: number }>(
      desk.product,
      'select count(*)::int as total from site_profiles',
    )
    const last = Math.ceil(total / 10)
    expect(last).toBeGreaterThanOrEqual(8)
    const page = await as('fmb.admin', '/config.json')
    const first = page.waitForRequest((request) => isList(new URL(request.url())))
    await page.goto(`${desk.product.url}/sitemap`)
    expect(queryOf(await first).get('length')).toBe('10')
    await page.getByRole('table', { name: 'Profiling of SITES' }).waitFor()
    await page.getByRole('heading', { name: 'Profiling of SITES' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search Profiling of SITES' }).waitFor()
    const picker = page.getByRole('combobox', { name: 'Rows per page' })
    await expect.poll(() => picker.getByRole('option').allTextContents()).toEqual(['10', '20', '30', '40'])
    await expect.poll(() => picker.inputValue()).toBe('10')
    await expect.poll(() => rows(page).count()).toBe(10)

    const pages = page.getByRole('navigation', { name: 'Pages' })
    const shown = async () => (await pages.innerText()).split(/\s+/).filter(Boolean)
    await expect.poll(() => shown()).toEqual(['1', '2', '3', '...', `${last}`])
    await pages.getByRole('button', { name: `Page ${last}` }).click()
    await expect.poll(shown).toEqual(['1', '...', `${last - 2}`, `${last - 1}`, `${last}`])
    // up to seven pages are all shown
    await picker.selectOption('40')
    await expect
      .poll(shown)
      .toEqual(Array.from({ length: Math.ceil(total / 40) }, (_, index) => `${index + 1}`))
    await expect.poll(() => rows(page).count()).toBe(40)
    await expect.poll(() => new URL(page.url()).searchParams.get('length')).toBe('40')
    await loaded(page)
    // what paging.test.ts says of every page and every number of rows
    if (!FULL) return
    await page.goto(`${desk.product.url}/sitemap?page=5`)
    await expect.poll(shown).toEqual(['1', '...', '4', '5', '6', '...', `${last}`])
    const current = pages.getByRole('button', { name: 'Page 5' })
    await expect.poll(() => current.getAttribute('aria-current')).toBe('page')
    // a page past the end shows the last one (S-103)
    await page.goto(`${desk.product.url}/sitemap?page=900`)
    await expect.poll(shown).toEqual(['1', '...', `${last - 2}`, `${last - 1}`, `${last}`])
    await loaded(page)
  })

  test('[CONSTANTS-02] [SHELL-27] [SHELL-36] the search waits for half a second, starts at page 1 and is counted', async () => {
    const page = await as('fmb.admin', '/config.json')
    await holdClock(page)
    await page.goto(`${desk.product.url}/sitemap?page=3`)
    await loaded(page)
    await page.waitForLoadState('networkidle')
    const [all] = await ask<{ total: number; laguna: number }>(
      desk.product,
      `select count(*)::int as total, count(*) filter (where provinces.name = 'Laguna')::int as laguna
       from site_profiles left join provinces on provinces.id = province_id`,
    )
    await expect.poll(() => count(page).textContent()).toBe(`Showing: ${all?.total} of ${all?.total} entries`)

    const asked: Request[] = []
    page.on('request', (request) => {
      if (isList(new URL(request.url()))) asked.push(request)
    })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    const box = page.getByRole('searchbox')
    await box.pressSequentially('Lag')
    await page.clock.runFor(400)
    await box.pressSequentially('una')
    await page.clock.runFor(499)
    expect(asked).toHaveLength(0)
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect.poll(() => asked.length).toBe(1)
    const query = queryOf(asked[0] as Request)
    expect([query.get('search'), query.get('page')]).toEqual(['Laguna', '1'])
    await expect
      .poll(() => count(page).textContent())
      .toBe(`Showing: ${all?.laguna} of ${all?.total} entries`)
    expect(asked).toHaveLength(1)
    await expect.poll(() => new URL(page.url()).search).toBe('?search=Laguna')
    await expect.poll(() => box.inputValue()).toBe('Laguna')
  })

  type Offered = [keys: PermissionKey[], onList: string[], inWindow?: string[]]
  type OfferingList = { address: string; add: string; access: PermissionKey; cases: Offered[] }
  /** Without its access key a list is not there; with it and others the list, and the window of a row, offer these. */
  const expectOffered = async (
    person: string,
    level: 'FMB' | 'PENRO',
    { address, add, access, cases }: OfferingList,
  ) => {
    await addPerson(desk.product, person, level, [...cases.flatMap(([keys]) => keys), 'dashboard_access'])
    const page = await as(person, address)
    await waitForPath(page, '/dashboard')
    const row = rows(page).first()
    const action = (name: RegExp) => row.getByRole('link', { name }).or(row.getByRole('button', { name }))
    const onList = async () => [
      ...((await button(page, add).count()) > 0 ? ['Add'] : []),
      ...((await action(/^View /).count()) > 0 ? ['View'] : []),
      ...((await action(/^Edit /).count()) > 0 ? ['Edit'] : []),
    ]
    const inWindow = () =>
      page
        .getByRole('dialog', { name: / details$/ })
        .locator('[role="switch"], button:not([aria-label="Close"]), a[href]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('role') ?? one.textContent))
    for (const [keys, offered, offeredInWindow] of cases) {
      const message = `${address} with ${[access, ...keys].join(', ')}`
      await setPermissions(desk.product, person, [access, ...keys])
      await page.goto(desk.product.url + address)
      await loaded(page)
      await expect.poll(onList, { message }).toEqual(offered)
      if (!offeredInWindow) continue
      await action(/^View /).click()
      await page.getByRole('dialog').getByText('Date Created').waitFor()
      await expect.poll(inWindow, { message }).toEqual(offeredInWindow)
    }
  }

  full.test(
    '[SHELL-24] [SHELL-29] [SHELL-34] [SHELL-35] view, add and edit follow their own keys',
    async () => {
      // no key is for a single record: a person who may open the list may view
      await expectOffered('profile.keys', 'PENRO', {
        address: '/sitemap',
        add: 'Add Profile',
        access: 'site_map_access',
        cases: [
          [[], ['View']],
          [['site_map_edit'], ['View', 'Edit']],
          [
            ['site_map_edit', 'site_map_create'],
            ['Add', 'View', 'Edit'],
          ],
        ],
      })
      await expectOffered('activity.keys', 'PENRO', {
        address: '/sites/activity/datatable',
        add: 'Add SITES Activity',
        access: 'sites_activity_access',
        cases: [
          [[], ['View']],
          [['sites_activity_edit'], ['View', 'Edit']],
          [
            ['sites_activity_edit', 'sites_activity_create'],
            ['Add', 'View', 'Edit'],
          ],
        ],
      })
    },
  )

  full.test(
    '[SHELL-24] [SHELL-34] [SHELL-35] [USERS-01] [USERS-03] [USERS-07] [USERS-10] [USERS-37] [USERS-38] [USERS-39] [USERS-40] [USERS-41] all actions on a user follow their own keys, on the list and in the window',
    () =>
      expectOffered('user.keys', 'FMB', {
        // nobody here logs in as this person: a session would add its button
        address: '/users?search=quezon.encoder',
        add: 'Add User',
        access: 'user_access',
        cases: [
          [[], []],
          [['user_create'], ['Add']],
          [['user_edit'], ['Edit']],
          [['user_show'], ['View'], []],
          [['user_show', 'user_edit'], ['View', 'Edit'], ['Edit Profile']],
          [['user_show', 'user_activate_deactivate'], ['View'], ['switch']],
          [['user_show', 'user_reset_password'], ['View'], ['Reset password']],
        ],
      }),
  )

  full.test(
    '[SHELL-24] [SHELL-34] [SHELL-35] [ROLES-01] [ROLES-25] [ROLES-26] all actions on a role follow their own keys, on the list and in the window',
    () =>
      expectOffered('role.keys', 'FMB', {
        address: '/roles?search=PENRO%20Encoder',
        add: 'Add Role',
        access: 'role_access',
        cases: [
          [[], []],
          [['role_create'], ['Add']],
          [['role_edit'], ['Edit']],
          [['role_show'], ['View'], []],
          [['role_show', 'role_edit'], ['View', 'Edit'], ['Edit Role']],
          [['role_show', 'role_activate_deactivate'], ['View'], ['switch']],
        ],
      }),
  )

  full.test('[SHELL-26] the site tables have a status and a record status', async () => {
    const page = await as('laguna.encoder', '/sitemap')
    for (const address of ['/sitemap', '/sites/activity/datatable']) {
      await page.goto(desk.product.url + address)
      await loaded(page)
      const headers = await page.getByRole('columnheader').allTextContents()
      expect(headers, address).toEqual(expect.arrayContaining(['Status', 'Record Status']))
      const texts = await rows(page).first().getByRole('cell').allInnerTexts()
      expect(texts[headers.indexOf('Status')], address).toMatch(/^(Activated|Deactivated)$/)
      expect(texts[headers.indexOf('Record Status')], address).toMatch(
        /^(Approved|Submitted|Returned|Save as Draft)/,
      )
      if (FULL) await expectGoodAtEverySize(page)
    }
  })

  full.test(
    '[SHELL-33] the approval lists name the level and the province, or the city where there is none',
    async () => {
      const provinces = await ask<{ code: string; place: string; level: string }>(
        desk.product,
        `select code, coalesce(provinces.name, cities.name) as place,
         case when site_status = 'Approved' or fmb_status = 'Submitted' then 'FMB'
              when region_status = 'Submitted' then 'Region' else 'PENRO' end as level
       from site_profiles join cities on cities.id = city_id left join provinces on provinces.id = site_profiles.province_id
       where site_status in ('Submitted', 'Approved')`,
      )
      const seen = new Set<string>()
      const people = new Set<string>()
      const page = await desk.stranger()
      for (const [person, places] of [
        ['r4a.approver', /^(PENRO|Region|FMB) - (Laguna|Quezon)$/],
        ['ncr.approver', /^(PENRO|Region|FMB) - .*(Quezon|Manila|Caloocan|City)/],
        ['laguna.approver', /^(PENRO|Region|FMB) - Laguna$/],
      ] as const) {
        await handTo(page, person, '/sites/approval?length=40')
        await loaded(page)
        const headers = await page.getByRole('columnheader').allTextContents()
        const office = headers.indexOf('Submitting Office')
        const code = headers.indexOf('SITES Code')
        expect(office).toBeGreaterThan(-1)
        const all = await rows(page).evaluateAll((found) =>
          found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
        )
        for (const texts of all) {
          const known = provinces.find((one) => one.code === texts[code])
          if (!known) continue
          expect(texts[office], `${person}: ${texts[code]}`).toBe(`${known.level} - ${known.place}`)
          expect(texts[office]).toMatch(places)
          seen.add(known.level)
          people.add(person)
        }
      }
      expect([...seen].sort()).toEqual(['FMB', 'PENRO', 'Region'])
      // a row of each was compared, the one of the capital region with its city
      expect([...people].sort()).toEqual(['laguna.approver', 'ncr.approver', 'r4a.approver'])
    },
  )

  full.test(
    'the first Tab offers to skip to the main content; a row opens by Enter and by a click',
    async () => {
      const page = await as('laguna.encoder', '/sitemap?length=20')
      const row = rows(page).first()
      await loaded(page)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to the main content' })
      await expectFocus(skip)
      await page.keyboard.press('Enter')
      await expectFocus(page.getByRole('main'))
      // and on to the first element of the page
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.getByRole('main').evaluate((main) => main.contains(document.activeElement)))
        .toBe(true)

      await row.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/sitemap\/view\/\d+/)
      await heading(page).waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      // back to the same page of the list (S-103)
      await page.getByRole('main').getByRole('link', { name: 'Profiling of SITES' }).click()
      await page.waitForURL(/\/sitemap\?length=20$/)
      await row.getByRole('cell').first().click()
      await page.waitForURL(/\/sitemap\/view\/\d+/)
      await expectFocus(page.getByRole('main'))
      await expect.poll(() => page.title()).toBe('Profile · REDD+ Safeguards Information System')
    },
  )

  full.test(
    'at 360 px each row is a card: code and record status first, then the name, then the rest with its labels',
    async () => {
      const page = await as('laguna.encoder', '/sitemap', PHONE)
      await loaded(page)
      const row = rows(page).first()
      const cells = row.getByRole('cell')
      const texts = await cells.allInnerTexts()
      const labels = ['Region', 'Province', 'Municipality', null, null, 'Status', null]
      for (const [index, label] of labels.entries()) {
        const cell = cells.nth(index)
        const drawn = await cell.evaluate((node) => getComputedStyle(node, '::before').content)
        expect(drawn).toBe(label === null ? 'none' : `"${label}"`)
        expect(texts[index]).not.toBe('')
      }
      const boxOf = async (index: number) => (await cells.nth(index).boundingBox()) ?? { x: 0, y: 0 }
      const [code, name, state] = [await boxOf(3), await boxOf(4), await boxOf(6)]
      expect(state.y).toBe(code.y)
      expect(state.x).toBeGreaterThan(code.x)
      expect(name.y).toBeGreaterThan(code.y)
      expect((await boxOf(0)).y).toBeGreaterThan(code.y)
      // one below another, each as wide as the card
      const boxes = await Promise.all([0, 1, 2].map((index) => cells.nth(index).boundingBox()))
      expect(boxes[1]?.y).toBeGreaterThanOrEqual((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0))
      expect(boxes[1]?.x).toBe(boxes[0]?.x)
    },
  )

  full.test('[ERRORS-02] a list that fails says why and can be asked again', async () => {
    const page = await as('laguna.encoder', '/report')
    await heading(page).waitFor()
    const pattern = (url: URL) => isList(url)
    await page.route(pattern, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
    await tab(page, 'Profiling of SITES').click()
    await page.getByText('The list could not be loaded').waitFor()
    await page.getByText('An error occurred', { exact: true }).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await page.unroute(pattern)
    await button(page, 'Try again').click()
    await loaded(page)
    await page.getByText('The list could not be loaded').waitFor({ state: 'detached' })
  })

  test('[SHELL-43] [S-123] leaving a form with entered data asks first; staying and leaving keep it, discarding does not', async () => {
    const page = await as('laguna.encoder', '/sitemap/add')
    const partner = page.getByLabel('Name of Partner/Implementer')
    const openForm = async () => {
      await tab(page, 'Profiling of SITES').click()
      // the form has a button of the same name, and stays until the list is loaded
      await title(page, 'Profiling of SITES').waitFor()
      await button(page, 'Add Profile').click()
      await partner.waitFor()
    }
    await partner.waitFor()
    await openForm()
    await partner.fill('Samahan ng Sierra Madre')
    await button(page, 'Cancel').click()
    const asked = dialog(page, 'Cancel adding this profile?')
    await asked.waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await asked.getByRole('button', { name: 'Continue editing' }).click()
    await asked.waitFor({ state: 'detached' })
    await expect.poll(() => partner.inputValue()).toBe('Samahan ng Sierra Madre')
    // on a slow line the form stands until the other page is there: who answered is not asked again
    await whileBlocked(page, /\/assets\/ReportPage/, async () => {
      await tab(page, 'Reports').click()
      await asked.getByRole('button', { name: 'Keep draft and leave' }).click()
      await waitForPath(page, '/report')
      await openForm()
    })
    // a new profile of its own; the one that was kept is named above it
    await page.getByRole('link', { name: 'Samahan ng Sierra Madre', exact: true }).click()
    await expect.poll(() => partner.inputValue()).toBe('Samahan ng Sierra Madre')
    await tab(page, 'Reports').click()
    await asked.getByRole('button', { name: 'Discard draft' }).click()
    await waitForPath(page, '/report')
    await openForm()
    await expect.poll(() => partner.inputValue()).toBe('')
  })
})
