import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fileWords } from '../../shared/summaries/document-words.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { versionOf } from '../../shared/summaries/summary-names.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { answerDialog } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { acknowledge, button } from '../support/browser/screen.ts'
import { summaryCalls } from '../support/records/public-summary.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const PATH = '/summary/2031'
const HASH = /^[0-9a-f]{64}$/
const FILES = [
  { ending: '.docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  { ending: '.json', type: 'application/json' },
  { ending: '-annex.csv', type: 'text/csv; charset=utf-8' },
  { ending: '-evidence.csv', type: 'text/csv; charset=utf-8' },
] as const

/** Whether the head of an open fold is on the screen. */
const isInView = (fold: Element) => {
  const { top } = fold.getBoundingClientRect()
  return (fold as HTMLDetailsElement).open && top >= 0 && top < innerHeight
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bodyOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())

describe('a published summary of information', () => {
  const demo = withSharedDemo()
  let calls: Awaited<ReturnType<typeof summaryCalls>>
  let made: Summary

  beforeAll(async () => {
    calls = await summaryCalls(demo.product)
    made = await calls.publish(2031)
    if (!FULL) return
    // one region: the whole country is the same with a thousand more links to check
    await calls.publish(2030, { region_ids: [6], risks_written_at: '2025-03-01T04:00:00Z' })
  })

  const get = (path: string, init: RequestInit = {}) => fetch(demo.product.url + path, init)

  /** Opens a page at this address; its errors fail the test. */
  async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await demo.browser.newContext({ viewport: DESK, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (line) => {
      if (line.type() === 'error') faults.push(line.text())
    })
    onTestFinished(() => expect(faults).toEqual([]))
    await page.goto(demo.product.url + path)
    return page
  }
  const beyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

  full.test('says first whose it is, of when, and how much has changed since', async () => {
    const page = await open(PATH)
    await expect.poll(() => page.title()).toBe('Summary of Information 2031')
    await page.getByRole('heading', { level: 1, name: 'Summary of Information 2031', exact: true }).waitFor()
    await page.getByText('Third summary of information of the Philippines').waitFor()
    await page.getByText(/^None of the \d+ records cited here has changed since\.$/).waitFor()
    const { document, summary } = made
    const facts = await page
      .locator('main dl > div > dd')
      .evaluateAll((cells) =>
        Object.fromEntries(cells.map((cell) => [cell.previousElementSibling?.textContent, cell.textContent])),
      )
    expect(facts).toMatchObject({
      Bureau: 'Forest Management Bureau',
      Regions: 'Whole country',
      'Data of': expect.stringMatching(/^[A-Z][a-z]{2} \d{2}, \d{4}$/),
      'SHA-256 of the list of evidence': document.evidence?.sha256,
      Frozen: expect.stringMatching(/^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2} [AP]M, Manila time$/),
      'SHA-256': summary.sha256,
    })
  })

  full.test(
    'has its parts in the order of decision 17/CP.21 after what it answers and its words, and is good at every size',
    async () => {
      const page = await open('/summary/2030')
      await expect
        .poll(() => page.getByRole('heading', { level: 2 }).and(page.locator(':visible')).allTextContents())
        .toEqual([
          'What this summary answers',
          'Words and method',
          'What this summary covers',
          'National circumstances',
          'The safeguards and what they mean here',
          'Systems and processes for information on the safeguards',
          'Institutional arrangements',
          'Grievances',
          'Risks and benefits',
          'How each safeguard is addressed and respected',
          'What the records report, by principle',
          'Changes since the last summary',
          'Gaps and what is planned',
          'How it was consulted',
          'Contact',
          'Annex: the numbers',
        ])
      await page
        .getByRole('region', { name: 'Institutional arrangements' })
        .getByText('Nothing has been written here.')
        .waitFor()
      await page
        .getByRole('region', { name: 'Risks and benefits' })
        .getByText('Written on Mar 01, 2025.')
        .waitFor()
      await expect.poll(() => page.getByText(/^Written on/).count()).toBe(1)
      if (FULL) await expectGoodAtEverySize(page)
    },
  )

  test('without scripts, on a phone: contents lead to parts, every number to its row of the annex', async () => {
    const page = await open(PATH, { javaScriptEnabled: false, viewport: PHONE })
    await expect.poll(() => beyond(page)).toBeLessThanOrEqual(0)
    await expect.poll(() => page.getByRole('button').and(page.locator(':visible')).count()).toBe(0)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: /^Safeguard \(c\): How each/ }).click()
    await page.waitForURL(`**${PATH}#respected-c`)
    const fold = (id: string) => page.locator('details', { has: page.locator(id) })
    await expect.poll(() => fold('#respected-c').evaluate(isInView)).toBe(true)
    await expect.poll(() => page.locator('details[data-open-at][open]').count()).toBe(1)
    for (const href of await contents
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
      await expect
        .poll(() => page.locator(`h2${href}, details:has(> summary > h3) > ${href}`).count(), {
          message: `${href}`,
        })
        .toBe(1)

    const annex = new Map(made.document.annex.map(({ ref, value }) => [ref, value]))
    const said = await page
      .locator('main a[href^="#A"]')
      .evaluateAll((links) =>
        links.map((link) => [
          link.getAttribute('href')?.slice(1) ?? '',
          link.querySelector('data')?.value ?? '',
          link.textContent,
        ]),
      )
    expect(said.length).toBeGreaterThan(100)
    for (const [ref = '', value = '', words] of said) {
      expect(value, ref).toBe(annex.get(ref))
      expect(words?.replaceAll(',', ''), ref).toBe(value)
    }
    const [sites] = made.document.annex.filter(({ key }) => key === 'sites')
    const first = page.getByRole('region', { name: 'National circumstances' }).getByRole('link').first()
    await expect.poll(() => first.textContent()).toBe(sites?.value)
    await first.click()
    await page.waitForURL(`**${PATH}#${sites?.ref}`)
    await page
      .locator(`tr#${sites?.ref}`)
      .getByText(sites?.measure ?? '', { exact: false })
      .first()
      .waitFor()
    // each table is in the page once, and the safeguards lead to it
    await page.goBack()
    const cited = await page
      .locator('main a[href^="#table-"]')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]))
    expect(cited.length).toBeGreaterThan(10)
    for (const [href = '', words] of cited) {
      await expect.poll(() => page.locator(`${href}`).count(), { message: `${href}` }).toBe(1)
      expect(await page.locator(`${href} caption`).textContent()).toMatch(new RegExp(`^${words}\\. `))
    }
    const rows = await page
      .getByRole('table', { name: 'Every number of this summary' })
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [row.id, row.querySelector('data')?.value]))
    expect(rows).toEqual([...annex])
    await expect.poll(() => beyond(page)).toBeLessThanOrEqual(0)
  })

  full.test(
    'on a phone it is short, folded by safeguard; a wide screen and paper show all of it',
    async () => {
      const folds = (page: Page) => page.locator('details[data-open-at]')
      const phone = await open(PATH, { viewport: PHONE })
      await expect.poll(() => folds(phone).count()).toBe(5 + 2 * 7 + 8 + 1 + 1)
      await expect.poll(() => phone.locator('details[data-open-at][open]').count()).toBe(0)
      const height = () => phone.evaluate(() => document.documentElement.scrollHeight)
      const folded = await height()
      // what is open: coverage, crosswalk, gaps and the short chapters
      expect(folded).toBeLessThan(12_000)
      const heads = await phone.locator('details[data-open-at] > summary').allInnerTexts()
      for (const head of heads)
        expect(head).toMatch(
          /^(Safeguard \([a-g]\)\n(.+\n(\d+ (principle|table|statement)s?( · )?)+|Official words · \d+ paragraphs?)|Principle \d\n.+\n\d tables?|[A-Z][a-z ]+\n\d+ (text|word|paragraph|number)s?|Every number of this summary\n[\d,]+ numbers)$/,
        )
      await folds(phone).nth(15).locator('summary').press('Enter')
      await expect.poll(height).toBeGreaterThan(folded)

      const rows = phone.locator('tr[id^="A"]')
      const visibleRows = () => rows.and(phone.locator(':visible')).count()
      await expect.poll(visibleRows).toBe(0)
      await phone.emulateMedia({ media: 'print' })
      // without zeros and what a table has
      const { annex, coverage, principles } = made.document
      const tables = [coverage, ...principles].flatMap((part) => part.tables)
      const inTables = new Set(tables.flatMap(({ rows: all }) => all.flatMap(({ cells }) => cells)))
      const printed = annex.filter(({ ref, value }) => value !== '0' && !inTables.has(ref))
      expect(printed.length).toBeGreaterThan(10)
      await expect.poll(visibleRows).toBe(printed.length)

      // an address with the number of a row, as others have sent it
      const sent = await open(`${PATH}#A9`, { viewport: PHONE })
      await sent.locator('tr#A9').getByRole('cell').first().waitFor()

      const wide = await open(`${PATH}#respected-f`)
      await expect.poll(() => wide.locator('details[data-open-at][open]').count()).toBe(5 + 2 * 7 + 8 + 1 + 1)
      const part = wide.locator('details', { has: wide.locator('#respected-f') })
      await expect.poll(() => part.evaluate(isInView)).toBe(true)
    },
  )

  full.test('statements are cited with all that is needed to find them again, line breaks kept', async () => {
    const page = await open(PATH)
    const cited = made.document.safeguards.flatMap(({ statements }) => statements)
    expect(cited.length).toBeGreaterThan(3)
    const quoted = new Map<string, string>()
    for (const { ref, code, region, indicator, reporting_year, what_happened, files } of cited) {
      const one = page.locator(`li#${ref}`)
      const words = await one.innerText()
      // the same statement under a later safeguard leads to the first
      const same = JSON.stringify([code, indicator, reporting_year])
      const first = quoted.get(same)
      if (first) {
        expect(words).toContain(`Quoted as ${first} under Safeguard (`)
        continue
      }
      quoted.set(same, ref)
      for (const told of [ref, code, region, `Indicator ${indicator}: `, `${reporting_year}`, what_happened])
        expect(words).toContain(told)
      for (const file of files) {
        const print = file.sha256
        expect(file.name).toBeUndefined()
        expect(words).toContain(fileWords(file))
        expect(print).toMatch(HASH)
        expect(words).toContain(print)
      }
    }
  })

  full.test('carries its document once, and hardly any script', async () => {
    const html = await (await get(PATH)).text()
    expect(html).not.toContain('application/json')
    const once = made.document.safeguards.flatMap(({ statements }) => statements)[0]
    expect(html.split(`id="${once?.ref}"`)).toHaveLength(2)
    expect(html.match(/<script[^>]* src=/g)).toHaveLength(1)
  })

  full.test('the links of the footer lead to the words of the bureau, without any script', async () => {
    const page = await open(PATH, { javaScriptEnabled: false })
    const words = page.getByText('For help with your account, please contact')
    await expect.poll(() => words.isVisible()).toBe(false)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Helpdesk' }).click()
    await expect.poll(() => words.isVisible()).toBe(true)
  })

  full.test(
    'on paper there is nothing to press, the numbers have no colour of links, and the end says what it is',
    async () => {
      const page = await open(PATH)
      const end = page.getByText(new RegExp(`^${demo.product.url}${PATH}`))
      await expect.poll(() => end.isVisible()).toBe(false)
      await page.emulateMedia({ media: 'print' })
      await end.waitFor()
      await expect.poll(() => end.textContent()).toContain(`SHA-256 ${made.summary.sha256}`)
      for (const hidden of [
        page.getByRole('navigation'),
        page.getByRole('button'),
        page.getByRole('link', { name: 'Word document' }),
      ])
        await expect.poll(() => hidden.and(page.locator(':visible')).count()).toBe(0)
      const looks = await page.evaluate(() => {
        const of = (selector: string) => {
          const part = document.querySelector(selector)
          if (!part) throw new Error(`There is no ${selector} here.`)
          return getComputedStyle(part)
        }
        return {
          link: [of('main p a[href^="#A"]').color, of('main p a[href^="#A"]').textDecorationLine],
          ink: of('main p:has(a[href^="#A"])').color,
          head: of('main section table thead').display,
          around: of('main section div:has(> table)').overflowX,
          headings: of('main h3').breakAfter,
        }
      })
      expect(looks).toEqual({
        link: [looks.ink, 'none'],
        ink: looks.ink,
        head: 'table-header-group',
        around: 'visible',
        headings: 'avoid',
      })
      const paper = await page.pdf({ preferCSSPageSize: true })
      expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
      expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
    },
  )

  full.test.each(FILES)('$ending is a file for anybody, once for who has it', async ({ ending, type }) => {
    const reply = await get(PATH + ending)
    const bytes = await bodyOf(reply)
    expect(reply.status).toBe(200)
    const { headers } = reply
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toContain(`filename="summary-of-information-2031${ending}"`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-cache')
    const etag = headers.get('etag') ?? ''
    expect(etag).toContain(made.summary.sha256)
    expect(sha256(await bodyOf(await get(PATH + ending)))).toBe(sha256(bytes))
    const known = await get(PATH + ending, { headers: { 'if-none-match': etag } })
    expect([known.status, (await bodyOf(known)).length]).toEqual([304, 0])
    const head = await get(PATH + ending, { method: 'HEAD' })
    expect([head.status, (await bodyOf(head)).length]).toEqual([200, 0])
    expect(head.headers.get('etag')).toBe(etag)
  })

  full.test('tells a stranger without scripts how to prove it, and the proof holds', async () => {
    const page = await open('/summary/2030', { viewport: PHONE, javaScriptEnabled: false })
    const link = page.getByRole('link', { name: 'summary_2030.tlog-proof' })
    const address = '/log/published/summary_2030.tlog-proof'
    await expect.poll(() => link.getAttribute('href')).toBe(address)
    await page.getByText('How to check it without us').click()
    await expect
      .poll(() => page.locator('details pre').allInnerTexts())
      .toEqual([
        `curl -fsS --remote-name-all ${['/log/key', '/log/verify-proof.py', address, '/summary/2030.json'].map((one) => demo.product.url + one).join(' ')}`,
        'python3 verify-proof.py summary_2030.tlog-proof "$(cat key)"',
        'sha256sum 2030.json',
      ])
    await expect.poll(() => beyond(page)).toBeLessThanOrEqual(0)
    await picture(page, 'summary-proof-phone')
    const proof = async () => (await get(address)).text()
    await expect.poll(async () => (await get(address)).status, { timeout: 40_000 }).toBe(200)
    const key = parseKey(await (await get('/log/key')).text())
    const checked = key && checkProof(await proof(), key)
    const sum = sha256(await bodyOf(await get('/summary/2030.json')))
    expect(checked && checked.ok && checked.shown.join('\n')).toContain(`"field":"sha256","new":"${sum}"`)
    await page.setViewportSize(DESK)
    await picture(page, 'summary-proof')
  })

  full.test('the page itself is spared whoever has it', async () => {
    const first = await get(PATH)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, stale-if-error=900')
    const etag = first.headers.get('etag') ?? ''
    expect((await get(PATH, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await get(PATH, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  full.test.each([
    '/summary/2029',
    '/summary/20316',
    '/summary/abc',
    '/summary/2029.docx',
    '/summary/2029-annex.csv',
  ])('%s has none: it is not found', async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await reply.text()).toContain('This summary was not found')
  })

  full.test('the page of a year that has none is good at every size', async () => {
    const context = await demo.browser.newContext({ viewport: DESK })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${demo.product.url}/summary/2029`)
    await page.getByRole('heading', { name: 'This summary was not found' }).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test(
    'withdrawn it is gone at once, with its files and from the public list; published again it is back',
    async () => {
      const { id } = made.summary
      const list = await open('/site/approved', { javaScriptEnabled: false })
      const link = list.getByRole('link', { name: 'Summary of Information 2031', exact: true })
      await link.click()
      await list.waitForURL(`**${PATH}`)
      await calls.withdraw(id)
      for (const path of [PATH, ...FILES.map(({ ending }) => PATH + ending)])
        expect((await get(path)).status, path).toBe(410)
      await list.goto(`${demo.product.url}/site/approved`)
      await expect.poll(() => link.count()).toBe(0)
      await calls.again(id)
      expect((await get(PATH)).status).toBe(200)
      await list.reload()
      await link.waitFor()
    },
  )

  full.test(
    '[S-150] replaced by a newer one it stays at its own address, in both languages',
    { timeout: 240_000 },
    async () => {
      const first = await calls.publish(2027, { region_ids: [6] })
      const second = await calls.freeze(2027, { region_ids: [5] })
      const own = `/summary/2027/${versionOf(first.summary.sha256 ?? '')}`
      const staff = await demo.as('fmb.super')
      await staff.goto(`/summary/draft/${second.summary.id}`)
      await button(staff, 'Publish').click()
      await staff.getByText(`which stays readable at ${own} with a line that says so.`).waitFor()
      await answerDialog(staff, 'Publish this summary?', 'Publish and replace')
      await acknowledge(staff, 'Summary published')
      await staff.goto(`/summary/draft/${first.summary.id}`)
      await staff.getByRole('link', { name: demo.product.url + own, exact: true }).waitFor()
      await staff.getByText('Replaced', { exact: true }).waitFor()
      await demo.leave(staff)
      // a person has one session, which the browser had
      calls = await summaryCalls(demo.product)

      const page = await open('/summary/2027')
      await page.getByRole('link', { name: /^Frozen on .*, replaced on / }).click()
      await page.waitForURL(`**${own}`)
      await picture(page, 'summary-replaced')
      if (FULL) await expectGoodAtEverySize(page)
      await page.getByRole('link', { name: 'Filipino' }).click()
      await page.waitForURL(`**/fil${own}`)
      await page.getByText('Pinalitan noong').waitFor()
      await picture(page, 'summary-replaced-fil')
      if (FULL) await expectGoodAtEverySize(page)
      await page.getByRole('link', { name: 'mas bagong buod ng 2027' }).click()
      await page.waitForURL('**/fil/summary/2027')

      await calls.withdraw(first.summary.id)
      for (const path of [own, ...FILES.map(({ ending }) => own + ending)])
        expect((await get(path)).status, path).toBe(410)
      const context = await demo.browser.newContext({ viewport: DESK })
      onTestFinished(() => context.close())
      const gone = await context.newPage()
      for (const [language, link] of [
        ['', 'See the newer summary of 2027'],
        ['/fil', 'Tingnan ang mas bagong buod ng 2027'],
      ] as const) {
        await gone.goto(demo.product.url + language + own)
        await gone.getByRole('link', { name: link }).waitFor()
        await picture(gone, `summary-withdrawn${language.replace('/', '-')}`)
        if (FULL) await expectGoodAtEverySize(gone)
      }
    },
  )
})
