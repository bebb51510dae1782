import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { addAuthenticator } from '../support/browser/authenticator.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { tabTo, watch } from '../support/browser/on-screen.ts'
import { button, dialog, expectFocus, title, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { addPerson } from '../support/product/session.ts'

/** Every rule at every size, in the full run. */
const good = async (page: Page) => {
  if (FULL) await expectGoodAtEverySize(page)
}

describe('your sign-in', () => {
  const demo = withSharedDemo()

  const idOf = (name: string) =>
    demo.db.selectFrom('users').select('id').where('email', '=', demoEmail(name)).executeTakeFirstOrThrow()

  /** as after a log in with the password */
  async function proved(name: string) {
    const { id } = await idOf(name)
    await demo.db
      .updateTable('sessions')
      .set({ proved_at: new Date().toISOString(), proved_by: 'password' })
      .where('user_id', '=', id)
      .execute()
  }

  /** A new person on their page, a moment after they have logged in. */
  async function opened(name: string, level: 'PENRO' | 'Region' = 'PENRO'): Promise<Page> {
    await addPerson(demo.product, name, level, ['dashboard_access'])
    return openedAs(name)
  }

  async function openedAs(name: string): Promise<Page> {
    const page = await demo.as(name)
    await proved(name)
    await page.goto('/my-sign-in')
    await title(page, 'Your sign-in').waitFor()
    return page
  }

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
  const keyOn = async (page: Page) =>
    (await page.locator('[data-key]').textContent())?.replaceAll(' ', '') ?? ''
  const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key) }).generate()
  const codesOn = async (page: Page) => {
    const codes = page.locator('ol').getByRole('listitem')
    await codes.first().waitFor()
    return codes.allTextContents()
  }

  /** Leaves the screen of the recovery codes as a person does, and returns them. */
  async function storeCodes(page: Page): Promise<string[]> {
    await title(page, 'Your recovery codes').waitFor()
    const codes = await codesOn(page)
    await page.getByLabel('I have stored these codes').check()
    await button(page, 'Continue').click()
    await page.getByText(/ is set up for your next log in\.$/).waitFor()
    return codes
  }

  async function setUpApp(page: Page): Promise<string[]> {
    await link(page, 'Set up an app').click()
    await field(page, 'Code').fill(codeOf(await keyOn(page)))
    await button(page, 'Confirm').click()
    return storeCodes(page)
  }

  test('an app is set up with its key and a code; a wrong code is said under its field, and a reload gives a new key', async () => {
    const page = await opened('app.setter')
    await says(
      page,
      'Your level does not ask for a second factor. You can set one up to protect your account.',
    )
    await good(page)
    await link(page, 'Set up an app').click()
    await title(page, 'Set up an authenticator app').waitFor()
    await expectFocus(title(page, 'Set up an authenticator app'))
    await page.getByRole('img', { name: 'QR code with the key for the app' }).waitFor()
    const first = await keyOn(page)
    expect(first).toMatch(/^[A-Z2-7]{32}$/)
    expect(await page.locator('[data-key]').textContent()).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    await good(page)

    // a phone opens the key in its own app
    const inApp = link(page, 'Open in your app')
    expect(await inApp.isVisible()).toBe(false)
    await page.setViewportSize(PHONE)
    await inApp.waitFor()
    expect(await inApp.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//)
    await page.setViewportSize(DESK)

    await page.reload()
    await title(page, 'Set up an authenticator app').waitFor()
    const key = await keyOn(page)
    expect(key).not.toBe(first)
    await field(page, 'Code').fill('12345')
    await button(page, 'Confirm').click()
    await expect.poll(() => field(page, 'Code').getAttribute('aria-invalid')).toBe('true')
    await says(page, 'This code is not correct.')
    await good(page)
    await field(page, 'Code').fill(codeOf(key))
    await button(page, 'Confirm').click()

    const codes = await storeCodes(page)
    expect(codes).toHaveLength(10)
    await good(page)
    await part(page, 'Recovery codes')
      .getByText(/^10 of 10 codes left, made on/)
      .waitFor()
    await part(page, 'Authenticator app')
      .getByText(/^Set up on/)
      .waitFor()
    expect(await link(page, 'Continue to the dashboard').getAttribute('href')).toBe('/dashboard')

    // the codes were shown once
    await page.reload()
    await part(page, 'Recovery codes').waitFor()
    expect(await page.content()).not.toContain(codes[0])
  })

  full.test(
    'recovery codes are printed alone on one A4 sheet, and leave the screen when they are stored',
    async () => {
      const page = await opened('code.printer')
      await link(page, 'Set up an app').click()
      await field(page, 'Code').fill(codeOf(await keyOn(page)))
      await button(page, 'Confirm').click()
      await title(page, 'Your recovery codes').waitFor()
      await good(page)
      await button(page, 'Continue').click()
      await says(page, 'Please store the codes first, and tick that you have.')
      const leaving = page.waitForEvent('dialog')
      await page.evaluate(() => {
        setTimeout(() => location.reload())
      })
      const question = await leaving
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()

      await page.emulateMedia({ media: 'print' })
      const sheet = part(page, 'Recovery codes of Wilma Ocampo')
      await sheet
        .getByText(/^PENRO Laguna, Forest Management Bureau\. Made on \w{3} \d\d, \d{4}\.$/)
        .waitFor()
      await sheet.getByText(/^Each code works once/).waitFor()
      for (const name of ['Print', 'Continue', 'Log out'])
        expect(await button(page, name).isVisible(), name).toBe(false)
      expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
      const paper = await page.pdf({ preferCSSPageSize: true })
      expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
      await page.emulateMedia({ media: null })
      expect(await storeCodes(page)).toHaveLength(10)

      // new ones end the old ones
      await link(page, 'Make new codes').click()
      await good(page)
      await button(page, 'Show new codes').click()
      await title(page, 'Your recovery codes').waitFor()
      await page.getByLabel('I have stored these codes').check()
      await button(page, 'Continue').click()
      await says(page, 'You have new recovery codes.')
    },
  )

  full.test('a passkey on one’s own computer counts after it was tried, and can be removed', async () => {
    const page = await opened('own.computer')
    const authenticator = await addAuthenticator(page)
    await link(page, 'Add a passkey').click()
    await title(page, 'Add a passkey or security key').waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Security key')
    await good(page)
    await page.getByLabel('Yes, only I use it').check()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Linux computer')
    await button(page, 'Add the passkey').click()
    await page.getByRole('heading', { name: 'Try it once' }).waitFor()
    expect(await authenticator.passkeys()).toHaveLength(1)
    await good(page)

    // it does not count yet
    await page.reload()
    await button(page, 'Add the passkey').waitFor()
    await button(page, '← Back to your sign-in').click()
    await page.getByRole('heading', { name: 'Choose your second factor' }).waitFor()

    await link(page, 'Add a passkey').click()
    await page.getByLabel('Yes, only I use it').check()
    await field(page, 'Name').fill('Desk in Santa Cruz')
    await button(page, 'Add the passkey').click()
    await button(page, 'Sign in with the passkey').click()
    await storeCodes(page)
    const passkeys = part(page, 'Passkeys and security keys')
    await passkeys.getByText('Desk in Santa Cruz').waitFor()
    await passkeys.getByText(/^Added .*, last used/).waitFor()
    await good(page)

    await button(page, 'Remove Desk in Santa Cruz').click()
    await dialog(page, 'Remove Desk in Santa Cruz?').waitFor()
    if (FULL) await expectGoodDialog(page)
    await dialog(page, 'Remove Desk in Santa Cruz?')
      .getByRole('button', { name: 'Remove', exact: true })
      .click()
    await says(page, 'Desk in Santa Cruz was removed.')
    await expectFocus(title(page, 'Your sign-in'))
    await page.getByRole('heading', { name: 'Choose your second factor' }).waitFor()
  })

  full.test(
    'on a shared computer a security key is added, and nothing is stored on the computer',
    async () => {
      const page = await opened('shared.computer')
      const key = await addAuthenticator(page, { transport: 'usb' })
      await link(page, 'Add a passkey').click()
      expect(await page.getByLabel('No, others use it too').isChecked()).toBe(true)
      // too long: nothing is made or sent for it
      const sent = watch(page, 'POST', /\/my-sign-in\/passkeys/)
      await field(page, 'Name').fill('k'.repeat(61))
      await says(page, 'Name cannot exceed 60 characters.')
      await button(page, 'Add the passkey').click()
      await expectFocus(field(page, 'Name'))
      await says(page, 'Name cannot exceed 60 characters.')
      expect(sent).toEqual([])
      await field(page, 'Name').fill('Security key')
      const asked = page.waitForResponse('**/api/my-sign-in/passkeys/options')
      await button(page, 'Add the passkey').click()
      expect(await (await asked).json()).toMatchObject({
        options: { authenticatorSelection: { authenticatorAttachment: 'cross-platform' } },
      })
      await button(page, 'Sign in with the passkey').click()
      await storeCodes(page)
      expect(await key.passkeys()).toHaveLength(1)
      await part(page, 'Passkeys and security keys').getByText('Security key', { exact: true }).waitFor()
    },
  )

  full.test('a sheet of 40 codes is made by keyboard alone, and fits on one page', async () => {
    const page = await opened('sheet.maker')
    const { keyboard } = page
    await tabTo(link(page, 'Make a code sheet'))
    await keyboard.press('Enter')
    await expectFocus(title(page, 'Code sheet on paper'))
    await good(page)
    await tabTo(button(page, 'Show the codes'))
    await keyboard.press('Enter')
    await expectFocus(page.getByRole('heading', { name: 'Code sheet of Wilma Ocampo' }))
    const codes = await codesOn(page)
    expect(codes).toHaveLength(40)
    await good(page)
    await page.emulateMedia({ media: 'print' })
    const paper = await page.pdf({ preferCSSPageSize: true })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: null })

    await tabTo(field(page, 'One code of the sheet'))
    await keyboard.type('01-0000-0000')
    await keyboard.press('Enter')
    await says(page, 'This code is not correct.')
    await expectFocus(field(page, 'One code of the sheet'))
    await keyboard.type(codes[6]?.toLowerCase() ?? '')
    await keyboard.press('Enter')
    await page.getByText(/ is set up for your next log in\.$/).waitFor()
    await expectFocus(title(page, 'Your sign-in'))
    await part(page, 'Code sheet on paper')
      .getByText(/^39 of 40 codes left/)
      .waitFor()
    await good(page)
  })

  full.test(
    'who must set one up sees the reason and three ways and nothing else; then the way to the dashboard is open',
    async () => {
      const set = (demand: 'off' | 'required', required_from: string | null) =>
        demo.db
          .updateTable('factor_demands')
          .set({ demand, required_from })
          .where('access_level', '=', 'Region')
          .execute()
      await set('required', '2026-01-01')
      onTestFinished(async () => {
        await set('off', null)
      })
      const page = await opened('must.set', 'Region')
      await says(
        page,
        'Your level needs a second factor: please set one up now. Everything else opens when that is done.',
      )
      for (const name of ['Set up an app', 'Add a passkey', 'Make a code sheet'])
        await link(page, name).waitFor()
      expect(await page.getByRole('main').getByRole('link').count()).toBe(3)
      expect(await page.getByRole('navigation').getByRole('link').count()).toBe(0)
      expect(await part(page, 'Where you are logged in').count()).toBe(0)
      await good(page)
      await button(page, 'Log out').click()
      await dialog(page, 'Logout of this account?').waitFor()
      await button(page, 'Cancel').click()

      await setUpApp(page)
      await part(page, 'Where you are logged in').waitFor()
      await good(page)
      await link(page, 'Continue to the dashboard').click()
      await waitForPath(page, '/dashboard')
    },
  )

  full.test(
    'an old proof is asked for again in a dialog: the password first, then password and second factor',
    async () => {
      const page = await openedAs('quezon.encoder')
      const { id } = await idOf('quezon.encoder')
      const forget = () =>
        demo.db
          .updateTable('sessions')
          .set({ proved_at: null, proved_by: null, proved_in_full: false })
          .where('user_id', '=', id)
          .execute()
      await forget()
      const question = dialog(page, 'Please confirm that it is you')
      await link(page, 'Make a code sheet').click()
      await button(page, 'Show the codes').click()
      await question.waitFor()
      if (FULL) await expectGoodDialog(page)
      await button(page, 'Cancel').click()
      await page
        .getByRole('alert')
        .getByText(/^Please confirm that it is you/)
        .waitFor()

      await button(page, 'Show the codes').click()
      await field(page, 'Password').fill('Not-the-Password-1')
      await question.getByRole('button', { name: 'Confirm', exact: true }).click()
      await expect.poll(() => field(page, 'Password').getAttribute('aria-invalid')).toBe('true')
      await field(page, 'Password').fill(DEMO_PASSWORD)
      await question.getByRole('button', { name: 'Confirm', exact: true }).click()
      await question.waitFor({ state: 'detached' })
      const codes = await codesOn(page)
      await field(page, 'One code of the sheet').fill(codes[0] ?? '')
      await button(page, 'Confirm').click()
      await part(page, 'Code sheet on paper').waitFor()

      await forget()
      await button(page, 'Remove the code sheet').click()
      await dialog(page, 'Remove the code sheet?')
        .getByRole('button', { name: 'Remove', exact: true })
        .click()
      await question.waitFor()
      if (FULL) await expectGoodDialog(page)
      await field(page, 'Password').fill(DEMO_PASSWORD)
      await question.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
      await question.getByRole('button', { name: 'Confirm', exact: true }).click()
      await says(page, 'The code sheet was removed.')

      // a passkey in place of a code; in this sitting the password was given
      await addAuthenticator(page)
      await link(page, 'Add a passkey').click()
      await page.getByLabel('Yes, only I use it').check()
      await button(page, 'Add the passkey').click()
      await button(page, 'Sign in with the passkey').click()
      await storeCodes(page)
      await demo.db
        .updateTable('sessions')
        .set({ proved_at: '2026-01-01T00:00:00Z' })
        .where('user_id', '=', id)
        .execute()
      await link(page, 'Make new codes').click()
      await button(page, 'Show new codes').click()
      await question.waitFor()
      expect(await field(page, 'Password').count()).toBe(0)
      if (FULL) await expectGoodDialog(page)
      await button(page, 'Use a passkey').click()
      await title(page, 'Your recovery codes').waitFor()
    },
  )

  full.test('sessions and own computers are listed; one is forgotten, and everything is ended', async () => {
    const page = await opened('many.computers')
    const { id } = await idOf('many.computers')
    await setUpApp(page)
    await part(page, 'Own computers').getByText(/^None/).waitFor()
    const computer = (device: string, byte: number) => ({
      user_id: id,
      device,
      token_hash: Buffer.alloc(32, byte),
      network_address: '203.0.113.7',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await demo.db
      .insertInto('own_computers')
      .values([computer('Chrome on Windows', 1), computer('Firefox on Linux', 2)])
      .execute()
    await page.reload()
    const computers = part(page, 'Own computers')
    await computers.getByText('Chrome on Windows', { exact: true }).waitFor()
    await part(page, 'Where you are logged in').getByText('This session').waitFor()
    await good(page)

    await button(page, 'Forget Firefox on Linux').click()
    await says(page, 'Firefox on Linux was forgotten.')
    await expect.poll(() => computers.getByText('Firefox on Linux', { exact: true }).count()).toBe(0)

    await button(page, 'End everything').click()
    await dialog(page, 'End everything?').getByRole('button', { name: 'End everything' }).click()
    await waitForPath(page, '/login')
    const left = await demo.db.selectFrom('own_computers').select('id').where('user_id', '=', id).execute()
    expect(left).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  full.test(
    'an app whose confirmation got no answer counts at the next try, and asks for new codes',
    async () => {
      const page = await opened('lost.answer')
      await link(page, 'Set up an app').click()
      await field(page, 'Code').fill(codeOf(await keyOn(page)))
      const confirmation = '**/api/my-sign-in/app/confirmation'
      await page.route(confirmation, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await button(page, 'Confirm').click()
      await page
        .getByRole('alert')
        .getByText(/No answer came from the server/)
        .waitFor()
      await expectFocus(button(page, 'Confirm'))
      await page.unroute(confirmation)
      await button(page, 'Confirm').click()
      await page.getByText(/If you have not seen its recovery codes, please make new ones\.$/).waitFor()
      await part(page, 'Authenticator app')
        .getByText(/^Set up on/)
        .waitFor()
    },
  )

  full.test('without a session the page leads to log in', async () => {
    const page = await demo.stranger()
    await page.goto('/my-sign-in')
    await page.waitForURL('**/login', { waitUntil: 'commit' })
  })

  full.test('where its scripts do not load the page says so, in its language, and loads again', async () => {
    const page = await opened('lost.scripts')
    const scripts = /\/assets\/(?:account-page-of|MySignInPage)-[^/]+\.js$/
    await page.route(scripts, (route) => route.abort())
    await page.goto('/fil/my-sign-in')
    await page.getByRole('alert').getByText('Walang sagot mula sa server', { exact: false }).waitFor()
    await good(page)
    await page.unroute(scripts)
    await button(page, 'Subukang muli').click()
    await title(page, 'Ang iyong pag-sign in').waitFor()
  })

  full.test('without an answer the page says so and tries again', async () => {
    const page = await opened('bad.line')
    await page.route('**/api/my-sign-in', (route) => route.abort())
    await page.reload()
    await page
      .getByRole('alert')
      .getByText(/^An unexpected error occurred\. No answer came/)
      .waitFor()
    await good(page)
    await page.unroute('**/api/my-sign-in')
    await button(page, 'Try again').click()
    await part(page, 'Where you are logged in').waitFor()
  })
})
