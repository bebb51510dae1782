import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { withDemo } from '../support/browser/demo.ts'
import { answer, failAt, informed, tabTo, watch } from '../support/browser/on-screen.ts'
import { acknowledge, dialog, expectFocus, opens, reached, turnedAway } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const CONFIRM = 'Save the crosswalk?'
const SAVED = 'Crosswalk saved'
const FAILED = 'Crosswalk not saved'
const LEAVE = 'Cancel editing the crosswalk?'
const SAVE_CALL = /\/api\/crosswalk$/

describe('the crosswalk', () => {
  const bureau = withDemo()
  // what one test leaves half typed is not offered to the next
  beforeEach(() => bureau.startAfresh())

  const editor = (person = 'fmb.admin') => opens(bureau, person, '/summary/crosswalk/edit', 'Edit crosswalk')
  const principle = (page: Page, number: number) =>
    page.getByRole('region', { name: new RegExp(`^Principle ${number}: `) })
  const radio = (page: Page, number: number, letter: string, name: string) =>
    principle(page, number)
      .getByRole('radiogroup', { name: new RegExp(`^\\(${letter}\\)`) })
      .getByRole('radio', { name, exact: true })
  const reason = (page: Page, number: number) =>
    page.getByRole('textbox', { name: `Reason of principle ${number}`, exact: true })
  const saveButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
  const newest = () =>
    bureau.db
      .selectFrom('crosswalks')
      .select(['version', 'lines'])
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
  const row = (page: Page, name: RegExp) =>
    page.getByRole('table', { name: 'Principles and the safeguards they answer' }).getByRole('row', { name })

  full.test(
    'all of FMB reads it, its administrators come to the editor, Region and PENRO to neither',
    async () => {
      const screens = ['/summary/crosswalk', '/summary/crosswalk/edit']
      await turnedAway(bureau, 'r4a.admin', screens)
      await turnedAway(bureau, 'laguna.encoder', screens)
      await turnedAway(bureau, 'fmb.approver', ['/summary/crosswalk/edit'])
      const page = await opens(bureau, 'fmb.approver', '/summary/crosswalk', 'Crosswalk')
      await page.getByText('Version 1 is the one the product came with.', { exact: false }).waitFor()
      await expect
        .poll(() =>
          row(page, /^4\. Stakeholder/)
            .getByRole('cell')
            .allInnerTexts(),
        )
        .toEqual(
          [...['not', '○\nsupporting', '○\nsupporting', '●\nabove all', 'not', 'not', 'not']].map((words) =>
            expect.stringContaining(words.split('\n').pop() ?? ''),
          ),
        )
      await expect.poll(() => page.getByRole('link', { name: 'Edit crosswalk' }).count()).toBe(0)
      if (FULL) await expectGoodAtEverySize(page)
    },
  )

  test('keys alone change an answer, read what changes, and save a version', async () => {
    const page = await editor()
    const { keyboard } = page
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    // one stop of the keyboard for each group
    await tabTo(radio(page, 1, 'c', 'Not'))
    await keyboard.press('ArrowRight')
    await expect.poll(() => radio(page, 1, 'c', 'Supporting').isChecked()).toBe(true)

    await reason(page, 1).fill('Law, treaties, and the rights they give.')
    await tabTo(saveButton(page))
    await keyboard.press('Enter')
    const question = dialog(page, CONFIRM)
    await question.getByText('It becomes version 2.', { exact: false }).waitFor()
    await expect.poll(() => question.locator('del').first().innerText()).toBe('(a); supporting (b)')
    await expect
      .poll(() => question.locator('ins').allInnerTexts())
      .toEqual(['(a); supporting (b), (c)', 'Law, treaties, and the rights they give.'])
    if (FULL) await expectGoodDialog(page)
    await answer(page, CONFIRM, 'Save')
    await acknowledge(page, SAVED)
    await reached(page, '/summary/crosswalk')
    await page
      .getByText(/^Version 2 was saved .* by Benigno Salonga\. No frozen summary was made with it\.$/)
      .waitFor()
    expect(await newest()).toMatchObject({ version: 2 })
  })

  full.test('what is wrong stands under its field, and the first of it has the focus', async () => {
    const page = await editor()
    const sent = watch(page, 'POST', SAVE_CALL)
    if (FULL) await expectGoodAtEverySize(page)
    // (a) stands with principle 1 alone
    await radio(page, 1, 'a', 'Not').check()
    await page.getByText('Principle 1 must answer at least one safeguard above all.').waitFor()
    await page.getByText('No principle answers safeguard (a) above all.').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await saveButton(page).click()
    await expectFocus(radio(page, 1, 'a', 'Not'))
    await radio(page, 1, 'a', 'Above all').check()
    await reason(page, 1).fill(' ')
    await saveButton(page).click()
    await page.getByText('The reason is required.').waitFor()
    await expectFocus(reason(page, 1))
    expect(sent).toHaveLength(0)
  })

  full.test(
    'a save that fails, or that another administrator was quicker with, keeps the work; leaving asks first',
    async () => {
      const page = await editor()
      await reason(page, 3).fill('In the making')
      const save = async () => {
        await saveButton(page).click()
        await answer(page, CONFIRM, 'Save')
      }
      await failAt(page, 'POST', SAVE_CALL)
      await save()
      await informed(page, FAILED, 'The database has gone away.')
      await expect.poll(() => reason(page, 3).inputValue()).toBe('In the making')
      await page.unrouteAll({ behavior: 'wait' })

      const { version, lines } = await newest()
      const theirs = (lines as CrosswalkLine[]).map((line) =>
        line.principle_number === 8 ? { ...line, why: 'Species and services are safeguard (e).' } : line,
      )
      await postAs(bureau.product, 'fmb.super', '/crosswalk', { version, lines: theirs })
      await save()
      await dialog(page, FAILED)
        .getByText(/ changed this on .+ Nothing of yours was saved, and nothing of theirs was replaced\.$/)
        .waitFor()
      if (FULL) await expectGoodDialog(page)
      await answer(page, FAILED, 'Compare both')
      await page.getByText(/ saved version \d+ on .+, after this form was begun$/).waitFor()
      await page
        .getByRole('region', { name: 'What your colleague changed' })
        .getByText('Species and services are safeguard (e).')
        .waitFor()
      await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
      if (FULL) await expectGoodAtEverySize(page)
      await page.getByLabel('I have compared both: my form has what should be saved').click()
      await expect.poll(() => reason(page, 3).inputValue()).toBe('In the making')
      // the own work is older than the version: the question shows what it would take back
      await saveButton(page).click()
      await dialog(page, CONFIRM)
        .getByText(/^Principle 8: /)
        .waitFor()
      await answer(page, CONFIRM, 'Cancel')

      await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
      await dialog(page, LEAVE).waitFor()
      if (FULL) await expectGoodDialog(page)
      await answer(page, LEAVE, 'Keep draft and leave')
      await reached(page, '/summary/crosswalk')
      await page.getByRole('link', { name: 'Edit crosswalk' }).click()
      await page.getByText(/^You have an unfinished form for the crosswalk, last saved /).waitFor()
      await expect.poll(() => reason(page, 3).inputValue()).toBe('In the making')
    },
  )

  full.test('versions are compared, and an earlier one is read', async () => {
    const { version } = await newest()
    const page = await opens(bureau, 'fmb.approver', '/summary/crosswalk', 'Crosswalk')
    await page.getByLabel('Compare with').selectOption('1')
    const panel = page.getByRole('region', { name: `What changed from version 1 to version ${version}` })
    await panel.getByText('(a); supporting (b), (c)').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await page.getByLabel('Version', { exact: true }).selectOption('1')
    await page.getByText(`This is version 1; version ${version} is in use`).waitFor()
    await row(page, /^1\. Legal compliance/).waitFor()
    // the address keeps what is shown
    await page.reload()
    await page.getByText(`This is version 1; version ${version} is in use`).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  })
})
