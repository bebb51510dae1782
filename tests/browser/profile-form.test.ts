import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAP_EXTENSIONS } from '../../shared/files/files.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatBytes } from '../../web/lib/bytes.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { dialog } from '../support/browser/screen.ts'
import { watch } from '../support/browser/on-screen.ts'
import { realFiles } from '../support/records/real-files.ts'
import { holdClock } from '../support/browser/browser-pool.ts'
import { full } from '../support/full.ts'
import { sizedFile } from '../support/records/sized-file.ts'

describe('the form of a profile', () => {
  const bureau = withSharedDemo()
  let agreement: string
  beforeAll(async () => {
    ;({ agreement } = realFiles())
  })
  // removes unfinished forms; not after the tests, because a failed test takes its pictures there
  beforeEach(() => bureau.startAfresh())

  const field = (page: Page, label: string) => page.getByLabel(label)
  const agreementOf = (page: Page) => page.getByLabel('Agreement').last()
  const open = async (name: string) => {
    const page = await bureau.as(name)
    await page.goto('/sitemap/add')
    return page
  }

  full.test(
    'the years to choose from run down from this year in Manila, and from 2050 [PROFILES-37]',
    async () => {
      const page = await bureau.as('laguna.encoder')
      await holdClock(page)
      await page.clock.setFixedTime(new Date('2030-12-31T16:00:00Z'))
      await page.goto('/sitemap/add')
      await field(page, 'Project Year End').waitFor()
      for (const [label, first, last] of [
        ['Year Implemented', 2031, 1970],
        ['Project Year Start', 2031, 2000],
        ['Project Year End', 2050, 1970],
      ] as const) {
        const [, ...years] = await field(page, label).locator('option').allInnerTexts()
        const all = Array.from({ length: first - last + 1 }, (_, index) => `${first - index}`)
        expect(years, label).toEqual(all)
      }
    },
  )

  full.test(
    'the documents of a profile have their type, size, date and fingerprint, in the form and beside its data',
    async () => {
      const site = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
        .select(['site_profiles.id', 'agreement_id', 'map_kml_id'])
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_profiles.site_status', '=', 'Returned')
        .where('site_profiles.status', '=', 'Activated')
        .orderBy('site_profiles.id')
        .executeTakeFirstOrThrow()
      const documents = await bureau.db
        .selectFrom('files')
        .select(['name', 'size', 'sha256', 'created_at'])
        .where('id', 'in', [site.agreement_id, site.map_kml_id])
        .orderBy('name')
        .execute()
      expect(documents).toHaveLength(2)
      const page = await bureau.as('laguna.encoder')
      for (const address of [`/sitemap/edit/${site.id}`, `/sitemap/view/${site.id}`]) {
        await page.goto(address)
        for (const { name, size, sha256, created_at } of documents) {
          const facts = page.getByRole('list').filter({ hasText: `Fingerprint ${sha256.slice(0, 8)}` })
          await facts.waitFor()
          const words = await facts.innerText()
          expect(words, name).toContain(name.split('.').at(-1)?.toUpperCase())
          expect(words, name).toContain(formatBytes(size))
          expect(words, name).toContain(formatDateTime(created_at))
        }
      }
      await page.goto(`/sitemap/edit/${site.id}`)
      const agreement = documents.find(({ name }) => name.endsWith('.pdf'))
      await page.getByRole('button', { name: `Preview ${agreement?.name}` }).click()
      await page.getByRole('region', { name: `Preview of ${agreement?.name}` }).waitFor()
    },
  )

  test('the question before sending waits for the warnings of the values that are sent', async () => {
    const { id, project_area } = await bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select(['site_profiles.id', 'project_area'])
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_profiles.site_status', '=', 'Returned')
      .where('site_profiles.status', '=', 'Activated')
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()
    const page = await bureau.as('laguna.encoder')
    let isCut = false
    await page.route('**/api/sites/boundary', async (route) => {
      if (isCut) return route.abort()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return route.continue()
    })
    await page.goto(`/sitemap/edit/${id}`)
    const area = page.getByRole('textbox', { name: 'Project Area (hectares)' })
    const question = dialog(page, 'Edit this profile?')
    /** Types an area that is far too large, and sends the form before the map's panel has looked at it. */
    const send = async (times: number) => {
      const each = Math.round(Number(project_area) * times)
      await page
        .getByRole('textbox', { name: /^Area in hectares/ })
        .first()
        .waitFor()
      const parts = await page.getByRole('textbox', { name: /^Area in hectares/ }).all()
      for (const part of parts) await part.fill(String(each))
      await area.fill(String(each * parts.length))
      await page.getByRole('button', { name: 'Edit Profile', exact: true }).click()
    }
    await send(10)
    await question.getByText(/ less than the declared /).waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    isCut = true
    await send(20)
    await question.getByText('The boundary could not be checked with these entries').waitFor()
    await page.keyboard.press('Escape')
  })

  test('an agreement or a map that is none or too large is refused before it is sent; one whose upload failed is taken at another try [FILES-01] [FILES-09] [FILES-10] [FILES-11]', async () => {
    const page = await open('laguna.encoder')
    const sent = watch(page, 'POST', /\/api\/file\/\w+\/uploads$/)
    const tooLarge = page.getByText('File size exceeds the maximum limit of 50MB.', { exact: true })
    for (const [index, { into, wrong, large, kinds }] of [
      { into: agreementOf(page), wrong: 'moa.docx', large: 'moa.pdf', kinds: ['pdf'] },
      { into: field(page, 'Location Map'), wrong: 'site.shp', large: 'site.kml', kinds: MAP_EXTENSIONS },
    ].entries()) {
      await into.setInputFiles({
        name: wrong,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('x'),
      })
      const wrongType = page.getByText(
        `Only ${kinds.join(', ')} files are allowed. Please upload a valid ${kinds.map((kind) => `.${kind}`).join(', ')} file.`,
        { exact: true },
      )
      await wrongType.waitFor()
      await into.setInputFiles(sizedFile(large, 52_428_801))
      await wrongType.waitFor({ state: 'hidden' })
      await expect.poll(() => tooLarge.count()).toBe(index + 1)
    }
    const invalid = page.getByText('Please upload a valid PDF file.', { exact: true })
    await agreementOf(page).setInputFiles({
      name: 'moa.pdf',
      mimeType: 'image/png',
      buffer: readFileSync(agreement),
    })
    await invalid.waitFor()
    expect(sent).toHaveLength(0)

    const failed = page.getByText('An error occurred while uploading the pdf/kml file.', { exact: true })
    await page.route('**/api/file/pdf/uploads', (route) => route.fulfill({ status: 500, body: '' }))
    await agreementOf(page).setInputFiles(agreement)
    await failed.waitFor()
    await page.unroute('**/api/file/pdf/uploads')
    await agreementOf(page).setInputFiles({
      name: 'moa.pdf',
      mimeType: 'application/pdf',
      buffer: readFileSync(agreement),
    })
    await page.getByText(/^Fingerprint/).waitFor()
    await expect.poll(async () => [await invalid.count(), await failed.count()]).toEqual([0, 0])

    // a message about a replacement names the file that stays
    await agreementOf(page).setInputFiles({
      name: 'other.docx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('x'),
    })
    const told =
      'other.docx was not accepted. Only pdf files are allowed. Please upload a valid .pdf file. The form keeps moa.pdf.'
    await page.getByText(told, { exact: true }).waitFor()
    // the failed one and the accepted one
    expect(sent).toHaveLength(2)
  })
})
