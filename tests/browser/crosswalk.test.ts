import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { withDemo } from '../support/browser/demo.ts'
import {
  acknowledgeMessage,
  answerDialog,
  button,
  failAt,
  tabTo,
  watch,
} from '../support/browser/on-screen.ts'
import { acknowledge, dialog, expectFocus, expectOpens } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const EDIT = 'Edit crosswalk'
const CONFIRM = 'Save the crosswalk?'
const SAVED = 'Crosswalk saved'
const FAILED = 'Crosswalk not saved'
const SECOND = 'Another user saved first'
const SAVE_CALL = /\/api\/crosswalk$/

describe('the crosswalk', () => {
  const bureau = withDemo()

  const reader = (person: string) => expectOpens(bureau, person, '/summary/crosswalk', 'Crosswalk')
  const editor = async () => {
    const page = await reader('fmb.admin')
    await button(page, EDIT).click()
    await dialog(page, EDIT).waitFor()
    return page
  }
  const radio = (page: Page, number: number, letter: string, name: string) =>
    page
      .getByRole('region', { name: new RegExp(`^Principle ${number}: `) })
      .getByRole('radiogroup', { name: new RegExp(`^\\(${letter}\\)`) })
      .getByRole('radio', { name, exact: true })
  const reason = (page: Page, number: number) =>
    page.getByRole('textbox', { name: `Reason of principle ${number}`, exact: true })
  const saveButton = (page: Page) => button(dialog(page, EDIT), 'Save')
  const newest = () =>
    bureau.db
      .selectFrom('crosswalks')
      .select(['version', 'lines'])
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
  const rowOf = (page: Page, table: string, name: RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row', { name })
  const answers = (page: Page, name: RegExp) =>
    rowOf(page, 'Principles and the safeguards they answer', name).getByRole('cell').allInnerTexts()

  full.test('keys alone change an answer and save a version, which the list of versions names', async () => {
    const page = await editor()
    const { keyboard } = page
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    // one Tab stop for each group
    await tabTo(radio(page, 1, 'c', 'Not'))
    await keyboard.press('ArrowRight')
    await expect.poll(() => radio(page, 1, 'c', 'Supporting').isChecked()).toBe(true)

    await reason(page, 1).fill('Law, treaties, and the rights they give.')
    await tabTo(saveButton(page))
    await keyboard.press('Enter')
    await dialog(page, CONFIRM).waitFor()
    if (FULL) await expectGoodDialog(page)
    await answerDialog(page, CONFIRM, 'Save')
    await acknowledge(page, SAVED)
    await expectFocus(button(page, EDIT))
    await rowOf(page, 'Versions', /^2 .* Benigno Salonga 0$/).waitFor()
    await page.getByText('Law, treaties, and the rights they give.').waitFor()
    expect(await newest()).toMatchObject({ version: 2 })
  })

  full.test('what is wrong stands under its field, and the first of it has the focus', async () => {
    const page = await editor()
    const sent = watch(page, 'POST', SAVE_CALL)
    // only principle 1 answers (a) above all
    await radio(page, 1, 'a', 'Not').check()
    await page.getByText('Principle 1 must answer at least one safeguard above all.').waitFor()
    await page.getByText('No principle answers safeguard (a) above all.').waitFor()
    await expectGoodAtEverySize(page)
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
    '[S-144] a save that fails, or that comes second, keeps the entries and replaces nothing',
    async () => {
      const page = await editor()
      const save = async () => {
        await saveButton(page).click()
        await answerDialog(page, CONFIRM, 'Save')
      }
      await reason(page, 3).fill('In the making')
      await failAt(page, 'POST', SAVE_CALL)
      await save()
      await acknowledgeMessage(page, FAILED, 'The database has gone away.')
      await expect.poll(() => reason(page, 3).inputValue()).toBe('In the making')
      await page.unrouteAll({ behavior: 'wait' })

      const { version, lines } = await newest()
      const theirs = (lines as CrosswalkLine[]).map((line) =>
        line.principle_number === 8 ? { ...line, why: 'Species and services are safeguard (e).' } : line,
      )
      await postAs(bureau.product, 'fmb.super', '/crosswalk', { version, lines: theirs })
      // pressing Save again replaces nothing
      for (let turn = 1; turn <= 2; turn += 1) {
        await save()
        const second = dialog(page, SECOND)
        await second.getByText(/ changed this on .+ Your changes were not saved/).waitFor()
        await second.getByRole('row', { name: /^Principle 3 .* In the making$/ }).waitFor()
        await second.getByRole('row', { name: /^Principle 8 .*Species and services are safeguard/ }).waitFor()
        await expectGoodDialog(page)
        await answerDialog(page, SECOND, 'Continue editing')
      }
      await expect.poll(() => reason(page, 3).inputValue()).toBe('In the making')
      expect(await newest()).toMatchObject({ version: version + 1, lines: theirs })
    },
  )

  full.test('the codes of other frameworks are a new version, which says what it changed', async () => {
    const { version } = await newest()
    const page = await editor()
    const third = page.getByRole('region', { name: /^Principle 3: / })
    await third.getByText('Other frameworks').click()
    const codes = third.getByRole('textbox', { name: 'ART TREES 2.0', exact: true })
    await codes.fill(`1.1, ${'9'.repeat(21)}`)
    await page.getByText('A code of ART TREES 2.0 cannot exceed 20 characters.').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await codes.fill('1.1, 3.2')
    await saveButton(page).click()
    await answerDialog(page, CONFIRM, 'Save')
    await acknowledge(page, SAVED)
    const name = 'Principles, and the codes of other frameworks that FMB relates them to'
    await expect
      .poll(() => rowOf(page, name, /^3\. /).getByRole('cell').allInnerTexts())
      .toEqual(['1.1, 3.2'])
    await page.getByRole('button', { name: `What changed since version ${version}` }).click()
    const changed = page.getByRole('list', { name: `What version ${version + 1} changed` })
    await expect.poll(() => changed.locator('del').allInnerTexts()).toEqual(['no other frameworks'])
    await expect.poll(() => changed.locator('ins').allInnerTexts()).toEqual(['ART TREES 2.0: 1.1, 3.2'])
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test('an earlier version is read, and the address keeps it', async () => {
    const { version } = await newest()
    const page = await reader('fmb.approver')
    await rowOf(page, 'Versions', /^1 /).click()
    await page.getByText(`This is version 1; version ${version} is in use`).waitFor()
    await expect.poll(() => answers(page, /^1\. Legal compliance/)).toHaveLength(7)
    await page.reload()
    await page.getByText(`This is version 1; version ${version} is in use`).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  })
})
