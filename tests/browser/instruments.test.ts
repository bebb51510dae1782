import type { Page } from 'playwright-core'
import { answerDialog } from '../support/browser/on-screen.ts'
import { describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { button, dialog, expectFocus } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'
import { pdfBytes } from '../support/records/factories.ts'

/** Instruments on the page of a profile: recorded by its office, confirmed by FMB. */

const bureau = withDemo()

const lagunas = (site_status: string) =>
  bureau.db
    .selectFrom('site_profiles')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select(['site_profiles.id', 'site_profiles.code'])
    .where('offices.name', '=', 'PENRO Laguna')
    .where('site_profiles.site_status', '=', site_status)
    .where('site_profiles.status', '=', 'Activated')
    .orderBy('site_profiles.id')
    .executeTakeFirstOrThrow()

const panel = (page: Page) => page.getByRole('region', { name: 'Instruments', exact: true })
const record = 'Record an instrument'
const form = (page: Page) => dialog(page, record)
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name })

async function open(person: string, id: number, path = 'sitemap/view'): Promise<Page> {
  const page = await bureau.as(person)
  await page.goto(`/${path}/${id}#instruments`)
  await panel(page)
    .getByText(/No instrument is recorded|Issuer/)
    .first()
    .waitFor()
  return page
}

async function fillIn(page: Page, { number = 'CP-R4A-2024-017' } = {}) {
  await button(page, record).click()
  await form(page).getByLabel('Kind').selectOption({ label: 'Certification Precondition' })
  await field(page, 'Issuer').fill('NCIP Regional Office IV-A')
  await field(page, 'Number').fill(number)
  await field(page, 'Issued on').fill('2024-02-10')
  await field(page, 'Valid until').fill('2020-01-01')
  await field(page, 'Valid until').press('Enter')
}

