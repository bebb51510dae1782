import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { answerDialog, tabTo } from '../support/browser/on-screen.ts'
import {
  acknowledge,
  button,
  dialog,
  expectFocus,
  expectOpens,
  navigateWithin,
  title,
  waitForPath,
} from '../support/browser/screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { expectGoodAtEverySize, expectGoodDialog, expectGoodPart } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { withoutSummaries } from '../support/records/without-summaries.ts'
import { FULL, full } from '../support/full.ts'

const { test } = full

const CIRCUMSTANCES = 'National circumstances'
const ADDRESSED_C = 'Safeguard (c): how it is addressed'
const FREEZE = 'Freeze this summary?'
const LEAVE = 'Leave without saving?'

describe('summaries of information', () => {
  const bureau = withDemo()
  beforeAll(async () => {
    await withoutSummaries(bureau.db)
  })
  // not after the tests, because a failed test takes its pictures there
  beforeEach(() => bureau.startAfresh())

  /** Makes a call as this person, whose pages must have been freed. */
  const call = <Reply>(name: string, path: string, body: object): Promise<Reply> =>
    postAs<Reply>(bureau.product, name, path, body)
  /** A draft by another user, of two years and a region with records in the demo bureau. */
  const aDraft = async (year: number): Promise<{ id: number; name: string }> => {
    const name = `Summary of Information ${year}`
    const { years } = await reportingYears()
    const region = bureau.db.selectFrom('regions').select('id').where('short_code', '=', 'R04A')
    const { id } = await region.executeTakeFirstOrThrow()
    const body = { year, title: name, reporting_years: years, region_ids: [id] }
    const { summary } = await call<{ summary: { id: number } }>('fmb.approver', '/summaries', body)
    return { id: summary.id, name }
  }
  const reportingYears = async () => {
    const rows = await bureau.db
      .selectFrom('site_activities')
      .select('reporting_year')
      .distinct()
      .where('fmb_status', '=', 'Approved')
      .where('reporting_year', 'is not', null)
      .orderBy('reporting_year', 'desc')
      .limit(2)
      .execute()
    return { years: rows.map(({ reporting_year }) => reporting_year) }
  }
  const builder = (
    person: string,
    { id, name }: { id: number; name: string },
    part = 'national_circumstances',
  ) => expectOpens(bureau, person, `/summary/draft/${id}?part=${part}`, name)
  const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (page: Page, action: string, name: string) => button(page, `${action} ${name}`).click()
  const part = (page: Page, name: RegExp) =>
    page.getByRole('navigation', { name: 'Parts of the summary' }).getByRole('link', { name })
  const storedText = async (id: number, section: string) =>
    (
      await bureau.db
        .selectFrom('summary_texts')
        .select('text')
        .where('summary_id', '=', id)
        .where('section', '=', section)
        .executeTakeFirst()
    )?.text

  test('a part is saved on its own; what a lost connection leaves unsaved is still there after a reload', async () => {
    const draft = await aDraft(2021)
    const page = await builder('fmb.admin', draft)
    await part(page, /^National circumstances 1 gap$/).waitFor()
    await text(page, CIRCUMSTANCES).fill('Forests cover a quarter of the land.\n\nÑ stays.')
    await page.getByText('Not saved yet').waitFor()
    await part(page, /not saved/).waitFor()
    if (FULL) await expectGoodPart(page.getByRole('region', { name: CIRCUMSTANCES }))
    await press(page, 'Save', CIRCUMSTANCES)
    await page.getByText(/^Saved \d\d:\d\d [AP]M by Benigno Salonga$/).waitFor()
    await part(page, /^National circumstances nothing is missing$/).waitFor()
    expect(await storedText(draft.id, 'national_circumstances')).toBe(
      'Forests cover a quarter of the land.\n\nÑ stays.',
    )

    await page.context().setOffline(true)
    await text(page, CIRCUMSTANCES).fill('Typed in the field, without a line.')
    await press(page, 'Save', CIRCUMSTANCES)
    await page.getByText(/No answer came from the server, so it is not certain that this was saved/).waitFor()
    await page.getByText(/^No connection\. Draft kept on this device/).waitFor()
    await expect
      .poll(() => text(page, CIRCUMSTANCES).inputValue())
      .toBe('Typed in the field, without a line.')
    await page.context().setOffline(false)
    await page.reload()
    await title(page, draft.name).waitFor()
    await expect
      .poll(() => text(page, CIRCUMSTANCES).inputValue())
      .toBe('Typed in the field, without a line.')
    // changing to another part keeps the text, but leaving the summary asks first
    await part(page, /^Risks and benefits/).click()
    await expectFocus(page.getByRole('heading', { level: 2, name: 'Risks and benefits' }))
    await page.getByRole('link', { name: 'Back to Summaries' }).click()
    await answerDialog(page, LEAVE, 'Continue editing')
    await part(page, /^National circumstances/).click()
    await press(page, 'Save', CIRCUMSTANCES)
    await page.getByText(/^Saved /).waitFor()
    expect(await storedText(draft.id, 'national_circumstances')).toBe('Typed in the field, without a line.')
    // an emptied part is a gap again
    await text(page, CIRCUMSTANCES).fill('')
    await press(page, 'Save', CIRCUMSTANCES)
    await part(page, /^National circumstances 1 gap$/).waitFor()
    await page.getByRole('link', { name: 'Back to Summaries' }).click()
    await waitForPath(page, '/summary')
  })

  test('of two who write the same part the second keeps the own text and sees the other', async () => {
    const draft = await aDraft(2022)
    const one = await builder('fmb.admin', draft, 'c')
    const two = await builder('fmb.super', draft, 'c')
    await text(one, ADDRESSED_C).fill('By the law on indigenous peoples.')
    await text(two, ADDRESSED_C).fill('By consent, asked for first.')
    await press(one, 'Save', ADDRESSED_C)
    await one.getByText(/^Saved /).waitFor()

    await press(two, 'Save', ADDRESSED_C)
    const notice = two.getByRole('alert')
    await notice.getByText(/^Benigno Salonga changed this part /).waitFor()
    await expect
      .poll(() => text(two, `${ADDRESSED_C}, as it is saved`).inputValue())
      .toBe('By the law on indigenous peoples.')
    await expect.poll(() => text(two, ADDRESSED_C).inputValue()).toBe('By consent, asked for first.')
    await expect.poll(() => button(two, `Save ${ADDRESSED_C}`).isDisabled()).toBe(true)
    if (FULL) await expectGoodAtEverySize(two)
    await text(two, ADDRESSED_C).fill('By the law on indigenous peoples, and by consent.')
    await press(two, 'Save mine', ADDRESSED_C)
    await notice.waitFor({ state: 'detached' })
    await two.getByText(/^Saved \d\d:\d\d [AP]M by Amihan Villanueva$/).waitFor()
    expect(await storedText(draft.id, 'addressed_c')).toBe(
      'By the law on indigenous peoples, and by consent.',
    )

    await text(one, ADDRESSED_C).fill('By nothing.')
    await press(one, 'Save', ADDRESSED_C)
    await press(one, 'Take theirs', ADDRESSED_C)
    await expect
      .poll(() => text(one, ADDRESSED_C).inputValue())
      .toBe('By the law on indigenous peoples, and by consent.')
    await one.getByText(/^Saved \d\d:\d\d [AP]M by Amihan Villanueva$/).waitFor()
  })

  test('keys alone put a number into a text, and the preview reads it with its row of the annex', async () => {
    const draft = await aDraft(2023)
    const page = await builder('fmb.admin', draft)
    const field = text(page, CIRCUMSTANCES)
    const { keyboard } = page
    await field.fill('There are  sites, and {{sties}}.')
    await page.getByText(/^The annex has no number \{\{sties\}\}\./).waitFor()
    await field.evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(10, 10))
    await tabTo(button(page, `Insert a number into ${CIRCUMSTANCES}`))
    await keyboard.press('Enter')
    const picker = dialog(page, 'Insert a number')
    await picker.waitFor()
    await expectFocus(picker.getByRole('searchbox'))
    if (FULL) await expectGoodDialog(page)
    await keyboard.type('approved sites public all regions')
    await picker.getByText('1 number', { exact: true }).waitFor()
    const [row] = await picker.getByRole('listitem').allInnerTexts()
    const count = /(\d+) sites/.exec(row ?? '')?.[1] ?? ''
    await tabTo(picker.getByRole('listitem').getByRole('button'))
    await keyboard.press('Enter')
    await picker.waitFor({ state: 'detached' })
    await expectFocus(field)
    // the caret is after the inserted number
    await keyboard.type('public')
    await expect.poll(() => field.inputValue()).toMatch(/^There are \{\{[\w.]+\}\}public sites/)
    await keyboard.press('Backspace')
    await field.fill((await field.inputValue()).replace(/\}\}publi?c?/, '}}'))
    await page.getByRole('list', { name: 'Numbers in this text' }).getByText(`${count} sites`).waitFor()
    await press(page, 'Save', CIRCUMSTANCES)
    await page.getByText(/It cannot be frozen like this\./).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await part(page, /^Preview/).click()
    const document = page.getByRole('region', { name: 'Preview' })
    await document.getByText('Draft: its numbers and words may still change.').waitFor()
    const number = document.getByRole('link', { name: count, exact: true }).first()
    await expect.poll(() => number.getAttribute('href')).toMatch(/^#A\d+$/)
    await document.getByText('{{sties}}').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  })

  test('a summary is frozen once nothing blocks it, published, withdrawn; the next one takes its texts over', async () => {
    const draft = await aDraft(2025)
    const page = await builder('fmb.super', draft)
    await text(page, CIRCUMSTANCES).fill('All {{many}} sites.')
    const freeze = button(page, /^Freeze/)
    await expect.poll(() => freeze.getAttribute('aria-disabled')).toBe('true')
    await press(page, 'Save', CIRCUMSTANCES)
    await page.getByText(/^Saved /).waitFor()
    await freeze.click()
    const blocked = dialog(page, 'This summary cannot be frozen yet')
    await blocked.getByText(/asks for \{\{many\}\}, which the annex does not have/).waitFor()
    if (FULL) await expectGoodDialog(page)
    await answerDialog(page, 'This summary cannot be frozen yet', 'OK')
    await text(page, CIRCUMSTANCES).fill('All of our sites.')
    await press(page, 'Save', CIRCUMSTANCES)
    await part(page, /^National circumstances nothing is missing$/).waitFor()

    await freeze.click()
    const question = dialog(page, FREEZE)
    await question.getByText('This cannot be undone.').waitFor()
    await question.getByText('Nothing is written under "Risks and benefits".').waitFor()
    if (FULL) await expectGoodDialog(page)
    await page.keyboard.press('Enter')
    await question.waitFor()
    await answerDialog(page, FREEZE, 'Freeze')
    await acknowledge(page, 'Summary frozen')
    await page
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .waitFor()
    await page.getByText(/^None of the \d+ records cited here has changed since\.$/).waitFor()
    await expect.poll(() => text(page, CIRCUMSTANCES).count()).toBe(0)
    if (FULL) await expectGoodAtEverySize(page)

    await button(page, /^Publish/).click()
    await answerDialog(page, 'Publish this summary?', 'Publish')
    await acknowledge(page, 'Summary published')
    const address = page.getByRole('link', { name: /\/summary\/2025$/ })
    await address.waitFor()
    const open = await fetch(`${bureau.product.url}/summary/2025`)
    expect(open.status).toBe(200)
    expect(await open.text()).toContain('All of our sites.')

    // the row of the freezing is older than that of the publishing
    await expect
      .poll(async () => (await fetch(`${bureau.product.url}/log/published/summary_2025.tlog-proof`)).status, {
        timeout: 30_000,
      })
      .toBe(200)

    await button(page, 'Withdraw').click()
    const withdraw = dialog(page, 'Withdraw this summary?')
    await expect.poll(() => withdraw.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true)
    await withdraw.getByLabel('Reason').fill('A number was misread.')
    if (FULL) await expectGoodDialog(page)
    await withdraw.getByRole('button', { name: 'Withdraw' }).click()
    await acknowledge(page, 'Summary withdrawn')
    await button(page, /^Publish/).waitFor()
    expect((await fetch(`${bureau.product.url}/summary/2025`)).status).toBe(410)

    const proof = button(page, 'Download the proof of the frozen summary of 2025')
    const [file] = await Promise.all([page.waitForEvent('download'), proof.click()])
    expect(file.suggestedFilename()).toBe('summary_2025_frozen.tlog-proof')
    await page.getByText('It names the SHA-256 of the JSON file.').waitFor()
    await picture(page, 'frozen-proof')

    // a withdrawn summary is no source of the next one: its texts are taken over once it is public again
    await button(page, /^Publish/).click()
    await answerDialog(page, 'Publish this summary?', 'Publish')
    await acknowledge(page, 'Summary published')
    await bureau.leave(page)
    const next = await aDraft(2026)
    const later = await builder('fmb.admin', next)
    await later.getByText(/^From 2025, written [A-Z][a-z]{2} \d\d, \d{4}, please check$/).waitFor()
    await expect.poll(() => text(later, CIRCUMSTANCES).inputValue()).toBe('All of our sites.')
    if (FULL) await expectGoodAtEverySize(later)
    await part(later, /^National circumstances 1 gap$/).waitFor()
    await press(later, 'Still correct', CIRCUMSTANCES)
    await later.getByText(/please check$/).waitFor({ state: 'detached' })
    await expect.poll(() => button(later, `Still correct ${CIRCUMSTANCES}`).count()).toBe(0)
    // other users read a frozen summary and cannot change it
    await navigateWithin(later, `/summary/draft/${draft.id}`)
    await later
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .waitFor()
    await expect.poll(() => button(later, /^Publish/).count()).toBe(0)
  })
})
