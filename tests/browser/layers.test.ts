import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PHONE } from '../support/browser/browser-pool.ts'
import { COUNTRY_CREDIT } from '../../web/places/country.ts'
import { withDemo } from '../support/browser/demo.ts'
import { tabTo } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { button, dialog, expectOpens, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { geoJsonOf } from '../support/records/layers.ts'
import { full } from '../support/full.ts'

/*
 * An administrator of FMB writes down what a layer is, reads a file of it, sees which two features are faulty, and imports
 * the rest. Each test continues where the one before stopped.
 */
const NAME = 'Ancestral domains of Laguna'
const SENTENCES = {
  'Why it is needed and for whom': 'Approvers see where a consent is needed.',
  'Whether it is a constraint': 'Yes: land in it needs the consent of its community.',
  'Legal base': 'Republic Act 8371.',
  'What it is not good for': 'No substitute for a survey of the site.',
}
const FILE = geoJsonOf([
  { code: 'R04-017', name: 'Tagbanua', lon: 121.9, lat: 13.9, size: 0.02 },
  { code: 'R04-018', name: '<b>Dumagat</b>', lon: 122, lat: 13.9, size: 0.01 },
  {
    name: 'A road',
    geometry: {
      type: 'LineString',
      coordinates: [
        [121, 14],
        [121.1, 14.1],
      ],
    },
  },
  { name: 'A well', geometry: { type: 'Point', coordinates: [121, 14] } },
])
/** read in another zone of the grid, with another column as the code */
const WRONG = geoJsonOf([
  { code: '1', name: 'Palawan', lon: 116.2, lat: 10.3, size: 0.05 },
  { code: '2', name: 'Esperanza', lon: 116.1, lat: 10.4, size: 0.02 },
])
const PATIENT = { timeout: 20_000 }

describe('a layer of land', { retry: 0, timeout: 120_000 }, () => {
  const bureau = withDemo()
  let page: Page

  const rows = () =>
    page
      .locator('main tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      )
  const choose = (words: string | RegExp) => page.getByLabel('Show').selectOption({ label: String(words) })

  full.test(
    'is added with its five sentences, read with two faulty features named, and imported after a question',
    async () => {
      page = await expectOpens(bureau, 'fmb.admin', '/sitemap', 'Profiling of SITES')
      await page.getByRole('link', { name: 'Layers of land' }).click()
      await title(page, 'Layers of land').waitFor()
      await page.getByText('Ancestral domains (invented for the demo)').waitFor()
      await button(page, 'Add layer').click()
      const adding = dialog(page, 'Add layer')
      await adding.getByRole('button', { name: 'Add layer' }).click()
      await adding.getByText('Choose a kind of layer.').waitFor()
      await adding.getByText('Legal base is required.').waitFor()
      await adding.getByLabel(/^Name/).fill(NAME)
      await adding.getByLabel(/^Kind/).selectOption('Ancestral domain')
      for (const [label, words] of Object.entries(SENTENCES)) await adding.getByLabel(label).fill(words)
      await adding.getByRole('button', { name: 'Add layer' }).click()
      await title(page, NAME).waitFor()
      await page.getByText('NCIP must be asked').waitFor()
      await page.getByText('No version is imported yet, so no site is compared with it.').waitFor()

      await button(page, 'New version').click()
      const version = dialog(page, `New version of ${NAME}`)
      await version
        .getByLabel(/^File/)
        .setInputFiles({ name: 'domains.geojson', mimeType: '', buffer: Buffer.from(FILE) })
      await version.getByLabel(/^Source/).fill('NCIP, list of titles')
      await version.getByLabel(/^Date of the source/).fill('2026-03-01')
      await version.getByLabel(/^Licence/).fill('Data sharing agreement of 2025')
      await version.getByLabel(/^Attribution/).fill('© NCIP 2026')
      await expect
        .poll(() => version.getByRole('button', { name: 'Read the file' }).isEnabled(), PATIENT)
        .toBe(true)
      await version.getByRole('button', { name: 'Read the file' }).click()
      await page.getByText(/^The file was read: 2 features, [\d,.]+ ha$/).waitFor(PATIENT)
      await page.getByText('Features left out or repaired: 2, listed below with reasons.').waitFor()
      await expect.poll(rows).toHaveLength(2)
      expect((await rows()).map(([number, name, result]) => [number, name, result])).toEqual([
        ['3', 'A road', 'Left out'],
        ['4', 'A well', 'Left out'],
      ])
      await picture(page, 'layer-dry-run')
      await choose('Features of the draft (2)')
      await page.getByText('R04-017').waitFor()
      // a name is text, whatever is in it
      await page.getByText('<b>Dumagat</b>').waitFor()

      await button(page, 'Import version 1').click()
      const question = dialog(page, `Import version 1 of ${NAME}?`)
      await question
        .getByText(/\d+ sites will be compared with it in the background; until then each says "not checked"/)
        .waitFor()
      await question.getByRole('button', { name: 'Import version 1' }).click()
      await page.getByText(`Version 1 of ${NAME} is current.`).waitFor()
      await page
        .getByText('NCIP, list of titles, Mar 01, 2026. Licence: Data sharing agreement of 2025.')
        .waitFor()
      await page.getByText('Features of the current version (2)').waitFor({ state: 'attached' })
    },
  )

  full.test(
    '[S-164] a wrong file shows in its draft what would go, is imported after a tick for each number, and is taken back',
    async () => {
      page = await expectOpens(bureau, 'fmb.admin', '/land/layers', 'Layers of land')
      await page.getByRole('link', { name: 'Ancestral domains (invented for the demo)' }).click()
      await button(page, 'New version').click()
      const version = dialog(page, 'New version of Ancestral domains (invented for the demo)')
      await version.getByLabel(/^What it covers/).waitFor()
      await version
        .getByLabel(/^File/)
        .setInputFiles({ name: 'wrong.geojson', mimeType: '', buffer: Buffer.from(WRONG) })
      await version.getByLabel(/^Date of the source/).fill('2026-03-01')
      await expect
        .poll(() => version.getByRole('button', { name: 'Read the file' }).isEnabled(), PATIENT)
        .toBe(true)
      await version.getByRole('button', { name: 'Read the file' }).click()
      await page.getByText('3 of 3 features of version 2 are gone.').waitFor(PATIENT)
      await page.getByText(/^2 of 2 features lie far from what it covers .*, up to \d+ km\.$/).waitFor()
      await page.getByText('WGS 84, degrees (EPSG:4326)').first().waitFor()
      await page.getByText('2 sites lose findings', { exact: false }).waitFor(PATIENT)
      const draft = page.getByRole('img', { name: 'Map of the features over the regions: gone, new' })
      // with towns to know the place by
      await draft.locator('text').first().waitFor()
      await page.getByText(COUNTRY_CREDIT).waitFor()
      await expectGoodAtEverySize(page)
      await picture(page, 'layer-draft')
      await page.setViewportSize(PHONE)
      await picture(page, 'layer-draft-phone')
      await page.setViewportSize({ width: 1366, height: 900 })
      await choose('Sites whose findings would change')
      await page.getByText('DEMO-AD-02, Invented domain of Esperanza').waitFor()

      await button(page, 'Import version 3').click()
      const question = dialog(page, 'Import version 3 of Ancestral domains (invented for the demo)?')
      await question.getByRole('button', { name: 'Import version 3' }).click()
      await question.getByText('Tick each number, or look at the file again.').waitFor()
      await picture(page, 'layer-import-question')
      for (const tick of await question.getByRole('checkbox').all()) await tick.check()
      await question.getByRole('button', { name: 'Import version 3' }).click()
      await page
        .getByText('Version 3 of Ancestral domains (invented for the demo) is current.')
        .waitFor(PATIENT)

      await choose('Versions (3)')
      await page
        .getByRole('row', { name: /Version 2/ })
        .getByRole('button', { name: 'Make current' })
        .click()
      const back = dialog(page, 'Make version 2 of Ancestral domains (invented for the demo) current again?')
      await back.getByLabel('2 of 2 features of version 3 are gone.').check()
      await back.getByRole('button', { name: 'Make version 2 current' }).click()
      await page
        .getByText('Version 2 of Ancestral domains (invented for the demo) is current.')
        .waitFor(PATIENT)
    },
  )

  full.test(
    'a draft is read again, discarded after a question, and a layer changed and withdrawn',
    async () => {
      page = await expectOpens(bureau, 'fmb.admin', '/land/layers', 'Layers of land')
      await page.getByRole('link', { name: NAME }).click()
      await button(page, 'New version').click()
      const version = dialog(page, `New version of ${NAME}`)
      // the next version usually comes from the same source
      expect(await version.getByLabel(/^Source/).inputValue()).toBe('NCIP, list of titles')
      await version.getByLabel(/^File/).setInputFiles({
        name: 'broken.geojson',
        mimeType: '',
        buffer: Buffer.from('{ "type": "FeatureCollection"'),
      })
      await version.getByLabel(/^Date of the source/).fill('2026-04-01')
      await expect
        .poll(() => version.getByRole('button', { name: 'Read the file' }).isEnabled(), PATIENT)
        .toBe(true)
      await version.getByRole('button', { name: 'Read the file' }).click()
      await page.getByText('The file cannot be imported').waitFor(PATIENT)
      expect(await button(page, 'Import version 2').count()).toBe(0)
      await button(page, 'Discard draft').click()
      await dialog(page, 'Discard draft 2?').getByText('Version 1 stays current.').waitFor()
      await dialog(page, 'Discard draft 2?').getByRole('button', { name: 'Discard draft' }).click()
      await choose('Versions (2)')
      await page.getByText('broken.geojson, removed').waitFor()

      await button(page, 'Change').click()
      const changing = dialog(page, `Change ${NAME}`)
      await changing.getByLabel('Legal base').fill('Republic Act 8371, section 59.')
      await changing.getByRole('button', { name: 'Save layer' }).click()
      await page.getByText('Republic Act 8371, section 59.').waitFor()

      await button(page, 'Withdraw').click()
      const withdrawing = dialog(page, `Withdraw ${NAME}?`)
      await withdrawing.getByLabel('Reason').fill('NCIP asked for it.')
      await withdrawing.getByRole('button', { name: 'Withdraw layer' }).click()
      await page.getByText(/^This layer was withdrawn on/).waitFor()
      expect(await button(page, 'New version').count()).toBe(0)
    },
  )

  full.test(
    'of the demo bureau is read by an encoder, who can change nothing, at every size and by keyboard',
    async () => {
      const reader = await expectOpens(bureau, 'laguna.encoder', '/land/layers', 'Layers of land')
      await reader.getByText('Ancestral domains (invented for the demo)').waitFor()
      await picture(reader, 'layers')
      await expectGoodAtEverySize(reader)
      expect(await button(reader, 'Add layer').count()).toBe(0)
      await tabTo(reader.getByRole('link', { name: 'Ancestral domains (invented for the demo)' }))
      await reader.keyboard.press('Enter')
      await title(reader, 'Ancestral domains (invented for the demo)').waitFor()
      await reader.getByText(/Invented for the demo bureau, .*Licence: Invented, so none is needed/).waitFor()
      for (const name of ['Withdraw', 'Change', 'New version'])
        expect(await button(reader, name).count()).toBe(0)
      await expectGoodAtEverySize(reader)
      await reader.setViewportSize(PHONE)
      await picture(reader, 'layer-phone')
    },
  )

  full.test('leads from its new findings to the sites', async () => {
    const reader = await expectOpens(bureau, 'fmb.approver', '/land/layers', 'Layers of land')
    await reader.getByRole('link', { name: 'Ancestral domains (invented for the demo)' }).click()
    // the list says the same of each layer
    await reader
      .getByRole('heading', { level: 1, name: 'Ancestral domains (invented for the demo)' })
      .waitFor()
    // the layer was imported wrongly and taken back before: what was accepted is no new finding
    await reader.getByRole('main').getByText('New findings: 1 approved site').first().waitFor()
    const site = reader.locator('main tbody tr a').first()
    expect(await site.getAttribute('href')).toMatch(/\/sitemap\/view\/\d+$/)
  })
})
