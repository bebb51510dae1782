import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { type Bureau, openBureau } from '../support/bureau.ts'
import { realFiles } from '../support/real-files.ts'
import { acknowledge, button, dialog, reached } from '../support/screen.ts'
import { expectGoodAtEverySize } from '../support/screen-sizes.ts'

const OFFER = /^You have an unsaved draft from [A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d [AP]M$/
const SAVED = /^Draft saved \d\d:\d\d [AP]M$/
const ON_DEVICE = /^No connection\. Draft kept on this device \d\d:\d\d [AP]M$/

describe('typed work is kept on the server', () => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau()
  })
  afterAll(() => bureau?.close())

  const partner = (page: Page) => page.getByLabel('Name of Partner/Implementer')
  const area = (page: Page) => page.getByLabel('Project Area (hectares)')
  const offer = (page: Page) => page.getByText(OFFER)
  const saved = (page: Page) => page.getByText(SAVED).waitFor()
  const leftDrafts = async (form: string, record_id = 0) => {
    const drafts = bureau.db.selectFrom('form_drafts').select('id').where('form', '=', form)
    return (await drafts.where('record_id', '=', record_id).execute()).length
  }

  /** Another computer: a browser that has never seen this person, with a session of its own. */
  const onAnotherDevice = async (name: string, address: string): Promise<Page> => {
    await bureau.endSession(name)
    const page = await bureau.as(name)
    await page.goto(address)
    return page
  }

  const signIn = async (page: Page, name: string, arrives = '/dashboard') => {
    await reached(page, '/login')
    await page.getByLabel('Email address').fill(demoEmail(name))
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await button(page, 'Log in').click()
    await reached(page, arrives)
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

  test('a closed tab: another device offers it back, to continue or to discard', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.goto('/sitemap/add')
    await partner(page).fill('Samahan ng Pangil')
    await area(page).fill('1,000.50')
    await saved(page)
    await page.close()

    const desk = await onAnotherDevice('laguna.encoder', '/sitemap/add')
    await offer(desk).waitFor()
    // neither replaces the other: the form opens after the answer
    expect(await partner(desk).count()).toBe(0)
    await expectGoodAtEverySize(desk)
    await button(desk, 'Continue with it').focus()
    await desk.keyboard.press('Enter')
    await partner(desk).waitFor()
    expect(await partner(desk).inputValue()).toBe('Samahan ng Pangil')
    expect(await area(desk).inputValue()).toBe('1,000.50')
    await partner(desk).fill('Samahan ng Pangil at Pakil')
    await saved(desk)
    await desk.close()

    const third = await onAnotherDevice('laguna.encoder', '/sitemap/add')
    await button(third, 'Discard').click()
    await partner(third).waitFor()
    expect(await partner(third).inputValue()).toBe('')
    await expect.poll(() => leftDrafts('site-add')).toBe(0)
    await third.reload()
    await partner(third).waitFor()
    expect(await offer(third).count()).toBe(0)
  })

  test('a session that ends while somebody types: the last letters are there after signing in', async () => {
    const page = await bureau.as('quezon.encoder')
    await page.goto('/sitemap/add')
    await partner(page).fill('Samahan')
    await saved(page)
    await bureau.endSession('quezon.encoder')
    // the next save finds no session and leads to the log in page
    await partner(page).fill('Samahan ng Infanta')
    await signIn(page, 'quezon.encoder', '/sitemap/add')
    await expect.poll(() => partner(page).inputValue()).toBe('Samahan ng Infanta')
    expect(await offer(page).count()).toBe(0)
  })

  test('a cut line: kept on the device, on the server when the line is back, and across a closed tab', async () => {
    const page = await bureau.as('zds.encoder')
    await page.goto('/sitemap/add')
    await partner(page).waitFor()
    await page.context().setOffline(true)
    await partner(page).fill('Samahan ng Bayog')
    await page.getByText(ON_DEVICE).waitFor()
    await expectGoodAtEverySize(page)
    await page.context().setOffline(false)
    await saved(page)

    await page.context().setOffline(true)
    await partner(page).fill('Samahan ng Bayog at Kumalarang')
    await page.getByText(ON_DEVICE).waitFor()
    await page.close()
    const next = await bureau.as('zds.encoder')
    await next.context().setOffline(false)
    await next.goto('/sitemap/add')
    await offer(next).waitFor()
    await button(next, 'Continue with it').click()
    await partner(next).waitFor()
    expect(await partner(next).inputValue()).toBe('Samahan ng Bayog at Kumalarang')
  })

  test('a record that somebody changed meanwhile is not overwritten without a word', async () => {
    const site = await returnedProfile('PENRO Laguna')
    const address = `/sitemap/edit/${site.id}`
    const page = await onAnotherDevice('laguna.encoder', address)
    await partner(page).fill('Samahan ng Paete')
    await saved(page)
    await page.close()
    await bureau.db
      .updateTable('site_profiles')
      .set({ name_of_partner: 'Samahan ng Kalayaan', revision: site.revision + 1 })
      .where('id', '=', site.id)
      .execute()

    const later = await onAnotherDevice('laguna.encoder', address)
    await offer(later).waitFor()
    await later.getByText('The record has been changed since this draft was begun.').waitFor()
    await expectGoodAtEverySize(later)
    await button(later, 'Continue with it').click()
    await later.getByText('This draft is older than the record').waitFor()
    expect(await partner(later).inputValue()).toBe('Samahan ng Paete')
    await expectGoodAtEverySize(later)
    const { name_of_partner } = await bureau.db
      .selectFrom('site_profiles')
      .select('name_of_partner')
      .where('id', '=', site.id)
      .executeTakeFirstOrThrow()
    expect(name_of_partner).toBe('Samahan ng Kalayaan')
  })

  test('comments of a reviewer go from the evidence on one device to the decision on another', async () => {
    const { id } = await bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select('site_activities.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_activities.status', '=', 'Activated')
      .where('site_activities.penro_status', '=', 'Submitted')
      .executeTakeFirstOrThrow()
    const phone = await bureau.as('laguna.approver')
    await phone.goto(`/sites/activity/approval/${id}/principle/2`)
    await phone.getByLabel('Comment on Principle #2').fill('The plan has no signature.')
    await saved(phone)
    await phone.close()

    const desk = await onAnotherDevice('laguna.approver', `/sites/activity/approval/view/${id}`)
    await offer(desk).waitFor()
    await expectGoodAtEverySize(desk)
    await button(desk, 'Continue with it').click()
    const box = desk.getByRole('textbox', { name: /^Principle #2/ })
    expect(await box.inputValue()).toBe('The plan has no signature.')
    await button(desk, 'Return').click()
    const question = dialog(desk, 'Return this SITES activity?')
    await question.getByRole('button', { name: 'Return', exact: true }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => leftDrafts('activity-return', id)).toBe(0)
  })

  test('a profile that is saved leaves no draft behind', async () => {
    const { id } = await returnedProfile('PENRO Quezon')
    const page = await onAnotherDevice('quezon.encoder', `/sitemap/edit/${id}`)
    await partner(page).fill('Samahan ng Real')
    await saved(page)
    // one more letter just before, which must not come after
    await partner(page).fill('Samahan ng Real, Inc.')
    await page.locator('#main').getByRole('button', { name: 'Edit Profile', exact: true }).click()
    const question = dialog(page, 'Edit this profile?')
    await question.getByRole('button', { name: 'Edit Profile', exact: true }).click()
    await acknowledge(page, 'Edit Profiling of SITES Successful')
    await reached(page, '/sitemap')
    await expect.poll(() => leftDrafts('site-edit', id)).toBe(0)
  })

  test('evidence that is not saved is offered on another device, told of on the way, and can be saved there', async () => {
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
    const phone = await onAnotherDevice('laguna.encoder', address)
    await save(phone).or(button(phone, 'Discard')).first().waitFor()
    const before = await attached(phone).count()
    await attach(phone)
    await expect.poll(() => attached(phone).count()).toBe(before + 1)
    await phone.close()

    // the file waits with the draft, however long that takes
    const { file_id } = await bureau.db
      .selectFrom('files')
      .select('files.id as file_id')
      .where('files.name', '=', 'minutes.pdf')
      .orderBy('files.id', 'desc')
      .executeTakeFirstOrThrow()
    await bureau.db
      .updateTable('files')
      .set({ unused_since: '2020-01-01T00:00:00Z' })
      .where('id', '=', file_id)
      .execute()
    await sql`select graphile_worker.add_job('clean_up_files')`.execute(bureau.db)
    await expect
      .poll(
        async () => {
          const { rows } = await sql`select 1 from graphile_worker._private_jobs as jobs
          join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
          where tasks.identifier = 'clean_up_files' and jobs.run_at <= now()`.execute(bureau.db)
          return rows.length
        },
        { timeout: 20_000 },
      )
      .toBe(0)

    const desk = await onAnotherDevice('laguna.encoder', `/sites/activity/${id}`)
    await desk.getByText('1 file not saved yet').waitFor()
    await button(desk, 'Submit SITES Activity').click()
    const question = dialog(desk, 'Submit SITES Activity')
    await question.getByText('Files that are not saved are not submitted.', { exact: false }).waitFor()
    await question.getByText(/^Principle #2: /).waitFor()
    await question.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.waitFor({ state: 'hidden' })

    await desk.goto(address)
    await offer(desk).waitFor()
    await expectGoodAtEverySize(desk)
    await button(desk, 'Continue with it').click()
    await attached(desk).first().waitFor()
    await expectGoodAtEverySize(desk)
    await save(desk).click()
    await acknowledge(desk, 'Save Means of Verification Successful')
    await expect.poll(() => leftDrafts('evidence-2', site_profile_id)).toBe(0)
    expect(
      await bureau.db.selectFrom('site_activity_means').select('id').where('file_id', '=', file_id).execute(),
    ).toHaveLength(1)

    // what is taken off again leaves nothing to offer
    await desk
      .getByLabel(/^Files for 2\./)
      .first()
      .setInputFiles(realFiles().png)
    await button(desk, 'Remove plan.png').waitFor()
    await saved(desk)
    await button(desk, 'Remove plan.png').click()
    await expect.poll(() => leftDrafts('evidence-2', site_profile_id)).toBe(0)
    await desk.reload()
    await save(desk).waitFor()
    expect(await offer(desk).count()).toBe(0)
  })

  test('logging out clears what is not saved, as its question says; an idle session does not [SESSION-18]', async () => {
    const page = await onAnotherDevice('ncr.encoder', '/sitemap/add')
    await partner(page).fill('Samahan ng La Mesa')
    await saved(page)
    // a letter the server has not heard of yet
    await partner(page).fill('Samahan ng La Mesa, Inc.')
    const askLogout = async () => {
      await page.getByRole('button', { name: /PENRO Encoder/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await dialog(page, 'Logout of this account?')
        .getByText(
          'Are you sure you want to logout? Logging out will clear all unsaved changes and can not be undone.',
          { exact: true },
        )
        .waitFor()
    }
    await askLogout()
    await dialog(page, 'Logout of this account?').getByRole('button', { name: 'Cancel' }).click()
    await dialog(page, 'Logout of this account?').waitFor({ state: 'hidden' })
    await saved(page)
    const all = await leftDrafts('site-add')

    await askLogout()
    await dialog(page, 'Logout of this account?').getByRole('button', { name: 'Logout', exact: true }).click()
    await reached(page, '/login')
    expect(await leftDrafts('site-add')).toBe(all - 1)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))),
    ).toEqual([])
    await signIn(page, 'ncr.encoder')
    await page.goto('/sitemap/add')
    await partner(page).waitFor()
    expect(await partner(page).inputValue()).toBe('')
    expect(await offer(page).count()).toBe(0)
  })
})
