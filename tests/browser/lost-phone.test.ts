import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { FULL } from '../support/full.ts'
import { ownPlace, type Place } from '../support/browser/places.ts'
import { button, dialog, title, waitForPath } from '../support/browser/screen.ts'

const SIGNS = /[0-9A-HJKMNP-TV-Z]{4} [0-9A-HJKMNP-TV-Z]{4}/

/** Set up, log in, lose the phone, come back: one person at a phone's width, and the approver of the office. */
describe('a phone is lost', { retry: 0 }, () => {
  const demo = withSharedDemo()
  let own: Place
  beforeAll(async () => {
    own = await ownPlace(demo, 'lost-phone', ['encoder', 'approver'])
  })
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
  const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key) }).generate()

  async function enterPassword(page: Page) {
    // the session is forgotten on a page that asks for nothing and so leads nowhere meanwhile
    await page.goto('/how-to-check')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await field(page, 'Email address').fill(demoEmail(own.encoder))
    await field(page, 'Password').fill(DEMO_PASSWORD)
    await button(page, 'Log in').click()
  }

  test('and its person comes back with a code that the approver reads out, and a sheet of paper', async () => {
    const page = await demo.stranger()
    await page.setViewportSize(PHONE)
    await enterPassword(page)
    await waitForPath(page, '/dashboard')

    await page.goto('/my-sign-in')
    await link(page, 'Set up an app').click()
    const key = (await page.locator('[data-key]').textContent())?.replaceAll(' ', '') ?? ''
    await field(page, 'Code').fill(codeOf(key))
    await button(page, 'Confirm').click()
    await field(page, 'I have stored these codes').check()
    await button(page, 'Continue').click()
    await page.getByText(/ is set up for your next log in\.$/).waitFor()

    // the next log in asks for it
    await enterPassword(page)
    await title(page, 'Second step').waitFor()
    if (FULL) await expectAccessible(page)
    await page.getByText('Lost your phone?').click()
    await page
      .getByText(/approver|administrator/)
      .first()
      .waitFor()

    const approver = await demo.as(own.approver)
    await approver.goto('/dashboard')
    await button(approver, /PENRO Approver - Crisanto!/).click()
    await approver.getByRole('menuitem', { name: 'Lost second factor' }).click()
    await button(approver, 'Issue reset code for Ligaya Ocampo').click()
    await dialog(approver, 'Issue a reset code for Ligaya Ocampo?')
      .getByRole('button', { name: 'Issue reset code' })
      .click()
    const shown = dialog(approver, 'Reset code for Ligaya Ocampo')
    const signsShown = async () => SIGNS.exec((await shown.textContent()) ?? '')?.[0] ?? ''
    await expect.poll(signsShown).toHaveLength(9)
    const signs = await signsShown()
    await shown.getByRole('button', { name: 'I have read them out' }).click()

    await field(page, 'Code').fill(signs.toLowerCase())
    await button(page, 'Log in').click()
    await waitForPath(page, '/my-sign-in')
    if (FULL) await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)

    // nothing else opens until a new factor is set up
    await page.goto('/sitemap')
    await waitForPath(page, '/my-sign-in')
    await link(page, 'Make a code sheet').click()
    await button(page, 'Show the codes').click()
    const first = page.locator('ol').getByRole('listitem').first()
    await first.waitFor()
    const codes = await page.locator('ol').getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(40)
    await field(page, 'One code of the sheet').fill(codes[0] ?? '')
    await button(page, 'Confirm').click()
    await link(page, 'Continue to the dashboard').click()
    await waitForPath(page, '/dashboard')

    // the old phone opens nothing any more, the paper does
    await enterPassword(page)
    await title(page, 'Second step').waitFor()
    await field(page, 'Code').fill(codeOf(key))
    await button(page, 'Log in').click()
    await page.getByText('This code is not correct.').waitFor()
    await field(page, 'Code').fill(codes[1] ?? '')
    await button(page, 'Log in').click()
    await button(page, 'Log in to this device').click()
    await waitForPath(page, '/dashboard')
  })
})
