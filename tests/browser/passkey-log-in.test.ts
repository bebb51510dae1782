import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { addAuthenticator } from '../support/browser/authenticator.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { tabTo, watch } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { ownPlace } from '../support/browser/places.ts'
import { waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { endSitting, sittingOf } from '../support/product/second-factor.ts'
import { ask, sessionOf } from '../support/product/session.ts'

const PERSON = 'passkey-log-in.approver'
const LOG_IN = 'Log in with a passkey'
const NOT_USED = 'The passkey was not used. Please try again, or choose another way.'

describe('logging in with a passkey', () => {
  const demo = withSharedDemo()
  let page: Page
  let authenticator: Awaited<ReturnType<typeof addAuthenticator>>

  beforeAll(async () => {
    await ownPlace(demo, 'passkey-log-in', ['encoder', 'approver'])
    // a log in page offers passkeys while a level is asked for one
    if (FULL)
      await ask(demo.product, `update factor_demands set demand = 'offered' where access_level = 'FMB'`)
  })
  beforeEach(async () => {
    page = await demo.stranger()
    await page.goto('/login')
    authenticator = await addAuthenticator(page)
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const sayAlert = (text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()

  /** Adds a passkey of this page's authenticator for the person, proved, who is logged out afterwards. */
  async function addPasskey() {
    const post = await sittingOf(demo.product, PERSON)
    type Asked = { options: object }
    const added = await post<Asked>('/my-sign-in/passkeys/options', { purpose: 'add', own_computer: true })
    const made = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
    }, added.options)
    const { id } = await post<{ id: number }>('/my-sign-in/passkeys', { name: 'Laptop', passkey: made })
    const asked = await post<Asked>('/my-sign-in/passkeys/options', { purpose: 'test' })
    const used = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
    }, asked.options)
    await post(`/my-sign-in/passkeys/${id}/test`, { passkey: used })
    await endSitting(demo.product, PERSON)
  }
  async function enterPassword() {
    await field('Email address').fill(demoEmail(PERSON))
    await field('Password').fill(DEMO_PASSWORD)
    await button('Log in').click()
    await page.getByRole('heading', { level: 1, name: 'Second step', exact: true }).waitFor()
  }

  full.test(
    'needs no address and no password; a session elsewhere is ended without a second touch',
    async () => {
      await addPasskey()
      await picture(page, 'log-in-with-passkey')
      if (FULL) await expectGoodAtEverySize(page)
      await sessionOf(demo.product, PERSON)
      const asked = watch(page, 'POST', /\/api\/login\/passkey\/options$/)
      await tabTo(button(LOG_IN))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Already logged in.', exact: true }).waitFor()
      await button('Log in to this device').click()
      await waitForPath(page, '/dashboard')
      expect(asked).toHaveLength(1)
      expect(await page.evaluate(() => localStorage.getItem('user_id'))).toBeTruthy()
    },
  )

  full.test('says that the passkey was not used, and that one is not known here', async () => {
    await authenticator.setRecognised(false)
    await addPasskeyOfAnother()
    await button(LOG_IN).click()
    await sayAlert(NOT_USED)
    await authenticator.setRecognised(true)
    await button(LOG_IN).click()
    await sayAlert('This passkey is not known here. Please log in with your password.')
    await picture(page, 'passkey-unknown')
    expect(await button('Log in').isEnabled()).toBe(true)
  })

  /** Gives the authenticator a passkey for this address that the product does not know. */
  async function addPasskeyOfAnother() {
    await authenticator.setRecognised(true)
    await page.evaluate(() =>
      navigator.credentials.create({
        publicKey: {
          challenge: new Uint8Array(32),
          rp: { name: 'Another', id: 'localhost' },
          user: { id: new Uint8Array([1, 2, 3]), name: 'another', displayName: 'Another' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      }),
    )
    await authenticator.setRecognised(false)
  }

  test('is a second step after the password, and can remember an own computer', async () => {
    await addPasskey()
    await enterPassword()
    await authenticator.setRecognised(false)
    await button('Use a passkey').click()
    await sayAlert(NOT_USED)
    await authenticator.setRecognised(true)
    await page.getByRole('radio', { name: 'Yes, do not ask here for 30 days' }).check()
    await button('Use a passkey').click()
    await waitForPath(page, '/dashboard')
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('own_computer')
  })

  full.test('a browser without passkeys has no button for them', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await page.reload()
    await expect.poll(() => button('Log in').isEnabled()).toBe(true)
    await expect.poll(() => button(LOG_IN).count()).toBe(0)
  })
})
