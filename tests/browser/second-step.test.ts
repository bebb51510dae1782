import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { tabTo, watch } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { differencePercent, pixelsOf } from '../support/browser/pixels.ts'
import { ownPlace } from '../support/browser/places.ts'
import { expectFocus, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { type AppOfPerson, endSitting, setUpApp } from '../support/product/second-factor.ts'
import { ask, sessionOf } from '../support/product/session.ts'

const PERSON = 'second-step.encoder'
const WRONG = 'This code is not correct.'
const OVER =
  'This log in has taken too long, too many codes were wrong, or the account has been changed since. Please enter your password again.'

describe('the second step of a log in', () => {
  const demo = withSharedDemo()
  let app: AppOfPerson
  let page: Page

  beforeAll(async () => {
    await ownPlace(demo, 'second-step', ['encoder', 'approver'])
    app = await setUpApp(demo.product, PERSON)
  })
  beforeEach(async () => {
    await endSitting(demo.product, PERSON)
    page = await demo.stranger()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  const token = () => page.evaluate(() => localStorage.getItem('token'))
  const sayAlert = (text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()
  const underCode = () =>
    field('Code').evaluate((input) => {
      const [id = ''] = (input.getAttribute('aria-describedby') ?? '').split(' ')
      return input.getAttribute('aria-invalid') === 'true' ? document.getElementById(id)?.textContent : null
    })

  async function enterPassword(name = PERSON) {
    await field('Email address').fill(demoEmail(name))
    await field('Password').fill(DEMO_PASSWORD)
    await button('Log in').click()
  }
  async function reachStep() {
    await page.goto('/login')
    await enterPassword()
    await heading('Second step').waitFor()
  }
  async function enterCode(code: string) {
    await field('Code').fill(code)
    await button('Log in').click()
  }

  test('asks for a code on the same page, where the password is gone, and names a wrong one', async () => {
    const sent = watch(page, 'POST', /\/api\/login\/second-step$/)
    await reachStep()
    await expectFocus(field('Code'))
    await picture(page, 'second-step')
    expect(await page.title()).toMatch(/^Second step – /)
    expect(await page.getByRole('status').allTextContents()).toContain(
      'Second step: please enter a code or use a passkey.',
    )
    expect(await page.locator('input[type="password"]').count()).toBe(0)
    expect(
      await page.evaluate((word) => document.documentElement.outerHTML.includes(word), DEMO_PASSWORD),
    ).toBe(false)
    expect(await field('Code').getAttribute('autocomplete')).toBe('one-time-code')
    expect(await radio('No, others use it too').isChecked()).toBe(true)
    expect(await token()).toBeNull()

    await button('Log in').click()
    await expect.poll(underCode).toBe('Please enter a code.')
    expect(sent).toHaveLength(0)
    await enterCode('000000')
    await expect.poll(underCode).toBe(WRONG)
    await expectFocus(field('Code'))
    await picture(page, 'second-step-wrong')
    // what is typed next takes the place of the wrong code
    await page.keyboard.type(await app.code())
    await page.keyboard.press('Enter')
    await waitForPath(page, '/dashboard')
    expect(await token()).toBeTruthy()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('own_computer')
  })

  test('takes a recovery code as it is typed, and is not asked again on an own computer', async () => {
    await reachStep()
    await radio('Yes, do not ask here for 30 days').check()
    await enterCode((app.recovery_codes.pop() ?? '').toLowerCase().replaceAll('-', ' '))
    await waitForPath(page, '/dashboard')
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'own_computer')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })

    await page.getByRole('button', { name: /Encoder - / }).click()
    await page.getByRole('menuitem', { name: 'Logout', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout', exact: true }).click()
    await waitForPath(page, '/login')
    await enterPassword()
    await waitForPath(page, '/dashboard')

    // the menu leads to the list where this computer can be forgotten
    if (!FULL) return
    await page.getByRole('button', { name: /Encoder - / }).click()
    await page.getByRole('menuitem', { name: 'Your sign-in', exact: true }).click()
    await waitForPath(page, '/my-sign-in')
  })

  full.test('a session elsewhere is named after it only, and ended without a second code', async () => {
    await sessionOf(demo.product, PERSON)
    const sent = watch(page, 'POST', /\/api\/login\/second-step$/)
    await reachStep()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await enterCode(await app.code())
    const dialog = page.getByRole('dialog', { name: 'Already logged in.', exact: true })
    await dialog.waitFor()
    if (FULL) await expectGoodDialog(page)
    await button('Close').click()
    await dialog.waitFor({ state: 'detached' })
    expect(await token()).toBeNull()
    // the code that was typed is used up, and is not sent again
    await button('Log in').click()
    await dialog.waitFor()
    await button('Log in to this device').click()
    await waitForPath(page, '/dashboard')
    const bodies = sent.map((one) => one.postDataJSON() as object)
    expect(bodies.map((body) => 'code' in body)).toEqual([true, false, false])
    expect(bodies.at(-1)).toMatchObject({ force: true, own_computer: false })
  })

  full.test('five wrong codes lead back to the password, and then there is a wait', async () => {
    await reachStep()
    for (let round = 0; round < 5; round += 1) {
      const answered = page.waitForResponse('**/api/login/second-step')
      await enterCode(`00000${round}`)
      await answered
    }
    await enterCode('000009')
    await sayAlert(OVER)
    await heading('Log in').waitFor()
    await expectFocus(field('Password'))
    expect(await field('Email address').inputValue()).toBe(demoEmail(PERSON))
    expect(await field('Password').inputValue()).toBe('')

    await field('Password').fill(DEMO_PASSWORD)
    await button('Log in').click()
    await heading('Second step').waitFor()
    await enterCode(await app.code())
    await sayAlert('Too many failed attempts. Please try again in 15 minutes.')
    await picture(page, 'second-step-waits')
    await page.getByRole('link', { name: 'Back to the password' }).click()
    await heading('Log in').waitFor()
  })

  full.test('after ten minutes the password is asked again', async () => {
    await reachStep()
    await ask(demo.product, `update second_steps set expires_at = now() - interval '1 second'`)
    await enterCode(await app.code())
    await sayAlert(OVER)
    await heading('Log in').waitFor()
  })

  full.test('the back button, a reload and a link within the page', async () => {
    await reachStep()
    // a link within the page does not lead away
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    expect(await heading('Second step').count()).toBe(1)
    await page.goBack()
    expect(await heading('Second step').count()).toBe(1)

    await page.goBack()
    await heading('Log in').waitFor()
    expect(await page.title()).toMatch(/^Log in – /)
    expect(await field('Password').inputValue()).toBe('')
    await page.goForward()
    await heading('Log in').waitFor()
    await enterPassword()
    await heading('Second step').waitFor()
    await page.reload()
    await heading('Log in').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  full.test('without a connection nothing is lost: what was asked can be sent again', async () => {
    await page.goto('/login')
    await page.route('**/assets/second-step-part-*', (route) => route.abort())
    await enterPassword()
    await sayAlert('No answer came from the server. Please check your connection and load this page again.')
    await page.unroute('**/assets/second-step-part-*')
    await page.reload()
    await enterPassword()
    await heading('Second step').waitFor()
    await page.route('**/api/login/second-step', (route) => route.abort())
    const code = await app.code()
    await enterCode(code)
    await page.getByRole('alert').waitFor()
    expect(await field('Code').inputValue()).toBe(code)
    await page.unroute('**/api/login/second-step')
    await button('Log in').click()
    await waitForPath(page, '/dashboard')
  })

  full.test('works by keyboard alone', async () => {
    const { keyboard } = page
    await page.goto('/login')
    await tabTo(field('Email address'))
    await keyboard.type(demoEmail(PERSON))
    await keyboard.press('Tab')
    await keyboard.type(DEMO_PASSWORD)
    await keyboard.press('Enter')
    await heading('Second step').waitFor()
    await keyboard.type(await app.code())
    await keyboard.press('Tab')
    await expectFocus(radio('No, others use it too'))
    await keyboard.press('ArrowDown')
    expect(await radio('Yes, do not ask here for 30 days').isChecked()).toBe(true)
    await keyboard.press('ArrowUp')
    await tabTo(page.getByText('Lost your phone?'))
    await keyboard.press('Enter')
    await page.getByText(/read eight characters out to you, in person/).waitFor()
    await picture(page, 'second-step-lost')
    await keyboard.press('Shift+Tab')
    await expectFocus(button('Use a passkey'))
    await keyboard.press('Shift+Tab')
    await keyboard.press('Enter')
    await waitForPath(page, '/dashboard')
  })

  full.test('is good at every size, with its explanation open and with an error', async () => {
    await reachStep()
    await page.getByText('Lost your phone?').click()
    await enterCode('000000')
    await expect.poll(underCode).toBe(WRONG)
    await page.setViewportSize(PHONE)
    await picture(page, 'second-step-phone')
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test('in forced colours the answer that is chosen is seen', async () => {
    await reachStep()
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await picture(page, 'second-step-forced')
    const look = () => pixelsOf(radio('Yes, do not ask here for 30 days'))
    const before = await look()
    await radio('Yes, do not ask here for 30 days').check()
    await field('Code').focus()
    expect(differencePercent(before, await look())).toBeGreaterThan(5)
  })
})
