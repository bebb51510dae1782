import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { watch } from '../support/browser/on-screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { runFirst } from '../support/browser/browser-pool.ts'
import { sizedFile } from '../support/records/sized-file.ts'
import { realFiles } from '../support/records/real-files.ts'
import {
  acknowledge,
  button,
  dialog,
  expectFocus,
  expectOpens,
  navigateWithin,
  title,
  waitForPath,
} from '../support/browser/screen.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { activityIn, addActivityStarter, meansOf, saveMeans } from '../support/records/encoder-actions.ts'
import { FULL, full } from '../support/full.ts'

const SAVED = 'Save Means of Verification Successful'
const SERVER_FAULT = 'An unexpected error occurred on the server. Please try again later.'

describe('evidence', () => {
  const bureau = withSharedDemo()
  let files: ReturnType<typeof realFiles>

  beforeAll(async () => {
    if (!FULL) return
    await addActivityStarter(bureau)
    files = realFiles()
  })

  full.test(
    'evidence is added by who may start, once a site is chosen; everybody else only reads [ACTIVITIES-11]',
    async () => {
      const draft = await activityIn(bureau, 'Save as Draft')
      const existing = `/sites/activity/${draft.id}/principle/1`
      const starter = await bureau.as('starter')
      // first the site has to be chosen (S-50)
      await starter.goto('/sites/activity/principle/1')
      await waitForPath(starter, '/sites/activity/add')
      await navigateWithin(starter, existing)
      await saveMeans(starter).waitFor()
      await expect.poll(() => button(starter, /^Upload files for/).count()).toBeGreaterThan(0)
      await bureau.leave(starter)

      // all others who may open it only read (C-22)
      const reader = await expectOpens(bureau, 'laguna.approver', existing, 'Principle #1')
      await reader.getByText(/Provisional grade/).waitFor()
      await expect
        .poll(async () => [await saveMeans(reader).count(), await button(reader, /^Upload files/).count()])
        .toEqual([0, 0])
      if (FULL) await expectGoodAtEverySize(reader)
    },
  )

  test('evidence is corrected where the return comments, by either of its addresses [ACTIVITIES-12] [S-108]', async () => {
    const record = await activityIn(bureau, 'Returned')
    const full = `/sites/activity/${record.id}/principle/edit/2`
    const page = await expectOpens(bureau, 'laguna.encoder', full, 'Principle #2')
    await saveMeans(page).waitFor()
    await page.getByText(record.returned_reason_2 ?? '-').waitFor()
    // where the return comments, a wrong "not applicable" can be corrected (S-108)
    const applies = page.getByRole('switch', { name: /^Does this principle apply\?/ })
    const before = await applies.isChecked()
    await applies.press('Space')
    const asked = before ? 'off' : 'on'
    await dialog(page, `Turn ${asked} Add MOV for this principle?`)
      .getByRole('button', { name: `Turn ${asked}` })
      .click()
    await expect.poll(() => applies.isChecked()).toBe(!before)
    const indicators = page.getByRole('switch', { name: /^Does this indicator apply\? for 2\./ })
    await expect.poll(async () => (await indicators.count()) > 0).toBe(!before)
    await navigateWithin(page, `/sites/activity/principle/edit/2?site_activity_id=${record.id}`)
    await waitForPath(page, full)
    await title(page, 'Principle #2').waitFor()
  })

  full.test(
    'Add MOV can be turned off and on in a draft only [ACTIVITIES-25] [ACTIVITIES-26] [ACTIVITIES-27] [ACTIVITIES-28]',
    async () => {
      const draft = await activityIn(bureau, 'Save as Draft')
      const [means] = await meansOf(bureau, draft.id)
      if (!means) throw new Error('The draft has no evidence.')
      const page = await bureau.as('laguna.encoder')
      await page.goto(`/sites/activity/${draft.id}/principle/${means.principle_number}`)
      const whole = page.getByRole('switch', { name: 'Add MOV for this principle' })
      const single = page.getByRole('switch', { name: /^Add MOV for \d+\.\d+\.\d+$/ })
      await whole.waitFor()
      const indicators = await page.getByRole('heading', { level: 3 }).count()
      await expect.poll(() => single.count()).toBe(indicators)
      expect(indicators).toBeGreaterThan(1)

      const number = [means.principle_number, means.criteria, means.indicator].join('.')
      const into = page.getByLabel(`Files for ${number}`, { exact: true })
      const under = (all: Awaited<ReturnType<typeof meansOf>>) =>
        all.map((one) => [one.principle_number, one.criteria, one.indicator].join('.'))
      const before = under(await meansOf(bureau, draft.id))
      const one = page.getByRole('switch', { name: `Add MOV for ${number}`, exact: true })
      await one.press('Space')
      const oneOff = dialog(page, 'Turn off Add MOV for this indicator?')
      await oneOff
        .getByText('All your uploaded MOVs will be deleted and this cannot be undone.', { exact: true })
        .waitFor()
      expect(under(await meansOf(bureau, draft.id))).toEqual(before)
      await oneOff.getByRole('button', { name: 'Turn off' }).click()
      await expect.poll(() => one.isChecked()).toBe(false)
      await expect.poll(() => into.count()).toBe(0)
      expect(under(await meansOf(bureau, draft.id))).toEqual(before.filter((other) => other !== number))
      await one.press('Space')
      const oneOn = dialog(page, 'Turn on Add MOV for this indicator?')
      await oneOn
        .getByText('This enables adding MOV for this indicator and cannot be undone.', { exact: true })
        .waitFor()
      await oneOn.getByRole('button', { name: 'Turn on' }).click()
      await expect.poll(() => one.isChecked()).toBe(true)
      await into.waitFor({ state: 'attached' })

      await whole.focus()
      await page.keyboard.press('Space')
      const off = dialog(page, 'Turn off Add MOV for this principle?')
      await off
        .getByText('All your uploaded MOVs will be deleted and this cannot be undone.', { exact: true })
        .waitFor()
      if (FULL) await expectGoodDialog(page)
      await page.keyboard.press('Escape')
      await off.waitFor({ state: 'hidden' })
      await expectFocus(whole)
      await expect.poll(() => whole.isChecked()).toBe(true)
      await page.keyboard.press('Space')
      await off.getByText(/its grade is Not Applicable/).waitFor()
      await off.getByRole('button', { name: 'Turn off' }).click()
      await page.getByText('Add MOV is off for this principle').waitFor()
      await expect.poll(() => single.count()).toBe(0)

      await whole.focus()
      await page.keyboard.press('Space')
      const on = dialog(page, 'Turn on Add MOV for this principle?')
      await on
        .getByText('This enables adding MOV for this principle and cannot be undone.', { exact: true })
        .waitFor()
      await on.getByRole('button', { name: 'Turn on' }).click()
      await expect.poll(() => whole.isChecked()).toBe(true)
      await page.getByText('0 of', { exact: false }).first().waitFor()
      await into.waitFor({ state: 'attached' })

      // nothing is left to delete, so the question does not mention it
      await whole.press('Space')
      await off.getByText(/its grade is Not Applicable/).waitFor()
      await expect.poll(() => off.getByText(/will be deleted/).count()).toBe(0)
      await page.keyboard.press('Escape')
      await off.waitFor({ state: 'hidden' })

      const returned = await activityIn(bureau, 'Returned')
      const submitted = await activityIn(bureau, 'Submitted')
      for (const [name, address] of [
        ['laguna.encoder', `/sites/activity/${returned.id}/principle/edit/1`],
        ['laguna.encoder', `/sites/activity/${draft.id}/principle/1?from=view`],
        ['laguna.approver', `/sites/activity/approval/${submitted.id}/principle/1`],
      ] as const) {
        const other = await expectOpens(bureau, name, address, 'Principle #1')
        await other.getByText(/grade/).first().waitFor()
        await expect.poll(() => other.getByRole('switch').count(), { message: address }).toBe(0)
        await bureau.leave(other)
      }
    },
  )

  full.test(
    'what is no evidence is refused before it is sent; a failed change is told, and nothing is lost [ACTIVITIES-40] [FILES-12] [FILES-13] [FILES-14]',
    async () => {
      const draft = await activityIn(bureau, 'Save as Draft', 'PENRO Quezon')
      const page = await bureau.as('quezon.encoder')
      // a principle that takes evidence and that no other test fills
      const number = [1, 2, 3, 5, 8].find((one) => !draft.disabled_principle.includes(one))
      await page.goto(`/sites/activity/${draft.id}/principle/${number}`)
      const into = page.getByLabel(new RegExp(`^Files for ${number}\\.`)).first()
      const sent = watch(page, 'POST', /\/api\/file\/\w+\/uploads$/)
      const said = (words: string) => page.getByText(words, { exact: true }).waitFor()
      const choose = (name: string, bytes = 1) => into.setInputFiles(sizedFile(name, bytes))
      await choose('a.docx')
      await said(
        'File a.docx is not allowed. Only pdf, csv, png, and jpeg files are allowed. Please upload a valid file',
      )
      await choose('big.pdf', 41_943_041)
      await said('File big.pdf size exceeds the maximum limit of 40MB.')
      expect(sent).toHaveLength(0)
      await into.setInputFiles(files.pdf)
      await button(page, 'Remove minutes.pdf').waitFor()
      await choose('MINUTES.PDF')
      await said('File MINUTES.PDF already exists. Please upload a file with a different name.')
      expect(sent).toHaveLength(1)
      await button(page, 'Add as MINUTES (2).PDF').waitFor()

      await expect.poll(() => saveMeans(page).getAttribute('aria-disabled')).toBe(null)
      const address = '**/api/sites/activities/verification/*'
      for (const [json, words] of [
        [{ message: 'The store of files is full.' }, 'The store of files is full.'],
        [{}, SERVER_FAULT],
      ] as const) {
        await page.route(address, (route) => route.fulfill({ status: 500, json }))
        await saveMeans(page).click()
        await dialog(page, 'Something went wrong').getByText(words, { exact: true }).waitFor()
        if (FULL && words !== SERVER_FAULT) await expectGoodDialog(page)
        await acknowledge(page, 'Something went wrong')
        await page.unroute(address)
      }
      await button(page, 'Remove minutes.pdf').waitFor()
      await saveMeans(page).click()
      await acknowledge(page, SAVED)
    },
  )

  full.test('a failed upload is named and can be tried again [FILES-15]', async () => {
    const draft = await activityIn(bureau, 'Save as Draft')
    const page = await bureau.as('laguna.encoder')
    await page.goto(`/sites/activity/${draft.id}/principle/3`)
    const into = page.getByLabel(/^Files for 3\./).first()
    await into.setInputFiles(files.png)
    await button(page, 'Remove plan.png').waitFor()
    await page.route('**/api/file/pdf/uploads', (route) => route.fulfill({ status: 500, body: '' }))
    await into.setInputFiles(files.pdf)
    const failed = (name: string) => page.getByText(`An error occurred while uploading the ${name} file.`)
    await failed('minutes.pdf').waitFor()
    if (FULL) {
      // the bar is highest when it says that the draft is saved, and must still cover nothing
      await page.getByText(/^Draft saved/).waitFor()
      await expectGoodAtEverySize(page)
    }
    await page.unroute('**/api/file/pdf/uploads')
    await button(page, 'Try again minutes.pdf').click()
    await failed('minutes.pdf').waitFor({ state: 'hidden' })
    await button(page, 'Remove minutes.pdf').waitFor()
    for (const name of ['plan.png', 'minutes.pdf'])
      await expect.poll(() => button(page, `Remove ${name}`).count()).toBe(1)

    page.on('dialog', (one) => void one.accept())
    await page.reload()
    await button(page, 'Remove plan.png').waitFor()
    await saveMeans(page).click()
    await acknowledge(page, SAVED)
  })

  full.test('a picture has a small picture: while it is sent, and from the server afterwards', async () => {
    const draft = await activityIn(bureau, 'Save as Draft', 'PENRO Quezon')
    const page = await bureau.as('quezon.encoder')
    const number = [1, 2, 3, 5, 8].find((one) => !draft.disabled_principle.includes(one))
    await page.goto(`/sites/activity/${draft.id}/principle/${number}`)
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/file/image/uploads', async (route) => {
      await held
      await route.continue()
    })
    const requested = watch(page, 'GET', /\/api\/file\/\d+\/thumbnail$/)
    const under = page.getByRole('list', { name: /^Evidence for/ }).first()
    const card = (name: string) => under.getByRole('listitem').filter({ hasText: name }).first()
    const of = (name: string) => card(name).locator('canvas')
    /** only of files in view */
    const seen = async (name: string) => {
      await card(name).scrollIntoViewIfNeeded()
      await of(name).waitFor()
    }
    /** the colours in a thumbnail, which is not one empty square */
    const colours = (name: string) =>
      of(name).evaluate((one) => {
        const { width, height } = one as HTMLCanvasElement
        const pixels = (one as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
        return new Set(new Uint32Array(pixels?.buffer ?? new ArrayBuffer(0))).size
      })
    await page
      .getByLabel(/^Files for/)
      .first()
      .setInputFiles([files.jpeg, files.pdf])
    await button(page, 'Remove minutes.pdf').waitFor()
    await seen('photo.jpeg')
    expect(await colours('photo.jpeg')).toBeGreaterThan(1)
    await expect.poll(() => of('minutes.pdf').count()).toBe(0)
    goOn()
    await button(page, 'Remove photo.jpeg').waitFor()
    await seen('photo.jpeg')
    const { id } = await bureau.db
      .selectFrom('files')
      .select('id')
      .where('name', '=', 'photo.jpeg')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const requests = () => requested.filter((one) => one.url().endsWith(`/api/file/${id}/thumbnail`)).length
    expect(requests()).toBe(0)
    await page.getByText(/^Draft saved/).waitFor()

    page.on('dialog', (one) => void one.accept())
    await page.reload()
    await seen('photo.jpeg')
    expect(await colours('photo.jpeg')).toBeGreaterThan(1)
    expect(requests()).toBe(1)
  })

  full.test('evidence is looked at without leaving the page [FILES-16]', async () => {
    const draft = await activityIn(bureau, 'Save as Draft', 'PENRO Quezon')
    const page = await bureau.as('quezon.encoder')
    const refusedByPolicy: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refusedByPolicy.push(message.text())
    })
    await runFirst(page, () =>
      Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => !sessionStorage.getItem('no-pdf') }),
    )
    await page.goto(`/sites/activity/${draft.id}/principle/4`)
    const into = page.getByLabel(/^Files for 4\./).first()
    await into.setInputFiles([files.png, files.jpeg, files.jpg, files.pdf, files.csv])
    await button(page, 'Remove attendance.csv').waitFor()
    await saveMeans(page).click()
    await acknowledge(page, SAVED)

    for (const name of ['plan.png', 'photo.jpeg', 'scan.jpg']) {
      await button(page, `Preview ${name}`).click()
      const picture = page.getByRole('img', { name, exact: true })
      await picture.waitFor()
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), { message: name })
        .toBeGreaterThan(1)
    }
    if (FULL) await expectGoodAtEverySize(page)
    await button(page, 'Preview minutes.pdf').click()
    const frame = page.getByTitle('minutes.pdf', { exact: true })
    await frame.waitFor()
    await expect.poll(() => frame.getAttribute('src')).toMatch(/^blob:/)
    await button(page, 'Close preview').click()

    const bytesOf = async (name: string) => {
      const started = page.waitForEvent('download')
      await button(page, `Download ${name}`).click()
      const download = await started
      expect(download.suggestedFilename()).toBe(name)
      return readFileSync(await download.path())
    }
    await expect.poll(() => button(page, 'Preview attendance.csv').count()).toBe(0)
    expect(await bytesOf('attendance.csv')).toEqual(readFileSync(files.csv))

    // a browser without a viewer offers the file itself
    await page.evaluate(() => sessionStorage.setItem('no-pdf', 'yes'))
    // and a file of another type, as older records may have
    const name = 'boundary.shp'
    await bureau.db.updateTable('files').set({ name }).where('name', '=', 'scan.jpg').execute()
    await page.reload()
    await button(page, 'Preview minutes.pdf').click()
    await page.getByText('This browser cannot show a PDF inside a page.').waitFor()
    expect(await bytesOf('minutes.pdf')).toEqual(readFileSync(files.pdf))
    await button(page, `Preview ${name}`).click()
    await page.getByText('Preview not available for this file type.', { exact: true }).waitFor()
    expect(refusedByPolicy).toEqual([])
  })
})
