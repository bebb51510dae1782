import jsQR from 'jsqr'
import sharp from 'sharp'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { withDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { ask } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'
import { restated } from '../support/records/restated-approvals.ts'

/** printer dots per dot of the QR code */
const DOTS = 3
/** A4 at 96 dots an inch, without the margins of the page */
const SHEET = { width: 681, height: 1024 }
const LONG_NAME =
  'Samahan ng mga Mangangalaga ng Kagubatan ng Sierra Madre at ng mga Karatig na Bundok, '.repeat(2)

/** Checks that the PDF is A4; returns its number of pages. */
async function sheetsOf(page: Page) {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
  return paper.match(/\/Type \/Page\b/g)?.length
}

const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? 0

async function readQr(shot: Buffer): Promise<string | null> {
  const { data, info } = await sharp(shot).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null
}

describe('a certificate', () => {
  const demo = withDemo()
  let id: number

  beforeAll(async () => {
    const [latest] = await ask<{ site_activity_id: number }>(
      demo.product,
      `select site_activity_id from approved_sites join site_profiles on site_profiles.id = site_profile_id
       where site_activity_id is not null
       order by cardinality(redd_eligible_activities_area) desc, site_profile_id limit 1`,
    )
    id = latest?.site_activity_id ?? 0
  })

  /** A page at this address without scripts; its errors fail the test. */
  async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const given = { viewport: DESK, javaScriptEnabled: false, baseURL: demo.product.url }
    const context = await demo.browser.newContext({ ...given, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => expect.fail(message))
    await page.goto(path)
    return page
  }

  full.test(
    'is reached from its site, is one black and white sheet of A4, and its square leads to its code',
    async () => {
      const page = await open(`/site/approved/${id}`, { deviceScaleFactor: DOTS })
      await page.getByRole('link', { name: 'Certificate', exact: true }).click()
      await page.getByText('Certificate of approval').waitFor()
      await expect.poll(() => page.getByRole('button').and(page.locator(':visible')).count()).toBe(0)
      await expect.poll(() => sheetsOf(page)).toBe(1)

      // a certificate of the demo bureau says so, on the screen and across the sheet
      await page.getByText('Nothing here is real.').waitFor()
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize(SHEET)
      const across = await page
        .locator('article')
        .evaluate((sheet) => getComputedStyle(sheet, '::after').content)
      expect(across).toContain('DEMONSTRATION')
      await picture(page, 'certificate')
      for (const hidden of [page.getByRole('navigation'), page.getByText('Back to the site')])
        await expect.poll(() => hidden.and(page.locator(':visible')).count()).toBe(0)
      const inks = await page
        .locator('article :is(h1, h2, p, a, dt, dd, td, th, caption)')
        .evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).color))])
      expect(inks).toEqual(['rgb(0, 0, 0)'])
      const sheet = await page.screenshot()
      const address = await readQr(sheet)
      expect(address).toMatch(new RegExp(`^${demo.product.url}/c/[0-9A-Z]{16}$`))
      // from a grey, rotated and blurred photograph with a stain on the code
      const box = (await page.locator('svg[role=img]').boundingBox()) ?? { x: 0, y: 0, width: 0 }
      const [x, y, width] = [box.x * DOTS, box.y * DOTS, box.width * DOTS]
      const stain = await sharp({
        create: {
          width: Math.round(width / 7),
          height: Math.round(width / 7),
          channels: 3,
          background: '#777',
        },
      })
        .png()
        .toBuffer()
      const middle = { left: Math.round(x + width * 0.5), top: Math.round(y + width * 0.5) }
      const stained = await sharp(sheet)
        .composite([{ input: stain, ...middle }])
        .png()
        .toBuffer()
      const photograph = sharp(stained).greyscale().rotate(4, { background: '#fff' }).blur(0.8)
      expect(await readQr(await photograph.png().toBuffer())).toBe(address)

      await page.emulateMedia({ media: 'screen' })
      await page.goto(address ?? '')
      await page.getByRole('heading', { name: 'Valid and unchanged' }).waitFor()
    },
  )

  full.test(
    'is still one sheet with the longest names and all that a site can claim, its own font or not',
    async () => {
      const hectares = ELIGIBLE_ACTIVITIES.map(({ field }) => `${field} = 12345.6789`).join(', ')
      await restated(demo.db, (db) =>
        sql`
          update site_profiles set name_of_partner = ${LONG_NAME},
            redd_eligible_activities_area = ${ELIGIBLE_ACTIVITIES.map(({ name }) => name)},
            project_area = 5 * 12345.6789, ${sql.raw(hectares)}
          from site_activities
          where site_activities.id = ${id} and site_profiles.id = site_activities.site_profile_id`.execute(
          db,
        ),
      )
      // a new bureau's log is built in the background; with its checkpoint the page has the most text
      const words = async () => (await fetch(`${demo.product.url}/site/approved/${id}/certificate`)).text()
      await expect.poll(words, { timeout: 40_000, interval: 250 }).toContain('one of the first')
      for (const [language, kind] of [
        ['', 'Certificate of approval'],
        ['/fil', 'Sertipiko ng pag-apruba'],
      ] as const) {
        const page = await open(`${language}/site/approved/${id}/certificate`)
        await page.getByRole('heading', { name: LONG_NAME }).waitFor()
        await page.getByText(kind).waitFor()
        await expect.poll(() => page.getByRole('table').last().getByRole('row').count()).toBe(6)
        await page.emulateMedia({ media: 'print' })
        await page.setViewportSize(SHEET)
        const fonts = () =>
          page.evaluate(async () => [...(await document.fonts.ready)].map(({ status }) => status))
        await expect.poll(() => fonts()).toContain('loaded')
        await expect.poll(() => sheetsOf(page)).toBe(1)
        await picture(page, `certificate-full${language.replace('/', '-')}`)
        // printed on a slow connection before the font has loaded: the system's letters are wider
        await page.context().route(/\.woff2$/, (route) => route.abort())
        await page.reload()
        await expect.poll(() => fonts()).toContain('error')
        await expect.poll(() => sheetsOf(page)).toBe(1)
      }
    },
  )

  full.test(
    'in Filipino is good at every size, with the page of its code, and prints a foot in Filipino',
    async () => {
      const page = await open(`/fil/site/approved/${id}/certificate`, { javaScriptEnabled: true })
      const foot = await page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'))
        return getComputedStyle(document.documentElement).getPropertyValue('--print-foot')
      })
      expect(foot).toMatch(
        /^"DEMONSTRASYON · SITES-\S+ · .+ · Inilimbag noong (Ene|Peb|Mar|Abr|May|Hun|Hul|Ago|Set|Okt|Nob|Dis) \d\d, \d{4} \d\d:\d\d [AP]M, oras sa Maynila"$/,
      )
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize(SHEET)
      const across = await page.locator('article').evaluate((one) => getComputedStyle(one, '::after').content)
      expect(across).toContain('DEMONSTRASYON')
      await page.emulateMedia({ media: 'screen' })
      const code = ((await page.getByText('Code: ').locator('..').textContent()) ?? '').replace('Code: ', '')
      if (FULL) await expectGoodAtEverySize(page)
      for (const at of [`/fil/c/${code.replaceAll('-', '')}`, '/fil/c']) {
        await page.goto(demo.product.url + at)
        await page.getByLabel('Code ng sertipiko').waitFor()
        if (FULL) await expectGoodAtEverySize(page)
      }
    },
  )

  full.test(
    'and the pages about it are good at every size; where a script can run, a button prints',
    async () => {
      const page = await open(`/site/approved/${id}/certificate`, { javaScriptEnabled: true })
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await page.getByRole('button', { name: 'Print', exact: true }).click()
      await expect.poll(() => page.locator('body[data-printed]').count()).toBe(1)
      if (FULL) await expectGoodAtEverySize(page)
      const code = ((await page.getByText('Code: ').locator('..').textContent()) ?? '').replace('Code: ', '')
      await restated(demo.db, (db) =>
        sql`
          update site_profiles set name_of_partner = 'Pederasyon ng mga Magsasaka' from site_activities
          where site_activities.id = ${id} and site_profiles.id = site_activities.site_profile_id`.execute(
          db,
        ),
      )
      await page.goto(`${demo.product.url}/c/${code}`)
      await page.getByRole('heading', { name: 'Changed since it was printed' }).waitFor()
      await picture(page, 'certificate-changed')
      if (FULL) await expectGoodAtEverySize(page)
    },
  )

  full.test(
    'on a phone the words keep their distance from the edges, and links of the footer are 44 px high, in both languages',
    async () => {
      const paper = await open(`/site/approved/${id}/certificate`)
      const code = ((await paper.getByText('Code: ').locator('..').textContent()) ?? '').replace('Code: ', '')
      for (const language of ['', '/fil'])
        for (const at of [`/site/approved/${id}/certificate`, '/c', `/c/${code}`]) {
          const page = await open(language + at, { viewport: { width: 360, height: 740 } })
          const found = await page.evaluate(() => {
            const boxes = (of: string) =>
              [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect())
            const [main] = boxes('main')
            const [footer] = boxes('footer')
            const words = boxes('main :is(h1, h2, p, dt, dd, input, button, caption)').filter(
              ({ width }) => width > 0,
            )
            return {
              links: boxes('footer a').map(({ height }) => Math.round(height)),
              left: Math.min(...words.map(({ left }) => left)),
              right: innerWidth - Math.max(...words.map(({ right }) => right)),
              below: (footer?.top ?? 0) - Math.max(...words.map(({ bottom }) => bottom)),
              beyond: document.documentElement.scrollWidth - innerWidth,
              head: (main?.top ?? 0) <= Math.min(...words.map(({ top }) => top)),
            }
          })
          expect(found.links.length, at).toBeGreaterThan(2)
          for (const height of found.links) expect(height, at).toBeGreaterThanOrEqual(44)
          expect(
            [found.left >= 12, found.right >= 12, found.below >= 24, found.beyond, found.head],
            at,
          ).toEqual([true, true, true, 0, true])
        }
    },
  )

  full.test('on a phone, without scripts: a code is typed from paper, and a slip is told', async () => {
    const paper = await open(`/site/approved/${id}/certificate`)
    const code = ((await paper.getByText('Code: ').locator('..').textContent()) ?? '').replace('Code: ', '')
    const page = await open('/c', { viewport: PHONE })
    const field = page.getByLabel('Code of the certificate')
    await field.fill(code.slice(1))
    await page.getByRole('button', { name: 'Check' }).click()
    const slip = page.getByText('Please check the code')
    await slip.waitFor()
    await picture(page, 'certificate-slip')
    // directly under its field, not under the button
    const places = await Promise.all([field, slip, page.getByRole('button', { name: 'Check' })].map(topOf))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    await expect.poll(() => field.inputValue()).toBe(code.slice(1))
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await field.fill(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.waitForURL(`**/c/${code.replaceAll('-', '')}`)
    await page.getByRole('heading', { name: 'Valid and unchanged' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  })
})
