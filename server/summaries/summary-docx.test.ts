import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { formatFigure } from '../../shared/activities/figure-words.ts'
import { composeSummary } from '../../shared/summaries/compose.ts'
import { numbersOf, paragraphWords } from '../../shared/summaries/document-words.ts'
import { chaptersOf, type Part } from '../../shared/summaries/layout.ts'
import { readByLibreOffice } from '../../tests/support/oracles/libre-office.ts'
import { aFigure, aRegion, aStatement, someSources } from '../../tests/support/records/summary-sources.ts'
import { paragraphsOf, partsOf, tablesOf, unescaped, wordsOf } from '../../tests/support/oracles/word-file.ts'
import { wordFaults } from '../../tests/support/oracles/word-order.ts'
import { endIdleProcesses } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import { docxBytes } from './docx-bytes.ts'
import { summaryDocx } from './summary-files.ts'
import { full } from '../../tests/support/full.ts'

vi.setConfig({ testTimeout: 60_000 })
afterAll(endIdleProcesses)

const document = composeSummary(
  someSources({
    evidence: { files: 1200, sha256: 'd'.repeat(64) },
    facts: [
      aRegion(4, 'Region IV-A', { figures: [aFigure({ total: '1234567.125' })] }),
      aRegion(5, 'Region V', { registered: 4000, figures: [aFigure({ sites: 1, total: '0.5' })] }),
    ],
    texts: [
      {
        section: 'national_circumstances',
        text: 'Forests of Ñ: {{registered}} sites\non the list.\n\nAsked for {{trees}}.',
        written_on: '2026-01-31',
      },
    ],
    statements: [
      aStatement({
        what_happened: 'A <b>bold</b> claim & more\u0001\nsecond line',
        files: [
          { name: 'minutes & names.pdf', kind: 'pdf', sha256: 'a'.repeat(64) },
          { name: 'photo.jpg', kind: 'image', sha256: 'b'.repeat(64) },
        ],
      }),
      aStatement({ safeguard: 'f', files: [] }),
    ],
  }),
)
const draft = await docxBytes(document, ['draft'])

const body = partsOf(draft)['word/document.xml'] ?? ''
const paragraphs = paragraphsOf(body)
const tables = tablesOf(body)

/** A number with its reference, as texts and tables show it. */
const shown = (ref: string | null) => {
  const row = document.annex.find((one) => one.ref === ref)
  return row ? `${formatFigure(row.value)} [${row.ref}]` : '–'
}
const chapters = chaptersOf(document)
const numbered = [...document.coverage.tables, ...document.principles.flatMap((one) => one.tables)]
const withStyle = (style: string) => paragraphs.filter((one) => one.style === style).map(({ words }) => words)
const partTitle = ({ title, subject }: Part) => (subject === null ? title : `${title}: ${subject}`)

test('nothing in it needs repair: order of elements, names that occur once, links that lead to a place', () => {
  expect(wordFaults(partsOf(draft))).toEqual([])
  const broken = partsOf(draft)
  broken['word/document.xml'] = body.replace('</w:pPr>', '<w:jc w:val="left"/><w:keepNext/></w:pPr>')
  expect(wordFaults(broken)).toEqual(['word/document.xml: w:keepNext too late in w:pPr'])
})

test('headings are the chapters and their parts, and the contents name each of them', () => {
  expect(withStyle('Title')).toEqual([document.title])
  expect(withStyle('Heading1')).toEqual([...chapters.map(({ title }) => title), 'Annex: the numbers'])
  expect(withStyle('Heading2')).toEqual(chapters.flatMap(({ parts }) => parts.map(partTitle)))
  expect(withStyle('Heading3').filter((words) => words === 'Statements of approved records')).toHaveLength(2)
  expect(withStyle('TOC1')).toEqual(withStyle('Heading1'))
  expect(withStyle('TOC2')).toEqual(withStyle('Heading2'))
  expect(body.match(/<w:instrText xml:space="preserve"> TOC /g)).toHaveLength(1)
  // Word would ask the reader whether to update them
  expect(Object.values(partsOf(draft)).join('')).not.toMatch(/updateFields|w:dirty/)
})

