import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EN, type TextKey } from '../../shared/texts/en.ts'
import { FIL } from '../../shared/texts/fil.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { partsOf } from '../../shared/texts/translate.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aSummary } from '../support/records/summaries.ts'

/** Every message between marks, to find what is shown and no message. */
const MARKED = {
  name: 'Marked',
  texts: Object.fromEntries(Object.entries(EN).map(([key, text]) => [key, `⟦${text}⟧`])),
}
const SETTINGS = { BUREAU_NAME: 'Kawanihan ng Gubat', PUBLIC_URL: 'https://sis.bureau.example' }

const t = withServer({
  webDir: path.resolve('dist/web'),
  settings: SETTINGS,
  languages: { ...LANGUAGES, xx: MARKED },
})
let id: number
let code: string
let pages: Record<string, string>

const get = (url: string) => t.app.inject({ method: 'GET', url })
const bodyOf = async (url: string) => (await get(url)).body

const decoded = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** What a page shows and reads out, without commands, drawings, passages that are marked as English, and language names. */
function wordsOf(html: string): string {
  const shown = html
    .slice(html.indexOf('<body'))
    .replace(/<!--.*?-->/gs, '')
    .replace(/<div lang="en">.*<\/main>/s, '</main>')
    .replace(/<span[^>]* lang="en"[^>]*>.*?<\/span>/gs, ' ')
    .replace(/<(script|pre|code|path|a(?= [^>]*hrefLang))\b.*?<\/\1>/gs, ' ')
  const read = [...shown.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text]) => text)
  return decoded([shown.replace(/<[^>]+>/g, ' '), ...read].join(' ')).replace(/\s+/g, ' ')
}

/** The words of a marked page that are in no message. */
function unmarked(html: string, data: readonly string[]): string {
  // the part "approved" words these: the eligible activities and the picture of the boundary
  let words = wordsOf(
    html
      .replace(/<figure.*?<\/figure>/gs, '')
      .replace(/<table[^>]*><caption>[^<]*eligible.*?<\/table>/gs, ''),
  )
  for (let before = ''; before !== words; ) {
    before = words
    words = words.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  for (const one of data) words = words.replaceAll(one, ' ')
  return (words.match(/\p{L}{3,}/gu) ?? []).join(' ')
}

const PARTS = ['common', 'trouble', 'certificates', 'checking', 'summaries']

/** The pieces of the English messages that a Filipino page must not show, unless Filipino has them too. */
const ENGLISH = (Object.keys(EN) as TextKey[])
  .filter((key) => PARTS.includes(key.split('.')[0] ?? ''))
  .flatMap((key) => partsOf(EN[key]).filter((piece, at) => at % 2 === 0 && piece.split(' ').length > 3))
  .filter((piece) => !Object.values(FIL).some((text) => text.includes(piece.trim())))

beforeAll(async () => {
  const site = await anApprovedSite(t)
  id = (await anActivity(t, 'DONE', { site_profile_id: site })).id
  await publishNow(t)
  await bodyOf(`/site/approved/${id}/certificate`)
  const { rows } = await sql<{ code: string }>`select code from certificates`.execute(t.db)
  code = rows[0]?.code ?? ''
  await aSummary(t, { status: 'Published', year: 2026 })
  const withdrawn = await aSummary(t, { status: 'Published', year: 2025 })
  const boss = await t.as('fmb.super')
  await boss.post(`/summaries/${withdrawn}/withdraw`, { reason: 'Maling bilang.' })
  pages = {
    certificate: `/site/approved/${id}/certificate`,
    'no certificate': '/site/approved/2000000/certificate',
    field: '/c',
    mistyped: '/c/abc',
    code: `/c/${code}`,
    verify: '/how-to-check',
    formula: '/how-to-check/formula',
    witness: '/how-to-check/witness',
    checkpoint: '/log',
    summary: '/summary/2026',
    'withdrawn summary': '/summary/2025',
    'no summary': '/summary/2019',
  }
}, 60_000)

describe('the pages on certificates, summaries and the log', () => {
  test('show no text that is in no message', async () => {
    const { rows } = await sql<{ content: string }>`select content from certificates`.execute(t.db)
    const content = JSON.parse(rows[0]?.content ?? '{}') as Record<string, unknown>
    const origin = (await bodyOf('/log/checkpoint')).split('\n')
    const strings = Object.values(content).filter((value) => typeof value === 'string')
    const data = [
      code.match(/.{4}/g)?.join('-') ?? '',
      'https://sis.bureau.example/c/'.concat(code),
      'sis.bureau.example/c',
      ...strings,
      ...origin,
      'REDD+ Safeguards Information System',
      'Kawanihan ng Gubat',
      'Maling bilang.',
      'Summary of information',
    ].filter((one) => one.length > 3)
    for (const [name, url] of Object.entries(pages)) {
      const reply = await get(`/xx${url}`)
      const rest = unmarked(reply.body, data)
        // addresses and fingerprints
        .replace(/\b(https|log|checkpoint|key|tlog|proof|verify|summary|SHA|[0-9a-f]+)\b/g, ' ')
        .trim()
      expect([name, rest]).toEqual([name, ''])
    }
  })

  test('show no English sentence in Filipino, and say their language', async () => {
    for (const [name, url] of Object.entries(pages)) {
      const body = await bodyOf(`/fil${url}`)
      expect([name, body.includes('<html lang="fil"')]).toEqual([name, true])
      const words = wordsOf(body)
      expect([name, ENGLISH.filter((piece) => words.includes(piece.trim()))]).toEqual([name, []])
    }
  })

  test('lead to each other in the language of the reader, and to files without one', async () => {
    for (const [name, url] of Object.entries(pages)) {
      const body = (await bodyOf(`/fil${url}`))
        // the page in other languages, also in the note that a translation is unofficial
        .replace(/<a [^>]*hrefLang.*?<\/a>|<p [^>]*role="note">.*?<\/p>/gs, '')
      const links = [...body.matchAll(/<(?:a|form)\b[^>]* (?:href|action)="(\/[^"]*)"/g)].map(
        ([, href]) => href ?? '',
      )
      const plain = links.filter((href) => !href.startsWith('/fil/') && href !== '/fil')
      const files = /^\/(?:log\/|summary\/\d{4}(?:\.|-)|assets\/)/
      expect([name, plain.filter((href) => !files.test(href))]).toEqual([name, []])
      expect([name, links.some((href) => href.startsWith('/fil/'))]).toEqual([name, true])
    }
  })

  test('the technical ones are in English, and say so', async () => {
    for (const [url, title, sentence] of [
      [
        '/how-to-check/formula',
        'Mula sa isang row hanggang sa checkpoint',
        'With these six steps you can verify',
      ],
      [
        '/how-to-check/witness',
        'Mag-set up ng saksi sa loob lamang ng sampung minuto',
        'A witness is a small program',
      ],
    ] as const) {
      const body = await bodyOf(`/fil${url}`)
      expect(body).toContain(`<h1>${title}</h1><p>Sa Ingles lamang ang pahinang ito.</p><div lang="en">`)
      expect(body.slice(body.indexOf('<div lang="en">'))).toContain(sentence)
      const english = await bodyOf(url)
      expect(english).not.toContain('This page is in English only.')
      expect(english).not.toContain('lang="en">Sa')
    }
  })
})

