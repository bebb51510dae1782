import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { mailedLink } from '../support/browser/mailed-link.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { setUpApp } from '../support/product/second-factor.ts'
import { addPerson, ask } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const NEW_PASSWORD = 'Kamagong-at-Ipil-2032!'

/** Words that every English sentence has one of, and no Filipino text. */
const ENGLISH =
  /\b(?:the|your|you|is|are|of|to|and|with|please|for|this|it|was|not|or|from|will|has|have|been|each|only|again)\b/i

/** The texts of the page that a person reads or hears and that are English. */
const englishOn = (page: Page) =>
  page
    .evaluate(() => {
      const found: string[] = [document.title]
      const visit = (element: Element) => {
        if (element.matches('script, style, noscript') || element.closest('[lang="en"]:not(html)')) return
        for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
          found.push(element.getAttribute(name) ?? '')
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
        for (const child of element.children) visit(child)
      }
      visit(document.body)
      return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
    })
    .then((texts) => texts.filter((text) => ENGLISH.test(text)))

const expectFilipino = async (page: Page) => {
  expect(await page.locator('html').getAttribute('lang')).toBe('fil')
  expect(await englishOn(page), page.url()).toEqual([])
}

describe('the sign-in pages in Filipino', () => {
  const demo = withSharedDemo()

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
  /** the sentence under a field */
  const under = (page: Page, label: string) =>
    field(page, label).evaluate((input) => {
      const [id = ''] = (input.getAttribute('aria-describedby') ?? '').split(' ')
      return input.getAttribute('aria-invalid') === 'true' ? document.getElementById(id)?.textContent : null
    })
  const saysUnder = (page: Page, label: string, text: string) =>
    expect.poll(() => under(page, label), { message: label }).toBe(text)

  async function enterPassword(page: Page, name: string, password = DEMO_PASSWORD) {
    await field(page, 'Email address').fill(demoEmail(name))
    await field(page, 'Password').fill(password)
    await button(page, 'Mag-log in').click()
  }

  test('logging in: what is missing and what is wrong, then the dashboard', async () => {
    const page = await demo.stranger()
    await page.goto('/login')
    await link(page, 'Filipino').click()
    await waitForPath(page, '/fil/login')
    await title(page, 'Mag-log in').waitFor()
    await picture(page, 'log-in-filipino')
    await expectFilipino(page)
    if (FULL) await expectGoodAtEverySize(page)

    await button(page, 'Mag-log in').click()
    await saysUnder(page, 'Email address', 'Kailangan ang email address.')
    await saysUnder(page, 'Password', 'Kailangan ang password.')
    await enterPassword(page, 'laguna.approver', 'Wrong-Wrong-2031!')
    await saysUnder(page, 'Email address', 'Hindi tugma sa aming mga tala ang inilagay mo.')
    await expectFilipino(page)
    if (FULL) await expectGoodAtEverySize(page)

    await page.route('**/api/login', (route) => route.abort())
    await enterPassword(page, 'laguna.approver')
    await page.getByRole('alert').getByText('Walang sagot mula sa server').waitFor()
    await expectFilipino(page)
    await page.unroute('**/api/login')
    await enterPassword(page, 'laguna.approver')
    await waitForPath(page, '/dashboard')
    expect(await page.locator('html').getAttribute('lang')).toBe('en')

    // from the screens of the staff back to the language of the log in, until another is chosen
    await page.goto('/my-sign-in')
    await waitForPath(page, '/fil/my-sign-in')
    await link(page, 'English').click()
    await title(page, 'Your sign-in').waitFor()
    await page.reload()
    await waitForPath(page, '/my-sign-in')
  })

  full.test('the second step, and a session on another device', async () => {
    const app = await setUpApp(demo.product, 'r4a.approver')
    const [page, other] = [await demo.stranger(), await demo.stranger()]
    await page.goto('/fil/login')
    await enterPassword(page, 'r4a.approver')
    await title(page, 'Ikalawang hakbang').waitFor()
    expect(await page.title()).toMatch(/^Ikalawang hakbang – /)
    await page.getByText('Nawala ba ang iyong telepono?').click()
    await expectFilipino(page)
    await expectGoodAtEverySize(page)
    expect(await link(page, 'Bumalik sa password').getAttribute('href')).toBe('/fil/login')
    await button(page, 'Mag-log in').click()
    await saysUnder(page, 'Code', 'Maglagay ng code.')
    await field(page, 'Code').fill('000000')
    await button(page, 'Mag-log in').click()
    await saysUnder(page, 'Code', 'Mali ang code na ito.')
    await expectFilipino(page)
    await field(page, 'Code').fill(await app.code())
    await button(page, 'Mag-log in').click()
    await waitForPath(page, '/dashboard')

    await other.goto('/fil/login')
    await enterPassword(other, 'r4a.approver')
    await field(other, 'Code').fill(await app.code())
    await button(other, 'Mag-log in').click()
    const dialog = other.getByRole('dialog', { name: 'Naka-log in na.', exact: true })
    await dialog.waitFor()
    await expectFilipino(other)
    await button(other, 'Mag-log in sa device na ito').click()
    await waitForPath(other, '/dashboard')
  })

  full.test('a forgotten password: the mail is asked for, its link creates another one, once', async () => {
    const email = demoEmail('ncr.encoder')
    const page = await demo.stranger()
    await page.goto('/fil/login')
    await link(page, 'Nakalimutan mo ba ang iyong password?').click()
    await waitForPath(page, '/fil/forgot-password')
    await field(page, 'Email address').fill('abc')
    await field(page, 'Email address').blur()
    await saysUnder(page, 'Email address', 'Maglagay ng wastong email.')
    await expectFilipino(page)
    await field(page, 'Email address').fill(email)
    await button(page, 'Kunin ang mga tagubilin sa pag-reset ng password').click()
    const sent = page.getByRole('dialog')
    await sent.getByText('Tingnan ang iyong email para matapos ang pag-reset ng iyong password.').waitFor()
    await expectFilipino(page)
    expect(await link(page, 'Bumalik sa pag-log in').last().getAttribute('href')).toBe('/fil/login')

    // the mail is in the language of its person; from there the page keeps the link
    const { search } = await mailedLink(demo.product, email)
    await page.goto(`/reset-password${search}`)
    await link(page, 'Filipino').click()
    await waitForPath(page, '/fil/reset-password')
    await title(page, 'Gumawa ng password').waitFor()
    await field(page, 'Bagong password').fill('Password-2032-Ipil')
    await saysUnder(
      page,
      'Bagong password',
      'Nasa password ang "password", na madaling hulaan. Pumili ng iba.',
    )
    await says(page, 'Malakas')
    await field(page, 'Bagong password').fill('Encoder-2032-Ipil!')
    await saysUnder(
      page,
      'Bagong password',
      'Nasa password ang "encoder", na bahagi ng iyong email address. Pumili ng iba.',
    )
    await field(page, 'Kumpirmahin ang password').fill(NEW_PASSWORD)
    await saysUnder(page, 'Kumpirmahin ang password', 'Hindi magkatugma ang mga password')
    await expectFilipino(page)
    await expectGoodAtEverySize(page)
    await field(page, 'Bagong password').fill(NEW_PASSWORD)
    await button(page, 'Gumawa ng password').click()
    await page.getByRole('dialog', { name: 'Matagumpay na nagawa ang password', exact: true }).waitFor()
    await expectFilipino(page)

    await page.goto(`/fil/reset-password${search}`)
    await field(page, 'Bagong password').fill(NEW_PASSWORD)
    await field(page, 'Kumpirmahin ang password').fill(NEW_PASSWORD)
    await button(page, 'Gumawa ng password').click()
    await page.getByRole('dialog', { name: 'Hindi na-reset ang password', exact: true }).waitFor()
    await expectFilipino(page)
    await link(page, 'Subukang muli ang pag-reset ng password').click()
    await waitForPath(page, '/fil/forgot-password')
  })

  full.test('changing the password', async () => {
    const page = await demo.as('quezon.approver')
    await page.goto('/fil/change-password')
    await title(page, 'Palitan ang password').waitFor()
    await expectFilipino(page)
    await field(page, 'Lumang password').fill('Wrong-Wrong-2031!')
    await field(page, 'Bagong password').fill(NEW_PASSWORD)
    await field(page, 'Kumpirmahin ang password').fill(NEW_PASSWORD)
    await says(page, 'Napakalakas')
    await button(page, 'Palitan ang password').click()
    await saysUnder(page, 'Lumang password', 'Mali ang lumang password.')
    await expectFilipino(page)
    await expectGoodAtEverySize(page)
    await field(page, 'Lumang password').fill(DEMO_PASSWORD)
    await button(page, 'Palitan ang password').click()
    const done = page.getByRole('dialog', { name: 'Matagumpay na napalitan ang password', exact: true })
    await done.waitFor()
    await expectFilipino(page)
    await done.getByRole('link', { name: 'Bumalik sa pag-log in' }).click()
    await waitForPath(page, '/fil/login')
  })

  full.test('your sign-in: setting up an app, codes on paper, removing, the end of a session', async () => {
    const stranger = await demo.stranger()
    await stranger.goto('/fil/my-sign-in')
    await waitForPath(stranger, '/fil/login')

    await addPerson(demo.product, 'maria.santos', 'PENRO', ['dashboard_access'])
    const page = await demo.as('maria.santos')
    await page.goto('/my-sign-in')
    await link(page, 'Filipino').click()
    await waitForPath(page, '/fil/my-sign-in')
    await title(page, 'Ang iyong pag-sign in').waitFor()
    await says(page, 'Piliin ang iyong second factor')
    await picture(page, 'my-sign-in-filipino')
    await expectFilipino(page)
    await expectGoodAtEverySize(page)

    // as a while after the log in, which was a proof
    await ask(
      demo.product,
      `update sessions set proved_at = null, proved_by = null where user_id = (select id from users where email = $1)`,
      [demoEmail('maria.santos')],
    )
    await link(page, 'Mag-set up ng app').click()
    await page.getByRole('dialog', { name: 'Kumpirmahin na ikaw nga ito', exact: true }).waitFor()
    await expectFilipino(page)
    await expectGoodDialog(page)
    await button(page, 'Kanselahin').click()
    await page
      .getByRole('alert')
      .getByText('Kumpirmahin na ikaw nga ito, gamit ang iyong password.')
      .waitFor()
    await button(page, 'Subukang muli').click()
    await field(page, 'Password').fill('Wrong-Wrong-2031!')
    await button(page, 'Kumpirmahin').click()
    await saysUnder(page, 'Password', 'Mali ang password na ito.')
    await expectFilipino(page)
    await ask(
      demo.product,
      `update sessions set proved_at = now(), proved_by = 'password'
       where user_id = (select id from users where email = $1)`,
      [demoEmail('maria.santos')],
    )
    await button(page, 'Kanselahin').click()
    await button(page, 'Subukang muli').click()
    await page.getByRole('img', { name: 'QR code na may key para sa app' }).waitFor()
    await expectFilipino(page)
    await expectGoodAtEverySize(page)
    const key = (await page.locator('[data-key]').textContent())?.replaceAll(' ', '') ?? ''
    await field(page, 'Code').fill('12345')
    await button(page, 'Kumpirmahin').click()
    await saysUnder(page, 'Code', 'Mali ang code na ito.')
    await field(page, 'Code').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
    await button(page, 'Kumpirmahin').click()
    await title(page, 'Ang iyong mga recovery code').waitFor()
    await button(page, 'Magpatuloy').click()
    await says(page, 'Itago muna ang mga code, at lagyan ng tsek ang kahon kapag naitago mo na.')
    await expectFilipino(page)
    await field(page, 'Naitago ko na ang mga code na ito').check()
    await button(page, 'Magpatuloy').click()
    await says(page, 'Naka-set up na ang iyong authenticator app para sa susunod mong pag-log in.')
    await page
      .getByText(/^Na-set up noong (?:Ene|Peb|Mar|Abr|May|Hun|Hul|Ago|Set|Okt|Nob|Dis) \d\d, /)
      .waitFor()
    await expectFilipino(page)
    await expectGoodAtEverySize(page)

    for (const [name, flow] of [
      ['Magdagdag ng passkey o security key', '#passkey'],
      ['Code sheet sa papel', '#sheet'],
      ['Mga bagong recovery code', '#codes'],
    ] as const) {
      await page.goto(`/fil/my-sign-in${flow}`)
      await title(page, name).waitFor()
      await expectFilipino(page)
    }
    await page.goto('/fil/my-sign-in#passkey')
    await field(page, 'Oo, ako lamang ang gumagamit nito').check()
    await expectFilipino(page)
    await field(page, 'Pangalan').fill('')
    await page.goto('/fil/my-sign-in')
    await button(page, 'Alisin ang authenticator app').click()
    await page.getByRole('dialog', { name: 'Alisin ang authenticator app?', exact: true }).waitFor()
    await expectFilipino(page)
    await page.keyboard.press('Escape')
    await button(page, 'Tapusin ang lahat').click()
    await page.getByRole('dialog', { name: 'Tapusin ang lahat?', exact: true }).waitFor()
    await expectFilipino(page)
    await page.keyboard.press('Escape')
    await button(page, 'Mag-log out').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mag-log out', exact: true }).click()
    await waitForPath(page, '/fil/login')
  })

  full.test('a session that ended says why, in the language of its page', async () => {
    const page = await demo.as('r9.approver')
    // whose session it is, the browser knows from a screen of the staff
    await page.goto('/dashboard')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user_id'))).toBeTruthy()
    await page.goto('/fil/my-sign-in')
    await title(page, 'Ang iyong pag-sign in').waitFor()
    await ask(
      demo.product,
      `update sessions set created_at = now() - interval '13 hours'
       where user_id = (select id from users where email = $1)`,
      [demoEmail('r9.approver')],
    )
    await page.reload()
    await waitForPath(page, '/fil/login')
    await says(page, 'Na-log out ka.')
    await page.getByText('Natapos na ang iyong session').waitFor()
    await expectFilipino(page)
  })
})
