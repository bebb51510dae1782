import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { button, dialog } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

/** the browser checks the connection every few seconds */
const PATIENT = { timeout: 20_000 }
const NO_LINE = /^No connection to the server\. This page may be out of date/
const LOST = /^No answer came from the server, so it is not certain that this was saved\./

describe('on a bad line', () => {
  const bureau = withSharedDemo()

  const cut = async (page: Page) => {
    onTestFinished(() => page.context().setOffline(false))
    await page.context().setOffline(true)
  }
  const lineOf = (page: Page) => page.getByText(NO_LINE)
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

  const returned = () =>
    bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select(['site_profiles.id', 'site_profiles.code'])
      .where('offices.name', '=', 'PENRO Quezon')
      .where('site_profiles.site_status', '=', 'Returned')
      .where('site_profiles.status', '=', 'Activated')
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()
  const eventsOf = async (id: number) => {
    const lines = await bureau.db
      .selectFrom('audit_logs')
      .select('event')
      .where('auditable_type', '=', 'Profiling of SITES')
      .where('auditable_id', '=', id)
      .where('event', 'in', ['Updated', 'Submitted'])
      .orderBy('id')
      .execute()
    return lines.map((line) => line.event)
  }

  test('a form whose answer was lost says so, and sent again it is saved once', async () => {
    const { id, code } = await returned()
    const before = await eventsOf(id)
    const page = await bureau.as('quezon.encoder')
    await page.goto(`/sitemap/edit/${id}`)
    await page.getByLabel('Name of Partner/Implementer').fill('Samahan ng Lumban')
    let answers = 0
    await page.route('**/api/sites/submitted/*', async (route) => {
      const answer = await route.fetch()
      answers += 1
      if (answers > 1) return route.fulfill({ response: answer })
      // the server has saved it, but the answer is lost
      return route.abort()
    })
    const send = async () => {
      await page.locator('#main').getByRole('button', { name: 'Edit Profile', exact: true }).click()
      const question = dialog(page, 'Edit this profile?')
      await question.getByRole('button', { name: 'Edit Profile', exact: true }).click()
    }
    await send()
    const lost = dialog(page, 'No answer came')
    await lost.getByText(LOST).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await lost.getByRole('button', { name: 'OK' }).click()
    await lost.waitFor({ state: 'hidden' })
    await send()
    await dialog(page, 'Edit Profiling of SITES Successful')
      .getByText(`${code} was submitted again and is waiting for PENRO.`)
      .waitFor()
    expect(answers).toBe(2)
    expect(await eventsOf(id)).toEqual([...before, 'Updated', 'Submitted'])
  })

  full.test('a wait that does not end can be left, and the answer is told when it comes', async () => {
    const page = await bureau.as('laguna.approver')
    const { id } = await bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select('site_profiles.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_profiles.penro_status', '=', 'Submitted')
      .where('site_profiles.status', '=', 'Activated')
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()
    await page.goto(`/sites/approval/view/${id}`)
    let answerNow: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    await page.route('**/api/sites/approved/*', async (route) => {
      await held
      await route.continue()
    })
    await button(page, 'Approve').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Please Wait...').waitFor()
    await button(page, 'Stop waiting').click(PATIENT)
    const left = dialog(page, 'Something went wrong')
    await left.getByText(LOST).waitFor()
    await left.getByRole('button', { name: 'OK' }).click()
    answerNow()
    await page.getByText('The server has answered: your decision is recorded.').waitFor()
  })

  test('every screen says that there is no line, a list shows no old rows under a new search, and both go on by themselves', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.goto('/sitemap')
    await page.getByRole('row').nth(1).waitFor()
    await cut(page)
    await page.getByRole('searchbox').fill('Bayog')
    await lineOf(page).waitFor(PATIENT)
    await page.getByText('The list could not be loaded').waitFor(PATIENT)
    await expect.poll(() => page.getByRole('row').count()).toBe(1)
    await expect.poll(() => page.getByText(/^Showing:/).count()).toBe(0)
    if (FULL) await expectGoodAtEverySize(page)
    await page.context().setOffline(false)
    await page.getByText('Nothing found for "Bayog".').waitFor(PATIENT)
    await page.getByText('The connection is back.').waitFor()
    await expect.poll(() => lineOf(page).count()).toBe(0)
  })

  full.test('the message stays in view on a long page and covers no field that has the focus', async () => {
    const { id } = await returned()
    const page = await bureau.as('quezon.encoder')
    await page.goto(`/sitemap/edit/${id}`)
    const last = page.getByLabel('Agreement').last()
    await last.scrollIntoViewIfNeeded()
    await cut(page)
    await lineOf(page).waitFor(PATIENT)
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    const box = await lineOf(page).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeLessThan(120)
    await lineOf(page).getByText('drafts and uploads continue by themselves').waitFor()
    await expectGoodAtEverySize(page)
  })

  full.test('a form that cannot be sent says so at once and is not sent later by itself', async () => {
    const { id } = await returned()
    const before = await eventsOf(id)
    const page = await bureau.as('quezon.encoder')
    await page.goto(`/sitemap/edit/${id}`)
    await page.getByLabel('Name of Partner/Implementer').fill('Samahan ng Nagcarlan')
    await cut(page)
    await page.locator('#main').getByRole('button', { name: 'Edit Profile', exact: true }).click()
    const question = dialog(page, 'Edit this profile?')
    await question.getByRole('button', { name: 'Edit Profile', exact: true }).click()
    await dialog(page, 'No answer came').getByText(LOST).waitFor(PATIENT)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.context().setOffline(false)
    await lineOf(page).waitFor({ state: 'hidden', ...PATIENT })
    await page.getByText('The connection is back.').waitFor()
    expect(sent.filter((one) => /PATCH|submitted/.test(one))).toEqual([])
    expect(await eventsOf(id)).toEqual(before)
  })

  full.test('a page that was never loaded comes by itself when the line is back', async () => {
    const page = await bureau.as('fmb.admin')
    await page.goto('/dashboard')
    await tab(page, 'Audit Logs').waitFor()
    await cut(page)
    await tab(page, 'Audit Logs').click()
    await page.getByText('This page could not be loaded').waitFor(PATIENT)
    await lineOf(page).waitFor(PATIENT)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Audit Logs' }).waitFor(PATIENT)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/audit-logs')
  })
})
