import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { mailedLink } from '../support/browser/mailed-link.ts'
import { withDemo, withSharedDemo } from '../support/browser/demo.ts'
import { clickTwice, pressLikeHand, watch, whileBlocked } from '../support/browser/on-screen.ts'
import { expectFocus, waitForPath as reachedBy } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { openFreshPage } from '../support/browser/browser-pool.ts'
import { openAs, postAs } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const NEW_PASSWORD = 'Kamagong-at-Ipil-2032!'
const GET_LINK = 'Get Reset Password Instructions'
const SESSION_KEYS = ['token', 'gkey', 'permissions', 'access_level', 'hierarchy_role']

describe('signing in and passwords', () => {
  const ADDRESSES = { HELPDESK_URL: 'mailto:help@bureau.example', TERMS_URL: 'https://bureau.example/terms' }
  const demo = FULL ? withDemo({ env: ADDRESSES }) : withSharedDemo()
  let page: Page

  beforeEach(async () => {
    page = await openFreshPage(demo.browser, { url: demo.product.url, token: null })
  })

  const open = (address: string, at = page) => at.goto(demo.product.url + address)
  const button = (name: string, at = page) => at.getByRole('button', { name, exact: true })
  const field = (label: string, at = page) => at.getByLabel(label, { exact: true })
  const seen = (text: string, at = page) => at.getByText(text, { exact: true }).waitFor()
  const alert = (text: string, at = page) => at.getByRole('alert').getByText(text, { exact: true }).waitFor()
  const reached = (pathname: string, at = page) => reachedBy(at, pathname)
  const stored = (key: string, at = page) => at.evaluate((name) => localStorage.getItem(name), key)
  /** the text under a field that is its description */
  const under = (label: string, at = page) =>
    field(label, at).evaluate((input) => {
      const id = input.getAttribute('aria-describedby')
      return input.getAttribute('aria-invalid') === 'true' && id
        ? document.getElementById(id)?.textContent
        : null
    })
  const saysUnder = (label: string, text: string | null, at = page) =>
    expect.poll(() => under(label, at), { message: label }).toBe(text)
  /** waits until the scripts have loaded */
  const enabled = (name: string, at = page) => expect.poll(() => button(name, at).isEnabled()).toBe(true)
  const disabled = (name: string, at = page) => expect.poll(() => button(name, at).isDisabled()).toBe(true)

  async function logIn(
    name: string,
    password = DEMO_PASSWORD,
    at = page,
    press = (one: Locator) => one.click(),
  ) {
    await open('/login', at)
    await field('Email address', at).fill(demoEmail(name))
    await field('Password', at).fill(password)
    await press(button('Log in', at))
  }

  test('[AUTH-01] [AUTH-03] [AUTH-04] [AUTH-05] [AUTH-06] [SHELL-01] the log in page has its fields, its button and its links', async () => {
    await open('/login')
    await field('Email address').waitFor()
    await field('Password').waitFor()
    await enabled('Log in')
    const footer = page.getByRole('contentinfo')
    await footer.getByText('2025 Forest Management Bureau').waitFor()
    const [helpdesk, terms] = ['Helpdesk', 'Terms of use'].map((name) => footer.getByRole('link', { name }))
    await helpdesk?.waitFor()
    await terms?.waitFor()
    if (FULL) {
      await expect.poll(() => helpdesk?.getAttribute('href')).toBe(ADDRESSES.HELPDESK_URL)
      await expect.poll(() => terms?.getAttribute('href')).toBe(ADDRESSES.TERMS_URL)
      await expectGoodAtEverySize(page)
    }

    // no address is configured, so the bureau's own text opens (S-104)
    await footer.getByRole('link', { name: 'Privacy policy' }).click()
    await page.getByRole('dialog', { name: 'Privacy policy' }).waitFor()
    if (FULL) await expectGoodDialog(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(footer.getByRole('link', { name: 'Privacy policy' }))

    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await reached('/forgot-password')
    await page.goBack()
    await page.getByRole('link', { name: 'See the approved SITES without logging in' }).click()
    await reached('/site/approved')
  })

  test('[AUTH-17] [AUTH-19] [AUTH-20] [AUTH-21] [ERRORS-07] an empty or mistyped form says what is missing; what the server says of a field stands under it, the first sentence of each list', async () => {
    await open('/login')
    await button('Log in').click()
    await saysUnder('Email address', 'Email address is required.')
    await saysUnder('Password', 'Password is required.')
    await expectFocus(field('Email address'))
    if (FULL) await expectGoodAtEverySize(page)

    await field('Email address').fill('abc')
    await button('Log in').click()
    await saysUnder('Email address', 'Please enter a valid email address.')
    await field('Email address').fill('abc@bureau.example')
    await button('Log in').click()
    await saysUnder('Email address', null)
    await saysUnder('Password', 'Password is required.')

    await field('Email address').fill(demoEmail('quezon.encoder'))
    await field('Password').fill('Not-the-Password-1')
    await page.getByLabel('Show password').check()
    await expect.poll(() => field('Password').getAttribute('type')).toBe('text')
    await page.getByLabel('Show password').uncheck()
    await expect.poll(() => field('Password').getAttribute('type')).toBe('password')
    await expect.poll(() => field('Password').inputValue()).toBe('Not-the-Password-1')
    await button('Log in').click()
    await saysUnder('Email address', 'These credentials do not match our records.')

    const errors = {
      email: ['First of the address.', 'Second.'],
      password: ['First of the word.', 'Second.'],
    }
    const refusal = { message: 'Validation failed', errors }
    await page.route('**/api/login', (route) => route.fulfill({ status: 422, json: refusal }))
    await button('Log in').click()
    await saysUnder('Email address', 'First of the address.')
    await saysUnder('Password', 'First of the word.')
    await expect.poll(() => page.getByText('Second.').count()).toBe(0)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => field('Email address').inputValue()).toBe(demoEmail('quezon.encoder'))
  })

  full.test('[AUTH-18] [ERRORS-03] any other refusal of a log in stands above the form', async () => {
    await logIn('left.encoder')
    await alert('Your account has been deactivated. Please contact your administrator.')

    for (const [status, message] of [
      [403, 'This account may not log in here.'],
      [500, 'The server is being repaired.'],
    ] as const) {
      await page.route('**/api/login', (route) => route.fulfill({ status, json: { message } }))
      await button('Log in').click()
      await alert(message)
    }
    if (FULL) await expectGoodAtEverySize(page)
    await page.unroute('**/api/login')
    await page.route('**/api/login', (route) => route.abort())
    await button('Log in').click()
    await alert(
      'An unexpected error occurred. No answer came from the server: please check your connection and try again.',
    )
    await expect.poll(() => stored('token')).toBeNull()
  })

  test('[AUTH-02] [AUTH-13] logging in reaches the dashboard; guests-only pages then lead there too', async () => {
    const sent = watch(page, 'POST', /\/api\/login$/)
    await logIn('fmb.approver', DEMO_PASSWORD, page, (one) =>
      whileBlocked(page, /\/api\/login$/, () => clickTwice(one)),
    )
    await reached('/dashboard')
    expect(sent).toHaveLength(1)
    await expect.poll(() => stored('token')).toBeTruthy()
    for (const address of ['/login', '/forgot-password', '/reset-password?token=a&email=b']) {
      await open(address)
      // the redirect counts, not the page it loads
      await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
    }
  })

  test('[AUTH-14] [AUTH-15] [AUTH-16] a second device is asked before it ends the first session', async () => {
    await logIn('zds.approver')
    await reached('/dashboard')
    const second = await openFreshPage(demo.browser, { url: demo.product.url, token: null })
    await logIn('zds.approver', DEMO_PASSWORD, second)
    const dialog = second.getByRole('dialog', { name: 'Already logged in.', exact: true })
    await dialog.getByText(/Logging in on this device ends the initial session\./).waitFor()
    if (FULL) await expectGoodDialog(second)
    await button('Close', second).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => field('Email address', second).inputValue()).toBe(demoEmail('zds.approver'))
    await expect.poll(() => stored('token', second)).toBeNull()

    await button('Log in', second).click()
    await dialog.waitFor()
    const forced = second.waitForRequest('**/api/login')
    await button('Log in to this device', second).click()
    expect((await forced).postDataJSON()).toMatchObject({ force: true })
    await reached('/dashboard', second)

    // the first device notices it at its next call
    const refused = page.waitForResponse((reply) => reply.status() === 401)
    await page.getByRole('link', { name: 'Profiling of SITES', exact: true }).click()
    await refused
    await reached('/login')
    await expect.poll(() => stored('token')).toBeNull()
  })

  full.test('[AUTH-07] [AUTH-08] [AUTH-22] forgot password asks for one valid address', async () => {
    await open('/forgot-password')
    await expect.poll(() => page.getByRole('textbox').count()).toBe(1)
    await disabled(GET_LINK)
    await field('Email address').fill('abc')
    await field('Email address').blur()
    await saysUnder('Email address', 'Please enter a valid email.')
    await disabled(GET_LINK)
    if (FULL) await expectGoodAtEverySize(page)
    await field('Email address').fill('a@b.ph')
    await enabled(GET_LINK)
    await saysUnder('Email address', null)

    const refusal = { message: 'Validation failed', errors: { email: ['Ask your office.'] } }
    await page.route('**/api/forgot-password', (route) => route.fulfill({ status: 422, json: refusal }))
    await button(GET_LINK).click()
    await saysUnder('Email address', 'Ask your office.')

    // a message that appears does not move the link while it is pressed
    await field('Email address').fill('b@c.ph')
    await saysUnder('Email address', null)
    await field('Email address').fill('abc')
    await pressLikeHand(page.getByRole('link', { name: 'Back to log in' }))
    await reached('/login')
  })

  const fillForgot = (at: Page) => field('Email address', at).fill('a@b.ph')
  const fillReset = async (at: Page) => {
    await field('New password', at).fill(NEW_PASSWORD)
    await field('Confirm password', at).fill(NEW_PASSWORD)
  }
  const fillChange = async (at: Page) => {
    await field('Old password', at).fill(DEMO_PASSWORD)
    await fillReset(at)
  }
  // clicked twice, each button sends once
  full.test.each([
    {
      address: '/forgot-password',
      call: '**/api/forgot-password',
      submit: GET_LINK,
      fill: fillForgot,
      name: 'email',
      label: 'Email address',
    },
    {
      address: '/reset-password?token=a&email=a%40b.ph',
      call: '**/api/reset-password',
      submit: 'Create password',
      fill: fillReset,
      name: 'password',
      label: 'New password',
    },
    {
      address: '/change-password',
      call: '**/api/change-password',
      submit: 'Change password',
      fill: fillChange,
      name: 'old_password',
      label: 'Old password',
    },
  ])('[AUTH-44] [ERRORS-04] $address: a lost line says so, a server its own sentences', async (screen) => {
    const { address, call, submit, fill, name, label } = screen
    const signedIn = address === '/change-password'
    const mine = signedIn ? await openAs(demo.browser, demo.product, 'r9.approver', address) : null
    const at = mine ?? page
    if (!mine) await open(address)
    await fill(at)
    await enabled(submit, at)

    await at.route(call, (route) => route.abort())
    await button(submit, at).click()
    await alert('Something went wrong.', at)
    await at.unroute(call)

    const message = 'The server is being repaired.'
    await at.route(call, (route) => route.fulfill({ status: 500, json: { message } }))
    await button(submit, at).click()
    await alert(message, at)
    await at.unroute(call)

    const refusal = { message: 'Validation failed', errors: { [name]: ['Think again.', 'Please.'] } }
    await at.route(call, (route) => route.fulfill({ status: 422, json: refusal }))
    const sent = watch(at, 'POST', new RegExp(`/api/${call.split('/').at(-1)}$`))
    await whileBlocked(at, /\/api\/\w+-password$/, () => clickTwice(button(submit, at)))
    await saysUnder(label, 'Think again.', at)
    expect(sent).toHaveLength(1)
    await expect.poll(() => at.getByRole('alert').count()).toBe(0)
    await expect.poll(() => at.getByRole('dialog').count()).toBe(0)
  })

  test('[AUTH-09] [AUTH-10] [AUTH-23] [AUTH-36] [AUTH-39] the mailed link creates a password, once', async () => {
    const email = demoEmail('ncr.encoder')
    await open('/forgot-password')
    await field('Email address').fill(email)
    await button(GET_LINK).click()
    const sent = page.getByRole('dialog', { name: 'Password Reset Successful', exact: true })
    await sent
      .getByText('Please check your email to finish resetting your password.', { exact: true })
      .waitFor()
    if (FULL) await expectGoodDialog(page)
    await sent.getByRole('link', { name: 'Return to log in' }).click()
    await reached('/login')

    const link = await mailedLink(demo.product, email)
    expect(link.searchParams.get('email')).toBe(email)
    await open(link.pathname + link.search)
    await page.getByRole('list', { name: 'Password rules' }).waitFor()
    await page.getByRole('status', { name: 'Password strength' }).waitFor()
    await disabled('Create password')
    const fill = async (password: string, confirmation: string) => {
      await field('New password').fill(password)
      await field('Confirm password').fill(confirmation)
    }
    const strength = (text: string) =>
      expect.poll(() => page.getByRole('status', { name: 'Password strength' }).textContent()).toBe(text)
    await fill('Password-2032-Ipil', 'Password-2032-Ipil')
    await strength('Strong')
    // every rule is ticked, so the reason is shown
    await saysUnder(
      'New password',
      'Password contains "password", which is easily guessed. Please choose another one.',
    )
    await disabled('Create password')
    await fill(NEW_PASSWORD, `${NEW_PASSWORD}!`)
    await strength('Very Strong')
    await saysUnder('Confirm password', 'Passwords do not match')
    await disabled('Create password')
    if (FULL) await expectGoodAtEverySize(page)
    await fill(NEW_PASSWORD, NEW_PASSWORD)
    await enabled('Create password')
    const request = page.waitForRequest('**/api/reset-password')
    await button('Create password').click()
    expect((await request).postDataJSON()).toMatchObject({ email, token: link.searchParams.get('token') })
    const done = page.getByRole('dialog', { name: 'Create Password Successful' })
    await done.waitFor()
    if (FULL) await expectGoodDialog(page)
    await done.getByRole('link', { name: 'Return to log in' }).click()
    await reached('/login')

    await open(link.pathname + link.search)
    await fill(NEW_PASSWORD, NEW_PASSWORD)
    await button('Create password').click()
    await page.getByRole('dialog', { name: 'Password Reset Unsuccessful', exact: true }).waitFor()

    await logIn('ncr.encoder', NEW_PASSWORD)
    await reached('/dashboard')
  })

  full.test(
    '[AUTH-38] [AUTH-40] a link without its parts names the three causes and the way out',
    async () => {
      for (const part of ['token=a', 'email=a%40b.ph']) {
        await open(`/reset-password?${part}`)
        const dialog = page.getByRole('dialog', { name: 'Password Reset Unsuccessful', exact: true })
        for (const cause of ['Link expired', 'Link already used', 'Process error'])
          await dialog.getByText(cause).waitFor()
        if (FULL && part === 'token=a') await expectGoodAtEverySize(page)
        await dialog.getByRole('link', { name: 'Retry password reset', exact: true }).click()
        await reached('/forgot-password')
      }
    },
  )

  full.test(
    '[AUTH-24] [AUTH-25] [AUTH-26] [AUTH-27] [AUTH-28] [AUTH-29] [AUTH-31] [AUTH-32] [AUTH-33] [AUTH-34] [AUTH-35] the checklist follows the typing, the meter names the strength',
    async () => {
      await open('/reset-password?token=a&email=b')
      await disabled('Create password')
      const holds = (label: string) =>
        page.getByRole('listitem').filter({ hasText: label }).getByText('(done)').count()
      const toggles = async (label: string, without: string, withIt: string) => {
        await field('New password').fill(without)
        await expect.poll(() => holds(label), { message: label }).toBe(0)
        await field('New password').fill(withIt)
        await expect.poll(() => holds(label), { message: label }).toBe(1)
      }
      await toggles('At least 12 characters', 'abcdefghijk', 'abcdefghijkl')
      await toggles('At least one lower case letter', 'AAAA', 'AAAa')
      await toggles('At least one upper case letter', 'aaaa', 'aaaA')
      await toggles('At least one special character', 'aaaa', 'aaa!')
      await toggles('At least one number', 'aaaa', 'aaa1')
      await field('Confirm password').fill('aaa2')
      await saysUnder('Confirm password', 'Passwords do not match')
      await field('Confirm password').fill('aaa1')
      await saysUnder('Confirm password', null)

      // password.test.ts covers the levels
      for (const [strength, password] of [
        ['Very Weak', 'A-2031!'],
        ['Weak', 'abcdefghij'],
        // the list of the most used passwords has loaded by now (S-134)
        ['Weak', 'Welcome12345!'],
        ['Fair', 'Kagubatan-at-Dagat'],
        ['Strong', 'Aa1!LetMeIn-2031'],
        ['Very Strong', 'Kagubatan#2031'],
      ] as const) {
        await field('New password').fill(password)
        await expect
          .poll(() => page.getByRole('status', { name: 'Password strength' }).textContent(), {
            message: password,
          })
          .toBe(strength)
      }
    },
  )

  full.test(
    '[AUTH-11] [AUTH-12] changing the password needs a session; its way back opens the own profile',
    async () => {
      await open('/change-password')
      await reached('/login')
      const mine = await openAs(demo.browser, demo.product, 'r4a.admin', '/change-password')
      for (const label of ['Old password', 'New password', 'Confirm password'])
        await expect.poll(() => field(label, mine).getAttribute('type')).toBe('password')
      if (FULL) await expectGoodAtEverySize(mine)
      const back = mine.getByRole('link', { name: 'Back to profile' })
      await expect.poll(() => back.getAttribute('href')).toBe('/dashboard?openProfile=true')
      await back.click()
      await reached('/dashboard', mine)
      await mine.getByRole('dialog', { name: 'My profile' }).waitFor()
    },
  )

  full.test(
    '[AUTH-30] [AUTH-37] [AUTH-41] [AUTH-42] [AUTH-43] a changed password signs out everywhere',
    async () => {
      const mine = await openAs(demo.browser, demo.product, 'quezon.approver', '/report')
      await mine.getByRole('navigation', { name: 'Main' }).waitFor()
      const token = await stored('token', mine)
      const headers = { 'x-api-key': 'demo-key', authorization: `Bearer ${token}` }

      await open('/change-password', mine)
      const fill = async (old: string, password: string) => {
        await field('Old password', mine).fill(old)
        await field('New password', mine).fill(password)
        await field('Confirm password', mine).fill(password)
      }
      await fill('Wrong-Password-1!', 'abcdefgh1')
      await seen('Fair', mine)
      await disabled('Change password', mine)
      await fill(DEMO_PASSWORD, DEMO_PASSWORD)
      await saysUnder('New password', 'New password cannot be the same as the current password.', mine)
      await disabled('Change password', mine)
      const same = await mine.request.post(`${demo.product.url}/api/change-password`, {
        headers,
        data: {
          email: demoEmail('quezon.approver'),
          old_password: DEMO_PASSWORD,
          password: DEMO_PASSWORD,
          password_confirmation: DEMO_PASSWORD,
        },
      })
      expect(same.status()).toBe(422)
      expect((await same.json()).errors.password).toEqual([
        'New password cannot be the same as the current password.',
      ])
      await fill('Wrong-Password-1!', 'Password-2032-Ipil')
      await seen('Strong', mine)
      await enabled('Change password', mine)
      await fill('Wrong-Password-1!', NEW_PASSWORD)
      await seen('Very Strong', mine)
      await button('Change password', mine).click()
      await saysUnder('Old password', 'The old password is incorrect.', mine)
      if (FULL) await expectGoodAtEverySize(mine)

      await fill(DEMO_PASSWORD, NEW_PASSWORD)
      await button('Change password', mine).click()
      const done = mine.getByRole('dialog', { name: 'Change Password Successful', exact: true })
      await done.waitFor()
      if (FULL) await expectGoodDialog(mine)
      for (const key of SESSION_KEYS) await expect.poll(() => stored(key, mine), { message: key }).toBeNull()
      await done.getByRole('link', { name: 'Return to log in' }).click()
      await reached('/login', mine)
      const reply = await mine.request.get(`${demo.product.url}/api/validate-token`, { headers })
      expect(reply.status()).toBe(401)

      await logIn('quezon.approver', NEW_PASSWORD)
      await reached('/dashboard')
    },
  )

  full.test(
    '[S-133] [S-134] a mailed password leads to choosing an own one before anything else',
    async () => {
      const email = demoEmail('zds.encoder')
      await postAs(demo.product, 'fmb.admin', '/users/reset-password', { email })
      const folder = path.join(demo.product.dataDir, 'mail')
      const texts = await Promise.all(
        readdirSync(folder)
          .filter((name) => name.endsWith('.eml'))
          .map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))),
      )
      const mail = texts.find(
        ({ subject, to }) => subject === 'Your new password' && to?.[0]?.address === email,
      )
      const [, mailed = ''] = /password is:\s+(\S+)/.exec(mail?.text ?? '') ?? []
      await logIn('zds.encoder', mailed)
      await reached('/change-password')
      await page.getByText('Please choose a password of your own first.').waitFor()
      expect(await page.getByRole('link', { name: 'Back to profile' }).count()).toBe(0)
      if (FULL) await expectGoodAtEverySize(page)
      await open('/sitemap')
      await reached('/change-password')

      const fill = async (password: string) => {
        await field('Old password').fill(mailed)
        await field('New password').fill(password)
        await field('Confirm password').fill(password)
      }
      await fill('Maricel-Dagat-31!')
      await saysUnder(
        'New password',
        'Password contains "maricel", which is part of your name. Please choose another one.',
      )
      await seen('Weak')
      await disabled('Change password')
      await fill(NEW_PASSWORD)
      await seen('Very Strong')
      await button('Change password').click()
      await page.getByRole('dialog', { name: 'Change Password Successful', exact: true }).waitFor()
      await logIn('zds.encoder', mailed)
      await saysUnder('Email address', 'These credentials do not match our records.')
      await logIn('zds.encoder', NEW_PASSWORD)
      await reached('/dashboard')
    },
  )
})
