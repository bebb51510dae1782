import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { realFiles } from '../support/records/real-files.ts'
import { saveMeans, siteToStartAt } from '../support/records/encoding.ts'
import {
  acknowledge,
  button,
  dialog,
  expectFocus,
  goWithin,
  opens,
  reached,
  title,
} from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodPart } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { full } from '../support/full.ts'

const { test } = full

const SAVED = 'Save Means of Verification Successful'
const EDIT = 'Edit Criteria & Outcome Indicators'

/** What an activity tells beside its files, from the figure that FMB defines to the year after. */
describe('figures and what happened', () => {
  const bureau = withDemo()

  const principleOf = (number: number, batch: number) =>
    bureau.db
      .selectFrom('site_principles')
      .select('id')
      .where('principle_number', '=', number)
      .where('batch_number', '=', batch)
      .executeTakeFirstOrThrow()
  const call = <Reply>(name: string, path: string, body: object = {}) =>
    postAs<Reply>(bureau.product, name, path, body)
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

  test('FMB defines a figure with the criteria; the set before stays as it was', async () => {
    const { id } = await principleOf(7, 1)
    const page = await opens(bureau, 'fmb.super', `/sites/principle/edit/${id}`, EDIT)
    await button(page, 'Add figure to 7.2.1').click()
    await expectFocus(field(page, 'Figure 1 of 7.2.1'))
    await button(page, 'Save').click()
    await page.getByText('Name of the figure is required.', { exact: true }).waitFor()
    await field(page, 'Figure 1 of 7.2.1').fill('Patrols made')
    await field(page, 'Unit of figure 1 of 7.2.1').fill('patrols')
    await expectGoodPart(page.getByRole('region', { name: 'Figures of 7.2.1', exact: true }))
    await button(page, 'Save').click()
    const confirm = dialog(page, 'Save criterias & outcome indicators?')
    await confirm.getByText('Figures changed', { exact: true }).waitFor()
    await confirm.getByText('Patrols made (patrols, whole number, adds up)').waitFor()
    await confirm.getByRole('button', { name: 'Save', exact: true }).click()
    await acknowledge(page, 'Save Criterias & Outcome Indicators Successful')
    const after = await principleOf(7, 2)
    await goWithin(page, `/sites/principle/${after.id}`)
    await page.getByText('Patrols made (patrols, whole number, adds up)').waitFor()
    await goWithin(page, `/sites/principle/${id}`)
    await title(page, 'Principle #7').waitFor()
    await page.getByRole('heading', { level: 3, name: /^7\.2\.1/ }).waitFor()
    await expect.poll(() => page.getByText('Patrols made').count()).toBe(0)
  })

  test('an encoder tells them, a reviewer sees what changed, and the next year starts from them', async () => {
    const site = await siteToStartAt(bureau)
    const { id: principle } = await principleOf(7, 2)
    const page = await opens(
      bureau,
      'laguna.encoder',
      `/sites/activity/principle/${principle}?site_profile_id=${site.id}`,
      'Principle #7',
    )
    await field(page, 'What happened, 7.2.1').fill('Two patrols a week.\nNo fire was seen in Sitio Niño.')
    await field(page, 'Patrols made, patrols, 7.2.1').fill('many')
    await field(page, 'What happened, 7.2.2').focus()
    await page.getByText('Patrols made must be a number.', { exact: true }).waitFor()
    await expectGoodAtEverySize(page)
    await field(page, 'Patrols made, patrols, 7.2.1').fill('104')
    // a file, as the specification asks for before a submission
    const files = page.getByLabel(/^Files for 7\./).first()
    await files.setInputFiles(realFiles().pdf)
    await button(page, 'Remove minutes.pdf').waitFor()
    await saveMeans(page).click()
    await acknowledge(page, SAVED)
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/sites\/activity\/\d+\/principle\/\d+$/)
    const id = Number(new URL(page.url()).pathname.split('/')[3])
    // an unsaved text is kept through a load
    await field(page, 'What happened, 7.2.2').fill('Not saved yet')
    await page
      .getByText(/Draft saved|Kept/)
      .first()
      .waitFor()
    await page.reload()
    await expect.poll(() => field(page, 'What happened, 7.2.2').inputValue()).toBe('Not saved yet')
    await field(page, 'What happened, 7.2.2').fill('Forest cover is as it was.')
    await saveMeans(page).click()
    await acknowledge(page, SAVED)

    await goWithin(page, `/sites/activity/${id}`)
    await title(page, 'Compliance to Safeguards').waitFor()
    const year = page.getByRole('combobox', { name: 'Reporting year' })
    // the newest that the project has reached
    const chosen = Number(await year.locator('option').nth(1).getAttribute('value'))
    await year.selectOption(String(chosen))
    await page
      .getByRole('definition')
      .filter({ hasText: String(chosen) })
      .first()
      .waitFor()
    await expectGoodAtEverySize(page)
    await bureau.leave(page)

    await call('laguna.encoder', `/sites/activities/submitted/${id}`)
    await call('laguna.approver', `/sites/activities/returned/${id}`, {
      returned_reason_7: 'Is it two patrols, or three?',
    })

    const again = await opens(
      bureau,
      'laguna.encoder',
      `/sites/activity/${id}/principle/edit/${principle}`,
      'Principle #7',
    )
    await field(again, 'What happened, 7.2.1').fill('Three patrols a week.\nNo fire was seen in Sitio Niño.')
    await field(again, 'Patrols made, patrols, 7.2.1').fill('156')
    await saveMeans(again).click()
    await acknowledge(again, SAVED)
    await bureau.leave(again)
    await call('laguna.encoder', `/sites/activities/submitted/${id}`)

    const reviewer = await opens(
      bureau,
      'laguna.approver',
      `/sites/activity/approval/${id}/principle/${principle}`,
      'Principle #7',
    )
    const changes = reviewer.getByRole('region', { name: 'Changed since the last return', exact: true })
    const facts = changes.getByRole('list', { name: 'Texts and figures that changed' })
    await facts.getByRole('deletion').filter({ hasText: 'Two' }).waitFor()
    await facts.getByRole('insertion').filter({ hasText: 'Three' }).waitFor()
    // what stayed is told once
    await expect.poll(() => facts.getByText('No fire was seen in Sitio Niño.').count()).toBe(1)
    await expect
      .poll(() => facts.getByRole('listitem').last().innerText())
      .toMatch(/Patrols made \(patrols\) 7\.2\.1\s+104\s+156/)
    await reviewer.getByText('Three patrols a week.').last().waitFor()
    await expectGoodAtEverySize(reviewer)
    await bureau.leave(reviewer)

    for (const name of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      await call(name, `/sites/activities/approved/${id}`)
    const { siteActivities } = await call<{ siteActivities: { id: number } }>(
      'laguna.encoder',
      '/sites/activities',
      { site_profile_id: site.id },
    )
    const next = await opens(
      bureau,
      'laguna.encoder',
      `/sites/activity/${siteActivities.id}`,
      'Compliance to Safeguards',
    )
    await next
      .getByText(`2 texts and 1 figure from the ${chosen} activity can be copied here.`, { exact: false })
      .waitFor()
    await button(next, 'Copy them').click()
    await acknowledge(next, `Copied from ${chosen}`)
    await next.getByText('3 copied, to check', { exact: true }).waitFor()
    await expect.poll(() => button(next, 'Copy them').count()).toBe(0)
    // undone as long as nothing is saved, and copied again [S-145]
    await button(next, 'Undo copying').click()
    await button(next, 'Copy them').click()
    await acknowledge(next, `Copied from ${chosen}`)
    await button(next, 'Undo copying').waitFor()
    await goWithin(next, `/sites/activity/${siteActivities.id}/principle/${principle}`)
    await title(next, 'Principle #7').waitFor()
    await expect
      .poll(() => field(next, 'What happened, 7.2.1').inputValue())
      .toContain('Three patrols a week.')
    await expect.poll(() => next.getByText(`From ${chosen}, please check.`).count()).toBe(3)
    await button(next, /^Still correct for what happened, 7\.2\.1/).click()
    await field(next, 'Patrols made, patrols, 7.2.1').fill('40')
    await next.getByText(/\(down 74 %\)/).waitFor()
    await expect.poll(() => next.getByText(`From ${chosen}, please check.`).count()).toBe(1)
    await expectGoodAtEverySize(next)
    await next
      .getByLabel(/^Files for 7\./)
      .first()
      .setInputFiles(realFiles().pdf)
    await button(next, 'Remove minutes.pdf').waitFor()
    await saveMeans(next).click()
    await acknowledge(next, SAVED)
    // [S-145] the question before submitting counts what was not checked, and leads to the first one
    await goWithin(next, `/sites/activity/${siteActivities.id}`)
    await button(next, 'Submit SITES Activity').click()
    await next.getByText('1 copied from last time and neither changed nor confirmed: 7.2.2.').waitFor()
    await button(next, 'Check 7.2.2 first').click()
    await reached(next, `/sites/activity/${siteActivities.id}/principle/${principle}`)
    await field(next, 'What happened, 7.2.2').waitFor()
    await goWithin(next, '/sites/activity/datatable')
    await reached(next, '/sites/activity/datatable')
    await next.getByRole('combobox', { name: 'Reporting year' }).selectOption(String(chosen))
    await expect.poll(() => new URL(next.url()).searchParams.get('reporting_year')).toBe(String(chosen))
    const { count } = await bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('offices.name', '=', 'PENRO Laguna')
      .where('reporting_year', '=', chosen)
      .executeTakeFirstOrThrow()
    await next.getByText(new RegExp(`^Showing: ${count} of \\d+ entries$`)).waitFor()
  })
})
