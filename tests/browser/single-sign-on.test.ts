import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withDemo } from '../support/browser/demo.ts'
import { watch } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { type OidcDouble, startOidcProvider } from '../support/doubles/oidc-provider.ts'
import { FULL, full } from '../support/full.ts'
import { freePort } from '../support/product/product.ts'
import { type AppOfPerson, endSitting, setUpApp } from '../support/product/second-factor.ts'
import { ask, sessionOf } from '../support/product/session.ts'
import { oidcSettings } from '../support/records/single-sign-on.ts'

const PERSON = 'fmb.admin'
/** who has a second factor as well */
const CAREFUL = 'r4a.approver'
const ENTRY = 'Log in with DENR login'
const KNOWN = 'Isabel Muñoz'

describe('single sign-on', () => {
  let provider: OidcDouble
  const demo = withDemo(async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    provider = await startOidcProvider(url)
    return { port, env: oidcSettings(provider.issuer, { PUBLIC_URL: url }) }
  })
  let page: Page
  let app: AppOfPerson

  beforeAll(async () => {
    if (FULL) app = await setUpApp(demo.product, CAREFUL)
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const sayAlert = (text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()
  const dialog = () => page.getByRole('dialog', { name: 'Already logged in.', exact: true })
  const answers = () => watch(page, 'POST', /\/api\/sign-in\/oidc\/answer$/)
  /** Whether this text is in any address of the window's history. */
  const isInAddress = (text: string) => page.url().includes(text)

  /** Links this demo person to the identity of Isabel. */
  async function link(name: string) {
    await ask(demo.product, 'delete from oidc_identities')
    await ask(
      demo.product,
      `insert into oidc_identities (issuer, subject, name, email, user_id, linked_at)
       select $1, 's-isabel', 'Isabel', '', id, now() from users where email = $2`,
      [provider.issuer, demoEmail(name)],
    )
  }

  beforeEach(async () => {
    await link(PERSON)
    await endSitting(demo.product, PERSON)
    await endSitting(demo.product, CAREFUL)
    page = await demo.stranger()
  })

  /** Goes to the provider, which knows nobody yet, and presses a button there. */
  async function visit(name: string) {
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await button(ENTRY).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await button(name).click()
  }
  async function comeBackAs(name: string) {
    await page.goto('/login')
    await visit(name)
  }

  test('logs in with one press, and out at the provider too', async () => {
    const sent = answers()
    await page.goto('/login')
    await picture(page, 'log-in-single')
    if (FULL) await expectGoodAtEverySize(page)
    await visit(KNOWN)
    await waitForPath(page, '/dashboard')
    expect(sent).toHaveLength(1)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
    // not to the page that has taken the answer
    await page.goBack()
    expect(page.url()).not.toContain('/sign-in/single')

    await page.goto('/dashboard')
    await page.getByRole('button', { name: / - / }).click()
    await page.getByRole('menuitem', { name: 'Logout', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout', exact: true }).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await button('Log out').click()
    await waitForPath(page, '/login')
  })

  full.test('asks about a session elsewhere and is not sent to the provider again', async () => {
    await sessionOf(demo.product, PERSON)
    const sent = answers()
    await comeBackAs(KNOWN)
    await dialog().waitFor()
    expect(isInAddress('code=')).toBe(false)
    expect(await page.evaluate(() => history.state)).toBeNull()
    if (FULL) await expectGoodAtEverySize(page)
    await button('Log in to this device').click()
    await waitForPath(page, '/dashboard')
    expect(sent.map((one) => (one.postDataJSON() as { force?: boolean }).force ?? false)).toEqual([
      false,
      true,
    ])

    await sessionOf(demo.product, PERSON)
    page = await demo.stranger()
    await comeBackAs(KNOWN)
    await dialog().waitFor()
    await button('Close').click()
    await heading('Log in').waitFor()
  })

  full.test('says why it failed, with the way back to the password', async () => {
    await comeBackAs('Sancho Stranger')
    await sayAlert(
      'DENR login knows you, but no account here is linked to it. Log in with your password and link it in your profile, or ask your administrator.',
    )
    await picture(page, 'single-sign-on-unknown')
    if (FULL) await expectGoodAtEverySize(page)
    await page.getByRole('link', { name: 'Return to log in' }).click()
    await heading('Log in').waitFor()

    await visit('Cancel')
    await sayAlert('DENR login did not sign you in. Please try again, or log in with your password.')
    // the query is gone: a reload leads to the log in page
    await page.reload()
    await heading('Log in').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  full.test('begun in Filipino it comes back to Filipino, with its refusal in Filipino', async () => {
    await page.goto('/fil/login')
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await button('Mag-log in gamit ang DENR login').click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await button('Sancho Stranger').click()
    await waitForPath(page, '/fil/sign-in/single')
    await sayAlert(
      'Kilala ka ng DENR login, ngunit walang account dito na naka-link sa iyo. Mag-log in gamit ang iyong password at i-link ito sa iyong profile, o magpatulong sa iyong tagapangasiwa.',
    )
    expect(isInAddress('code=')).toBe(false)
    await page.getByRole('link', { name: 'Bumalik sa pag-log in' }).click()
    await waitForPath(page, '/fil/login')
    // remembered once: the English address stays English
    await page.goto('/login')
    await heading('Log in').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('an answer that nobody asked for goes nowhere, whatever it names', async () => {
    await page.goto(
      '/sign-in/single?code=abc&state=def&next=https://elsewhere.example/&address=//elsewhere.example',
    )
    await sayAlert('This sign-in has ended or was used before. Please start again.')
    expect(new URL(page.url()).search).toBe('')
    await page.goto('/sign-in/single')
    await heading('Log in').waitFor()
  })

  full.test('the second step is asked after it; going back from it leads to the log in page', async () => {
    await link(CAREFUL)
    await comeBackAs(KNOWN)
    await heading('Second step').waitFor()
    expect(isInAddress('code=')).toBe(false)
    await page.goBack()
    await heading('Log in').waitFor()

    await comeBackAs(KNOWN)
    await page.getByLabel('Code', { exact: true }).fill(await app.code())
    await button('Log in').click()
    await waitForPath(page, '/dashboard')
  })

  full.test('links the account of the person who is signed in and returns to their page', async () => {
    await ask(demo.product, 'delete from oidc_identities')
    const own = await demo.as('r4a.admin')
    await ask(demo.product, `update sessions set proved_at = now(), proved_by = 'password'`)
    await own.goto('/change-password')
    const address = await own.evaluate(async () => {
      const reply = await fetch('/api/my-sign-in/oidc/start', {
        method: 'POST',
        headers: { 'x-api-key': 'demo-key', authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      return ((await reply.json()) as { address: string }).address
    })
    await own.goto(address)
    await own.getByRole('button', { name: 'Ramon Cruz', exact: true }).click()
    await waitForPath(own, '/my-sign-in')
    const linked = await ask(demo.product, 'select subject from oidc_identities where user_id is not null')
    expect(linked).toEqual([{ subject: 's-ramon' }])
  })

  full.test('an administrator offers a person a link, and takes the offer back', async () => {
    await ask(
      demo.product,
      `insert into oidc_identities (issuer, subject, name, email)
       values ($1, 's-katrina', 'Katrina Luna', 'k.luna@denr.example')`,
      [provider.issuer],
    )
    const admin = await demo.as('fmb.super')
    await admin.goto('/users?search=quezon.encoder')
    await admin.getByRole('button', { name: /^View/ }).first().click()
    await admin.getByText('Not linked').waitFor()
    await admin.getByRole('button', { name: 'Offer a link' }).click()
    const window = admin.getByRole('dialog', { name: /^Offer Katrina Luna a link to an account at / })
    await window.getByRole('button', { name: 'Offer link', exact: true }).click()
    await window.getByText('Choose the account to offer.').waitFor()
    await window.getByRole('combobox').fill('katrina')
    await admin.getByRole('option', { name: /^Katrina Luna, k\.luna@denr\.example/ }).click()
    await expectAccessible(admin)
    await window.getByRole('button', { name: 'Offer link', exact: true }).click()
    await window.waitFor({ state: 'hidden' })
    await admin.getByText(/Katrina Luna, k\.luna@denr\.example.*not accepted yet/).waitFor()
    if (FULL) await expectGoodAtEverySize(admin)
    await admin.getByRole('button', { name: 'Take back' }).click()
    await admin
      .getByRole('dialog', { name: 'Take back this offer?' })
      .getByRole('button', { name: 'Take back' })
      .click()
    await admin.getByText('Not linked').waitFor()
  })
})
