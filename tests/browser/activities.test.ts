import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { manySites } from '../support/records/many-sites.ts'
import { aPerson } from '../support/records/people.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { realFiles } from '../support/records/real-files.ts'
import { watch } from '../support/browser/on-screen.ts'
import {
  acknowledge,
  button,
  dialog,
  expectOpens,
  navigateWithin,
  title,
  waitForPath,
} from '../support/browser/screen.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { ownPlace, type Place } from '../support/browser/places.ts'
import { activityIn, addActivityStarter, saveMeans } from '../support/records/encoder-actions.ts'
import { FULL, full } from '../support/full.ts'
const LIST = '/sites/activity/datatable'
const SAVED = 'Save Means of Verification Successful'

describe('SITES activities', () => {
  const bureau = withSharedDemo()
  let own: Place
  let files: ReturnType<typeof realFiles>

  beforeAll(async () => {
    own = await ownPlace(bureau, 'activities', ['encoder'])
    if (!FULL) return
    await addActivityStarter(bureau)
    await aPerson(bureau, 'bataan.encoder', { role: 'PENRO Encoder', region: 'R03', office: 'PENRO Bataan' })
    files = realFiles()
  })

  const numbers = async (page: Page) => {
    await page.getByRole('link', { name: 'Principle #8', exact: true }).waitFor()
    const headings = await page.getByRole('list', { name: 'Principles' }).getByRole('heading').allInnerTexts()
    return headings.map((heading) => heading.trim())
  }
  const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Principle #${number}`)

  /** Adds finally approved sites without activities to an office that has no others. */
  const addCandidates = async (office: string, count: number) => {
    const { db } = bureau
    const like = await db
      .selectFrom('site_profiles')
      .select(['id', 'map_kml_id'])
      .where('emission_from_forest_degradation_area', 'is', null)
      .where('enhancement_forest_carbon_stocks_area', 'is', null)
      .where('sustainable_management_of_forest_area', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const ids = await manySites(bureau, like, count)
    const { id: office_id, ...place } = await db
      .selectFrom('offices')
      .innerJoin('cities', 'cities.province_id', 'offices.province_id')
      .select(['offices.id', 'offices.region_id', 'offices.province_id', 'cities.id as city_id'])
      .where('offices.name', '=', office)
      .orderBy('cities.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const approved = { penro_status: 'Approved', region_status: 'Approved', fmb_status: 'Approved' }
    await db
      .updateTable('site_profiles')
      .set({ ...place, office_id, site_status: 'Approved', ...approved })
      .set({ approved_at: new Date().toISOString(), waiting_since: null })
      .where('id', 'in', ids)
      .execute()
    await db
      .updateTable('site_profiles')
      .set({ name_of_partner: 'Kapisanan ng Peñablanca' })
      .where('id', '=', ids.at(-1) ?? 0)
      .execute()
  }

  full.test(
    '[S-126] among many sites the server looks for what is typed, and the field says how many there are',
    async () => {
      await addCandidates('PENRO Bataan', 60)
      const page = await expectOpens(bureau, 'bataan.encoder', '/sites/activity/add', 'Add SITES Activity')
      const asked = watch(page, 'GET', /\/api\/sites\/search/)
      const select = page.getByRole('combobox', { name: 'Profiling of SITES' })
      const option = page.getByRole('option')
      await select.click()
      await expect.poll(() => option.count()).toBe(50)
      await page
        .getByText('The first 50 of 60 are listed; type more of the name or code to find the others.')
        .waitFor()

      await select.pressSequentially('PENABLANCA')
      await expect.poll(() => option.allInnerTexts()).toEqual([expect.stringContaining('Peñablanca')])
      await expect.poll(() => page.getByText(/are listed/).count()).toBe(0)
      expect(asked.length, 'not one request for each letter').toBeLessThan(4)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('main').locator('dl').waitFor()
      await expect.poll(() => select.inputValue()).toContain('Peñablanca')
      await page.reload()
      await expect
        .poll(() => select.inputValue(), { message: 'the address keeps it' })
        .toContain('Peñablanca')

      await select.fill('no such site')
      await page.getByText('No site found').waitFor()
      await select.fill('')
      await expect.poll(() => option.count()).toBe(50)
      await page.keyboard.press('Tab')
      await expect
        .poll(() => select.inputValue(), { message: 'nothing else was chosen' })
        .toContain('Peñablanca')
    },
  )

  full.test(
    'the list has its columns and order; what is in review is not edited, and it says so [ACTIVITIES-02] [ACTIVITIES-03] [ACTIVITIES-30] [ACTIVITIES-31]',
    async () => {
      const page = await bureau.as('laguna.encoder')
      const first = page.waitForRequest('**/api/sites/activities/datatable?**')
      await page.goto(LIST)
      const asked = new URL((await first).url()).searchParams
      expect([asked.get('order[0][column]'), asked.get('order[0][dir]'), asked.get('length')]).toEqual([
        'site_profile_code',
        'asc',
        '10',
      ])
      await page.getByRole('row').nth(10).waitFor()
      const codes = (await page.getByRole('table').innerText()).match(/SITES-R\w+-[\d-]+/g) ?? []
      expect(codes).toEqual([...codes].sort())
      await expect
        .poll(() => page.getByRole('columnheader').allInnerTexts())
        .toEqual(['SITES Codes', 'Name', 'Region', 'Date Created', 'Status', 'Record Status', 'Actions'])
      if (FULL) await expectGoodAtEverySize(page)
      const { site_profile_code: code } = await activityIn(bureau, 'Submitted')
      await page.getByRole('searchbox').fill(code)
      await button(page, `Edit ${code}`).first().click()
      const refusal = 'Site Status is not RETURNED or Save as Draft'
      await dialog(page, refusal)
        .getByText('Site is only available to edit once RETURNED or Save as Draft.', { exact: true })
        .waitFor()
      if (FULL) await expectGoodDialog(page)
      await acknowledge(page, refusal)
      await expect.poll(() => new URL(page.url()).pathname).toBe(LIST)
      await page.getByRole('row').nth(1).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/sites\/activity\/\d+\?(.*&)?from=view$/)
    },
  )

  test('an office without activities is shown the way to the first [ACTIVITIES-04]', async () => {
    const page = await expectOpens(bureau, own.encoder, LIST, 'SITES Activities')
    const cell = page.getByRole('cell').filter({ hasText: 'No data found' })
    await cell.waitFor()
    await expect.poll(() => button(page, 'Add SITES Activity').count()).toBe(1)
    if (FULL) await expectGoodAtEverySize(page)
    await cell.getByRole('button', { name: 'Add SITES Activity' }).click()
    await waitForPath(page, '/sites/activity/add')
  })

  test('all levels with the key come to the list; FMB starts at the principles, the others at the list [ACTIVITIES-01] [ACTIVITIES-05] [ACTIVITIES-06] [ACTIVITIES-07]', async () => {
    // the level counts, not the administrator (C-30), as screens.test.ts says of every role
    for (const name of FULL ? ['laguna.encoder', 'r4a.approver'] : ['laguna.encoder']) {
      const page = await bureau.as(name)
      await page.goto('/sites/activity')
      await waitForPath(page, LIST)
      await title(page, 'SITES Activities').waitFor()
      await bureau.leave(page)
    }
    if (FULL) {
      const page = await expectOpens(bureau, 'fmb.admin', '/sites/activity', 'Compliance to Safeguards')
      await expect.poll(() => numbers(page)).toEqual(EIGHT)
      await expectGoodAtEverySize(page)
      await bureau.leave(page)
    }
    const approver = await expectOpens(bureau, 'fmb.approver', '/sites/activity', 'Compliance to Safeguards')
    await expect.poll(() => numbers(approver)).toEqual(EIGHT)
    // read-only for the other levels (C-02)
    await navigateWithin(approver, LIST)
    await title(approver, 'SITES Activities').waitFor()
  })

  test('an activity shows its site and eight principles in order [ACTIVITIES-07] [ACTIVITIES-08] [ACTIVITIES-38]', async () => {
    const record = await activityIn(bureau, 'Approved')
    const page = await bureau.as('r4a.approver')
    const told = page.waitForRequest('**/api/sites/audit-logs')
    await page.goto(`/sites/activity/${record.id}?from=view`)
    expect((await told).postDataJSON()).toMatchObject({ model_name: 'SiteActivities', id: record.id })
    await title(page, 'Compliance to Safeguards').waitFor()
    await expect.poll(() => numbers(page)).toEqual(EIGHT)
    const profile = `${record.site_profile_name} - ${record.site_profile_code}`
    const facts = page.getByRole('main').locator('dl')
    for (const fact of ['Profiling of SITES', profile, 'Region', 'CALABARZON', 'Province', 'Laguna'])
      await expect.poll(() => facts.innerText()).toContain(fact)
    const { name: municipality } = await bureau.db
      .selectFrom('cities')
      .select('name')
      .where('id', '=', record.city_id)
      .executeTakeFirstOrThrow()
    for (const fact of ['Municipality', municipality, 'Status', 'Activated'])
      await expect.poll(() => facts.innerText()).toContain(fact)
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test(
    'comments stand at their principles, Submit where one may change something [ACTIVITIES-09] [ACTIVITIES-10]',
    async () => {
      const record = await activityIn(bureau, 'Returned')
      const page = await bureau.as('laguna.encoder')
      await page.goto(`${LIST}?search=${record.site_profile_code}`)
      await page.getByRole('link', { name: `View ${record.site_profile_code}` }).click()
      await numbers(page)
      const cards = page.getByRole('list', { name: 'Principles' }).getByRole('listitem')
      const commented = await cards.filter({ hasText: /Comment from/ }).allInnerTexts()
      expect(commented.map((text) => /#\d/.exec(text)?.[0])).toEqual(['#2', '#5'])
      expect(commented[0]).toContain(record.returned_reason_2)
      expect(commented[1]).toContain(record.returned_reason_5)
      const submit = button(page, 'Submit SITES Activity')
      await expect.poll(() => submit.count()).toBe(0)

      await page.goBack()
      await button(page, `Edit ${record.site_profile_code}`).click()
      await submit.waitFor()
      if (FULL) await expectGoodAtEverySize(page)
    },
  )

  full.test(
    'a new activity, from the choice of the site to its submission [ACTIVITIES-13] [ACTIVITIES-14] [ACTIVITIES-15] [ACTIVITIES-16] [ACTIVITIES-21] [ACTIVITIES-29] [ACTIVITIES-39] [ACTIVITIES-42]',
    async () => {
      const site = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('cities', 'cities.id', 'site_profiles.city_id')
        .select([
          'site_profiles.id',
          'site_profiles.code',
          'site_profiles.name_of_partner',
          'cities.name as city',
        ])
        .where('site_profiles.code', '=', 'SITES-R04A-2025-0001')
        .executeTakeFirstOrThrow()
      const label = `${site.name_of_partner} - ${site.code}`
      const page = await expectOpens(bureau, 'laguna.encoder', '/sites/activity/add', 'Add SITES Activity')
      const select = page.getByRole('combobox', { name: 'Profiling of SITES' })
      await select.click()
      if (FULL) await expectGoodAtEverySize(page)
      const option = page.getByRole('option')
      await select.fill('no site is called like this')
      await expect.poll(() => option.allInnerTexts()).toEqual(['No site found'])
      if (FULL) await expectAccessible(page)
      await select.fill(site.code)
      // two sites with one name differ by code and place
      const choice = `${site.name_of_partner}\n${site.code} ${site.city}, Laguna`
      await expect.poll(() => option.allInnerTexts()).toEqual([choice])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const facts = page.getByRole('main').locator('dl')
      await facts.waitFor()
      await expect
        .poll(async () => (await facts.innerText()).split('\n').filter((line) => line.trim()))
        .toEqual(['Region', 'Region IV-A (CALABARZON)', 'Province', 'Laguna', 'Municipality', site.city])
      await expect.poll(() => page.getByRole('textbox').count()).toBe(0)
      await expect.poll(() => numbers(page)).toEqual(EIGHT)
      await button(page, 'Submit SITES Activity').click()
      await dialog(page, 'Submit SITES Activity').getByText('Please upload 1 or more MOV first.').waitFor()
      if (FULL) await expectGoodDialog(page)
      await acknowledge(page, 'Submit SITES Activity')

      await page.getByRole('link', { name: 'Principle #1', exact: true }).click()
      await saveMeans(page).waitFor()
      await expect.poll(() => saveMeans(page).getAttribute('aria-disabled')).toBe('true')
      const isFinished = /\/api\/file\/uploads\/[^/]+$/
      const uploaded = page.waitForResponse(
        (reply) => isFinished.test(reply.url()) && reply.request().method() === 'POST',
      )
      await page
        .getByLabel(/^Files for 1\./)
        .first()
        .setInputFiles(files.pdf)
      const { data } = (await (await uploaded).json()) as { data: { id: number } }
      await expect.poll(() => saveMeans(page).getAttribute('aria-disabled')).toBe(null)

      // of several errors about the site, the first is shown
      const errors = {
        site_profile_id: ['This SITES profile already has an ongoing SITES activity.', 'A second sentence.'],
      }
      const address = '**/api/sites/activities'
      await page.route(address, (route) =>
        route.fulfill({ status: 422, json: { message: 'Validation failed', errors } }),
      )
      await saveMeans(page).click()
      const refused = dialog(page, 'Something went wrong')
      await refused.getByText(errors.site_profile_id[0] ?? '-', { exact: true }).waitFor()
      await expect.poll(() => page.getByText('A second sentence.').count()).toBe(0)
      await acknowledge(page, 'Something went wrong')
      await page.unroute(address)

      const sent = page.waitForRequest('**/api/sites/activities')
      await saveMeans(page).click()
      const body = (await sent).postDataJSON() as Record<string, unknown>
      expect(body).toEqual({
        site_profile_id: site.id,
        sites_principle_id: 1,
        criteria_means: [
          {
            sites_criteria_indicator_id: expect.any(Number),
            upload_id: [data.id],
            files: [{ id: data.id, name: 'minutes.pdf' }],
          },
        ],
      })
      await dialog(page, SAVED).waitFor()
      if (FULL) await expectGoodDialog(page)
      await acknowledge(page, SAVED)
      await page.waitForURL(/\/sites\/activity\/\d+\/principle\/1$/)
      if (FULL) await expectGoodAtEverySize(page)

      await page
        .getByRole('link', { name: /Compliance to Safeguards/ })
        .first()
        .click()
      await title(page, 'Compliance to Safeguards').waitFor()
      await expect
        .poll(async () => [await select.isDisabled(), await select.inputValue()])
        .toEqual([true, label])
      await page.setViewportSize({ width: 1366, height: 768 })
      await button(page, 'Submit SITES Activity').click()
      // the button is in view, however long the list of principles without evidence is
      const send = page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true })
      await expect
        .poll(async () => {
          const box = await send.boundingBox()
          return box !== null && box.y + box.height <= 768
        })
        .toBe(true)
      await send.click()
      await acknowledge(page, 'Add SITES Activity Successful')
      await waitForPath(page, LIST)
    },
  )

  full.test('an activity that cannot be loaded offers the way back [ACTIVITIES-41]', async () => {
    const { id } = await activityIn(bureau, 'Approved')
    const page = await bureau.as('laguna.encoder')
    const fault = { message: 'The database is resting.', code: 'internal' }
    await page.route(`**/api/sites/activities/${id}`, (route) => route.fulfill({ status: 500, json: fault }))
    await page.goto(`/sites/activity/${id}`)
    const told = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await told.getByText('The database is resting.').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await told.getByRole('link', { name: 'Back to activities' }).click()
    await waitForPath(page, LIST)
  })
})