test('what it answers, the official words and the definitions are in it before the safeguards', () => {
  const words = paragraphs.map((one) => one.words)
  const at = (start: string) => words.findIndex((one) => one.startsWith(start))
  const first = at(`${document.safeguards[0]?.official_words}`)
  expect(first).toBeGreaterThan(0)
  for (const { term } of [...document.answers, ...document.definitions]) {
    expect(at(`${term}. `), term).toBeGreaterThan(0)
    expect(at(`${term}. `), term).toBeLessThan(first)
  }
  for (const { safeguard, official_words, official_source } of document.safeguards)
    expect(words).toContain(`${official_words} (${official_source} (${safeguard}))`)
})

test('each table is in it once, numbered, under its caption, with a head that each page repeats', () => {
  expect(withStyle('Caption')).toEqual(
    numbered.map(({ number, caption }, at) => `Table ${at + 1}. ${number === at + 1 ? caption : ''}`),
  )
  const isCrosswalk = (rows: (typeof tables)[number]) => rows[0]?.cells[1] === 'Answers above all'
  expect(tables.filter(isCrosswalk)).toEqual([
    expect.arrayContaining([
      expect.objectContaining({ cells: [expect.stringMatching(/^3\. /), '(c)', '(d)'] }),
    ]),
  ])
  const others = tables.filter((one) => !isCrosswalk(one))
  expect(others).toHaveLength(numbered.length + 1)
  for (const [at, table] of numbered.entries())
    expect(others[at]).toEqual([
      { isRepeated: true, cells: table.columns },
      ...table.rows.map(({ label, cells }) => ({ isRepeated: false, cells: [label, ...cells.map(shown)] })),
    ])
})

test('lists and headings of a written part are those of Word, each numbered list from its own number', async () => {
  const text = '## Offices\n- Bureau\n- Region\n\n1. First\n2. Second\n\nThen\n\n5. Fifth'
  const texts = [{ section: 'grievance' as const, text, written_on: '2026-01-31' }]
  const parts = partsOf(await docxBytes(composeSummary(someSources({ texts })), []))
  const xml = parts['word/document.xml'] ?? ''
  const itemsOf = (list: number) =>
    [...xml.matchAll(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs)]
      .filter(([one]) => one.includes(`<w:numId w:val="${list}"/>`))
      .map(([one]) => wordsOf(one))
  expect([itemsOf(1), itemsOf(2), itemsOf(3)]).toEqual([['Bureau', 'Region'], ['First', 'Second'], ['Fifth']])
  expect(xml).toMatch(/<w:pStyle w:val="Heading3"\/><\/w:pPr><w:r><w:t xml:space="preserve">Offices</)
  expect(parts['word/numbering.xml']).toContain('<w:startOverride w:val="5"/>')
  expect(parts['[Content_Types].xml']).toContain('/word/numbering.xml')
  expect(parts['word/_rels/document.xml.rels']).toContain('numbering.xml')
  expect(wordFaults(parts)).toEqual([])
})

test('the annex is dense and complete: each number with its region and reference, once', () => {
  const [header, ...rows] = tables.at(-1) ?? []
  expect(header?.isRepeated).toBe(true)
  const all = document.annex.map((row) => `${row.region ?? 'Whole country'} ${shown(row.ref)}`)
  expect(rows.flatMap(({ cells }) => (cells[1] ?? '').split('; '))).toEqual(all)
  expect(rows.map(({ cells }) => cells[0])).toContain('Meetings held (meetings), indicator 4.1.2, 2025')
  expect(rows).toHaveLength(document.annex.filter(({ region }) => region === null).length)
})

test('sentences stand there with their numbers, each followed by its reference', () => {
  const words = paragraphs.map((one) => one.words)
  const numbers = numbersOf(document)
  const sentences = [
    ...document.coverage.paragraphs,
    ...document.safeguards.flatMap(({ respected }) => respected.paragraphs),
  ]
  for (const paragraph of sentences) {
    const expected = paragraph.map((one) => ('ref' in one ? shown(one.ref) : paragraphWords(numbers, [one])))
    expect(words).toContain(expected.join(''))
  }
  const ref = document.annex[0]?.ref ?? ''
  expect(words).toContain(`Forests of Ñ: ${shown(ref)} sites\non the list.`)
  expect(words).toContain('Asked for {{trees}}.')
  expect(words).toContain('Written on Jan 31, 2026.')
})

