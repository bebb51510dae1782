import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../server/lib/log.ts'
import { SUMMARY_FORMATS } from '../../shared/summaries/summaries.schema.ts'
import { publicFilePath } from '../../shared/summaries/summary-names.ts'
import { soonStatus, whileLocked } from '../support/product/locked.ts'
import { startAppForTest } from '../support/product/app.ts'
import { aRecord, aDraft, aSummary, frozen, published, shown } from '../support/records/summaries.ts'
import { full } from '../support/full.ts'

const webDir = path.resolve('dist/web')
const LINK = 'href="/summary/2026"'

async function aBureau(settings = {}) {
  const t = await startAppForTest({ webDir, settings })
  const get = async (url: string) => t.app.inject({ url })
  return { t, get, boss: await t.as('fmb.super') }
}

describe('the pages of published summaries', () => {
  test('the public list leads to each of them, newest year first, from the moment it is published', async () => {
    const { t, get, boss } = await aBureau()
    const years = async () => {
      const { body } = await get('/site/approved')
      return [...body.matchAll(/href="\/summary\/(\d+)"/g)].map(([, year]) => Number(year))
    }
    expect(await years()).toEqual([])
    const waiting = await aSummary(t, { status: 'Frozen', year: 2026 })
    await aSummary(t, { status: 'Draft', year: 2027 })
    expect(await years()).toEqual([])
    await boss.post(`/summaries/${waiting}/publish`)
    expect(await years()).toEqual([2026])
    await aSummary(t, { status: 'Published', year: 2028 })
    expect(await years()).toEqual([2028, 2026])
    await boss.post(`/summaries/${waiting}/withdraw`, { reason: 'A wrong title.' })
    expect(await years()).toEqual([2028])
  })

  test('a summary has the crosswalk, its gaps with the plan and the changes since the last one; an empty plan is named before freezing', async () => {
    const { t, get } = await aBureau()
    await aRecord(t, { what_happened: 'We met.' })
    await frozen(t, (await aDraft(t, { year: 2025, title: 'The first one' })).id)
    const draft = await aDraft(t)
    const named = async () =>
      (await shown(t, draft.id)).gaps
        .filter(({ section }) => section === 'gaps')
        .map(({ message }) => message)
    expect(await named()).toEqual(['Nothing is written under "Gaps and what is planned".'])
    const text = '## Why\n- Storms\n\nScanners are lent until June.'
    const reply = await (await t.as('fmb.admin')).post(`/summaries/${draft.id}/texts`, {
      section: 'gaps',
      written_at: null,
      text,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await named()).toEqual([])
    await published(t, draft.id)
    const { body } = await get('/summary/2026')
    expect(body).toContain('<caption>The safeguards that each principle answers (the crosswalk)</caption>')
    const chapter = (id: string) => body.split(`<h2 id="${id}">`)[1]?.split('</section>')[0]
    expect(chapter('gaps')).toMatch(/<h3>Why<\/h3><ul[^>]*><li>Storms<\/li><\/ul>/)
    expect(chapter('changes')).toContain('Compared with &quot;The first one&quot;, frozen on ')
    expect(chapter('changes')).toContain('Parts that are new: Gaps and what is planned.')
    expect(chapter('gaps')).toMatch(/Principle 3 .*outcome indicators without evidence: .*Scanners are lent/s)
  })

  test('a file of a published summary is answered once, whatever is asked: no line of the log tells of a fault', async () => {
    const lines: string[] = []
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const t = await startAppForTest({ webDir, log })
    await aRecord(t, { what_happened: 'Consent was given.', file: 'minutes.pdf' })
    const { id } = await aDraft(t)
    await published(t, id)
    const admin = await t.as('fmb.admin')
    lines.length = 0
    for (const format of SUMMARY_FORMATS) {
      const url = publicFilePath('2026', format)
      const whole = await t.app.inject({ url })
      expect([format, whole.statusCode, whole.rawPayload.length > 0]).toEqual([format, 200, true])
      const same = await t.app.inject({ url, headers: { 'if-none-match': String(whole.headers.etag) } })
      const head = await t.app.inject({ method: 'HEAD', url })
      expect([same.statusCode, head.statusCode, head.body]).toEqual([304, 200, ''])
      expect((await admin.get(`/summaries/${id}/files/${format}`)).statusCode).toBe(200)
      const none = await t.app.inject({ url: publicFilePath('2019', format) })
      expect([none.statusCode, none.headers['content-type']]).toEqual([404, expect.stringContaining('html')])
    }
    expect(lines.length).toBeGreaterThan(SUMMARY_FORMATS.length)
    expect(lines.filter((line) => /FST_ERR|"level":[456]0/.test(line))).toEqual([])
  })

  test('many readers of the list of evidence leave connections to everybody else', async () => {
    const { t, get } = await aBureau()
    await aRecord(t, { what_happened: 'Consent was given.', file: 'minutes.pdf' })
    await published(t, (await aDraft(t)).id)
    const url = publicFilePath('2026', 'evidence.csv')
    const readers = await whileLocked(t, 'summary_evidence', async () => {
      const asked = Array.from({ length: 14 }, () => get(url))
      await sleep(500)
      expect(await soonStatus(get('/site/approved'))).toBe(200)
      return asked
    })
    for (const reply of await Promise.all(readers)) expect(reply.statusCode).toBe(200)
  })

  test('[S-150] one that was withdrawn answers 410 with the day and the reason, as a page and as each file', async () => {
    const { t, boss, get } = await aBureau()
    const id = await aSummary(t, { status: 'Frozen', year: 2026 })
    await boss.post(`/summaries/${id}/publish`)
    expect((await get('/summary/2026')).statusCode).toBe(200)
    await boss.post(`/summaries/${id}/withdraw`, { reason: 'The hectares of <b>Quezon</b> are wrong.' })
    for (const ending of ['', '.json', '.docx', '-annex.csv', '-evidence.csv']) {
      const { statusCode, body } = await get(`/summary/2026${ending}`)
      expect(statusCode, ending).toBe(410)
      expect(body, ending).toMatch(
        /Withdrawn on \w{3} \d\d, \d{4}\. Reason: The hectares of &lt;b&gt;Quezon&lt;\/b&gt; are wrong\./,
      )
    }
    // the one that replaces it can be read; other years are not found
    const next = await aSummary(t, { status: 'Frozen', year: 2026 })
    await boss.post(`/summaries/${next}/publish`)
    expect((await get('/summary/2026')).statusCode).toBe(200)
    expect((await get('/summary/2025')).statusCode).toBe(404)
  })

  test('a frozen one and a draft are not there', async () => {
    const { t, get } = await aBureau()
    await aSummary(t, { status: 'Frozen', year: 2026 })
    await aSummary(t, { status: 'Draft', year: 2027 })
    for (const url of ['/summary/2026', '/summary/2026.json', '/summary/2027', '/summary/2027-annex.csv'])
      expect((await get(url)).statusCode, url).toBe(404)
    expect((await get('/site/approved')).body).not.toContain(LINK)
  })

  test('a title with markup is text in it, and marks of the template are words', async () => {
    const { t, get } = await aBureau()
    await aSummary(t, { status: 'Published', title: '<b>Buod</b> {{html}} $& </head>' })
    const { body } = await get('/summary/2026')
    expect(body).toContain('&lt;b&gt;Buod&lt;/b&gt; {{html}} $&amp; &lt;/head&gt;')
    expect(body).not.toContain('<b>Buod')
    expect(body.match(/<\/head>/g)).toHaveLength(1)
  })

  full.test('a record that a later one followed is counted at once, though the page is kept', async () => {
    const { t, get } = await aBureau()
    const { site_profile_id } = await aRecord(t, { what_happened: 'We met.' })
    await published(t, (await aDraft(t)).id)
    const since = async () => /[^>]*cited here ha[^<]*/.exec((await get('/summary/2026')).body)?.[0]
    expect(await since()).toBe('The one record cited here has not changed since.')
    await aRecord(t, { what_happened: 'We met again.', site_profile_id })
    expect(await since()).toBe('The one record cited here has changed since.')
  })

  full.test('the address that is printed is that of the bureau', async () => {
    const { t, get } = await aBureau({ PUBLIC_URL: 'https://sis.example.ph' })
    await aSummary(t, { status: 'Published' })
    expect((await get('/summary/2026')).body).toContain('https://sis.example.ph/summary/2026')
  })

  full.test('its files are what was made when it was frozen, whatever would be made of it now', async () => {
    const { t, boss, get } = await aBureau()
    const word = Buffer.from('as another version of the program made it')
    const id = await aSummary(t, { status: 'Published', word })
    for (const reply of [await get('/summary/2026.docx'), await boss.get(`/summaries/${id}/files/docx`)]) {
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload.equals(word)).toBe(true)
      expect(reply.headers['content-length']).toBe(String(word.length))
    }
  })

  full.test('each year has its own files', async () => {
    const { t, get } = await aBureau()
    for (const year of [2026, 2028]) await aSummary(t, { status: 'Published', year, title: `Buod ${year}` })
    const files = await Promise.all([2026, 2028].map((year) => get(`/summary/${year}.docx`)))
    expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(files[0]?.rawPayload.equals(files[1]?.rawPayload ?? Buffer.alloc(0))).toBe(false)
  })
})
