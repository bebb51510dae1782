import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SiteProfiles } from '../../db/types.ts'

import { pressLikeHand } from '../support/browser/on-screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { DESK, runFirst } from '../support/browser/browser-pool.ts'
import { realFiles } from '../support/records/real-files.ts'
import {
  acknowledge,
  button,
  dialog,
  expectFocus,
  navigateWithin,
  title,
  waitForPath,
} from '../support/browser/screen.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { FULL, full } from '../support/full.ts'

const MAP = path.resolve('tests/fixtures/kml/valid-laguna.kml')
const SERVER_FAULT = 'An unexpected error occurred on the server. Please try again later.'
const LEAVE = 'Cancel adding this profile?'

describe('profiles', () => {
  const bureau = withSharedDemo()
  let agreement: string

  beforeAll(() => {
    ;({ agreement } = realFiles())
  })
  // removes unfinished forms; not after the tests, because a failed test takes its pictures there
  beforeEach(() => bureau.startAfresh())

  /** A profile of the demo bureau in this state, Laguna's by default. */
  const profile = (
    state: Partial<Pick<SiteProfiles, 'site_status' | 'penro_status' | 'returned_by'>>,
    office = 'PENRO Laguna',
  ) =>
    Object.entries(state)
      .reduce(
        (query, [column, value]) =>
          query.where(
            `site_profiles.${column as keyof typeof state}`,
            value === null ? 'is' : '=',
            value as 'Submitted',
          ),
        bureau.db
          .selectFrom('site_profiles')
          .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
          .innerJoin('cities', 'cities.id', 'site_profiles.city_id')
          .select([
            'site_profiles.id',
            'site_profiles.code',
            'cities.name as municipality',
            'site_profiles.name_of_partner',
            'site_profiles.returned_reason',
            'site_profiles.map_kml_id',
          ])
          .where('offices.name', '=', office),
      )
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()

  const field = (page: Page, label: string) => page.getByLabel(label)
  const codes = async (page: Page) => (await page.getByRole('table').innerText()).match(/SITES-[\w-]+/g)

  const choosePlace = async (page: Page, province: string, municipality: string) => {
    await field(page, 'Select a Province').selectOption({ label: province })
    await field(page, 'Select a Municipality').selectOption({ label: municipality })
  }

  const describeProject = async (page: Page, partner: string) => {
    await field(page, 'Name of Partner/Implementer').fill(partner)
    await field(page, 'Project Area (hectares)').fill('1,000.50')
    await field(page, 'Year Implemented').selectOption('2024')
    await field(page, 'Project Year Start').selectOption('2024')
    await field(page, 'Project Year End').selectOption('2030')
    await page.getByLabel('Conservation of forest-carbon stocks', { exact: true }).check()
    await page.getByLabel('Area in hectares: Conservation of forest-carbon stocks').fill('1000.5')
    await field(page, 'MOA/MOU').check()
  }

  const attach = async (page: Page) => {
    await field(page, 'Location Map').setInputFiles(MAP)
    await page.getByText(path.basename(MAP)).first().waitFor()
    await page.getByLabel('Agreement').last().setInputFiles(agreement)
    await page.getByText('agreement.pdf').first().waitFor()
  }

  full.test('the list has its title and the page of its address [PROFILES-01]', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.goto('/sitemap?page=2')
    await title(page, 'Profiling of SITES').waitFor()
    await page.getByRole('row').nth(10).waitFor()
    await expect.poll(() => button(page, 'Page 2').getAttribute('aria-current')).toBe('page')
    const second = await codes(page)
    expect(second).toHaveLength(10)
    if (FULL) await expectGoodAtEverySize(page)

    // by keyboard into a row; the way back leads to the same page of the list
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sitemap\/view\/\d+\?page=2$/)
    await page.getByRole('main').getByRole('link', { name: 'Profiling of SITES' }).click()
    await page.waitForURL(/\/sitemap\?page=2$/)
    await button(page, 'Page 1').click()
    await expect.poll(async () => (await codes(page))?.filter((code) => second?.includes(code))).toEqual([])
    await expect.poll(() => codes(page)).toHaveLength(10)
  })

  test('the list has its columns and, by role, its actions; what is not returned is not edited [PROFILES-02] [PROFILES-03] [PROFILES-40]', async () => {
    const submitted = await profile({ site_status: 'Submitted', penro_status: 'Submitted' })
    const { code, municipality, name_of_partner } = submitted
    const page = await bureau.as('laguna.encoder')
    const open = async () => {
      await page.goto(`/sitemap?search=${code}`)
      await page.getByRole('row', { name: new RegExp(code) }).waitFor()
    }
    await open()
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual([
        'Region',
        'Province',
        'Municipality',
        'SITES Code',
        'Name of Implementer',
        'Status',
        'Record Status',
        'Actions',
      ])
    const cells = await page
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('cell')
      .allInnerTexts()
    expect(cells.slice(0, 7).map((text) => text.trim())).toEqual([
      'Region IV-A (CALABARZON)',
      'Laguna',
      municipality,
      code,
      name_of_partner,
      'Activated',
      'Submitted',
    ])
    const offered = async () => [
      await button(page, 'Add Profile').count(),
      await page.getByRole('link', { name: `View ${code}` }).count(),
      await button(page, `Edit ${code}`).count(),
    ]
    await expect.poll(offered).toEqual([1, 1, 1])

    // a submitted profile cannot be edited; Escape closes the message and returns the focus
    await button(page, `Edit ${code}`).click()
    const refusal = dialog(page, 'Site Status is not RETURNED')
    const sentence = refusal.getByText('Site is only available to edit once RETURNED.', { exact: true })
    await sentence.waitFor()
    if (FULL) await expectGoodDialog(page)
    await page.keyboard.press('Escape')
    await refusal.waitFor({ state: 'hidden' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe(`Edit ${code}`)

    // nor can an approved one, not even by its address
    const approved = await profile({ site_status: 'Approved' })
    for (const { id } of FULL ? [submitted, approved] : [approved]) {
      await navigateWithin(page, `/sitemap/edit/${id}`)
      await sentence.waitFor()
      await acknowledge(page, 'Site Status is not RETURNED')
      await waitForPath(page, `/sitemap/view/${id}`)
    }

    await bureau.handTo(page, 'laguna.approver')
    await open()
    await expect.poll(offered).toEqual([0, 1, 0])
  })

  test('the add form opens step by step [PROFILES-04] [PROFILES-05] [PROFILES-06]', async () => {
    // the only default role that may choose the region
    const page = await bureau.as('fmb.super')
    await page.goto('/sitemap/add')
    const region = field(page, 'Select a Region')
    const province = field(page, 'Select a Province')
    const municipality = field(page, 'Select a Municipality')
    await region.getByRole('option', { name: /NCR/ }).waitFor({ state: 'attached' })
    await expect
      .poll(async () => [await province.isDisabled(), await municipality.isDisabled()])
      .toEqual([true, true])

    const map = page.getByRole('region', { name: 'Map of the chosen region' })
    await map.waitFor()
    const parts = [
      region,
      province,
      municipality,
      map,
      page.getByRole('heading', { name: 'Additional Information' }),
    ]
    // on a desk the map is beside the fields, in the same order; on a smaller screen it is between them
    const followsOneBefore = async () => {
      // read at once: the map is drawn into another element once it is loaded
      const elements = await Promise.all(parts.map((part) => part.elementHandle()))
      return Promise.all(
        elements
          .slice(1)
          .map((element, at) =>
            element?.evaluate(
              (one, before) =>
                before !== null &&
                (before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
              elements[at] ?? null,
            ),
          ),
      )
    }
    await expect.poll(followsOneBefore).toEqual([true, true, true, true])
    const right =
      ((await municipality.boundingBox())?.x ?? 0) + ((await municipality.boundingBox())?.width ?? 0)
    await expect.poll(async () => (await map.boundingBox())?.x ?? 0).toBeGreaterThan(right)
    await page.setViewportSize({ width: 1024, height: 900 })
    const areInOrder = async () => {
      const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN))
      return tops.every((top, index) => index === 0 || top > (tops[index - 1] ?? 0))
    }
    await expect.poll(areInOrder).toBe(true)
    await page.setViewportSize(DESK)
    await expect
      .poll(() => page.getByRole('main').innerText())
      .toMatch(/\b1\s+Select a Region\b[\s\S]*\b2\s+Select a Province\b[\s\S]*\b3\s+Select a Municipality\b/)

    await region.selectOption({ label: 'Region IV-A (CALABARZON)' })
    await expect.poll(() => province.isEnabled()).toBe(true)
    await expect.poll(() => municipality.isDisabled()).toBe(true)
    await choosePlace(page, 'Laguna', 'Los Baños')
    await expect.poll(() => municipality.isEnabled()).toBe(true)
    // another region clears the fields below it; NCR has no provinces (C-25)
    await region.selectOption({ label: 'National Capital Region (NCR)' })
    await expect.poll(() => municipality.isEnabled()).toBe(true)
    await expect
      .poll(async () => [await province.isDisabled(), await province.locator('option').allInnerTexts()])
      .toEqual([true, ['N/A']])
    await municipality.selectOption({ label: 'Quezon City' })
    if (FULL) await expectGoodAtEverySize(page)
  })

  test('what is wrong with a field is told when it is left', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.goto('/sitemap/add')
    const partner = field(page, 'Name of Partner/Implementer')
    const required = page.getByText('Name of Partner/Implementer is required.', { exact: true })
    const activity = page.getByLabel('Conservation of forest-carbon stocks', { exact: true })
    await partner.focus()
    // and the message does not move what is being pressed
    await pressLikeHand(activity)
    await required.waitFor()
    await expect.poll(() => activity.isChecked()).toBe(true)

    await partner.fill('Samahan')
    await expect.poll(() => required.count()).toBe(0)
    await partner.fill('')
    await partner.press('Tab')
    await required.waitFor()
  })

  const fillForm = async (page: Page, partner: string) => {
    await page.goto('/sitemap/add')
    await choosePlace(page, 'Laguna', 'Los Baños')
    await describeProject(page, partner)
    await attach(page)
    await measured(page).waitFor()
    // the button waits for the uploads
    await expect.poll(() => button(page, 'Add Profile').isEnabled()).toBe(true)
  }
  const measured = (page: Page) => page.locator('#main').getByText(/mapped area is .* ha/i)

  full.test(
    'a faulty answer of the server is told in its words and the form stays; an added profile is announced and stands in the list [PROFILES-07] [PROFILES-38] [PROFILES-53] [PROFILES-54]',
    async () => {
      const page = await bureau.as('laguna.encoder')
      await fillForm(page, 'Samahan ng Mayondón')
      const add = page.locator('#main').getByRole('button', { name: 'Add Profile', exact: true })
      const question = dialog(page, 'Add this profile?')
      await add.focus()
      await page.keyboard.press('Enter')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'hidden' })
      await expectFocus(add)
      await page.keyboard.press('Enter')
      // the question repeats what the form shows about the boundary
      await question.getByText(/mapped area is .* ha/i).waitFor()
      await expect
        .poll(() => question.getByText(/mapped area is .* ha/i).allInnerTexts())
        .toEqual(await measured(page).allInnerTexts())
      if (FULL) await expectGoodDialog(page)
      const confirm = async () => {
        await question.getByRole('button', { name: 'Add Profile', exact: true }).click()
        await question.waitFor({ state: 'hidden' })
      }
      const answer = (status: number, json: object) =>
        page.route('**/api/sites', (route) =>
          route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
        )

      const sentences = ['Ask the partner for its registered name.', 'A second sentence.']
      await answer(422, { message: 'Validation failed', errors: { name_of_partner: sentences } })
      await confirm()
      await page.getByText('Ask the partner for its registered name.', { exact: true }).waitFor()
      await expect.poll(() => page.getByText('A second sentence.').count()).toBe(0)
      const partner = field(page, 'Name of Partner/Implementer')
      await expect.poll(() => partner.getAttribute('aria-invalid')).toBe('true')
      await expectFocus(partner)

      await page.unroute('**/api/sites')
      await answer(500, { message: 'The store of files is full.' })
      await add.click()
      await confirm()
      const fault = dialog(page, 'The store of files is full.')
      await fault.getByText(SERVER_FAULT, { exact: true }).waitFor()
      if (FULL) await expectGoodDialog(page)
      await fault.getByRole('button', { name: 'Back to user profile', exact: true }).click()
      await fault.waitFor({ state: 'hidden' })
      await waitForPath(page, '/sitemap/add')
      await expect.poll(() => partner.inputValue()).toBe('Samahan ng Mayondón')

      await page.unroute('**/api/sites')
      await add.click()
      await confirm()
      const added = dialog(page, 'Add Profiling of SITES Successful')
      await added.getByText(/^SITES-[A-Z0-9]+-\d{4}-\d+ was submitted and is waiting for PENRO\.$/).waitFor()
      await added.getByRole('button', { name: 'OK' }).click()
      await waitForPath(page, '/sitemap')
      const row = page.getByRole('row', { name: /Samahan ng Mayondón/ })
      await row.waitFor()
      await expect
        .poll(() => row.innerText())
        .toMatch(/Los Baños[\s\S]*SITES-R04A-\d{4}-\d{4}[\s\S]*Submitted/)
    },
  )

  full.test(
    'a profile is shown to be read, its agreement in a frame [PROFILES-09] [PROFILES-10]',
    async () => {
      const waiting = await profile({ penro_status: 'Submitted', returned_by: null })
      const page = await bureau.as('laguna.admin')
      // the same viewer setting in every browser
      await runFirst(page, () => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }))
      const seen = page.waitForRequest('**/api/sites/audit-logs')
      await page.goto(`/sitemap/view/${waiting.id}?page=2`)
      await title(page, waiting.name_of_partner).waitFor()
      expect((await seen).postDataJSON()).toMatchObject({ model_name: 'SiteProfile', id: waiting.id })
      const main = page.getByRole('main')
      await main.getByRole('switch', { name: 'Status: Activated' }).waitFor()
      const facts = main.locator('dl').first()
      for (const fact of [
        'SITES ID',
        waiting.code,
        'Region IV-A (CALABARZON)',
        'Laguna',
        waiting.municipality,
        'PENRO Laguna',
        waiting.name_of_partner,
        'Project Area',
        'Year Implemented',
        'Project Year Start',
        'Project Year End',
        'REDD+ Eligible Activities',
        'Implementation Arrangement',
      ])
        await expect.poll(() => facts.innerText()).toContain(fact)
      await main
        .getByRole('region', { name: `Map of the boundary of ${waiting.code}`, exact: true })
        .waitFor()
      for (const role of ['textbox', 'combobox', 'radio', 'checkbox'] as const)
        await expect.poll(() => main.getByRole(role).count(), { message: role }).toBe(0)
      await expect.poll(() => main.getByText('Comments', { exact: true }).count()).toBe(0)
      if (FULL) await expectGoodAtEverySize(page)

      await button(page, 'Preview').click()
      const agreementName = `${waiting.code}-agreement.pdf`
      const frame = main.getByTitle(agreementName, { exact: true })
      await frame.waitFor()
      await expect.poll(() => frame.getAttribute('src')).toMatch(/^blob:/)

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page, `Download ${agreementName}`).first().click(),
      ])
      expect(readFileSync(await file.path(), 'latin1')).toContain('Implementation agreement')
      // the frame of the preview may download the agreement as well
      const mapName = `${waiting.code}-boundary.kml`
      const [kml] = await Promise.all([
        page.waitForEvent('download', (one) => one.suggestedFilename() === mapName),
        button(page, 'Download KML').click(),
      ])
      expect(readFileSync(await kml.path(), 'utf8')).toContain('<kml')
      await main.getByRole('link', { name: 'Profiling of SITES' }).click()
      await page.waitForURL(/\/sitemap\?page=2$/)
    },
  )

  full.test(
    'the map is moved and brought closer without dragging: by its keys, and by single presses',
    async () => {
      const { id, code } = await profile({ penro_status: 'Submitted', returned_by: null })
      const page = await bureau.as('laguna.admin')
      await page.goto(`/sitemap/view/${id}`)
      const map = page.getByRole('region', { name: `Map of the boundary of ${code}`, exact: true })
      const mark = map.getByRole('img', { name: /^Site boundary/ })
      await map.scrollIntoViewIfNeeded()
      await mark.waitFor()
      const place = async () => {
        const box = await mark.boundingBox()
        return { x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0 }
      }
      // the map ignores keys while it moves or zooms
      const settled = () =>
        expect.poll(() => map.locator('.leaflet-pan-anim, .leaflet-zoom-anim').count()).toBe(0)
      await map.scrollIntoViewIfNeeded()
      await settled()
      await map.focus()
      const start = await place()
      const moved = async (axis: 'x' | 'y') => (await place())[axis] - start[axis]
      const press = async (key: string) => {
        await settled()
        await page.keyboard.press(key)
      }
      await press('ArrowRight')
      await expect.poll(() => moved('x')).toBeLessThan(-10)
      await press('ArrowLeft')
      await expect.poll(async () => Math.abs(await moved('x'))).toBeLessThan(3)
      await press('ArrowDown')
      await expect.poll(() => moved('y')).toBeLessThan(-10)
      await press('ArrowUp')
      await expect.poll(async () => Math.abs(await moved('y'))).toBeLessThan(3)

      await settled()
      await map.getByRole('button', { name: 'Zoom out' }).click()
      await expect.poll(async () => (await place()).width).toBeLessThan(start.width)
      await settled()
      const far = await place()
      const frame = await map.boundingBox()
      // a double click zooms in at that point, which moves the centre
      await map.dblclick({ position: { x: (frame?.width ?? 0) * 0.25, y: (frame?.height ?? 0) * 0.5 } })
      await expect.poll(async () => (await place()).width).toBeGreaterThan(far.width)
      await settled()
      await expect.poll(() => moved('x')).toBeGreaterThan(0)
    },
  )

  full.test(
    'a boundary is somewhere: towns with distance and direction, gray neighbours with their codes, on the record and on the form',
    async () => {
      const { id, code } = await profile({ site_status: 'Approved' })
      const page = await bureau.as('laguna.encoder')
      await page.goto(`/sitemap/view/${id}`)
      const main = page.getByRole('main')
      const towns =
        /^(in|[\d.]+ km [a-z-]+ of) \p{Lu}[\p{L} .-]+ and [\d.]+ km [a-z-]+ of \p{Lu}[\p{L} .-]+$/u
      await main.getByText(towns).waitFor()
      const map = page.getByRole('region', { name: `Map of the boundary of ${code}` })
      await map.scrollIntoViewIfNeeded()
      await map
        .getByRole('img', { name: /^Neighbouring site SITES-/ })
        .first()
        .waitFor()
      // codes and hectares stand beside each other, never on each other
      const labels = map.locator('.leaflet-tooltip')
      const shownLabels = () =>
        labels.evaluateAll((all) =>
          all
            .filter((label) => getComputedStyle(label).visibility === 'visible')
            .map((label) => ({ text: label.textContent ?? '', box: label.getBoundingClientRect().toJSON() })),
        )
      // they are drawn and placed anew when another part of the map arrives
      await vi.waitFor(async () => {
        const shown = await shownLabels()
        expect(shown.filter(({ text }) => /^SITES-[\w-]+$/.test(text)).length).toBeGreaterThan(0)
        for (const [index, { box }] of shown.entries())
          for (const { box: other } of shown.slice(index + 1))
            expect(
              box.left < other.right &&
                other.left < box.right &&
                box.top < other.bottom &&
                other.top < box.bottom,
            ).toBe(false)
      }, 15_000)
      const near = main.getByText(/^Other sites within about 10 km: \d+$/)
      await near.click()
      await expect.poll(() => near.locator('..').getByRole('listitem').count()).toBeGreaterThan(6)

      await fillForm(page, 'Samahan ng Bundok')
      await main.getByText(towns).waitFor()
    },
  )

  full.test(
    'a returned profile shows its comments; what fails beside it is only logged [PROFILES-10] [PROFILES-15] [PROFILES-55]',
    async () => {
      const { id, map_kml_id, code, returned_reason } = await profile({ site_status: 'Returned' })
      const page = await bureau.as('laguna.encoder')
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      const fault = { status: 500, json: { message: SERVER_FAULT, code: 'internal' } }
      await page.route('**/api/sites/*/neighbours', (route) => route.fulfill(fault))
      await page.route(`**/api/file/${map_kml_id}`, (route) => route.fulfill(fault))
      await page.goto(`/sitemap/view/${id}`)
      await page.getByRole('region', { name: `Map of the boundary of ${code}` }).waitFor()
      const said = (words: RegExp) => () => logged.some((line) => words.test(line))
      await expect.poll(said(/neighbouring sites could not be loaded/)).toBe(true)
      await button(page, 'Download KML').click()
      await expect.poll(said(/KML could not be downloaded/)).toBe(true)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(() => page.getByRole('alert').count()).toBe(0)
      await expect.poll(() => page.getByText(SERVER_FAULT).count()).toBe(0)
      const main = page.getByRole('main')
      await main.getByText('Comments', { exact: true }).waitFor()
      // once in the box, once in the history
      await expect.poll(() => main.getByText(returned_reason ?? '-').count()).toBeGreaterThan(1)
    },
  )

  full.test(
    'a returned profile is edited in the same form, and leaving asks [PROFILES-11] [PROFILES-12]',
    async () => {
      const { id, returned_reason } = await profile({ site_status: 'Returned', returned_by: 'Region' })
      const page = await bureau.as('laguna.encoder')
      const labels = () => page.getByRole('main').locator('label').allInnerTexts()
      await page.goto('/sitemap/add')
      await field(page, 'Project Area (hectares)').waitFor()
      const added = (await labels()).map((label) => label.trim())
      await navigateWithin(page, `/sitemap/edit/${id}?page=2`)
      await page.getByText(returned_reason ?? '-').waitFor()
      for (const label of added)
        await expect.poll(async () => (await labels()).map((one) => one.trim())).toContain(label)
      const region = field(page, 'Select a Region')
      await expect.poll(() => region.isDisabled()).toBe(true)
      await expect.poll(() => region.locator('option:checked').innerText()).toMatch(/CALABARZON/)
      await button(page, 'Edit Profile').waitFor()
      await expect.poll(() => button(page, 'Add Profile').count()).toBe(0)
      if (FULL) await expectGoodAtEverySize(page)

      // nothing typed, so no question
      await button(page, 'Cancel').click()
      await page.waitForURL(/\/sitemap\?page=2$/)
      await page.goBack()
      const partner = field(page, 'Name of Partner/Implementer')
      await partner.fill('Samahan ng Bagong Sibol')
      await button(page, 'Cancel').click()
      const question = dialog(page, LEAVE)
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'hidden' })
      await expect.poll(() => partner.inputValue()).toBe('Samahan ng Bagong Sibol')
      await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
      await question.getByRole('button', { name: 'Continue editing' }).click()
      await question.waitFor({ state: 'hidden' })
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/sitemap/edit/${id}`)

      // no question after a successful save
      await button(page, 'Edit Profile').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Edit Profile', exact: true }).click()
      await dialog(page, 'Edit Profiling of SITES Successful').getByRole('button', { name: 'OK' }).click()
      await page.waitForURL(/\/sitemap\?page=2$/)
      await expect.poll(() => question.count()).toBe(0)

      // discarding loses the changes
      const other = await profile({ site_status: 'Returned', returned_by: 'FMB' })
      await navigateWithin(page, `/sitemap/edit/${other.id}`)
      await page.getByText(other.returned_reason ?? '-').waitFor()
      await partner.fill('Samahan ng iba')
      await button(page, 'Cancel').click()
      await question.getByRole('button', { name: 'Discard draft' }).click()
      await waitForPath(page, '/sitemap')
      await page.goto(`/sitemap/edit/${other.id}`)
      await expect.poll(() => partner.inputValue()).toBe(other.name_of_partner)
    },
  )
})
