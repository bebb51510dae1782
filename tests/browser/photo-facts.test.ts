import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { button, expectFocus, expectOpens } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'

describe('the facts of a photograph', () => {
  const bureau = withDemo()
  let photo = { file_id: 0, name: '', activity: 0, principle: 0, number: 0 }

  beforeAll(async () => {
    // one that waits for PENRO Laguna says that it was taken 340 m outside the boundary
    const { rows } = await sql<typeof photo>`
      select files.id as file_id, files.name, site_activities.id as activity, site_principles.id as principle,
        site_principles.principle_number as number
      from site_activities join offices on offices.id = office_id
      join site_activity_means as means on means.site_activity_id = site_activities.id
      join files on files.id = means.file_id and files.kind = 'image'
      join site_criteria_indicators on site_criteria_indicators.id = means.sites_criteria_indicator_id
      join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
      join site_principles on site_principles.id = site_criteria.sites_principle_id
      where offices.name = 'PENRO Laguna' and penro_status = 'Submitted' and site_activities.status = 'Activated'
      order by files.id limit 1`.execute(bureau.db)
    const [found] = rows
    if (!found) throw new Error('No activity with a photograph waits for PENRO Laguna.')
    photo = found
    await sql`insert into photo_facts (file_id, longitude, latitude, taken_at, camera, metres, measured_map_kml_id)
      select ${photo.file_id}::integer, 121.5, 14.2, '2026-03-01T14:05:09', 'Narra NX-7', 340, map_kml_id
      from site_activities join site_profiles on site_profiles.id = site_profile_id
      where site_activities.id = ${photo.activity}
      on conflict (file_id) do update set longitude = excluded.longitude, latitude = excluded.latitude,
        taken_at = excluded.taken_at, camera = excluded.camera, metres = excluded.metres,
        measured_map_kml_id = excluded.measured_map_kml_id`.execute(bureau.db)
  })

  full.test('are beside it for its reviewer, with a point from the remark, and for its office', async () => {
    const { activity, principle, number, name } = photo
    const LINE = '340 m outside the boundary · taken Mar 01, 2026, 14:05 · camera Narra NX-7'
    const reviewer = await expectOpens(
      bureau,
      'laguna.approver',
      `/sites/activity/approval/${activity}/principle/${principle}`,
      `Principle #${number}`,
    )
    const openAll = async (page: typeof reviewer) => {
      for (const fold of await page.locator('details:not([open]) > summary').all()) await fold.click()
    }
    await openAll(reviewer)
    await reviewer.getByText(LINE).waitFor()
    const remarks = reviewer.getByRole('list', { name: `Remarks about ${name}` })
    expect(await remarks.innerText()).toBe('Its place is 340 m outside the boundary.')
    await remarks.locator('..').getByRole('button', { name: 'Add point' }).press('Enter')
    await expectFocus(reviewer.getByRole('radio', { name: 'Replace' }))
    await reviewer.getByRole('textbox', { name: /^Point/ }).fill('Where is this?')
    await button(reviewer, 'Add').first().click()
    await expectGoodAtEverySize(reviewer)
    await bureau.leave(reviewer)

    const encoder = await expectOpens(
      bureau,
      'laguna.encoder',
      `/sites/activity/${activity}/principle/${principle}`,
      `Principle #${number}`,
    )
    await openAll(encoder)
    await encoder.getByText(LINE).waitFor()
    expect(await encoder.getByRole('button', { name: 'Add point' }).count()).toBe(0)
  })
})