describe('a certificate in Filipino', () => {
  test('is the same certificate: code, stored bytes and fingerprint are those of the English one', async () => {
    const stored = async () =>
      (await sql`select * from certificates where site_activity_id = ${id}`.execute(t.db)).rows
    const before = await stored()
    const [english, filipino] = [
      await bodyOf(pages.certificate ?? ''),
      await bodyOf(`/fil${pages.certificate}`),
    ]
    expect(await stored()).toEqual(before)
    expect(before).toHaveLength(1)
    const { content, sha256 } = before[0] as { content: string; sha256: string }
    for (const told of ['"principle_number_1":"Somewhat Compliant"', '"principle_number_8":"Not Compliant"'])
      expect(content).toContain(told)
    for (const body of [english, filipino]) {
      expect(body).toContain(sha256)
      // the paper leads to the address without a language, whoever scans it
      expect(body).toContain(`QR code `)
      expect(body).toContain(`https://sis.bureau.example/c/${code}`)
      expect(body).toContain('href="https://sis.bureau.example/c">sis.bureau.example/c</a>')
    }
    const squares = (body: string) => /<path d="(M\d[^"]+)" fill="#000"/.exec(body)?.[1]
    expect(squares(filipino)).toBe(squares(english))
  })

  test('says grades, days and titles in Filipino, and so does the page of its code', async () => {
    for (const url of [pages.certificate, pages.code]) {
      const words = wordsOf(await bodyOf(`/fil${url}`))
      for (const told of [
        '1. Pagsunod sa batas Bahagyang Sumusunod',
        'Prinsipyo Grado',
        'Lungsod o munisipalidad',
        'ektarya',
      ])
        expect(words).toContain(told)
      expect(words).toMatch(/\b(Ene|Peb|Mar|Abr|May|Hun|Hul|Ago|Set|Okt|Nob|Dis) \d\d, \d{4}/)
    }
    expect(wordsOf(await bodyOf(`/fil${pages.certificate}`))).toContain(
      'Pinatutunayan ng Kawanihan ng Gubat na sinuri ng lalawigan',
    )
    expect(wordsOf(await bodyOf(`/fil${pages.code}`))).toContain('May bisa at hindi nagbago')
  })

  test('a typed code stays in the language', async () => {
    const form = await get(`/fil/c?code=${code.toLowerCase()}`)
    expect([form.statusCode, form.headers.location]).toEqual([302, `/fil/c/${code}`])
    const slip = await get('/fil/c?code=abc')
    expect([slip.statusCode, wordsOf(slip.body).includes('Pakisuri ang code')]).toEqual([404, true])
  })

  test('changed since it was printed, says the grades then and now in Filipino', async () => {
    const { rows } = await sql<{ site: number }>`
      select site_profile_id as site from site_activities where id = ${id}`.execute(t.db)
    await anActivity(t, 'DONE', { site_profile_id: rows[0]?.site ?? 0 })
    const words = wordsOf(await bodyOf(`/fil${pages.code}`))
    expect(words).toContain('Nagbago mula nang ilimbag')
    expect(words).toContain('Ang nakalimbag na pag-apruba noong')
    expect(words).toContain('Prinsipyo Nakalimbag Ngayon')
    expect(ENGLISH.filter((piece) => words.includes(piece.trim()))).toEqual([])
  })
})
