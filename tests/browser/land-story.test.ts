import type { Page } from 'playwright-core'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { withDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { acknowledge, button, dialog, expectOpens, title } from '../support/browser/screen.ts'
import { full } from '../support/full.ts'
import { hectaresBetween, toPtm } from '../support/oracles/philippine-grid.ts'
import { pdfBytes } from '../support/records/factories.ts'
import {
  type Drawn,
  ESRI_PRJ,
  kml,
  kmz,
  movedTo,
  rectangle,
  shapefile,
} from '../support/records/land-writers.ts'

const PATIENT = { timeout: 30_000 }
const [WEST, SOUTH, EAST, NORTH] = [121.2, 14.1, 121.22, 14.115] as const
/** the part of the boundary that is the domain's: 3 % of its width */
const BORDER = WEST + (EAST - WEST) * 0.03
const SHARED = `${formatHectares(hectaresBetween(WEST, SOUTH, BORDER, NORTH).toFixed(2))} ha (3 %)`

const inZoneIII = ({ polygons, properties }: Drawn): Drawn => ({
  polygons: movedTo(polygons, (at) => toPtm(at as [number, number], 121)),
  properties: properties ?? {},
})
const named = (code: string, name: string, box: readonly [number, number, number, number]): Drawn => ({
  polygons: [[rectangle(...box)]],
  properties: { code, name },
})
const DOMAIN = named('R04A-017', 'Dumagat of Pangil', [WEST - 0.05, SOUTH - 0.01, BORDER, NORTH + 0.01])
const DOMAINS = [
  DOMAIN,
  named('R04A-018', 'Sea of another country', [129, 14, 129.1, 14.1]),
  named('R04A-019', 'West of the country', [110, 14, 110.1, 14.1]),
]
const PARK = named('PA-07', 'Invented park', [WEST - 0.4, SOUTH, WEST - 0.3, NORTH])

/** Land from the file of an administrator to the approval of three levels, and what a new version finds. */
describe('the land of a site', { retry: 0, timeout: 240_000 }, () => {
  const bureau = withDemo()

  const choose = (page: Page, label: RegExp | string, name: string, buffer: Uint8Array | string) =>
    page.getByLabel(label).setInputFiles({ name, mimeType: '', buffer: Buffer.from(buffer) })

  const field = (page: Page, name: string) => page.getByLabel(name)

  async function addLayer(page: Page, name: string, kind: string) {
    await page.goto('/land/layers')
    await button(page, 'Add layer').click()
    const form = dialog(page, 'Add layer')
    await form.getByLabel(/^Name/).fill(name)
    await form.getByLabel(/^Kind/).selectOption(kind)
    await form.getByLabel('Why it is needed and for whom').fill('Approvers see where others must be asked.')
    await form.getByLabel('Whether it is a constraint').fill('Yes: its keepers must be asked.')
    await form.getByLabel('Legal base').fill('Republic Act 8371.')
    await form.getByLabel('What it is not good for').fill('No substitute for a survey of the site.')
    await form.getByRole('button', { name: 'Add layer' }).click()
    await title(page, name).waitFor()
  }

  async function readVersion(
    page: Page,
    layer: string,
    file: string,
    bytes: Uint8Array | string,
    day: string,
  ) {
    await button(page, 'New version').click()
    const form = dialog(page, `New version of ${layer}`)
    await choose(page, /^File/, file, bytes)
    await form.getByLabel(/^Source/).fill('NCIP')
    await form.getByLabel(/^Date of the source/).fill(day)
    await form.getByLabel(/^Licence/).fill('Data sharing agreement of 2025')
    await form.getByLabel(/^Attribution/).fill('© NCIP 2026')
    const read = form.getByRole('button', { name: 'Read the file' })
    await expect.poll(() => read.isEnabled(), PATIENT).toBe(true)
    await read.click()
    await page.getByText(/^The file was read: /).waitFor(PATIENT)
  }

  async function importVersion(page: Page, layer: string, number: number) {
    await button(page, `Import version ${number}`).click()
    await dialog(page, `Import version ${number} of ${layer}?`)
      .getByRole('button', { name: `Import version ${number}` })
      .click()
    await page.getByText(`Version ${number} of ${layer} is current.`).waitFor()
  }

  full.test(
    'is compared with layers, explained, consented to, accepted by name at each level, and compared again',
    async () => {
      const admin = await expectOpens(bureau, 'fmb.admin', '/land/layers', 'Layers of land')
      await addLayer(admin, 'Titles of NCIP', 'Ancestral domain')
      const zip = shapefile(DOMAINS.map(inZoneIII), { prj: ESRI_PRJ.ptm(3) })
      await readVersion(admin, 'Titles of NCIP', 'titles.zip', zip, '2026-03-01')
      const faulty = admin.locator('main tbody tr')
      await expect.poll(() => faulty.count()).toBe(2)
      await expect.poll(() => faulty.first().innerText()).toContain('Sea of another country')
      await picture(admin, 'land-story-dry-run')
      await importVersion(admin, 'Titles of NCIP', 1)
      await addLayer(admin, 'Parks of BMB', 'Protected area')
      await readVersion(admin, 'Parks of BMB', 'parks.kml', kml([PARK]), '2026-02-01')
      await importVersion(admin, 'Parks of BMB', 1)

      const encoder = await bureau.as('laguna.encoder')
      await encoder.goto('/sitemap/add')
      await field(encoder, 'Select a Province').selectOption({ label: 'Laguna' })
      await field(encoder, 'Select a Municipality').selectOption({ label: 'Los Baños' })
      await field(encoder, 'Name of Partner/Implementer').fill('Samahan ng Pangil')
      await field(encoder, 'Project Area (hectares)').fill('358')
      await field(encoder, 'Year Implemented').selectOption('2024')
      await field(encoder, 'Project Year Start').selectOption('2024')
      await field(encoder, 'Project Year End').selectOption('2030')
      await encoder.getByLabel('Conservation of forest-carbon stocks', { exact: true }).check()
      await encoder.getByLabel('Area in hectares: Conservation of forest-carbon stocks').fill('358')
      await field(encoder, 'MOA/MOU').check()
      await choose(
        encoder,
        'Location Map',
        'site.kmz',
        kmz([{ polygons: [[rectangle(WEST, SOUTH, EAST, NORTH)]] }]),
      )
      const words = `${SHARED} lie in R04A-017, Dumagat of Pangil, according to NCIP, Mar 01, 2026.`
      await encoder.getByRole('main').getByText(words).waitFor(PATIENT)
      await picture(encoder, 'land-story-form')
      await encoder
        .getByLabel('Agreement')
        .last()
        .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer: pdfBytes('story') })
      await encoder.getByText('agreement.pdf').first().waitFor()
      const add = encoder.locator('#main').getByRole('button', { name: 'Add Profile', exact: true })
      await expect.poll(() => add.isEnabled()).toBe(true)
      await add.click()
      await dialog(encoder, 'Add this profile?')
        .getByRole('button', { name: 'Add Profile', exact: true })
        .click()
      await acknowledge(encoder, 'Add Profiling of SITES Successful')
      const { id, code } = await bureau.db
        .selectFrom('site_profiles')
        .select(['id', 'code'])
        .where('name_of_partner', '=', 'Samahan ng Pangil')
        .executeTakeFirstOrThrow()

      const name = 'R04A-017, Dumagat of Pangil'
      const finding = (page: Page) => page.getByRole('article', { name, exact: true })
      await encoder.goto(`/sitemap/view/${id}`)
      await finding(encoder).waitFor()
      await button(encoder, /^Explain R04A-017/).click()
      const explain = dialog(encoder, `Explain ${name}`)
      await explain.getByLabel('Explanation').fill('The elders have agreed; their resolution is attached.')
      await explain
        .getByLabel('Paper')
        .setInputFiles({ name: 'resolution.pdf', mimeType: 'application/pdf', buffer: pdfBytes('elders') })
      await explain.getByText('resolution.pdf').first().waitFor()
      await explain.getByRole('button', { name: 'Save explanation' }).click()
      await explain.waitFor({ state: 'detached' })
      const expiry = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('sv', {
        timeZone: 'Asia/Manila',
      })
      await button(encoder, 'Record an instrument').click()
      const paper = dialog(encoder, 'Record an instrument')
      await paper.getByLabel('Kind').selectOption({ label: 'Certification Precondition' })
      await paper.getByRole('textbox', { name: 'Issuer' }).fill('NCIP Regional Office IV-A')
      await paper.getByRole('textbox', { name: 'Issued on' }).fill('2024-02-10')
      await paper.getByRole('textbox', { name: 'Valid until' }).fill(expiry)
      await paper.getByRole('button', { name: 'Record instrument' }).click()
      await encoder.getByText('The instrument is recorded.').waitFor()
      await encoder.getByText(`Consent is recorded for ${name}.`).waitFor()
      await encoder.goto(`/land/tasks?task=expiring&search=${code}`)
      await encoder.getByRole('cell', { name: /30 days/ }).waitFor()
      await picture(encoder, 'land-story-tasks')

      const before: string[] = []
      for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver']) {
        const reviewer = await bureau.as(person)
        await reviewer.goto(`/sites/approval/view/${id}`)
        await finding(reviewer).getByText('The elders have agreed').first().waitFor()
        // the map is loaded when it is seen
        await reviewer.getByRole('heading', { name: 'Boundary', exact: true }).scrollIntoViewIfNeeded()
        await reviewer.getByRole('checkbox', { name: /Titles of NCIP/ }).waitFor()
        await reviewer.getByRole('heading', { name: 'Certification Precondition' }).waitFor()
        if (person === 'laguna.approver') await picture(reviewer, 'land-story-review')
        await button(reviewer, 'Approve').click()
        const question = dialog(reviewer, 'Approve this profile?')
        // who accepted it before, by name and level
        const accepted = question.getByText(/^Accepted by .+, (PENRO|Region|FMB), /)
        const levels = async () =>
          (await accepted.allInnerTexts()).map((words) => /, (PENRO|Region|FMB), /.exec(words)?.[1])
        await expect.poll(levels).toEqual(before)
        before.push({ 'laguna.approver': 'PENRO', 'r4a.approver': 'Region' }[person] ?? 'FMB')
        await question.getByRole('checkbox', { name: new RegExp(`R04A-017`) }).check()
        await question.getByRole('button', { name: 'Approve', exact: true }).click()
        await reviewer.getByText(`${code} approved.`).waitFor(PATIENT)
      }
      const steps = await sql<{ done: string }>`
      select string_agg(concat_ws(' ', action, steps.level), ', ' order by steps.id) as done
      from thread_steps as steps join land_findings on steps.kind = 'finding' and land_findings.id = thread_id
      where site_profile_id = ${id}`.execute(bureau.db)
      expect(steps.rows).toEqual([
        { done: 'Found, Explained PENRO, Accepted PENRO, Accepted Region, Accepted FMB' },
      ])

      // a new version takes in three approved sites
      const { rows: sites } = await sql<{ code: string; box: [number, number, number, number] }>`
      select code, array[min_lon, min_lat, max_lon, max_lat] as box from site_boundaries
      join site_profiles on site_profiles.id = site_profile_id
      where site_status = 'Approved' and status = 'Activated' and site_profiles.id <> ${id}
        and not exists (select from land_findings where land_findings.site_profile_id = site_profiles.id)
      order by site_profiles.id limit 3`.execute(bureau.db)
      await admin.goto('/land/layers')
      await admin.getByRole('link', { name: 'Titles of NCIP' }).click()
      const domains = [DOMAIN, ...sites.map(({ box }, at) => named(`R99-${at}`, `New domain ${at}`, box))]
      await readVersion(
        admin,
        'Titles of NCIP',
        'titles.zip',
        shapefile(domains.map(inZoneIII), { prj: ESRI_PRJ.ptm(3) }),
        '2026-06-01',
      )
      await importVersion(admin, 'Titles of NCIP', 2)
      await expect
        .poll(
          async () => {
            await admin.reload()
            await title(admin, 'Titles of NCIP').waitFor()
            return admin.getByText('New findings: 3 approved sites').count()
          },
          { timeout: 120_000, interval: 3_000 },
        )
        .toBe(1)
      await picture(admin, 'land-story-new-findings')
    },
  )
})
