import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { realFiles } from '../support/records/real-files.ts'
import { answerDialog } from '../support/browser/on-screen.ts'
import { acknowledge, button, dialog, expectFocus, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const LINE = /^You have an unfinished form for .+, last saved [A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d [AP]M$/
const SAVED = /^Draft saved \d\d:\d\d [AP]M$/
const ON_DEVICE = /^No connection\. Draft kept on this device \d\d:\d\d [AP]M$/

describe('typed work is kept on the server', () => {
  const bureau = withSharedDemo()
  beforeEach(() => bureau.startAfresh())

  const partner = (page: Page) => page.getByRole('textbox', { name: 'Name of Partner/Implementer' })
  const area = (page: Page) => page.getByLabel('Project Area (hectares)')
  const line = (page: Page) => page.getByText(LINE)
  /**
   * Hides the tab as if the person changed to another one, so that what is typed is sent at once and not three seconds
   * later.
   */
  const turnAway = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'visibilityState')
    })
  const saved = async (page: Page) => {
    await turnAway(page)
    await page.getByText(SAVED).waitFor()
  }
  /** how many drafts of a form are left; of a new record all of them */
  const leftDrafts = async (form: string, record_id?: number) => {
    const drafts = bureau.db.selectFrom('form_drafts').select('id').where('form', '=', form)
    const found = record_id === undefined ? drafts : drafts.where('record_id', '=', record_id)
    return (await found.execute()).length
  }

  /** Continues on another computer: a clean browser with another session. */
  const onAnotherDevice = async (page: Page, name: string, address: string) => {
    await bureau.handTo(page, name)
    await page.goto(address)
  }

  const signIn = async (page: Page, name: string, arrives = '/dashboard') => {
    await waitForPath(page, '/login')
    await page.getByLabel('Email address').fill(demoEmail(name))
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await button(page, 'Log in').click()
    await waitForPath(page, arrives)
  }

  const returnedProfile = (office: string) =>
    bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select(['site_profiles.id', 'site_profiles.name_of_partner', 'site_profiles.revision'])
      .where('offices.name', '=', office)
      .where('site_profiles.site_status', '=', 'Returned')
      .where('site_profiles.status', '=', 'Activated')
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()

  test('[S-143] a closed tab: another device opens it at once, says from when, and discards it only when asked', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.goto('/sitemap/add')
    await partner(page).fill('Samahan ng Pangil')
    await area(page).fill('1,000.50')
    await saved(page)

    // the dashboard lists it by the name of the site; the same tab shows it after a reload
    await onAnotherDevice(page, 'laguna.encoder', '/dashboard')
    await page.getByRole('link', { name: /^Samahan ng Pangil ?New profile/ }).click()
    await waitForPath(page, '/sitemap/add')
    await page.getByText(/^You have an unfinished form for a new profile, last saved /).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Pangil')
    await expect.poll(() => area(page).inputValue()).toBe('1,000.50')
    await page.reload()
    await line(page).waitFor()
    await button(page, 'Discard').click()
    await answerDialog(page, 'Discard this unfinished form?', 'Keep it')
    await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Pangil')
    await button(page, 'Discard').click()
    await answerDialog(page, 'Discard this unfinished form?', 'Discard')
    await expect.poll(() => partner(page).inputValue()).toBe('')
    await expect.poll(() => line(page).count()).toBe(0)
    await expect.poll(() => leftDrafts('site-add')).toBe(0)
    await page.reload()
    await partner(page).waitFor()
    await expect.poll(() => line(page).count()).toBe(0)
  })

  full.test(
    'a session that ends while somebody types: nobody is asked, and the last letters are there after signing in [PROFILES-12]',
    async () => {
      const address = `/sitemap/edit/${(await returnedProfile('PENRO Quezon')).id}`
      const page = await bureau.as('quezon.encoder')
      const asked: string[] = []
      page.on('dialog', (one) => {
        asked.push(one.message())
        void one.accept()
      })
      await page.goto(address)
      await partner(page).fill('Samahan')
      await saved(page)
      await bureau.endSession('quezon.encoder')
      // the next save finds no session and leads to the login page
      await partner(page).fill('Samahan ng Infanta')
      await turnAway(page)
      await waitForPath(page, '/login')
      expect(asked).toEqual([])
      await expect.poll(() => page.getByText('Cancel adding this profile?').count()).toBe(0)
      await signIn(page, 'quezon.encoder', address)
      await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Infanta')
      await line(page).waitFor()
      // the record itself still has the old value
      const other = page.getByRole('table').getByRole('row', { name: /^Name of Partner/ })
      await button(page, 'Show them').click()
      await other.getByText('Samahan ng Infanta', { exact: true }).waitFor()
      await button(page, 'Hide them').click()
    },
  )

  test('a cut line: kept on the device, on the server when the line is back, and across a closed tab', async () => {
    const page = await bureau.as('zds.encoder')
    await page.goto('/sitemap/add')
    await partner(page).waitFor()
    await page.context().setOffline(true)
    await partner(page).fill('Samahan ng Bayog')
    await page.getByText(ON_DEVICE).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await page.context().setOffline(false)
    await saved(page)

    await page.context().setOffline(true)
    await partner(page).fill('Samahan ng Bayog at Kumalarang')
    await turnAway(page)
    await page.getByText(ON_DEVICE).waitFor()
    await page.close()
    const next = await bureau.as('zds.encoder')
    await next.context().setOffline(false)
    await next.goto('/sitemap/add')
    // by the last text that the server had, or by the one that came from the device since
    await next.getByRole('link', { name: /^Samahan ng Bayog( at Kumalarang)?$/ }).click()
    await line(next).waitFor()
    await expect.poll(() => partner(next).inputValue()).toBe('Samahan ng Bayog at Kumalarang')
  })

  test('[S-166] two tabs on one activity: points and comments of both are there, and both say so truly', async () => {
    const { id } = await bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select('site_activities.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_activities.status', '=', 'Activated')
      .where('site_activities.penro_status', '=', 'Submitted')
      .executeTakeFirstOrThrow()
    const on = (number: number) => `/sites/activity/approval/${id}/principle/${number}`
    const one = await bureau.as('laguna.approver')
    const two = await one.context().newPage()
    await one.goto(on(1))
    await two.goto(on(2))
    const box = (page: Page, number: number) => page.getByLabel(`Comment on Principle #${number}`)
    await box(one, 1).fill('No minutes.')
    await box(two, 2).fill('The plan has no signature.')
    await saved(one)
    await saved(two)
    await one.goto(`/sites/activity/approval/view/${id}`)
    await expect
      .poll(() => one.getByRole('textbox', { name: /^Principle #1/ }).inputValue())
      .toBe('No minutes.')
    const second = one.getByRole('textbox', { name: /^Principle #2/ })
    await expect.poll(() => second.inputValue()).toBe('The plan has no signature.')
    // what one tab types the other takes over
    await second.fill('The plan has no signature and no date.')
    await saved(one)
    await expect.poll(() => box(two, 2).inputValue()).toBe('The plan has no signature and no date.')
    await two.close()
  })

  full.test(
    '[S-144] what somebody changed meanwhile stands beside the own text, and is not overwritten without a choice',
    async () => {
      const site = await returnedProfile('PENRO Laguna')
      const address = `/sitemap/edit/${site.id}`
      const page = await bureau.as('laguna.encoder')
      await page.goto(address)
      await partner(page).fill('Samahan ng Paete')
      await saved(page)
      await bureau.db
        .updateTable('site_profiles')
        .set({ name_of_partner: 'Samahan ng Kalayaan', revision: site.revision + 1 })
        .where('id', '=', site.id)
        .execute()

      await onAnotherDevice(page, 'laguna.encoder', address)
      await page.getByText(/ changed this on [A-Z][a-z]{2} /).waitFor()
      await page.getByText('You both changed these fields.', { exact: false }).waitFor()
      await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Paete')
      if (FULL) await expectGoodAtEverySize(page)
      // nothing is sent before the choice is made
      await page.locator('#main').getByRole('button', { name: 'Edit Profile', exact: true }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      const theirs = page.getByRole('radio', { name: /, Saved by your colleague: Samahan ng Kalayaan$/ })
      const mine = page.getByRole('radio', { name: /, In your form: Samahan ng Paete$/ })
      await theirs.click()
      await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Kalayaan')
      await mine.click()
      await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Paete')
      await theirs.click()
      await page.getByText('You have chosen what stays.', { exact: false }).waitFor()
      const { name_of_partner } = await bureau.db
        .selectFrom('site_profiles')
        .select('name_of_partner')
        .where('id', '=', site.id)
        .executeTakeFirstOrThrow()
      expect(name_of_partner).toBe('Samahan ng Kalayaan')
    },
  )

  full.test(
    'comments of a reviewer go from the evidence on one device to the decision on another',
    async () => {
      const { id } = await bureau.db
        .selectFrom('site_activities')
        .innerJoin('offices', 'offices.id', 'site_activities.office_id')
        .select('site_activities.id')
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_activities.status', '=', 'Activated')
        .where('site_activities.penro_status', '=', 'Submitted')
        .executeTakeFirstOrThrow()
      const page = await bureau.as('laguna.approver')
      await page.goto(`/sites/activity/approval/${id}/principle/2`)
      await page.getByLabel('Comment on Principle #2').fill('The plan has no signature.')
      await saved(page)

      await onAnotherDevice(page, 'laguna.approver', `/sites/activity/approval/view/${id}`)
      await line(page).waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      const box = page.getByRole('textbox', { name: /^Principle #2/ })
      await expect.poll(() => box.inputValue()).toBe('The plan has no signature.')
      const needed = 'Comment on at least one principle to return. Up to 1,000 characters each.'
      await expect.poll(() => page.getByText(needed, { exact: true }).count()).toBe(1)
      await box.fill('  ')
      await expect.poll(() => button(page, 'Return').isDisabled()).toBe(true)
      await box.fill('x'.repeat(1001))
      await page.getByText('Comment cannot exceed 1,000 characters.', { exact: true }).waitFor()
      await expect.poll(() => button(page, 'Return').isDisabled()).toBe(true)
      await button(page, 'Shorten the comment').press('Enter')
      await expectFocus(box)
      await box.fill('The plan has no signature.')
      await button(page, 'Return').click()
      const question = dialog(page, 'Return this SITES activity?')
      await question.getByRole('button', { name: 'Return', exact: true }).click()
      await question.waitFor({ state: 'hidden' })
      await expect.poll(() => leftDrafts('activity-return', id)).toBe(0)
    },
  )

  full.test('a profile that is saved leaves no draft behind', async () => {
    const { id } = await returnedProfile('PENRO Quezon')
    const page = await bureau.as('quezon.encoder')
    await page.goto(`/sitemap/edit/${id}`)
    await partner(page).fill('Samahan ng Real')
    await saved(page)
    // one more letter just before, which must not be saved after the form
    await partner(page).fill('Samahan ng Real, Inc.')
    await page.locator('#main').getByRole('button', { name: 'Edit Profile', exact: true }).click()
    const question = dialog(page, 'Edit this profile?')
    await question.getByRole('button', { name: 'Edit Profile', exact: true }).click()
    await acknowledge(page, 'Edit Profiling of SITES Successful')
    await waitForPath(page, '/sitemap')
    await expect.poll(() => leftDrafts('site-edit', id)).toBe(0)
  })

  full.test(
    'evidence that is not saved is offered on another device, told of on the way, and can be saved there',
    async () => {
      const { id, site_profile_id } = await bureau.db
        .selectFrom('site_activities')
        .innerJoin('offices', 'offices.id', 'site_activities.office_id')
        .select(['site_activities.id', 'site_activities.site_profile_id'])
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_activities.status', '=', 'Activated')
        .where('site_activities.site_status', '=', 'Save as Draft')
        .executeTakeFirstOrThrow()
      const address = `/sites/activity/${id}/principle/2`
      const attached = (page: Page) => button(page, /^Remove minutes\.pdf$/)
      const save = (page: Page) => button(page, /^Save Means of Verification/)
      const attach = async (page: Page) => {
        const chosen = page.getByLabel(/^Files for 2\./).first()
        await chosen.setInputFiles(realFiles().pdf)
        await attached(page).first().waitFor()
        await saved(page)
      }
      const page = await bureau.as('laguna.encoder')
      await page.goto(address)
      await save(page).or(button(page, 'Discard')).first().waitFor()
      const before = await attached(page).count()
      await attach(page)
      await expect.poll(() => attached(page).count()).toBe(before + 1)

      await onAnotherDevice(page, 'laguna.encoder', `/sites/activity/${id}`)
      await page.getByText('1 file not saved yet').waitFor()
      await button(page, 'Submit SITES Activity').click()
      const question = dialog(page, 'Submit SITES Activity')
      await question.getByText('Unsaved changes are not submitted.', { exact: false }).waitFor()
      await question.getByText(/^Principle #2: /).waitFor()
      await question.getByRole('button', { name: 'Cancel', exact: true }).click()
      await question.waitFor({ state: 'hidden' })

      await page.goto(address)
      await line(page).waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await attached(page).first().waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await save(page).click()
      await acknowledge(page, 'Save Means of Verification Successful')
      await expect.poll(() => leftDrafts('evidence-2', site_profile_id)).toBe(0)
      await expect.poll(() => attached(page).count()).toBe(before + 1)

      // a file that is removed again leaves no draft to offer
      await page
        .getByLabel(/^Files for 2\./)
        .first()
        .setInputFiles(realFiles().png)
      await button(page, 'Remove plan.png').waitFor()
      await saved(page)
      await button(page, 'Remove plan.png').click()
      await expect.poll(() => leftDrafts('evidence-2', site_profile_id)).toBe(0)
      await page.reload()
      await save(page).waitFor()
      await expect.poll(() => line(page).count()).toBe(0)
    },
  )

  full.test(
    '[S-166] logging out names the unfinished forms and keeps them for the next login, or discards them when told',
    async () => {
      const page = await bureau.as('ncr.encoder')
      await page.goto('/sitemap/add')
      await partner(page).fill('Samahan ng La Mesa')
      await saved(page)
      // a letter not yet sent to the server
      await partner(page).fill('Samahan ng La Mesa, Inc.')
      const question = dialog(page, 'Logout of this account?')
      const askLogout = async () => {
        await page.getByRole('button', { name: /PENRO Encoder/ }).click()
        await page.getByRole('menuitem', { name: 'Logout' }).click()
        await question.getByText(/^Samahan ng La Mesa, Inc\.: New profile, last saved /).waitFor()
      }
      await askLogout()
      if (FULL) await expectGoodAtEverySize(page)
      await question.getByRole('button', { name: 'Keep them for my next login' }).click()
      await waitForPath(page, '/login')
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))))
        .toEqual([])
      await signIn(page, 'ncr.encoder')
      await page.getByRole('link', { name: /^Samahan ng La Mesa, Inc\. ?New profile/ }).click()
      await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng La Mesa, Inc.')

      const all = await leftDrafts('site-add')
      await askLogout()
      await question.getByRole('button', { name: 'Discard them' }).click()
      await waitForPath(page, '/login')
      await expect.poll(() => leftDrafts('site-add')).toBe(all - 1)
    },
  )

  full.test('[S-166] two new profiles are two drafts, listed by their names', async () => {
    const page = await bureau.as('quezon.encoder')
    for (const name of ['Samahan ng Uno', 'Samahan ng Dos']) {
      await page.goto('/sitemap/add')
      await partner(page).fill(name)
      await saved(page)
    }
    await page.goto('/sitemap/add')
    await page.getByText('You have other new profiles that are not finished').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await page.getByRole('link', { name: 'Samahan ng Dos', exact: true }).waitFor()
    await expect.poll(() => partner(page).inputValue()).toBe('')
    await page.getByRole('link', { name: 'Samahan ng Uno', exact: true }).click()
    await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Uno')
  })
})
