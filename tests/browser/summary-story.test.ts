import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { manilaYear } from '../../shared/lib/dates.ts'
import { documentFacts } from '../../shared/summaries/document-words.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { withDemo } from '../support/browser/demo.ts'
import { saveMeans, siteToStartAt } from '../support/records/encoder-actions.ts'
import { answerDialog } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { realFiles } from '../support/records/real-files.ts'
import { acknowledge, button, dialog, expectOpens, navigateWithin, title } from '../support/browser/screen.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { postAs } from '../support/product/session.ts'
import { paragraphsOf, partsOf, tablesOf } from '../support/oracles/word-file.ts'
import { full } from '../support/full.ts'

/*
 * From an empty figure to a published number: FMB adds the figure, offices in two regions report it, three levels
 * approve it, FMB writes a summary with it, and a reader on a phone without scripts finds it in the annex. Each test
 * continues where the one before stopped.
 */
const FIGURE = 'Forest walked on patrol'
const REGIONS = ['Region IV-A (CALABARZON)', 'Region IX (Zamboanga Peninsula)']
/** as typed; the sum was computed by hand */
const LAGUNA = { last: '980.5', wrong: '1,024.375', right: '1,204.375' }
const ZAMBOANGA = '88.25'
const TOTAL = { shown: '1,292.625', exact: '1292.625' }

const YEAR = manilaYear(new Date())
const NAME = `Summary of Information ${YEAR}`
const STATEMENT = 'Guards of Sitio Niño walked every week.\nTwo fires were put out on the day they began.'
const ADDRESSED = 'Safeguard (f): how it is addressed'
const MEANT = 'Safeguard (f): what it means here'
const FREEZE = 'Freeze this summary?'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const withoutGrouping = (shown: string) => shown.replaceAll(',', '')

