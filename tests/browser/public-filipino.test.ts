import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PARTNERS } from '../../server/seed/demo-names.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'
import { englishPieces, filipinoPieces } from '../support/oracles/english-words.ts'

/** The public list and a site in Filipino, with the scripts of the pages. */

describe('the public pages in Filipino', () => {
  const demo = withSharedDemo()
  const LIST = '/fil/site/approved'

  async function open(address: string) {
    const page = await demo.stranger()
    await page.goto(address)
    return page
  }
  const ready = (page: Page) => page.getByRole('checkbox', { name: 'Ipakita ang talahanayan' }).waitFor()
  const rows = (page: Page) => page.locator('tbody tr')
  const addressOf = (page: Page) => new URL(page.url())

  async function expectFilipino(page: Page) {
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fil')
    const pieces = filipinoPieces(await page.content()).filter(
      (piece) => !piece.startsWith('REDD+ Safeguards'),
    )
    expect(pieces.length).toBeGreaterThan(40)
    expect(englishPieces(pieces, PARTNERS), page.url()).toEqual([])
  }

  test('filter, pages, a site and the way back stay in the language; the language link keeps what was filtered', async () => {
    const page = await open(LIST)
    await ready(page)
    await expectFilipino(page)
    await page.getByLabel('Grado', { exact: true }).selectOption('Sumusunod')
    await expect.poll(() => addressOf(page).searchParams.get('principle_grade')).toBe('Very Compliant')
    expect(addressOf(page).pathname).toBe(LIST)
    const firstPartner = () => rows(page).getByRole('cell').getByRole('link').first().innerText()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    const before = await firstPartner()
    await page.getByRole('link', { name: 'Pahina 2' }).click()
    await expect.poll(() => addressOf(page).searchParams.get('page')).toBe('2')
    expect(addressOf(page).pathname).toBe(LIST)
    // the address changes before the rows do
    await expect.poll(firstPartner).not.toBe(before)
    await expect
      .poll(() => page.getByRole('status').filter({ hasText: 'Ipinapakita' }).textContent())
      .toMatch(/^Ipinapakita: \d+ sa \d+ na tala$/)
    await expectFilipino(page)
    const filtered = addressOf(page).search

    const partner = await firstPartner()
    await rows(page).getByRole('cell').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: partner }).waitFor()
    expect(addressOf(page).pathname).toMatch(/^\/fil\/site\/approved\/\d+$/)
    await page.getByRole('heading', { name: 'Prinsipyo 1: Pagsunod sa batas' }).waitFor()
    await page.getByRole('heading', { name: 'May mali ba?' }).waitFor()
    await expectFilipino(page)
    await page.getByRole('link', { name: 'Bumalik sa REDD+ SITES' }).click()
    await page.waitForURL(`**${LIST}${filtered}`)

    await ready(page)
    await page.getByRole('link', { name: 'English' }).click()
    await page.waitForURL(`**/site/approved${filtered}`)
    expect(addressOf(page).pathname).toBe('/site/approved')
    await page.getByRole('link', { name: 'Filipino' }).click()
    await page.waitForURL(`**${LIST}${filtered}`)
  })

  full.test('a list that cannot be loaded, a lost connection and a printed sheet speak it too', async () => {
    const page = await open(LIST)
    await ready(page)
    await page.route('**/datatable**', (route) => route.abort())
    await page.route('**/config.json', (route) => route.abort())
    await page.getByRole('link', { name: 'Pahina 2' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nagkaroon ng hindi inaasahang error. Walang sagot mula sa server').waitFor()
    expect(await alert.getByRole('link', { name: 'Subukang muli' }).getAttribute('href')).toBe(
      `${LIST}?page=2`,
    )
    await page.getByText('Walang koneksyon sa server.').waitFor()
    const printed = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      const root = getComputedStyle(document.documentElement)
      return ['foot', 'page', 'of'].map((name) => root.getPropertyValue(`--print-${name}`))
    })
    expect(printed[0]).toMatch(
      /^"DEMONSTRASYON · REDD\+ SITES · Inilimbag noong [A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d [AP]M, oras sa Maynila"$/,
    )
    expect(printed.slice(1)).toEqual(['"Pahina "', '" ng "'])
  })

  full.test(
    'a text of the footer opens and closes by keyboard, also where it can no longer be loaded',
    async () => {
      const page = await open(LIST)
      await ready(page)
      const link = page.getByRole('link', { name: 'Helpdesk' })
      await link.click()
      const dialog = page.getByRole('dialog', { name: 'Helpdesk' })
      await dialog.getByText(/makipag-ugnayan sa tagapangasiwa/).waitFor()
      await dialog.getByRole('button', { name: 'Isara' }).first().waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await link.evaluate((one) => one === document.activeElement)).toBe(true)

      const lost = await open(LIST)
      await ready(lost)
      await lost.route('**/assets/**', (route) => route.abort())
      await lost.getByRole('link', { name: 'Helpdesk' }).click()
      await lost.getByText(/makipag-ugnayan sa tagapangasiwa/).waitFor()
    },
  )

  full.test('list and site are good at every size, in Filipino as in English', async () => {
    const page = await open(LIST)
    await ready(page)
    const site = await rows(page).getByRole('cell').getByRole('link').first().getAttribute('href')
    await expectGoodAtEverySize(page)
    for (const address of [site ?? '', (site ?? '').replace('/fil', '')]) {
      await page.goto(demo.product.url + address)
      await page.locator('#wrong-title').waitFor()
      await expectGoodAtEverySize(page)
    }
  })
})