describe('an instrument', () => {
  full.test('[S-166] half entered opens again with all fields after the session has ended', async () => {
    const { id } = await lagunas('Approved')
    const page = await open('laguna.encoder', id)
    await button(page, record).click()
    await form(page).getByLabel('Kind').selectOption({ label: 'Certification Precondition' })
    await field(page, 'Issuer').fill('NCIP Regional Office IV-A')
    await field(page, 'Number').fill('CP-R4A-2024-099')
    await form(page)
      .getByText(/^Draft saved /)
      .waitFor()
    await bureau.endSession('laguna.encoder')
    await page.close()
    const next = await open('laguna.encoder', id)
    await button(next, record).click()
    await form(next)
      .getByText(/^You have an unfinished form for a new instrument, last saved /)
      .waitFor()
    await expect.poll(() => field(next, 'Number').inputValue()).toBe('CP-R4A-2024-099')
    await expect.poll(() => field(next, 'Issuer').inputValue()).toBe('NCIP Regional Office IV-A')
    await form(next).getByRole('button', { name: 'Discard', exact: true }).click()
    await answerDialog(next, 'Discard this unfinished form?', 'Discard')
    await expect.poll(() => field(next, 'Number').inputValue()).toBe('')
    await next.keyboard.press('Escape')
  })

  full.test('is recorded with a file by the office, and confirmed by FMB on the approval page', async () => {
    const { id } = await lagunas('Approved')
    const page = await open('laguna.encoder', id)
    await fillIn(page)
    const wrong = form(page).getByText('Valid until cannot be earlier than Issued on.')
    await wrong.waitFor()
    // a day that is refused is not left out silently
    await form(page).getByRole('button', { name: 'Record instrument' }).click()
    await wrong.waitFor()
    const { count } = await bureau.db
      .selectFrom('land_instruments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('site_profile_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
    await field(page, 'Valid until').fill('2034-02-09')
    await form(page)
      .getByLabel('File')
      .setInputFiles({ name: 'consent.pdf', mimeType: 'application/pdf', buffer: pdfBytes('consent') })
    await form(page)
      .getByText(/^Fingerprint/)
      .waitFor()
    await form(page).getByRole('button', { name: 'Record instrument' }).click()
    await page.getByText('The instrument is recorded.').waitFor()
    await panel(page).getByRole('heading', { name: 'Certification Precondition' }).waitFor()
    await panel(page).getByText('Valid until Feb 09, 2034').waitFor()
    await expectFocus(button(page, record))

    const fmb = await open('fmb.approver', id, 'sites/approval/view')
    await panel(fmb).getByRole('button', { name: 'Preview consent.pdf' }).waitFor()
    await panel(fmb).getByText('Not confirmed by FMB').waitFor()
    await expect.poll(() => button(fmb, record).count()).toBe(0)
    await button(fmb, /^Confirm Certification Precondition/).click()
    await dialog(fmb, 'Confirm Certification Precondition?')
      .getByText('"Certification Precondition, 2024"')
      .waitFor()
    await dialog(fmb, 'Confirm Certification Precondition?').getByRole('button', { name: 'Confirm' }).click()
    await panel(fmb)
      .getByText(/^Confirmed by FMB on /)
      .waitFor()
    await panel(fmb).scrollIntoViewIfNeeded()
    await picture(fmb, 'instruments')
  })

  full.test('corrected by two at once: the second keeps what was typed and reads who was first', async () => {
    const { id } = await lagunas('Submitted')
    const page = await open('laguna.encoder', id)
    await fillIn(page, { number: 'First' })
    await field(page, 'Valid until').fill('')
    await form(page).getByRole('button', { name: 'Record instrument' }).click()
    await button(page, /^Correct Certification Precondition First/).click()
    const correct = dialog(page, 'Correct the instrument')
    await correct.getByRole('textbox', { name: 'Number' }).fill('Mine')
    await bureau.db
      .updateTable('land_instruments')
      .set({ revision: 2 })
      .where('number', '=', 'First')
      .execute()
    await correct.getByRole('button', { name: 'Save corrections' }).click()
    await dialog(page, 'Something went wrong').getByRole('button', { name: 'OK' }).click()
    expect(await correct.getByRole('textbox', { name: 'Number' }).inputValue()).toBe('Mine')
    await correct.getByRole('button', { name: 'Save corrections' }).click()
    await page.getByText('The instrument was corrected.').waitFor()
    // a day that it does not have is no empty line
    const terms = panel(page).locator('dt')
    await expect.poll(() => terms.allInnerTexts()).toEqual(['Issuer', 'Number', 'Issued on', 'Recorded'])
    expect(await panel(page).getByText('N/A').count()).toBe(0)

    await button(page, /^Remove Certification Precondition Mine/).click()
    const remove = dialog(page, 'Remove Certification Precondition?')
    await remove.getByLabel('Reason').fill('Entered twice')
    await remove.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Certification Precondition was removed.').waitFor()
    await panel(page).getByText('No instrument is recorded.').waitFor()
  })

  full.test('page and form are good at every size, by keyboard and in words', async () => {
    const { id } = await lagunas('Returned')
    const page = await open('laguna.encoder', id)
    await button(page, record).focus()
    await page.keyboard.press('Enter')
    await expectFocus(form(page).getByLabel('Kind'))
    await picture(page, 'instrument-form')
    await expectGoodAtEverySize(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => form(page).count()).toBe(0)
    await expectFocus(button(page, record))
    const recorded_by = await bureau.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    await bureau.db
      .insertInto('land_instruments')
      .values({
        site_profile_id: id,
        kind: 'other',
        other_kind: 'K'.repeat(150),
        issuer: 'I'.repeat(150),
        issued_on: '2010-01-01',
        valid_until: '2020-01-01',
        recorded_by: recorded_by.id,
        recorded_at: now,
        updated_at: now,
      })
      .execute()
    await page.reload()
    await panel(page).getByText('Expired on Jan 01, 2020').waitFor()
    await expectGoodAtEverySize(page)
  })

  full.test(
    '[S-172] a day that can be read in two ways is chosen by keyboard on a phone, and a draft keeps it',
    async () => {
      const { id } = await lagunas('Approved')
      const page = await open('laguna.encoder', id)
      await page.setViewportSize({ width: 360, height: 740 })
      await button(page, record).press('Enter')
      await form(page).getByLabel('Kind').selectOption({ label: 'Certification Precondition' })
      await field(page, 'Issuer').fill('NCIP Regional Office IV-A')
      await field(page, 'Number').fill('CP-R4A-2024-098')
      await field(page, 'Issued on').focus()
      await page.keyboard.type('03/04/2024')
      const question = form(page).getByRole('group', { name: 'Which day do you mean?' })
      const choice = (day: string) => question.getByRole('button', { name: day, exact: true })
      await question.waitFor()
      for (const day of ['3 April 2024', '4 March 2024']) {
        await page.keyboard.press('Tab')
        await expectFocus(choice(day))
      }
      const sentence = form(page).getByText('Choose which day you mean: 3 April 2024 or 4 March 2024.')
      expect(await sentence.count()).toBe(0)
      await expectGoodAtEverySize(page)
      await page.keyboard.press('Tab')
      await sentence.waitFor()
      await form(page)
        .getByText(/^Draft saved /)
        .waitFor()
      await page.close()

      const next = await open('laguna.encoder', id)
      await button(next, record).press('Enter')
      await expect.poll(() => field(next, 'Issued on').inputValue()).toBe('03/04/2024')
      await form(next).getByRole('button', { name: 'Record instrument' }).press('Enter')
      const said = form(next).getByText('Choose which day you mean: 3 April 2024 or 4 March 2024.')
      await said.waitFor()
      expect(await said.count()).toBe(1)
      await expectFocus(field(next, 'Issued on'))
      await next.keyboard.press('Tab')
      await next.keyboard.press('Tab')
      await next.keyboard.press('Enter')
      await form(next).getByText('Read as 4 March 2024.', { exact: true }).waitFor()
      await expectFocus(field(next, 'Issued on'))
      await form(next).getByRole('button', { name: 'Record instrument' }).press('Enter')
      await next.getByText('The instrument is recorded.').waitFor()
      const { issued_on } = await bureau.db
        .selectFrom('land_instruments')
        .select('issued_on')
        .where('number', '=', 'CP-R4A-2024-098')
        .executeTakeFirstOrThrow()
      expect(issued_on).toBe('2024-03-04')
    },
  )
})
