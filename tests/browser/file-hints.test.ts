import { describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { button } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

describe('files as people see them', () => {
  const bureau = withDemo()

  /** Two photographs with the same content, of an activity of PENRO Laguna that waits at PENRO and of another site. */
  async function twins() {
    const photographs = (waiting: boolean) =>
      bureau.db
        .selectFrom('files')
        .innerJoin('site_activity_means', 'site_activity_means.file_id', 'files.id')
        .innerJoin('site_activities', 'site_activities.id', 'site_activity_means.site_activity_id')
        .innerJoin('offices', 'offices.id', 'site_activities.office_id')
        .innerJoin(
          'site_criteria_indicators',
          'site_criteria_indicators.id',
          'site_activity_means.sites_criteria_indicator_id',
        )
        .innerJoin('site_criteria', 'site_criteria.id', 'site_criteria_indicators.sites_criteria_id')
        .innerJoin('site_principles', 'site_principles.id', 'site_criteria.sites_principle_id')
        .select([
          'files.id',
          'files.sha256',
          'files.name',
          'site_activities.id as site_activity_id',
          'site_activities.site_profile_code as code',
          'site_principles.principle_number',
        ])
        .where('offices.name', '=', waiting ? 'PENRO Laguna' : 'PENRO Quezon')
        .where('site_activities.status', '=', 'Activated')
        .where('site_activities.penro_status', '=', waiting ? 'Submitted' : 'Approved')
        .where('files.media_type', '=', 'image/jpeg')
        .orderBy('files.id')
        .executeTakeFirstOrThrow()
    const [one, other] = [await photographs(true), await photographs(false)]
    await bureau.db.updateTable('files').set({ sha256: one.sha256 }).where('id', '=', other.id).execute()
    return { one, other }
  }

  full.test(
    'the same file at another site is told beside the evidence, by name only inside the scope',
    async () => {
      const { one, other } = await twins()
      const address = `/sites/activity/approval/${one.site_activity_id}/principle/${one.principle_number}`
      const own = await bureau.as('laguna.approver')
      await own.goto(address)
      const row = own
        .getByRole('listitem')
        .filter({ hasText: one.name })
        .filter({ hasText: /The same file is also attached .*to a site of another office\./ })
        .first()
      await row.waitFor()
      await expect.poll(() => row.getByText(other.code).count()).toBe(0)
      if (FULL) await expectGoodAtEverySize(own)

      await bureau.handTo(own, 'r4a.approver')
      await own.goto(address)
      await own
        .getByText(new RegExp(`^The same file is also attached .*of ${other.code}`))
        .first()
        .waitFor()
    },
  )

  full.test('FMB administrators read how much is stored at the foot of their dashboard [S-98]', async () => {
    const line = /^Files stored: [\d,]+, [\d.]+ [KMG]B in all$/
    for (const name of ['fmb.super', 'fmb.admin']) {
      const page = await bureau.as(name)
      await page.goto('/dashboard')
      await page.getByRole('checkbox', { name: 'Show Table' }).waitFor()
      // the charts above it load meanwhile and push it down
      const atFoot = async () => {
        await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
        return page.getByText(line).count()
      }
      await expect.poll(atFoot).toBe(1)
    }
    const page = await bureau.as('fmb.approver')
    await page.goto('/dashboard')
    await button(page, /fmb|FMB/i)
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await expect.poll(() => page.getByText(line).count()).toBe(0)
  })
})
