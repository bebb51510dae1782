import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { answerDialog } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { acknowledge, button, dialog, expectFocus, expectOpens } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { withoutSummaries } from '../support/records/without-summaries.ts'
import { FULL, full } from '../support/full.ts'

const { test } = full

const RISKS = 'Risks and benefits'
const COMMENT = 'Your comment'
const QUESTION = 'Which plan against fire is meant here?'

/** Writing a summary together: two writers and a reviewer, last year's texts, and what changed since. */
describe('writing a summary together', () => {
  const bureau = withDemo()
  beforeEach(async () => {
    await bureau.startAfresh()
    await withoutSummaries(bureau.db)
  })

  const call = <Reply>(name: string, path: string, body: object): Promise<Reply> =>
    postAs<Reply>(bureau.product, name, path, body)
  type Draft = { id: number; name: string; updated_at: string }
  const aDraft = async (year: number, reporting_years: number[] = [2025, 2026]): Promise<Draft> => {
    const name = `Summary of Information ${year}`
    const body = { year, title: name, reporting_years, region_ids: [] }
    const { summary } = await call<{ summary: Draft }>('fmb.approver', '/summaries', body)
    return { ...summary, name }
  }
  /** Writes a part in place of what was copied from an earlier summary. */
  const write = async (id: number, section: string, text: string) => {
    const before = await bureau.db
      .selectFrom('summary_texts')
      .select('written_at')
      .where('summary_id', '=', id)
      .where('section', '=', section)
      .executeTakeFirst()
    const body = { section, text, written_at: before?.written_at ?? null }
    await call('fmb.approver', `/summaries/${id}/texts`, body)
  }
  const freeze = async (id: number) => {
    const { updated_at } = await bureau.db
      .selectFrom('summaries')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await call('fmb.super', `/summaries/${id}/freeze`, { updated_at })
  }
  /** how many people have a draft of the texts of this summary */
  const openDrafts = async (id: number): Promise<number> => {
    const drafts = await bureau.db
      .selectFrom('form_drafts')
      .select('user_id')
      .where('form', '=', 'summary-texts')
      .where('record_id', '=', id)
      .execute()
    return drafts.length
  }
  const opens = (person: string, { id, name }: Draft, part = '') =>
    expectOpens(bureau, person, `/summary/draft/${id}${part && `?part=${part}`}`, name)
  const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const press = (page: Page, name: string) => button(page, name).click()
  const view = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Views of this summary' }).getByRole('link', { name, exact: true })
  const rowOf = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: 'Parts of the summary' })
      .locator('li')
      .filter({ has: page.getByRole('link', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')} `) }) })
      .first()

  test('the outline says what is missing, how much is written, by whom and when, and what is open', async () => {
    const draft = await aDraft(2021)
    await write(draft.id, 'risks_and_benefits', 'Landslides and fires.\n\nBoth are rare.')
    await call('fmb.admin', `/summaries/${draft.id}/comments`, {
      section: 'c',
      paragraph: null,
      written_at: null,
      text: 'Who gives consent?',
    })
    const page = await opens('fmb.admin', draft)
    await page.getByText(/^6 words in 1 of \d+ texts\. \d+ gaps\. 1 open comment\.$/).waitFor()
    const risks = await rowOf(page, RISKS).innerText()
    expect(risks).toMatch(/6 words/)
    expect(risks).toMatch(/Corazon Dimaculangan, [A-Z][a-z]{2} \d\d, \d{4}/)
    const consent = await rowOf(page, 'Safeguard (c)').innerText()
    expect(consent).toMatch(/0 words/)
    expect(consent).toMatch(/1 open comment/)
    expect(consent).toContain('Nothing is written under "Safeguard (c): what it means here".')
    await picture(page, 'summary-outline')
    if (FULL) await expectGoodAtEverySize(page)

    // beside the text on a wide screen, one press away on a phone
    await rowOf(page, RISKS).getByRole('link').click()
    await expectFocus(page.getByRole('heading', { level: 2, name: RISKS }))
    await rowOf(page, RISKS).getByText('6 words').waitFor()
    await page.setViewportSize(PHONE)
    await expect.poll(() => rowOf(page, RISKS).isVisible()).toBe(false)
    await view(page, 'Outline').click()
    await page.getByText(/^6 words in 1 of /).waitFor()
    await rowOf(page, RISKS).getByText('6 words').waitFor()
    await picture(page, 'summary-outline-phone')
  })

  test('a reviewer comments on a paragraph, a writer answers by changing it, and freezing names what is open', async () => {
    const draft = await aDraft(2022)
    await write(draft.id, 'risks_and_benefits', 'Landslides are mapped.\n\nEach site has a plan.')
    const reviewer = await opens('fmb.approver', draft, 'review')
    await press(reviewer, `Comment on paragraph 2 of ${RISKS}`)
    await expectFocus(text(reviewer, COMMENT))
    await text(reviewer, COMMENT).fill(QUESTION)
    await reviewer.getByText(/^Draft saved /).waitFor()
    // what is typed is found again
    await reviewer.reload()
    await reviewer.getByText(/^You have an unfinished form for a comment on /).waitFor()
    await expect.poll(() => text(reviewer, COMMENT).inputValue()).toBe(QUESTION)
    await reviewer
      .getByRole('form', { name: /^Your comment: / })
      .getByRole('button', { name: 'Comment' })
      .click()
    const asked = reviewer.getByRole('list', { name: `Comments on paragraph 2 of ${RISKS}` })
    await asked.getByText(QUESTION).waitFor()
    await press(reviewer, 'Comment on The whole summary')
    await text(reviewer, COMMENT).fill('It should be half as long.')
    await reviewer
      .getByRole('form', { name: /^Your comment: / })
      .getByRole('button', { name: 'Comment' })
      .click()
    await reviewer
      .getByRole('list', { name: 'Comments on The whole summary' })
      .getByText('It should be half as long.')
      .waitFor()
    // comments that cannot be read are not called none
    await reviewer.route('**/api/summaries/*/comments', (route) => route.fulfill({ status: 503, json: {} }))
    await reviewer.reload()
    await reviewer.getByText('The comments could not be loaded').waitFor()
    expect(await reviewer.getByText('No comments yet.').count()).toBe(0)
    await reviewer.unrouteAll()
    await press(reviewer, 'Try again')
    await asked.getByText(QUESTION).waitFor()
    await picture(reviewer, 'summary-review')
    if (FULL) await expectGoodAtEverySize(reviewer)

    const writer = await opens('fmb.admin', draft, 'risks_and_benefits')
    const comments = writer.getByRole('list', { name: `Comments on ${RISKS}` })
    await comments.getByText(QUESTION).waitFor()
    await comments.getByText('Each site has a plan.').waitFor()
    await text(writer, RISKS).fill('Landslides are mapped.\n\nEach site has a plan against fire.')
    await press(writer, `Save ${RISKS}`)
    await comments.getByText('The text was changed since:').waitFor()
    await expect.poll(async () => (await comments.locator('ins').innerText()).trim()).toBe('against fire')
    await comments.getByRole('button', { name: /^Answer with this change / }).click()
    await comments.getByRole('button', { name: 'Answer', exact: true }).click()
    await comments.getByText('Answered', { exact: true }).waitFor()
    await picture(writer, 'summary-comments')
    if (FULL) await expectGoodAtEverySize(writer)
    // only its author settles a comment
    expect(await comments.getByRole('button', { name: /^Settle / }).count()).toBe(0)

    await reviewer.reload()
    const changed = reviewer.getByRole('list', { name: `Comments on ${RISKS}` })
    await changed.getByText('By a change of the text:').waitFor()
    await changed.getByRole('button', { name: /^Settle / }).click()
    await reviewer.getByText('1 settled comment', { exact: true }).waitFor()

    await bureau.leave(writer)
    const page = await opens('fmb.super', draft)
    await press(page, 'Freeze')
    const question = dialog(page, 'Freeze this summary?')
    await question.getByText('This comment is open, and cannot be answered afterwards:').waitFor()
    await question
      .getByText('The whole summary (Corazon Dimaculangan): It should be half as long.', { exact: true })
      .waitFor()
    await expect.poll(() => question.getByText(QUESTION).count()).toBe(0)
    if (FULL) await expectGoodDialog(page)
    await answerDialog(page, 'Freeze this summary?', 'Freeze')
    await acknowledge(page, 'Summary frozen')
    await view(page, 'Comments').click()
    await page.getByText('It should be half as long.').waitFor()
    expect(await button(page, /^(Comment|Answer|Settle|Ask again)/).count()).toBe(0)
    if (FULL) await expectGoodAtEverySize(page)
  })

  test('two writers of one part: each sees that the other writes, one saves, the other loses nothing', async () => {
    const draft = await aDraft(2023)
    await write(draft.id, 'risks_and_benefits', 'Fires are rare.')
    const one = await opens('fmb.admin', draft, 'risks_and_benefits')
    const two = await opens('fmb.super', draft, 'risks_and_benefits')
    await text(two, RISKS).fill('Fires are rare, and watched.')
    await two.getByText(/^Draft saved /).waitFor()
    await one.reload()
    await one
      .getByText(/^Amihan Villanueva is writing this part and has not saved it yet\. Last typed .+ [AP]M\.$/)
      .waitFor()
    await text(one, RISKS).fill('Fires are rare since 2020.')
    await press(one, `Save ${RISKS}`)
    await one.getByText(/^Saved /).waitFor()

    await press(two, `Save ${RISKS}`)
    const notice = two.getByRole('alert')
    await notice.getByText(/^Benigno Salonga changed this part /).waitFor()
    await expect.poll(() => text(two, RISKS).inputValue()).toBe('Fires are rare, and watched.')
    await notice.getByText('Compare theirs with yours word by word').click()
    const words = async (kind: 'del' | 'ins') =>
      (await notice.locator(kind).allInnerTexts()).join('').replace(/\s/g, '')
    await expect.poll(() => words('del')).toBe('since2020')
    expect(await words('ins')).toBe(',andwatched')
    if (FULL) await expectGoodAtEverySize(two)
    await text(two, RISKS).fill('Fires are rare since 2020, and watched.')
    await press(two, `Save mine ${RISKS}`)
    await notice.waitFor({ state: 'detached' })
    // saved by both, so nobody is writing any more: each browser then discards its draft, and a page reads once who is writing
    await expect.poll(() => openDrafts(draft.id)).toBe(0)
    await one.reload()
    await one.getByText(/^Saved .+ by Amihan Villanueva$/).waitFor()
    expect(await one.getByText(/is writing this part/).count()).toBe(0)
  })

  test('who had not saved when it was frozen loses no word: the text and a comment can still be read', async () => {
    const draft = await aDraft(2030)
    const writer = await opens('fmb.admin', draft, 'risks_and_benefits')
    await text(writer, RISKS).fill('Fires are rare.')
    await press(writer, `Comment on ${RISKS}`)
    await text(writer, COMMENT).fill(QUESTION)
    await writer
      .getByText(/^Draft saved /)
      .first()
      .waitFor()
    await freeze(draft.id)
    await press(writer, `Save ${RISKS}`)
    const notices = writer.getByText('You had not saved this when the summary was frozen')
    await expect.poll(() => notices.count()).toBe(2)
    await writer.getByText('Fires are rare.', { exact: true }).waitFor()
    await writer.getByText(QUESTION, { exact: true }).waitFor()
    await writer.reload()
    await expect.poll(() => notices.count()).toBe(2)
    await writer.getByRole('button', { name: 'Discard it' }).first().click()
    await expect.poll(() => notices.count()).toBe(1)
    await writer.reload()
    await writer.getByText(QUESTION, { exact: true }).waitFor()
    expect(await notices.count()).toBe(1)
  })

  test('the text of last year stands beside the own one, is compared and taken over; the changes are shown for all parts', async () => {
    const before = await aDraft(2024, [2025])
    await write(before.id, 'risks_and_benefits', 'Landslides in 2024.')
    await write(before.id, 'national_circumstances', 'Forests cover a quarter of the land.')
    await freeze(before.id)
    const draft = await aDraft(2025, [2025, 2026])
    const page = await opens('fmb.admin', draft, 'risks_and_benefits')
    const field = text(page, RISKS)
    await expect.poll(() => field.inputValue()).toBe('Landslides in 2024.')
    await field.fill('Landslides and fires.')
    await press(page, `Text of 2024 ${RISKS}`)
    const old = page.getByRole('region', { name: `${RISKS} in the summary of 2024` })
    await old.getByText('Landslides in 2024.', { exact: true }).waitFor()
    await old.getByText(/^, written [A-Z][a-z]{2} \d\d, \d{4}$/).waitFor()
    await old.getByRole('button', { name: `Compare word by word ${RISKS}` }).click()
    await expect.poll(() => old.locator('ins').allInnerTexts()).not.toEqual([])
    await picture(page, 'summary-last-year')
    if (FULL) await expectGoodAtEverySize(page)
    await old.getByRole('button', { name: `Take over the text of 2024 ${RISKS}` }).click()
    await answerDialog(page, 'Replace what you have typed?', 'Replace')
    await expect.poll(() => field.inputValue()).toBe('Landslides in 2024.')
    await old.getByText('Your text is the same.').waitFor()
    await field.fill('Landslides in 2025.')
    await press(page, `Save ${RISKS}`)
    await page.getByText(/^Saved /).waitFor()

    await view(page, 'Changed since 2024').click()
    await page.getByText('1 text changed, 0 added, 0 removed, 1 the same.', { exact: true }).waitFor()
    await page.getByText(`Changed ${RISKS}`).click()
    await expect.poll(() => page.locator('del').allInnerTexts()).toEqual(['2024'])
    await page.getByText(/^\d+ numbers? of \d+ changed\.$/).waitFor()
    const table = page.getByRole('table', { name: 'Numbers that changed since the summary of 2024' })
    await table.getByRole('row').nth(1).waitFor()
    await picture(page, 'summary-changes')
    if (FULL) await expectGoodAtEverySize(page)
  })

  test('a typed number that the annex does not have is pointed out, and replaced by one that it has', async () => {
    const draft = await aDraft(2029)
    const page = await opens('fmb.admin', draft, 'national_circumstances')
    const field = text(page, 'National circumstances')
    await field.fill('In 2026 there are 987654 sites under Republic Act 8371.')
    await page.getByText('A typed number matches no number of the annex:').waitFor()
    await button(page, /^987654: choose from the annex /).click()
    const picker = dialog(page, 'Insert a number')
    await expect.poll(() => picker.getByRole('searchbox').inputValue()).toBe('sites')
    await picker.getByRole('listitem').getByRole('button').first().click()
    await picker.waitFor({ state: 'detached' })
    await expect
      .poll(() => field.inputValue())
      .toMatch(/^In 2026 there are \{\{[\w.]+\}\} sites under Republic Act 8371\.$/)
    await expect.poll(() => page.getByText(/no number of the annex/).count()).toBe(0)
  })
})
