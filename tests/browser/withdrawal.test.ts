import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo, withSharedDemo } from '../support/browser/demo.ts'
import { button, dialog } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const REASON = 'The consent of the community was not theirs to give.'
const QUESTION = 'Withdraw this approval?'

/** Proposes the withdrawal on the record's page. */
async function propose(page: Page, address: string) {
  await page.goto(address)
  await button(page, 'Withdraw approval').click()
  const asked = dialog(page, QUESTION)
  await asked.getByText(/leaves the public list and returns to its office/).waitFor()
  const send = asked.getByRole('button', { name: 'Propose', exact: true })
  await expect.poll(() => send.isDisabled()).toBe(true)
  await asked.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  if (FULL) await expectGoodAtEverySize(page)
  await send.click()
  await page.getByText('A withdrawal of this approval is proposed').waitFor()
}

describe('an approval', () => {
  const bureau = withSharedDemo()

  test('[S-170] is proposed for withdrawal by FMB with a reason, and the proposal taken back', async () => {
    const { id } = await bureau.db
      .selectFrom('site_profiles')
      .select('id')
      .where('site_status', '=', 'Approved')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const page = await bureau.as('fmb.approver')
    await propose(page, `/sites/approval/view/${id}`)
    await page.getByText(REASON).waitFor()
    // the person who proposed it cannot confirm it
    await expect.poll(() => button(page, 'Withdraw approval').count()).toBe(0)
    await button(page, 'Take back').click()
    await dialog(page, 'Take this proposal back?')
      .getByRole('button', { name: 'Take back', exact: true })
      .click()
    await button(page, 'Withdraw approval').waitFor()
    expect(
      await bureau.db
        .selectFrom('approval_withdrawals')
        .select('id')
        .where('record_id', 'in', recordIds('site_profiles', id))
        .execute(),
    ).toEqual([])
  })
})

describe('a withdrawal', () => {
  const demo = withDemo()

  full.test(
    '[S-170] by two people: the certificate before, and the certificate, page and list after',
    async () => {
      const { id, site_activity_id } = await demo.db
        .selectFrom('approved_sites')
        .select(['site_profile_id as id', 'site_activity_id'])
        .where('site_activity_id', 'is not', null)
        .orderBy('approved_at', 'desc')
        .executeTakeFirstOrThrow()
      const reader = await demo.stranger()
      await reader.goto(`/site/approved/${site_activity_id}/certificate`)
      await reader.getByText('Certificate of approval').waitFor()
      const [, code = ''] = /Code: <\/span>([0-9A-Z-]{19})</.exec(await reader.content()) ?? []
      await reader.goto(`/c/${code}`)
      await reader.getByRole('heading', { name: 'Valid and unchanged' }).waitFor()

      await propose(await demo.as('fmb.approver'), `/sitemap/view/${id}`)
      const second = await demo.as('fmb.super')
      await second.goto(`/sites/approval/view/${id}`)
      await button(second, 'Withdraw approval').click()
      const asked = dialog(second, QUESTION)
      await asked.getByText(REASON, { exact: false }).waitFor()
      await asked.getByRole('button', { name: 'Withdraw approval', exact: true }).click()
      await second.getByText(/^Approval withdrawn, /).waitFor()
      await expectGoodAtEverySize(second)

      await reader.goto(`/c/${code}`)
      await reader.getByRole('heading', { name: 'Withdrawn' }).waitFor()
      await reader.getByText(`Reason: ${REASON}`, { exact: false }).waitFor()
      await expectGoodAtEverySize(reader)
      for (const address of [
        `/site/approved/${site_activity_id}`,
        `/site/approved/${site_activity_id}/certificate`,
      ]) {
        expect((await reader.goto(address))?.status()).toBe(410)
        await reader.getByRole('heading', { name: 'Approval withdrawn' }).waitFor()
      }
      await expectGoodAtEverySize(reader)
    },
  )
})