full.describe('from an empty figure to a published summary', { retry: 0 }, () => {
  const bureau = withDemo()
  let files: ReturnType<typeof realFiles>
  const sites: Record<'laguna' | 'zds', { id: number; code: string }> = {
    laguna: { id: 0, code: '' },
    zds: { id: 0, code: '' },
  }
  /** in the new batch */
  let principle = 0
  /** Laguna's of this year */
  let activity = 0
  let draft = ''

  beforeAll(async () => {
    files = realFiles()
    sites.laguna = await siteToStartAt(bureau, { years: [YEAR - 1, YEAR] })
    sites.zds = await siteToStartAt(bureau, { office: 'PENRO Zamboanga del Sur', years: [YEAR] })
  })

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const happened = (page: Page) => field(page, 'What happened, 7.2.1')
  const walked = (page: Page) => field(page, `${FIGURE}, hectares, 7.2.1`)

  /** Adds this file under the indicator of the figure, saves and returns the activity's id. */
  const saveWith = async (page: Page, file: string): Promise<number> => {
    await page.getByLabel('Files for 7.2.1', { exact: true }).setInputFiles(file)
    await button(page, `Remove ${path.basename(file)}`).waitFor()
    await saveMeans(page).click()
    await acknowledge(page, 'Save Means of Verification Successful')
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/sites\/activity\/\d+\/principle\/\d+$/)
    await backToActivity(page)
    return Number(new URL(page.url()).pathname.split('/')[3])
  }
  const backToActivity = async (page: Page) => {
    await page
      .getByRole('link', { name: /Compliance to Safeguards/ })
      .first()
      .click()
    await title(page, 'Compliance to Safeguards').waitFor()
  }
  const reportOn = async (page: Page, year: number) => {
    const choice = page.getByRole('combobox', { name: 'Reporting year' })
    await choice.selectOption(String(year))
    await page
      .getByRole('definition')
      .filter({ hasText: String(year) })
      .first()
      .waitFor()
    await expect.poll(() => choice.isEnabled()).toBe(true)
  }
  const submit = async (page: Page) => {
    await button(page, 'Submit SITES Activity').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await acknowledge(page, 'Add SITES Activity Successful')
  }
  /** Adds and submits an activity that reports the figure; returns its id. */
  const tells = async (
    page: Page,
    told: { site: number; year: number; value: string; what: string; file: string },
  ): Promise<number> => {
    await page.goto(`/sites/activity/principle/${principle}?site_profile_id=${told.site}`)
    await happened(page).fill(told.what)
    await walked(page).fill(told.value)
    const id = await saveWith(page, told.file)
    await reportOn(page, told.year)
    await submit(page)
    return id
  }
  const approvedBy = async (id: number, ...names: string[]) => {
    for (const name of names) await postAs(bureau.product, name, `/sites/activities/approved/${id}`)
  }
  const approve = async (page: Page) => {
    await button(page, 'Approve').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await page
      .getByText(/approved\./)
      .first()
      .waitFor()
  }

  test('FMB asks for a figure that nobody has told yet', async () => {
    const of = (batch: number) =>
      bureau.db
        .selectFrom('site_principles')
        .select('id')
        .where('principle_number', '=', 7)
        .where('batch_number', '=', batch)
        .executeTakeFirstOrThrow()
    const { id } = await of(1)
    const page = await expectOpens(
      bureau,
      'fmb.super',
      `/sites/principle/edit/${id}`,
      'Edit Criteria & Outcome Indicators',
    )
    await button(page, 'Add figure to 7.2.1').click()
    await field(page, 'Figure 1 of 7.2.1').fill(FIGURE)
    await field(page, 'Unit of figure 1 of 7.2.1').fill('hectares')
    await page
      .getByRole('region', { name: 'Figures of 7.2.1', exact: true })
      .getByRole('checkbox', { name: 'Whole number' })
      .uncheck()
    await button(page, 'Save').click()
    const confirm = dialog(page, 'Save criterias & outcome indicators?')
    await confirm.getByText(`${FIGURE} (hectares, decimals, adds up)`).waitFor()
    await confirm.getByRole('button', { name: 'Save', exact: true }).click()
    await acknowledge(page, 'Save Criterias & Outcome Indicators Successful')
    principle = (await of(2)).id
  })

  test('two offices tell it; the encoder of Laguna starts this year from the one before', async () => {
    const page = await bureau.as('zds.encoder')
    const told = { year: YEAR, value: ZAMBOANGA, what: 'Six guards walked the ridge.', file: files.jpeg }
    const theirs = await tells(page, { site: sites.zds.id, ...told })
    await bureau.handTo(page, 'laguna.encoder')
    const before = {
      year: YEAR - 1,
      value: LAGUNA.last,
      what: 'Guards walked once a month.',
      file: files.pdf,
    }
    const first = await tells(page, { site: sites.laguna.id, ...before })
    await approvedBy(theirs, 'zds.approver', 'r9.approver', 'fmb.approver')
    await approvedBy(first, 'laguna.approver', 'r4a.approver', 'fmb.approver')

    await page.goto(`/sites/activity/principle/${principle}?site_profile_id=${sites.laguna.id}`)
    activity = await saveWith(page, files.png)
    expect(activity).not.toBe(first)
    await reportOn(page, YEAR)
    await page
      .getByText(`1 text and 1 figure from the ${YEAR - 1} activity can be copied here.`, {
        exact: false,
      })
      .waitFor()
    await button(page, 'Copy them').click()
    await acknowledge(page, `Copied from ${YEAR - 1}`)
    await page
      .getByRole('link', { name: /Principle #7\b/ })
      .first()
      .click()
    await expect.poll(() => walked(page).inputValue()).toBe(LAGUNA.last)
    await expect.poll(() => happened(page).inputValue()).toBe('Guards walked once a month.')
    const toCheck = page.getByText(`From ${YEAR - 1}, please check.`)
    await expect.poll(() => toCheck.count()).toBe(2)
    await happened(page).fill(STATEMENT)
    await walked(page).fill(LAGUNA.wrong)
    await expect.poll(() => toCheck.count()).toBe(0)
    await saveMeans(page).click()
    await acknowledge(page, 'Save Means of Verification Successful')
    await backToActivity(page)
    await submit(page)
  })

  test('PENRO returns it because of the figure, and sees which number it was and is', async () => {
    const page = await expectOpens(
      bureau,
      'laguna.approver',
      `/sites/activity/approval/${activity}/principle/${principle}`,
      'Principle #7',
    )
    await page.getByText(LAGUNA.wrong).first().waitFor()
    await page.getByRole('link', { name: 'Back to the decision' }).click()
    await page.getByRole('textbox', { name: /^Principle #7/ }).fill('The log book says more hectares.')
    await button(page, 'Return').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click()
    await page
      .getByText(/returned to its encoder/)
      .first()
      .waitFor()

    await bureau.handTo(page, 'laguna.encoder')
    await page.goto(`/sites/activity/${activity}/principle/edit/${principle}`)
    await page.getByText('The log book says more hectares.').first().waitFor()
    await walked(page).fill(LAGUNA.right)
    await saveMeans(page).click()
    await acknowledge(page, 'Save Means of Verification Successful')
    await navigateWithin(page, `/sites/activity/${activity}`)
    await submit(page)

    await bureau.handTo(page, 'laguna.approver')
    await page.goto(`/sites/activity/approval/${activity}/principle/${principle}`)
    const changed = page
      .getByRole('region', { name: 'Changed since the last return', exact: true })
      .getByRole('list', { name: 'Texts and figures that changed' })
      .getByRole('listitem')
    await changed.first().waitFor()
    const [row, ...more] = await changed.allInnerTexts()
    expect(row?.split(/\s+/).join(' ')).toBe(`${FIGURE} (hectares) 7.2.1 ${LAGUNA.wrong} ${LAGUNA.right}`)
    expect(more).toEqual([])
    await page.getByRole('link', { name: 'Back to the decision' }).click()
    await approve(page)
  })

  test('Region and FMB approve it', async () => {
    const address = `/sites/activity/approval/view/${activity}`
    const page = await bureau.as('r4a.approver')
    await page.goto(address)
    await approve(page)
    await bureau.handTo(page, 'fmb.approver')
    await page.goto(address)
    await approve(page)
  })

  const part = (page: Page, name: RegExp) =>
    page.getByRole('navigation', { name: 'Parts of the summary' }).getByRole('link', { name })

  test('FMB drafts the summary of two regions: a text with the sum in it, two statements, and what is missing', async () => {
    const page = await expectOpens(bureau, 'fmb.admin', '/summary', 'Summaries')
    await button(page, 'New summary').first().click()
    const form = dialog(page, 'New summary')
    await expect.poll(() => field(page, 'Title').inputValue()).toBe(NAME)
    await form.getByRole('checkbox', { name: String(YEAR) }).check()
    for (const region of REGIONS) await form.getByRole('checkbox', { name: region }).check()
    await button(page, 'Begin summary').click()
    await title(page, NAME).waitFor()
    draft = new URL(page.url()).pathname

    // last year's texts are copied and are gaps until they are checked; its chosen statements are not
    await part(page, /^Safeguard \(f\) 3 gaps$/).click()
    await page
      .getByText('No statement is chosen for Safeguard (f), though there are records.', { exact: true })
      .waitFor()
    await button(page, `Still correct ${MEANT}`).click()
    await button(page, `Still correct ${MEANT}`).waitFor({ state: 'detached' })

    const text = field(page, ADDRESSED)
    const words = `Each site has a plan against fire.\n\nIn this year guards walked `
    await text.fill(`${words}{{hectars_walked}}`)
    await button(page, `Save ${ADDRESSED}`).click()
    await page
      .getByText(`"${ADDRESSED}" asks for {{hectars_walked}}, which the annex does not have`, {
        exact: false,
      })
      .waitFor()
    await part(page, /^Safeguard \(f\) 2 gaps$/).waitFor()

    await text.fill(words)
    await button(page, `Insert a number into ${ADDRESSED}`).click()
    const picker = dialog(page, 'Insert a number')
    await picker.getByRole('searchbox').fill(`${FIGURE} all`)
    const sum = picker.getByRole('listitem').filter({ hasText: `${TOTAL.shown} hectares` })
    await sum.getByRole('button').click()
    await picker.waitFor({ state: 'detached' })
    await text.pressSequentially(' hectares of forest.')
    await expect.poll(() => text.inputValue()).toMatch(/ walked \{\{[\w.]+\}\} hectares of forest\.$/)
    await page
      .getByRole('list', { name: 'Numbers in this text' })
      .getByText(`${TOTAL.shown} hectares`)
      .waitFor()
    await button(page, `Save ${ADDRESSED}`).click()
    await part(page, /^Safeguard \(f\) 1 gap$/).waitFor()

    const picks = page.getByRole('region', { name: 'Statements' })
    for (const [index, { code }] of [sites.laguna, sites.zds].entries()) {
      await picks.getByRole('searchbox').fill(code)
      await picks.getByRole('checkbox', { name: `Cite ${code}, 7.2.1, ${YEAR}`, exact: true }).check()
      await page.getByText(`${index + 1} of at most 20 chosen.`, { exact: false }).waitFor()
    }
    // their order is that of the citations, so no heading offers another one
    expect(await picks.getByRole('columnheader').getByRole('button').count()).toBe(0)
    await part(page, /^Safeguard \(f\) nothing is missing$/).waitFor()
    await page.evaluate('window.scrollTo(0, 0)')
    await picture(page, 'summary-draft')

    await part(page, /^Preview/).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText(/^\d+ approved sites? (has|have) no approved record for \d{4} and /).waitFor()
    await preview.getByRole('link', { name: TOTAL.shown, exact: true }).first().waitFor()
  })

  test('the super administrator freezes it with its gaps, and publishes', async () => {
    const page = await expectOpens(bureau, 'fmb.super', draft, NAME)
    await button(page, 'Freeze').click()
    const question = dialog(page, FREEZE)
    await question
      .getByText('No statement is chosen for Safeguard (g), though there are records.', { exact: true })
      .waitFor()
    await question
      .getByText(`"Risks and benefits" is still the text of the summary of ${YEAR - 1}: check it.`, {
        exact: true,
      })
      .waitFor()
    await expect.poll(() => question.getByText(/Safeguard \(f\)/).count()).toBe(0)
    await answerDialog(page, FREEZE, 'Freeze')
    await acknowledge(page, 'Summary frozen')
    await button(page, 'Publish').click()
    await answerDialog(page, 'Publish this summary?', 'Publish')
    await acknowledge(page, 'Summary published')
    await page.getByRole('link', { name: `${bureau.product.url}/summary/${YEAR}`, exact: true }).waitFor()
  })

  const read = async (address: string) => {
    const reply = await fetch(bureau.product.url + address)
    expect(reply.status, address).toBe(200)
    return new Uint8Array(await reply.arrayBuffer())
  }
  const published = async () => {
    const json = Buffer.from(await read(`/summary/${YEAR}.json`)).toString()
    const document = JSON.parse(json) as SummaryDocument
    return { document, values: new Map(document.annex.map(({ ref, value }) => [ref, value])) }
  }
  const aCitizen = async () => {
    const context = await bureau.browser.newContext({
      javaScriptEnabled: false,
      viewport: PHONE,
      baseURL: bureau.product.url,
    })
    onTestFinished(() => context.close())
    return context.newPage()
  }

  test('without scripts, on a phone, every number of the page leads to a row of the annex with its value', async () => {
    const { document, values } = await published()
    const page = await aCitizen()
    await page.goto('/site/approved')
    await page.getByRole('link', { name: NAME, exact: true }).click()
    await page.waitForURL(`**/summary/${YEAR}`)
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
      .toBeLessThanOrEqual(0)
    expect(document.regions).toEqual(REGIONS)

    const linked = await page.locator('main a[href^="#A"]').evaluateAll((links) =>
      links.map((link) => {
        const row = link.ownerDocument.querySelector(`tr${link.getAttribute('href')}`)
        const [value, inAnnex] = [link, row].map((one) => one?.querySelector('data')?.value)
        return { ref: row?.id ?? '', value, inAnnex, words: link.textContent ?? '' }
      }),
    )
    expect(linked.length).toBeGreaterThan(100)
    for (const { ref, value, inAnnex, words } of linked) {
      expect([value, inAnnex, withoutGrouping(words)], ref).toEqual(Array(3).fill(values.get(ref)))
    }

    // the figure of this story by region, and the sum computed by hand
    const told = document.annex.filter(({ measure }) => measure === FIGURE)
    expect(told.map(({ region, value, reporting_year }) => [region, value, reporting_year])).toEqual([
      [null, TOTAL.exact, YEAR],
      [REGIONS[0], withoutGrouping(LAGUNA.right), YEAR],
      [REGIONS[1], ZAMBOANGA, YEAR],
    ])
    const sentence = page.locator('p').filter({ hasText: 'In this year guards walked' })
    await page.locator('details').filter({ has: sentence }).locator('summary').first().click()
    await expect
      .poll(() => sentence.innerText())
      .toBe(`In this year guards walked ${TOTAL.shown} hectares of forest.`)
    await sentence.getByRole('link').click()
    await page.waitForURL(`**/summary/${YEAR}#${told[0]?.ref}`)
    await page.locator(`tr#${told[0]?.ref}`).getByText(`${TOTAL.shown} hectares`).waitFor()
    // the safeguard leads to the table of its principle, which the browser unfolds
    const table = document.principles[6]?.tables.find(({ columns }) => columns.includes('Total'))
    const toTable = page.locator(`a[href="#table-${table?.number}"]`).and(page.locator(':visible'))
    await toTable.first().click()
    await page.waitForURL(`**/summary/${YEAR}#table-${table?.number}`)
    const row = page.getByRole('row', { name: `7.2.1 ${FIGURE} (hectares), ${YEAR}` }).first()
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(['2', TOTAL.shown])

    const cited = page.getByRole('listitem').filter({ hasText: STATEMENT.split('\n')[1] ?? '' })
    const citation = await cited.first().innerText()
    for (const words of [sites.laguna.code, STATEMENT, `Picture SHA-256 ${sha256(readFileSync(files.png))}`])
      expect(citation).toContain(words)
    // its office has not allowed that names of its files are published
    expect(citation).not.toContain('plan.png')
  })

  /** Every reference to the annex in the texts and tables of a summary. */
  const referencesOf = (document: SummaryDocument): string[] => {
    const { safeguards, coverage, principles } = document
    const written = [
      document.national_laws,
      document.national_circumstances,
      document.systems_and_processes,
      document.institutional_arrangements,
      document.grievance,
      document.risks_and_benefits,
      ...[document.gaps, document.consultation, document.contact].flatMap((one) => one ?? []),
      ...safeguards.flatMap(({ description, addressed }) => [description, addressed]),
    ]
    const paragraphs = [
      ...[...written, coverage].flatMap((one) => one.paragraphs),
      ...safeguards.flatMap(({ respected }) => respected.paragraphs),
      ...(document.found_gaps ?? []),
      ...(document.changes?.numbers ?? []).map(({ meaning }) => meaning),
    ]
    const tables = [...coverage.tables, ...principles.flatMap((one) => one.tables)]
    return [
      ...paragraphs.flat().flatMap((one) => ('ref' in one ? one.ref : [])),
      ...tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((ref) => ref !== null))),
    ].sort()
  }

  test('the Word document opens, and each of its numbers stands in the annex with its value', async () => {
    const { document, values } = await published()
    const page = await aCitizen()
    await page.goto(`/summary/${YEAR}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Word document' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`summary-of-information-${YEAR}.docx`)
    await page.setViewportSize(DESK)
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: /^Safeguard \(f\): How each/ })
      .click()
    await picture(page, 'summary')
    const body = partsOf(readFileSync(await file.path()))['word/document.xml'] ?? ''
    const paragraphs = paragraphsOf(body)
      .filter(({ style }) => style !== 'AnnexText')
      .map(({ words }) => words)
    for (const [label, words] of documentFacts(document)) expect(paragraphs).toContain(`${label}: ${words}`)

    const said = paragraphs.flatMap((words) => [...words.matchAll(/(\S*) \[(A\d+)\]/g)])
    for (const [, number = '', ref = ''] of said) {
      expect(number, ref).toMatch(/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/)
      expect(withoutGrouping(number), ref).toBe(values.get(ref))
    }
    expect(said.map(([, , ref]) => ref).sort()).toEqual(referencesOf(document))
    expect(said.map(([words]) => words)).toContain(
      `${TOTAL.shown} [${document.annex.find(({ measure }) => measure === FIGURE)?.ref}]`,
    )

    // every number has its reference: cells contain nothing else, and the product's sentences have no other digits
    const tables = tablesOf(body)
    const [header, ...annex] = tables.pop() ?? []
    expect(header?.cells).toEqual(['What is counted', 'Numbers, each with its reference'])
    // the crosswalk has letters of safeguards, by principle
    const counted = tables.filter(([first]) => first?.cells[0] !== 'Principle')
    expect(counted.length).toBeGreaterThan(1)
    for (const { cells } of counted.flatMap(([, ...rows]) => rows))
      for (const cell of cells.slice(1)) expect(cell).toMatch(/^(?:–|[\d,.]+ \[A\d+\])$/)
    const sentences = document.safeguards.flatMap(({ respected }) => respected.paragraphs.flat())
    for (const piece of sentences) if ('text' in piece) expect(piece.text).not.toMatch(/\d/)

    const numbers = annex.flatMap(({ cells }) =>
      [...(cells[1] ?? '').matchAll(/(\S+) \[(A\d+)\](?:; |$)/g)].map(([, number = '', ref = '']) => [
        ref,
        withoutGrouping(number),
      ]),
    )
    expect(numbers).toEqual(document.annex.map(({ ref, value }) => [ref, value]))
  })
})
