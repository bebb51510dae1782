import { describe, expect, onTestFinished, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'

/** The pages on the open data, and every link of the public side. */

const LEVELS_DEEP = 2

describe('the open data', () => {
  const demo = withSharedDemo()

  const openPage = async (scripts = true) => {
    const context = await demo.browser.newContext({ javaScriptEnabled: scripts })
    onTestFinished(() => context.close())
    return context.newPage()
  }

  full.test('is good to read at every size, in both languages', async () => {
    const page = await openPage()
    for (const address of ['/data', '/how-records-went', '/fil/data', '/fil/how-records-went']) {
      await page.goto(demo.product.url + address)
      await expectGoodAtEverySize(page)
    }
  })

  test('in the head of a page is data to the browser, which refuses nothing of it', async () => {
    const page = await openPage()
    const faults: string[] = []
    page.on('console', (line) => {
      if (line.type() === 'error' || line.type() === 'warning') faults.push(line.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => console.error(`refused: ${event.blockedURI}`))
    })
    await page.goto(`${demo.product.url}/site/approved`)
    await page.getByRole('checkbox', { name: 'Show Table' }).waitFor()
    const [text = ''] = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(JSON.parse(text)['@type']).toBe('Dataset')
    await page.locator('tbody tr').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Back to REDD+ SITES' }).waitFor()
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1)
    expect(faults).toEqual([])
  })

  full.test(
    'is reached from the list without a script, and leads to how records went and its file',
    async () => {
      const page = await openPage(false)
      await page.goto(`${demo.product.url}/site/approved`)
      await page.getByRole('main').getByRole('link', { name: 'Data', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'How records went' }).click()
      await page.getByRole('heading', { level: 1, name: 'How records went' }).waitFor()
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(10)
      const file = await page.getByRole('main').getByRole('link', { name: 'CSV' }).getAttribute('href')
      expect((await fetch(demo.product.url + file)).status).toBe(200)
    },
  )

  full.test(
    'no link of the public side is dead, in both languages, from the list two levels deep',
    async () => {
      const { url } = demo.product
      const seen = new Map<string, number>()
      const dead: string[] = []
      let pages = ['/site/approved', '/fil/site/approved']
      for (let level = 0; level <= LEVELS_DEEP; level += 1) {
        const next = new Set<string>()
        for (const address of pages) {
          if (seen.has(address)) continue
          const reply = await fetch(url + address, { redirect: 'manual' })
          seen.set(address, reply.status)
          if (reply.status !== 200) dead.push(`${address}: ${reply.status}`)
          const isPage = reply.headers.get('content-type')?.startsWith('text/html') ?? false
          const html = isPage ? await reply.text() : ((await reply.body?.cancel()) ?? '')
          // a live page opens the bureau's notes as dialogs
          const isLive = html.includes('id="page-data"')
          for (const [, href = ''] of html.matchAll(/<a\b[^>]* href="([^"]+)"/g)) {
            const to = new URL(href.replaceAll('&amp;', '&'), url + address)
            if (to.origin !== new URL(url).origin) continue
            const id = decodeURIComponent(to.hash.slice(1))
            const isHere = to.pathname + to.search === address
            if (id && isHere && !isLive && !html.includes(`id="${id}"`))
              dead.push(`${address}: nothing is called #${id}`)
            next.add(to.pathname + to.search)
          }
        }
        pages = [...next]
      }
      console.info(`${seen.size} addresses of the public side`)
      expect(seen.size).toBeGreaterThan(50)
      expect(dead).toEqual([])
    },
    300_000,
  )
})
