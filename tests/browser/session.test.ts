import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SCREENS } from '../../shared/access/screens.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { openDemoPages } from '../support/browser/demo-pages.ts'
import { logIn } from '../support/browser/person.ts'
import { navigateWithin, waitForPath } from '../support/browser/screen.ts'
import { holdClock, type Size } from '../support/browser/browser-pool.ts'
import { addPerson, ask, sessionOf, setPermissions } from '../support/product/session.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const KEPT_KEYS = [
  'user_id',
  'token',
  'gkey',
  'permissions',
  'access_level',
  'hierarchy_role',
  'user_region_id',
  'user_role',
  'user_province_id',
]
const MINUTE = 60_000
/** an address without scripts, where a page waits for its first screen */
const QUIET = '/config.json'

describe('the session in the browser', () => {
  // of a bureau with a key of a maps service in the full run
  const maps_key = FULL ? 'browser-key-of-the-bureau' : ''
  const desk = openDemoPages('/dashboard', FULL ? { env: { MAPS_KEY: maps_key } } : undefined)
  const { as, handTo, stranger } = desk
  const storage = (page: Page): Promise<Record<string, string>> =>
    page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const tabsShown = (page: Page) => tab(page, 'Profiling of SITES').waitFor()
  const userMenu = (page: Page) => page.getByRole('button', { name: /!$/ })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const removeSession = (name: string) =>
    ask(desk.product, 'delete from sessions using users where users.id = user_id and email = $1', [
      `${name}@bureau.example`,
    ])
  const isValidation = (request: Request) => request.url().endsWith('/api/validate-token')
  /** records every wanted call from now on */
  const listen = (page: Page, wanted: (request: Request) => boolean) => {
    const heard: Request[] = []
    page.on('request', (request) => {
      if (wanted(request)) heard.push(request)
    })
    return heard
  }

  test('[SESSION-01] [SESSION-05] [SESSION-09] a log in keeps token, keys and place; calls carry the token; the first 401 removes it and leads to log in', async () => {
    const page = await logIn(desk.browser, desk.product.url, 'laguna.encoder')
    const kept = await storage(page)
    expect(Object.keys(kept)).toEqual(expect.arrayContaining([...KEPT_KEYS, 'maps_key']))
    expect(kept).toMatchObject({
      access_level: 'PENRO',
      hierarchy_role: '4',
      user_role: 'PENRO Encoder',
      gkey: maps_key,
      maps_key,
    })
    const [place] = await ask<{ region_id: number; province_id: number }>(
      desk.product,
      `select users.region_id, offices.province_id from users join offices on offices.id = office_id where email = $1`,
      ['laguna.encoder@bureau.example'],
    )
    expect([Number(kept.user_region_id), Number(kept.user_province_id)]).toEqual([
      place?.region_id,
      place?.province_id,
    ])
    expect(JSON.parse(kept.permissions ?? '[]')).toEqual(
      expect.arrayContaining(['login', 'view profile', 'site_map_create', 'dashboard_access']),
    )

    const call = page.waitForRequest('**/api/sites/**')
    // the list asks for no offices: an office has no choice among them
    const answered = page.waitForResponse('**/api/sites/datatable?*')
    await tab(page, 'Profiling of SITES').click()
    expect((await call).headers().authorization).toBe(`Bearer ${kept.token}`)
    await page.getByRole('heading', { level: 1, name: 'Profiling of SITES' }).waitFor()
    // a pending call of the page would redirect to the login page before anything is typed
    await answered
    await removeSession('laguna.encoder')
    await page.getByRole('searchbox').fill('anything')
    await waitForPath(page, '/login')
    const left = await storage(page)
    for (const key of KEPT_KEYS) expect(left[key], key).toBeUndefined()
  })

  test('[SESSION-02] a validated token is believed for ten minutes', async () => {
    const page = await as('fmb.admin', QUIET)
    await holdClock(page)
    const asked = listen(page, isValidation)
    await page.goto(`${desk.product.url}/sitemap`)
    await tabsShown(page)
    const visit = async (name: string) => {
      await tab(page, name).click()
      await expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('page')
      await page.waitForLoadState('networkidle')
    }
    expect(asked).toHaveLength(1)
    await visit('SITES Activities')
    await page.clock.fastForward(9 * MINUTE)
    await visit('Profiling of SITES')
    expect(asked).toHaveLength(1)
    await page.clock.fastForward(MINUTE + 1000)
    await visit('SITES Activities')
    expect(asked).toHaveLength(2)
  })

  full.test('[SESSION-03] without a token every staff page leads to log in', async () => {
    const page = await stranger()
    const guarded = SCREENS.filter(({ entry }) => entry === 'staff').map(({ path }) => path)
    expect(guarded.length).toBeGreaterThan(20)
    // all pages have the same guard
    const asked = FULL ? guarded : ['/dashboard', '/sitemap/view/$id']
    for (const address of [...asked, '/change-password'].map((path) => path.replace(/\$\w+/g, '1'))) {
      await page.goto(address)
      // the redirect counts, not the page it loads
      await page.waitForURL('**/login', { waitUntil: 'commit' })
    }
  })

  full.test(
    '[SESSION-04] a token that is not valid any more ends in log in; a validation that fails for another reason keeps the session and says so (C-46)',
    async () => {
      const page = await as('r9.approver', QUIET)
      await page.route('**/api/validate-token', (route) =>
        route.fulfill({ status: 500, json: { code: 'internal', message: 'The server is being repaired.' } }),
      )
      await page.goto(`${desk.product.url}/sitemap`)
      await page.getByText('The server is being repaired.').waitFor()
      await expect.poll(async () => (await storage(page)).token).toBeTruthy()
      if (FULL) await expectGoodAtEverySize(page)
      await page.unroute('**/api/validate-token')
      await button(page, 'Try again').click()
      await tabsShown(page)

      await sessionOf(desk.product, 'r9.approver')
      await page.reload()
      await waitForPath(page, '/login')
      await expect.poll(async () => (await storage(page)).token).toBeUndefined()
    },
  )

  const GUARDS: [person: string, address: string, arrives: string][] = [
    ['laguna.encoder', '/sitemap/add', '/sitemap/add'],
    ['laguna.approver', '/sitemap/add', '/dashboard'],
    // has the key, but not at this level
    ['fmb.super', '/sites/activity/add', '/dashboard'],
    ['laguna.encoder', '/sites/approval', '/dashboard'],
    ['r4a.admin', '/sites/activity/approval', '/dashboard'],
    ['r4a.approver', '/sites/principle/1', '/dashboard'],
  ]
  full.test(
    '[SESSION-06] [SESSION-07] each screen opens for its keys and level only, others go to the dashboard',
    async () => {
      const page = await stranger()
      for (const person of new Set(GUARDS.map(([name]) => name))) {
        const own = GUARDS.filter(([name]) => name === person)
        for (const [index, [, address, arrives]] of own.entries()) {
          // a redirect shows that access is denied; loading an open screen shows that it is allowed
          if (index === 0) await handTo(page, person, address)
          else await (arrives === address ? page.goto(address) : navigateWithin(page, address))
          await waitForPath(page, arrives)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await expect
            .poll(() => new URL(page.url()).pathname, { message: `${person} at ${address}` })
            .toBe(arrives)
        }
      }
    },
  )

  full.test(
    '[DASHBOARD-01] without the dashboard a refused screen leads to the first tab there is (C-21)',
    async () => {
      await addPerson(desk.product, 'no.dashboard', 'Region', ['site_map_access'])
      const page = await as('no.dashboard', '/sites/approval')
      await waitForPath(page, '/sitemap')
      await navigateWithin(page, '/dashboard')
      await waitForPath(page, '/sitemap')
      await setPermissions(desk.product, 'no.dashboard', ['site_map_access', 'dashboard_access'])
      await page.goto(`${desk.product.url}/dashboard`)
      await page.getByRole('heading', { level: 1, name: 'Good day, Wilma' }).waitFor()
    },
  )

  full.test('[SESSION-08] changed permissions follow at the next validation', async () => {
    await addPerson(desk.product, 'changing', 'Region', ['dashboard_access', 'site_map_access'])
    const page = await as('changing')
    await tabsShown(page)
    const permissions = async () => JSON.parse((await storage(page)).permissions ?? '[]') as string[]
    expect(await permissions()).toContain('site_map_access')
    await setPermissions(desk.product, 'changing', ['dashboard_access', 'sites_activity_access'])
    await page.reload()
    await tab(page, 'SITES Activities').waitFor()
    expect(await permissions()).toContain('sites_activity_access')
    expect(await permissions()).not.toContain('site_map_access')
    await expect.poll(() => tab(page, 'Profiling of SITES').count()).toBe(0)
  })

  const warning = (page: Page) => page.getByRole('dialog', { name: 'Session Warning', exact: true })
  const timer = (page: Page) => warning(page).getByRole('timer')
  const says = (page: Page, time: string) =>
    expect
      .poll(() => timer(page).textContent())
      .toBe(`Your session will expire in ${time} due to inactivity.`)

  /** Opens a page whose clock is stopped until the test moves it. */
  async function idle(name: string, address: string, viewport?: Size) {
    const page = await as(name, QUIET, viewport)
    const start = Date.now()
    await holdClock(page, { time: start })
    await page.goto(desk.product.url + address)
    await userMenu(page).waitFor()
    await page.waitForLoadState('networkidle')
    // the last activity is when the page opened
    const opened = Number((await storage(page)).last_activity)
    await page.clock.pauseAt(opened + MINUTE)
    return { page, until: (ms: number) => advance(page, opened + ms) }
  }
  const advance = async (page: Page, to: number) =>
    page.clock.runFor(to - (await page.evaluate(() => Date.now())))
  /** the dialog needs a few frames, which the stopped clock has to provide */
  async function opens(page: Page) {
    for (let frame = 0; frame < 25 && !(await timer(page).isVisible()); frame += 1)
      await page.clock.runFor(20)
    await timer(page).waitFor({ timeout: 1000 })
  }

  test('[SESSION-10] [SESSION-12] [SESSION-13] [SESSION-14] [SESSION-15] thirty minutes of nothing open the warning, "Logout Now" logs out', async () => {
    const { page, until } = await idle('fmb.admin', '/sitemap')
    await until(30 * MINUTE - 1000)
    await expect.poll(() => warning(page).count()).toBe(0)
    await until(30 * MINUTE + 100)
    await opens(page)
    await says(page, '5:00')
    await page.clock.runFor(1000)
    await says(page, '4:59')
    await page.clock.runFor(1000)
    await says(page, '4:58')
    await page.clock.runFor(59_000)
    await says(page, '3:59')
    // once it is open, only its buttons count
    await page.mouse.move(200, 200)
    await page.clock.runFor(1000)
    await says(page, '3:58')

    const asked = listen(page, isValidation)
    await button(page, 'Stay Logged In').click()
    await page.clock.runFor(1000)
    await warning(page).waitFor({ state: 'detached' })
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.runFor(29 * MINUTE)
    await expect.poll(() => warning(page).count()).toBe(0)
    await page.clock.runFor(MINUTE)
    await opens(page)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sitemap')

    // the accessibility check needs a running clock
    await page.clock.resume()
    if (FULL) await expectGoodDialog(page)
    const ended = page.waitForResponse('**/api/logout')
    await button(page, 'Logout Now').click()
    expect((await ended).status()).toBe(200)
    await waitForPath(page, '/login')
    await expect.poll(async () => (await storage(page)).token).toBeUndefined()
  })

  const saysWhy = (page: Page, why: string) =>
    page
      .getByRole('status')
      .filter({ hasText: `You were logged out. ${why}` })
      .waitFor()

  full.test(
    '[S-122] [SESSION-11] [SESSION-16] mouse, keys, scrolling and another tab start the thirty minutes again; at zero the session ends by itself, and the log in page says why',
    async () => {
      const { page } = await idle('r4a.approver', '/sitemap', { width: 1280, height: 400 })
      const signs: Record<string, () => Promise<void>> = {
        mouse: () => page.mouse.move(300, 150),
        key: () => page.keyboard.press('Shift'),
        wheel: () => page.mouse.wheel(0, 120),
        'mouse again': () => page.mouse.move(320, 170),
        scroll: async () => page.evaluate(() => window.scrollBy(0, 40)),
      }
      for (const [sign, act] of Object.entries(signs)) {
        await page.clock.runFor(27 * MINUTE)
        const before = (await storage(page)).last_activity
        await act()
        await expect.poll(async () => (await storage(page)).last_activity, { message: sign }).not.toBe(before)
        await page.clock.runFor(2 * MINUTE)
        await expect.poll(() => warning(page).count(), { message: sign }).toBe(0)
      }

      // one active tab keeps the other alive (S-08)
      const second = await page.context().newPage()
      await second.goto('/report')
      await tabsShown(second)
      await page.clock.runFor(27 * MINUTE)
      await second.bringToFront()
      await second.mouse.move(200, 200)
      await second.mouse.move(220, 220)
      await page.clock.runFor(5 * MINUTE)
      await expect.poll(() => warning(page).count()).toBe(0)
      await expect.poll(() => warning(second).count()).toBe(0)
      const last = Number((await storage(second)).last_activity)
      await advance(page, last + 30 * MINUTE + 100)
      await opens(page)
      await opens(second)

      await advance(page, last + 35 * MINUTE - 1000)
      await says(page, '0:01')
      // a page that is redirected twice at once crashes in some browsers
      const ways = [page, second].map((one) =>
        listen(one, (request) => new URL(request.url()).pathname === '/login'),
      )
      await advance(page, last + 35 * MINUTE + 1000)
      for (const one of [page, second]) {
        await waitForPath(one, '/login')
        await saysWhy(one, 'You were inactive for 35 minutes. Please log in to continue.')
      }
      expect(ways.map((way) => way.length)).toEqual([1, 1])
      await expect.poll(async () => (await storage(page)).token).toBeUndefined()
      const [{ count } = { count: -1 }] = await ask<{ count: number }>(
        desk.product,
        'select count(*)::int from sessions join users on users.id = user_id where email = $1',
        [demoEmail('r4a.approver')],
      )
      expect(count).toBe(0)
    },
  )

  /** Logs in on this page, ending another session. */
  async function logInAgain(page: Page, name: string, arrives: string) {
    await page.getByLabel('Email address').fill(demoEmail(name))
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await button(page, 'Log in').click()
    const takeOver = button(page, 'Log in to this device')
    const arrived = page.waitForURL((url) => url.pathname + url.search === arrives)
    await Promise.race([arrived, takeOver.waitFor()])
    if (await takeOver.isVisible()) await takeOver.click()
    await arrived
  }

  full.test(
    '[S-122] a log in elsewhere is told of, and the same person comes back to the same page',
    async () => {
      const page = await as('r9.approver', '/sites/approval?length=20')
      await page.getByRole('heading', { level: 1 }).waitFor()
      const other = await logIn(desk.browser, desk.product.url, 'r9.approver')
      await page.getByRole('searchbox').fill('anything')
      await waitForPath(page, '/login')
      await saysWhy(page, 'Your account was logged in on another device. Please log in to continue.')
      if (FULL) await expectGoodAtEverySize(page)
      await logInAgain(page, 'r9.approver', '/sites/approval?length=20&search=anything')
      await page.getByRole('heading', { level: 1 }).waitFor()

      // another user starts at home
      await other.goto('/sites/approval')
      await waitForPath(other, '/login')
      await saysWhy(other, 'Your account was logged in on another device. Please log in to continue.')
      await logInAgain(other, 'zds.approver', '/dashboard')
    },
  )

  full.test('[S-122] [SESSION-16] the page of the own password warns and ends like the others', async () => {
    const page = await as('fmb.approver', '/report')
    await userMenu(page).waitFor()
    await holdClock(page, { time: Date.now() })
    await page.goto('/change-password')
    await page.getByLabel('Old password').waitFor()
    await page.waitForLoadState('networkidle')
    const opened = Number((await storage(page)).last_activity)
    await page.clock.pauseAt(opened + MINUTE)
    await advance(page, opened + 30 * MINUTE + 100)
    await opens(page)
    await says(page, '5:00')
    await page.clock.resume()
    await button(page, 'Stay Logged In').click()
    await warning(page).waitFor({ state: 'detached' })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    const again = Number((await storage(page)).last_activity)
    await advance(page, again + 35 * MINUTE + 2000)
    await waitForPath(page, '/login')
    await saysWhy(page, 'You were inactive for 35 minutes. Please log in to continue.')
    await page.clock.resume()
    await logInAgain(page, 'fmb.approver', '/change-password')
  })

  test('[SESSION-17] [SESSION-18] [SESSION-19] logging out asks first, then forgets the session in every tab', async () => {
    const page = await as('fmb.super', '/report')
    await tabsShown(page)
    const sister = await page.context().newPage()
    await sister.goto('/report')
    await tabsShown(sister)

    await userMenu(page).click()
    await page.getByRole('menuitem', { name: 'Logout', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Logout of this account?', exact: true })
    const sentence =
      'Are you sure you want to logout? Logging out will clear all unsaved changes and can not be undone.'
    await dialog.getByText(sentence, { exact: true }).waitFor()
    if (FULL) await expectGoodDialog(page)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const { token } = await storage(page)
    expect(token).toBeTruthy()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/report')

    await userMenu(page).click()
    await page.getByRole('menuitem', { name: 'Logout', exact: true }).click()
    await dialog.getByRole('button', { name: 'Logout', exact: true }).click()
    await waitForPath(page, '/login')
    const kept = await storage(page)
    for (const key of KEPT_KEYS) expect(kept[key], key).toBeUndefined()
    await waitForPath(sister, '/login')
    const reply = await page.request.get(`${desk.product.url}/api/validate-token`, {
      headers: { 'x-api-key': 'demo-key', authorization: `Bearer ${token}` },
    })
    expect(reply.status()).toBe(401)
  })

  full.test('[SESSION-17] a log out without a line still forgets the session', async () => {
    const page = await as('fmb.super', '/report')
    await page.route('**/api/logout', (route) => route.abort())
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: 'Logout', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout', exact: true }).click()
    await waitForPath(page, '/login')
    await expect.poll(async () => (await storage(page)).token).toBeUndefined()
  })

  full.test('[SESSION-20] openProfile on any page opens the own profile once', async () => {
    const page = await as('laguna.encoder', '/sitemap?openProfile=true&length=20')
    const profile = page.getByRole('dialog', { name: 'My profile' })
    await profile.getByText('laguna.encoder@bureau.example').waitFor()
    for (const text of ['Isabel', 'Muñoz', 'PENRO Encoder', 'PENRO Laguna'])
      await profile.getByText(text, { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?length=20')
    await profile.getByRole('button', { name: 'Close' }).last().click()
    await profile.waitFor({ state: 'detached' })
    await page.reload()
    await tabsShown(page)
    await expect.poll(() => profile.count()).toBe(0)
    await expect.poll(() => page.getByRole('combobox', { name: 'Rows per page' }).inputValue()).toBe('20')
    // mails link there for all users, with or without a page of users
    await page.goto(new URL('/users?openProfile=true', page.url()).href)
    await profile.getByText('laguna.encoder@bureau.example').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard')
  })
})
