import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { full } from '../support/full.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { withDemo } from '../support/browser/demo.ts'
import { answerDialog, tabTo } from '../support/browser/on-screen.ts'
import { acknowledge, button, dialog, expectFocus, expectOpens } from '../support/browser/screen.ts'
import { expectGoodDialog, expectGoodPart } from '../support/browser/screen-sizes.ts'
import { recordIds } from '../support/records/record-ids.ts'

const TITLE = 'What did you look at? (optional)'
const CHECKLIST = 'Checklist for reviewers'
const MINUTES = 'Dates and signatures of the minutes'
const GRIEVANCES = 'Grievances against the register of the office'

const bureau = withDemo()
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The newest set's id of a principle. */
const idOf = async (number: number) => {
  const row = bureau.db
    .selectFrom('site_principles')
    .select('id')
    .where('principle_number', '=', number)
    .orderBy('batch_number', 'desc')
  return (await row.limit(1).executeTakeFirstOrThrow()).id
}

describe('checklists', () => {
  full.test(
    'FMB writes, moves and removes lines with the criteria; the page and the comparison of two sets show them',
    async () => {
      const address = `/sites/principle/edit/${await idOf(3)}`
      const page = await expectOpens(bureau, 'fmb.admin', address, 'Edit Criteria & Outcome Indicators')
      const line = (number: number) =>
        page.getByRole('textbox', { name: `Line ${number} of the checklist`, exact: true })
      const add = button(page, 'Add line to the checklist')
      await add.click()
      await expectFocus(line(1))
      await page.keyboard.type('Consent papers')
      await tabTo(add)
      await page.keyboard.press('Enter')
      await expectFocus(line(2))
      await page.keyboard.type('Map of the rights holders')
      await add.click()
      await button(page, 'Remove line 3 of the checklist').click()
      await button(page, 'Move line 2 of the checklist up').click()
      await expect.poll(() => line(1).inputValue()).toBe('Map of the rights holders')
      await expectGoodPart(page.getByRole('region', { name: CHECKLIST, exact: true }))

      await add.click()
      await line(3).fill('consent PAPERS')
      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('The checklist has this line already.').waitFor()
      await expectFocus(line(3))
      await button(page, 'Remove line 3 of the checklist').click()
      await answerDialog(page, 'Remove line 3 of the checklist?', 'Remove')

      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
      const question = dialog(page, 'Save criterias & outcome indicators?')
      await question.getByText('Checklist, line 2').waitFor()
      await expectGoodDialog(page)
      await answerDialog(page, 'Save criterias & outcome indicators?', 'Save')
      await acknowledge(page, 'Save Criterias & Outcome Indicators Successful')
      await expect
        .poll(() => panel(page, CHECKLIST).getByRole('listitem').allInnerTexts())
        .toEqual(['Map of the rights holders', 'Consent papers'])
      await page.getByLabel('Compare with').selectOption('1')
      await expect
        .poll(() => panel(page, 'What changed from set 1 to set 2').locator('ins').allInnerTexts())
        .toEqual(['Map of the rights holders', 'Consent papers'])
      await expectGoodPart(panel(page, CHECKLIST))
    },
  )

  full.test(
    'PENRO ticks one line; the question names the others and prevents nothing; Region reads who looked at what',
    async () => {
      const { id, name } = await bureau.db
        .selectFrom('site_activities')
        .innerJoin('offices', 'offices.id', 'site_activities.office_id')
        .select(['site_activities.id', 'site_activities.site_profile_name as name'])
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_activities.penro_status', '=', 'Submitted')
        .where('site_activities.status', '=', 'Activated')
        .orderBy('site_activities.id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await bureau.db
        .updateTable('site_activities')
        .set({ disabled_principle: [] })
        .where('id', '=', id)
        .execute()
      const [two] = await bureau.db
        .selectFrom('site_principles')
        .select('id')
        .where('batch_number', '=', 1)
        .where('principle_number', '=', 2)
        .execute()
      const page = await expectOpens(
        bureau,
        'laguna.approver',
        `/sites/activity/approval/${id}/principle/${two?.id}`,
        'Principle #2',
      )
      const box = (text: string) => page.getByRole('checkbox', { name: text, exact: true })
      await box(MINUTES).check()
      await expectGoodPart(panel(page, TITLE))
      await page.getByText(/^Draft saved /).waitFor()

      // the tick is there on the page of the decision, folded under its principle
      await page.getByRole('link', { name: 'Back to the decision' }).click()
      const folded = panel(page, TITLE).getByText('Principle #2: 1 of 2 ticked', { exact: true })
      await folded.click()
      await expect.poll(() => box(MINUTES).isChecked()).toBe(true)
      await expect.poll(() => box(GRIEVANCES).isChecked()).toBe(false)
      await box(GRIEVANCES).check()
      await panel(page, TITLE).getByText('Principle #2: 2 of 2 ticked', { exact: true }).waitFor()
      await box(GRIEVANCES).uncheck()
      await folded.waitFor()
      await expectGoodPart(panel(page, TITLE))

      await button(page, 'Approve').click()
      const question = dialog(page, 'Approve this SITES activity?')
      await question.getByText(`Principle #2: ${GRIEVANCES}`, { exact: true }).waitFor()
      await question.getByText(/^Principle #6: .+; .+; .+$/).waitFor()
      await expect.poll(() => question.getByText(MINUTES).count()).toBe(0)
      await expectGoodDialog(page)
      await question.getByRole('button', { name: 'Approve', exact: true }).click()
      await question.waitFor({ state: 'hidden' })
      await expect
        .poll(async () => {
          const rows = bureau.db
            .selectFrom('review_steps')
            .select('looked')
            .where('record_id', 'in', recordIds('site_activities', id))
          return (await rows.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).looked
        })
        .toEqual([{ principle_number: 2, text: MINUTES }])

      // Region had ticked a line of an earlier state of the activity: its comment is kept, its tick is not
      const reviewer = bureau.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', demoEmail('r4a.approver'))
      const line = bureau.db
        .selectFrom('principle_checks')
        .select('id')
        .where('text', '=', MINUTES)
        .orderBy('id')
      const { id: ticked } = await line.limit(1).executeTakeFirstOrThrow()
      const values = { comments: { returned_reason_2: 'Minutes without a date' }, looked: [ticked] }
      await bureau.db
        .insertInto('form_drafts')
        .values({
          user_id: reviewer,
          form: 'activity-return',
          record_id: id,
          revision: 1,
          content: JSON.stringify({ form_key: randomUUID(), values, began: null }),
        })
        .execute()
      const region = await expectOpens(bureau, 'r4a.approver', `/sites/activity/approval/view/${id}`, name)
      const history = panel(region, 'Review history')
      const said = history.getByText(/ looked at 1 line of the checklists$/)
      await said.click()
      await history.getByText(`Principle #2: ${MINUTES}`, { exact: true }).waitFor()
      await expectGoodPart(history)
      const kept = region.getByRole('textbox', { name: /^Principle #2/ })
      await expect.poll(() => kept.inputValue()).toBe('Minutes without a date')
      await panel(region, TITLE).getByText('Principle #2: 0 of 2 ticked', { exact: true }).waitFor()
      await expectGoodPart(panel(region, TITLE))
    },
  )
})