test('statements are cited with code, indicator, year, text and fingerprints of their files', () => {
  const words = paragraphs.map((one) => one.words)
  const at = words.indexOf('[C1] 4.1.2 Meetings with the community, 2025, SITES-R04A-2025-0001, Region IV-A')
  expect(words.slice(at + 1, at + 4)).toEqual([
    'A <b>bold</b> claim & more\nsecond line',
    `minutes & names.pdf, SHA-256 ${'a'.repeat(64)}`,
    `photo.jpg, SHA-256 ${'b'.repeat(64)}`,
  ])
  expect(words).toContain('This indicator has no file.')
  expect(words).toContain('Evidence files: 1,200')
})

test('every page says its number; a draft says on each that it is one', async () => {
  const parts = partsOf(draft)
  expect(parts['word/footer.xml']).toMatch(/page .*PAGE.* of .*NUMPAGES/s)
  const frozen = partsOf(await docxBytes(document, []))
  expect(wordsOf(parts['word/header.xml'] ?? '')).toMatch(/^DRAFT/)
  expect(wordsOf(frozen['word/header.xml'] ?? '')).toBe(document.title)
  expect(Object.values(frozen).join('')).not.toContain('DRAFT')
  expect(parts['word/styles.xml']).toContain('<w:lang w:val="en-PH"/>')
  expect(parts['docProps/core.xml']).toContain(
    '<dcterms:created xsi:type="dcterms:W3CDTF">2026-11-23T00:00:00Z',
  )
})

/** Returns the document from a worker process with another clock, random numbers, time zone and language. */
async function writtenElsewhere(): Promise<Buffer> {
  const file = await workerFile('docx-worker', 'summaries/docx-worker.ts')
  const faults = `
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(4e12) : super(...given) }
      static now() { return 4e12 }
    }
    Math.random = () => 0.25`
  const child = fork(fileURLToPath(file), {
    serialization: 'advanced',
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(faults)}`],
    env: { TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8' },
  })
  child.send({ document, notices: ['draft'] })
  const [reply] = (await once(child, 'message')) as [{ value: Uint8Array }]
  child.kill('SIGKILL')
  return Buffer.from(reply.value)
}

full.test('the same document is the same bytes, here, aside, and under another clock and place', async () => {
  expect((await docxBytes(document, ['draft'])).equals(draft)).toBe(true)
  expect((await summaryDocx(document, ['draft'])).equals(draft)).toBe(true)
  expect((await writtenElsewhere()).equals(draft)).toBe(true)
  expect((await docxBytes(document, [])).equals(draft)).toBe(false)
})

// an independent reader, only in `npm run test:full`
full.test(
  'LibreOffice reads headings, tables and numbers of a .docx',
  () => {
    const html = readByLibreOffice('Summary.docx', draft, 'html')
    const text = (part: string) =>
      unescaped(part.replace(/<[^>]+>/g, ''))
        .replace(/&ntilde;/gi, 'Ñ')
        .replace(/&ndash;/g, '–')
        .replace(/\s+/g, ' ')
        .trim()
    const headings = (level: number) =>
      [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'gs'))].map(([, one = '']) =>
        text(one),
      )
    expect(headings(1)).toEqual(withStyle('Heading1'))
    expect(headings(2)).toEqual(withStyle('Heading2'))
    const read = [...html.matchAll(/<table[^>]*>(.*?)<\/table>/gs)].map(([, table = '']) => ({
      header: /<thead>(.*?)<\/thead>/s.exec(table)?.[1],
      rows: [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => text(cell)),
      ),
    }))
    expect(read.map(({ rows }) => rows)).toEqual(tables.map((table) => table.map(({ cells }) => cells)))
    expect(read.every(({ header }) => header !== undefined)).toBe(true)
    expect(text(html)).toContain('DRAFT: this summary is not frozen')
    expect(text(html)).toContain(`Forests of Ñ: ${shown(document.annex[0]?.ref ?? '')} sites on the list.`)
  },
  400_000,
)
