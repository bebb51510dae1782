import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { ownPlace, type Place } from '../support/browser/places.ts'
import { button, dialog, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { aCurrentLayer, aFinding, aScreening } from '../support/records/land-findings.ts'
import { pdfBytes } from '../support/records/factories.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'

const QUESTION = 'Approve this profile?'
const WORDS = 'The elders of Pangil have agreed; their resolution is attached.'

describe('the land of a profile', () => {
  const bureau = withSharedDemo()
  beforeEach(() => bureau.startAfresh())

  let own: Place
  let profiles: number[] = []
  let layer: { id: number; version_id: number; name: string }
  const app = () => ({
    db: bureau.db,
    userId: async (person: string) => {
      const row = bureau.db.selectFrom('users').select('id').where('email', '=', demoEmail(person))
      return (await row.executeTakeFirstOrThrow()).id
    },
  })
  beforeAll(async () => {
    own = await ownPlace(bureau, 'land', ['encoder', 'approver', 'regional'])
    profiles = await manyWaiting(bureau, 'PENRO Laguna', { count: FULL ? 6 : 1, at: own.office })
    layer = await aCurrentLayer(app(), { name: 'Invented ancestral domains' })
  })
  const aProfile = async () => {
    const id = profiles.pop() ?? 0
    const row = bureau.db
      .selectFrom('site_profiles')
      .select(['id', 'code', 'map_kml_id'])
      .where('id', '=', id)
    return row.executeTakeFirstOrThrow()
  }
  const land = (page: Page) => page.getByRole('region', { name: 'Land', exact: true })
  const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
  const states = (id: number) =>
    bureau.db
      .selectFrom('land_findings')
      .select(['state', 'accepted_levels'])
      .where('site_profile_id', '=', id)
      .orderBy('id')
      .execute()

  test('an encoder explains a finding with a paper and records who was asked; a reviewer accepts it by name, by keyboard', async () => {
    const profile = await aProfile()
    await aFinding(app(), profile, layer, { code: 'CADT R04-017', name: 'Dumagat of Pangil' })
    const name = 'CADT R04-017, Dumagat of Pangil'
    const page = await bureau.as(own.encoder)
    await page.goto(`/land/tasks?task=found&search=${profile.code}`)
    await page.getByRole('cell', { name: /^12\.40 ha \(3 %\) lie in CADT R04-017/ }).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await page.getByRole('link', { name: profile.code, exact: true }).click()
    await waitForPath(page, `/sitemap/view/${profile.id}`)
    const finding = card(page, name)
    await finding.waitFor()
    await expect.poll(() => finding.evaluate((one) => one === document.activeElement)).toBe(true)
    await land(page).getByText('Consent missing').waitFor()
    await finding.getByText('NCIP must be asked').waitFor()

    await button(page, /^Explain CADT/).click()
    const explain = dialog(page, `Explain ${name}`)
    await explain.getByRole('button', { name: 'Save explanation' }).click()
    await explain.getByText('Explanation is required.').waitFor()
    await explain.getByLabel('Explanation').fill(WORDS)
    await explain
      .getByLabel('Paper')
      .setInputFiles({ name: 'resolution.pdf', mimeType: 'application/pdf', buffer: pdfBytes() })
    await explain.getByText('resolution.pdf').first().waitFor()
    if (FULL) await expectGoodDialog(page)
    await explain.getByRole('button', { name: 'Save explanation' }).click()
    await explain.waitFor({ state: 'detached' })
    await finding.getByText(WORDS).waitFor()
    await button(page, 'Download resolution.pdf').waitFor()

    await button(page, /^Record who was asked/).click()
    const ask = dialog(page, `Who was asked about ${name}`)
    await expect.poll(() => ask.getByLabel('Who was asked').inputValue()).toBe('NCIP')
    await ask.getByLabel('Asked on').fill('2026-02-03')
    await ask.getByLabel('Asked on').press('Tab')
    await ask.getByRole('button', { name: 'Save request' }).click()
    await ask.waitFor({ state: 'detached' })
    await finding.getByText('NCIP was asked on Feb 03, 2026; no answer is recorded.').waitFor()
    if (FULL) await expectGoodAtEverySize(page)

    const review = await bureau.as(own.approver)
    await review.goto(`/sites/approval/view/${profile.id}`)
    await card(review, name).waitFor()
    await button(review, 'Approve').waitFor()
    await review.keyboard.press('a')
    const question = dialog(review, QUESTION)
    await question.getByText(`Consent is missing for ${name}.`).waitFor()
    await question.getByText(WORDS).waitFor()
    // Enter decides nothing, and the finding must be ticked
    await question.getByRole('button', { name: 'Approve', exact: true }).click()
    await question.getByRole('alert').getByText('1 finding not ticked').waitFor()
    if (FULL) await expectGoodDialog(review)
    await question.getByRole('checkbox', { name: /^12\.40 ha/ }).focus()
    await review.keyboard.press('Space')
    await question.getByRole('button', { name: 'Approve', exact: true }).focus()
    await review.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await review.getByText(`${profile.code} approved.`).waitFor()
    expect(await states(profile.id)).toEqual([{ state: 'accepted', accepted_levels: ['PENRO'] }])
  })

  full.test(
    'ticks of a question that was closed are there again, unless the finding has changed since',
    async () => {
      const profile = await aProfile()
      const finding = await aFinding(app(), profile, layer, { code: null, name: 'Elders of Rizal' })
      const page = await bureau.as(own.approver)
      await page.goto(`/sites/approval/view/${profile.id}`)
      const ask = async () => {
        await button(page, 'Approve').click()
        return dialog(page, QUESTION).getByRole('checkbox', { name: /Elders of Rizal/ })
      }
      await (await ask()).check()
      await page.keyboard.press('Escape')
      await dialog(page, QUESTION).waitFor({ state: 'detached' })
      expect(await (await ask()).isChecked()).toBe(true)
      await bureau.db
        .updateTable('land_findings')
        .set({ since: new Date(Date.now() + 1000).toISOString() })
        .where('id', '=', finding)
        .execute()
      await dialog(page, QUESTION).getByRole('button', { name: 'Approve', exact: true }).click()
      await dialog(page, 'Something went wrong')
        .getByText('has changed since you opened the profile')
        .waitFor()
      expect(await states(profile.id)).toEqual([{ state: 'found', accepted_levels: [] }])
      await dialog(page, 'Something went wrong').getByRole('button', { name: 'OK' }).click()
      await expect.poll(async () => (await ask()).isChecked()).toBe(false)
    },
  )

  full.test(
    'says in words what was not compared, failed or found nothing, on a phone and on paper',
    async () => {
      const profile = await aProfile()
      const [failed, nothing] = [
        await aCurrentLayer(app(), { name: 'Invented tenure', kind: 'tenure' }),
        await aCurrentLayer(app(), { name: 'Invented park', kind: 'protected_area' }),
      ]
      // the product compares in the background: once it has, the states are set
      const screenings = () =>
        bureau.db
          .selectFrom('land_screenings')
          .select('land_layer_id')
          .where('site_profile_id', '=', profile.id)
          .where('land_layer_id', 'in', [layer.id, failed.id, nothing.id])
          .execute()
      await expect.poll(async () => (await screenings()).length, { timeout: 30_000 }).toBe(3)
      await aScreening(app(), profile, failed, 'Too many features lie around the boundary.')
      await bureau.db
        .deleteFrom('land_screenings')
        .where('site_profile_id', '=', profile.id)
        .where('land_layer_id', '=', layer.id)
        .execute()
      const page = await bureau.as(own.regional)
      await page.setViewportSize(PHONE)
      await page.goto(`/sites/approval/view/${profile.id}`)
      const item = (name: string) => land(page).getByRole('listitem').filter({ hasText: name })
      await item('Invented ancestral domains').getByText('Not checked', { exact: true }).waitFor()
      await item('Invented tenure').getByText('Check failed', { exact: true }).waitFor()
      await item('Invented tenure').getByText('Too many features lie around').waitFor()
      // after the layers with something to say, in one line
      await land(page)
        .getByText(/^Nothing found in: .*Invented park \(NCIP, Mar 01, 2026\)/)
        .waitFor()
      const about = land(page).locator('details', { hasText: 'About Invented park and its limits' })
      await about.locator('summary').click()
      await about.getByText('Deciding who owns a parcel.').waitFor()
      await expectGoodAtEverySize(page)
      await page.emulateMedia({ media: 'print' })
      await about.getByText('Republic Act 8371.').waitFor()
    },
  )

  full.test(
    '[S-163] a finding after the approval is consented to, returned once, and accepted by name at three levels',
    async () => {
      const profile = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
        .select(['site_profiles.id', 'site_profiles.code', 'site_profiles.map_kml_id'])
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_profiles.site_status', '=', 'Approved')
        .where('site_profiles.status', '=', 'Activated')
        .orderBy('site_profiles.id')
        .executeTakeFirstOrThrow()
      const [name, other] = ['Elders of Paete', 'Elders of Siniloan']
      const finding = await aFinding(app(), profile, layer, { code: null, name })
      await aFinding(app(), profile, layer, { code: null, name: other })
      const open = async (person: string, path: string) => {
        const page = await bureau.as(person)
        await page.goto(`/${path}/${profile.id}`)
        await card(page, name).waitFor()
        return page
      }

      const encoder = await open('laguna.encoder', 'sitemap/view')
      await button(encoder, 'Record an instrument').click()
      const paper = dialog(encoder, 'Record an instrument')
      await paper.getByLabel('Kind').selectOption({ label: 'Certification Precondition' })
      await paper.getByRole('textbox', { name: 'Issuer' }).fill('NCIP Regional Office IV-A')
      await paper.getByRole('textbox', { name: 'Issued on' }).fill('2024-02-10')
      const land = paper.getByRole('group', { name: 'For this land' })
      await land.getByRole('checkbox', { name: new RegExp(name) }).check()
      await land.getByRole('checkbox', { name: new RegExp(other) }).uncheck()
      await paper.getByRole('button', { name: 'Record instrument' }).click()
      await encoder.getByText('The instrument is recorded.').waitFor()
      await encoder.getByText(`Consent is missing for ${other}.`).first().waitFor()

      const explain = async (page: Page, words: string) => {
        await button(page, `Explain ${name}`).click()
        const form = dialog(page, `Explain ${name}`)
        await form.getByLabel('Explanation').fill(words)
        await form.getByRole('button', { name: 'Save explanation' }).click()
        await form.waitFor({ state: 'detached' })
      }
      await explain(encoder, WORDS)

      const penro = await open('laguna.approver', 'sites/approval/view')
      await button(penro, `Return ${name} to its office`).click()
      const back = dialog(penro, `Return ${name} to its office?`)
      await back.getByLabel('What is to be done').fill('Please attach the resolution.')
      await back.getByRole('button', { name: 'Return', exact: true }).click()
      await penro.getByText(`${name} was returned.`).waitFor()
      await expect.poll(() => button(penro, `Accept ${name}`).count()).toBe(0)

      const again = await open('laguna.encoder', 'sitemap/view')
      await card(again, name).getByText('Please attach the resolution.').waitFor()
      await explain(again, 'The resolution is in the file of the profile.')

      for (const [person, levels] of [
        ['laguna.approver', 'PENRO'],
        ['r4a.approver', 'PENRO and Region'],
        ['fmb.approver', 'PENRO, Region and FMB'],
      ] as const) {
        const reviewer = await open(person, 'sites/approval/view')
        await button(reviewer, `Accept ${name}`).click()
        await dialog(reviewer, `Accept ${name}?`).getByRole('button', { name: 'Accept', exact: true }).click()
        await reviewer.getByText(`${name} was accepted.`).waitFor()
        await card(reviewer, name).getByText(`Accepted by ${levels}`, { exact: true }).waitFor()
        await expect.poll(() => button(reviewer, `Accept ${name}`).count()).toBe(0)
      }
      const [accepted] = await bureau.db
        .selectFrom('land_findings')
        .select(['state', 'accepted_levels'])
        .where('id', '=', finding)
        .execute()
      expect(accepted).toEqual({ state: 'accepted', accepted_levels: ['PENRO', 'Region', 'FMB'] })
    },
  )
})
