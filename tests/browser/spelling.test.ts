import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect } from 'vitest'
import { full } from '../support/full.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { withDemo } from '../support/browser/demo.ts'
import { button, dialog, expectFocus, expectOpens, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'

/** A PENRO approver corrects spelling while approving; the next level and the encoder see it as theirs. */

const LABEL = 'Name of Partner/Implementer'
const WRONG = 'Samahn ng Bundok Makiling'
const RIGHT = 'Samahan ng Bundok Makiling'
const STORY = 'Thirty treees were planted beside the river, and the barangay agreed to look after them.'

describe('spelling', { retry: 0 }, () => {
  const bureau = withDemo()
  let site = { id: 0, code: '' }
  let activity = { id: 0, principle: 0, indicator: 0 }

  beforeAll(async () => {
    const encoder = sql`(select id from users where email = ${demoEmail('laguna.encoder')})`
    const sites = await sql<{ id: number; code: string }>`
      update site_profiles set name_of_partner = ${WRONG}, created_by = ${encoder}, submitted_by = ${encoder}
      where id = (
        select site_profiles.id from site_profiles join offices on offices.id = office_id
        where offices.name = 'PENRO Laguna' and penro_status = 'Submitted' and review_round = 1
          and site_profiles.status = 'Activated' order by site_profiles.id limit 1
      ) returning id, code`.execute(bureau.db)
    const texts = await sql<typeof activity>`
      with chosen as (
        select site_activities.id, statements.sites_criteria_indicator_id as indicator
        from site_activities join offices on offices.id = office_id
        join site_activity_statements as statements on statements.site_activity_id = site_activities.id
        where offices.name = 'PENRO Laguna' and penro_status = 'Submitted' and site_activities.status = 'Activated'
          and not (statements.sites_criteria_indicator_id::text = any(disabled_indicator))
        order by site_activities.id, indicator limit 1
      ), written as (
        update site_activity_statements as statements set what_happened = ${STORY} from chosen
        where site_activity_id = chosen.id and sites_criteria_indicator_id = indicator
      ), owned as (
        update site_activities set created_by = ${encoder}, submitted_by = ${encoder} from chosen
        where site_activities.id = chosen.id
      )
      select chosen.id, indicator, criteria.sites_principle_id as principle from chosen
      join site_criteria_indicators on site_criteria_indicators.id = indicator
      join site_criteria as criteria on criteria.id = site_criteria_indicators.sites_criteria_id`.execute(
      bureau.db,
    )
    const [found, story] = [sites.rows[0], texts.rows[0]]
    if (!found || !story) throw new Error('No profile, or no activity with a text, waits for PENRO Laguna.')
    site = found
    activity = story
  })

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  full.test('is corrected by PENRO in place, with the keyboard, and judged while it is typed', async () => {
    const page = await expectOpens(bureau, 'laguna.approver', `/sites/approval/view/${site.id}`, WRONG)
    await button(page, `Correct spelling of ${LABEL}`).focus()
    await page.keyboard.press('Enter')
    const box = page.getByRole('textbox', { name: `Corrected spelling of ${LABEL}` })
    await expectFocus(box)
    expect(await box.inputValue()).toBe(WRONG)
    await box.fill('Another organisation')
    await page.getByText(/^This is more than spelling: at most 5 characters may differ/).waitFor()
    await box.fill(`${RIGHT} 2`)
    await page.getByText('Numbers stay as they are; return the record to have one changed.').waitFor()
    await box.fill(RIGHT)
    await page.getByText('Corrected, not sent yet: it is sent with your approval.').waitFor()
    await box.press('Escape')
    await expectFocus(button(page, `Change of ${LABEL}`))
    await page.locator('del', { hasText: 'Samahn' }).waitFor()
    await expectGoodAtEverySize(page)

    await button(page, `Undo the correction of ${LABEL}`).click()
    await expectFocus(button(page, `Correct spelling of ${LABEL}`))
    await button(page, `Correct spelling of ${LABEL}`).click()
    await box.fill(RIGHT)
    // prepared work is there again after a reload
    await page.getByText(/^Draft saved/).waitFor()
    await page.reload()
    await page.getByText('Corrected, not sent yet: it is sent with your approval.').waitFor()

    // a return does not send it, and says so
    await page.getByRole('textbox', { name: 'Comment' }).fill('Please see the map.')
    await button(page, 'Return').click()
    await dialog(page, 'Return this profile?')
      .getByText(/^Your corrected spelling will not be sent/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Comment' }).fill('')

    await button(page, 'Approve').click()
    const question = dialog(page, 'Approve this profile?')
    await question.getByText('Corrected under your name:').waitFor()
    await question.locator('ins', { hasText: 'Samahan' }).waitFor()
    await expectGoodDialog(page)
    await question.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(`${site.code} approved.`).first().waitFor()
    const row = bureau.db.selectFrom('site_profiles').select('name_of_partner').where('id', '=', site.id)
    expect((await row.executeTakeFirstOrThrow()).name_of_partner).toBe(RIGHT)
  })

  full.test(
    'of a narrative is corrected on the page of its principle and sent with the approval',
    async () => {
      const page = await bureau.as('laguna.approver')
      await page.goto(`/sites/activity/approval/${activity.id}/principle/${activity.principle}`)
      const name = /^Correct spelling of What happened \d\.\d\.\d$/
      const place = page.locator(`[data-spelling="what_happened:${activity.indicator}"]`)
      // folds may hide it
      await place.waitFor({ state: 'attached' })
      await place.evaluate((one) => {
        for (let fold = one.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
          fold.open = true
      })
      await place.getByRole('button', { name }).click()
      await place.getByRole('textbox').fill(STORY.replace('treees', 'trees'))
      await place.getByText('Corrected, not sent yet: it is sent with your approval.').waitFor()
      await place.getByRole('button', { name: /^Done/ }).click()
      await expectGoodAtEverySize(page)
      await page.getByText(/^Draft saved/).waitFor()
      await page.getByRole('link', { name: 'Back to the decision' }).click()
      await button(page, 'Approve').click()
      const question = page.getByRole('dialog')
      await question.locator('ins', { hasText: 'trees' }).waitFor()
      await question.getByRole('button', { name: 'Approve' }).click()
      await page
        .getByText(/ approved\.$/)
        .first()
        .waitFor()
    },
  )

  full.test('is seen by Region as PENRO’s, and offered to nobody who only reads', async () => {
    const page = await expectOpens(bureau, 'r4a.approver', `/sites/approval/view/${site.id}`, RIGHT)
    const corrected = page.getByRole('region', { name: 'Corrected while approving' })
    await corrected.getByText(/^Spelling corrected by .+, PENRO, on .+ \(round 1\)$/).waitFor()
    await corrected.locator('del', { hasText: 'Samahn' }).waitFor()
    await panel(page, 'Review history').getByText('Corrected the spelling of:').waitFor()
    await button(page, `Correct spelling of ${LABEL}`).waitFor()
    await expectGoodAtEverySize(page)

    await page.goto(`/sites/activity/approval/view/${activity.id}`)
    await page
      .getByRole('region', { name: 'Corrected while approving' })
      .getByText(/What happened/)
      .waitFor()
  })

  full.test('is told to the encoder in the history and by mail', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.goto(`/sitemap/view/${site.id}`)
    await title(page, site.code).or(title(page, RIGHT)).first().waitFor()
    const history = panel(page, 'Review history')
    await history.getByText('Corrected the spelling of:').waitFor()
    await history.locator('ins', { hasText: 'Samahan' }).waitFor()
    expect(await button(page, `Correct spelling of ${LABEL}`).count()).toBe(0)

    const folder = path.join(bureau.product.dataDir, 'mail')
    const mailed = async () => {
      const names = await readdir(folder).catch(() => [])
      const mails = await Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
      )
      return mails
        .filter(({ to }) => to?.some(({ address }) => address === demoEmail('laguna.encoder')))
        .map(({ subject }) => subject)
    }
    await expect.poll(mailed, { timeout: 15_000 }).toContain(`${site.code}: spelling corrected by PENRO`)
  })
})
