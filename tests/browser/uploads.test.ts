import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page, Request } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { withDemo, withSharedDemo } from '../support/browser/demo.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { acknowledge, button, dialog, expectFocus, title, waitForPath } from '../support/browser/screen.ts'
import { type S3Server, startS3Server } from '../support/doubles/s3-server.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { runFirst } from '../support/browser/browser-pool.ts'
import { FULL, full } from '../support/full.ts'
import { sentence } from '../support/oracles/worded.ts'
import { siteToStartAt } from '../support/records/encoder-actions.ts'
import { sizedPdf } from '../support/records/factories.ts'

const STORE_GONE = sentence('store_gone')

const MB = 1_048_576
/** the end of the first piece of a scan, which is twice as large */
const HALF = 4 * MB
/** a busy machine takes longer */
const PATIENT = { timeout: 20_000 }
const SAVED = 'Save Means of Verification Successful'

describe('an upload', () => {
  let store: S3Server
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-large-'))
  const onS3 = async () => {
    store = await startS3Server('evidence')
    const account = { AWS_ACCESS_KEY_ID: 'test-id', AWS_SECRET_ACCESS_KEY: 'test-secret' }
    return { env: { FILES_URL: store.url, ...account } }
  }
  // how bytes come here is the same whatever store they go to
  const bureau = FULL ? withDemo(onS3) : withSharedDemo()
  afterAll(async () => {
    await store?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const scan = (name: string, size: number) => {
    const bytes = sizedPdf(size)
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    return { file, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /** Holds back the pieces from this offset on until the returned function is called. */
  async function holdPieces(page: Page, from: number): Promise<() => void> {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route(/\/file\/uploads\//, async (route) => {
      const offset = Number(route.request().headers()['upload-offset'] ?? 0)
      if (route.request().method() === 'PATCH' && offset >= from) await gate
      await route.continue()
    })
    return open
  }

  /** Records the offset of every piece, and the uploads that start. */
  function watchPieces(page: Page) {
    const pieces: number[] = []
    const begun: string[] = []
    page.on('request', (request: Request) => {
      if (request.method() === 'PATCH' && request.url().includes('/file/uploads/'))
        pieces.push(Number(request.headers()['upload-offset']))
      if (request.method() === 'POST' && /\/file\/\w+\/uploads$/.test(request.url()))
        begun.push(request.url())
    })
    return { pieces, begun }
  }

  const indicatorsOf = (page: Page, principle: number) =>
    page.getByLabel(new RegExp(`^Files for ${principle}\\.`))
  const bar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Uploading ${name}` })
  const shareOf = async (page: Page, name: string) =>
    Number(await bar(page, name).getAttribute('aria-valuenow'))
  /** Waits until the first half is on the server and the browser has stored the upload for after a reload. */
  const isMoving = async (page: Page, name: string) => {
    await expect.poll(() => shareOf(page, name), PATIENT).toBe(50)
    const kept = () =>
      page.evaluate(async (wanted) => {
        const result = <Value>(request: IDBRequest<Value>) =>
          new Promise<Value>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error ?? new Error('Not read.'))
          })
        const store = await result(indexedDB.open('uploads'))
        const all = await result(store.transaction('uploads').objectStore('uploads').getAll())
        store.close()
        return all.some((one) => one.name === wanted && one.address !== null)
      }, name)
    await expect.poll(kept, PATIENT).toBe(true)
  }
  const save = (page: Page) => button(page, /^Save Means of Verification/)

  const draft = () =>
    bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select('site_activities.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_activities.site_status', '=', 'Save as Draft')
      .orderBy('site_activities.id')
      .executeTakeFirstOrThrow()
  const storedScans = (sha256: string) =>
    bureau.db.selectFrom('files').select('id').where('sha256', '=', sha256).execute()

  const openPrinciple = async (principle: number) => {
    const page = await bureau.as('laguna.encoder')
    // leaves the page although files are uploading
    page.on('dialog', (one) => void one.accept())
    await page.goto(`/sites/activity/${(await draft()).id}/principle/${principle}`)
    await title(page, `Principle #${principle}`).waitFor()
    return page
  }

  test('that loses the line waits, goes on by itself and ends, and is sent once', async () => {
    const { file, sha256 } = scan('scan.pdf', 2 * HALF)
    const page = await openPrinciple(5)
    const { pieces, begun } = watchPieces(page)
    const goOn = await holdPieces(page, HALF)
    await indicatorsOf(page, 5).first().setInputFiles(file)
    await isMoving(page, 'scan.pdf')
    await expect.poll(() => save(page).getAttribute('aria-disabled')).toBe('true')
    await page.getByText('There is nothing to save until the next file has arrived.').first().waitFor()

    onTestFinished(() => page.context().setOffline(false))
    await page.context().setOffline(true)
    goOn()
    await page.getByText(/^Waiting for the connection, \d+ % sent$/).waitFor()
    await page.getByRole('status').filter({ hasText: 'scan.pdf is waiting for the connection.' }).waitFor()
    expect(await shareOf(page, 'scan.pdf')).toBeGreaterThan(0)
    if (FULL) await expectGoodAtEverySize(page)

    await page.context().setOffline(false)
    await button(page, 'Remove scan.pdf').waitFor({ timeout: 60_000 })
    await page.getByRole('status').filter({ hasText: 'scan.pdf is uploaded.' }).waitFor()
    expect(begun).toHaveLength(1)
    // what was acknowledged before the cut was not sent again
    expect(pieces.filter((offset) => offset === 0)).toHaveLength(1)
    expect(await storedScans(sha256)).toHaveLength(1)
    await save(page).click()
    await acknowledge(page, SAVED)
  })

  full.test(
    'what has arrived can be saved while others travel, and they are added by the next save',
    async () => {
      const page = await openPrinciple(6)
      const goOn = await holdPieces(page, HALF)
      const first = scan('first.pdf', 1_000).file
      const large = scan('large.pdf', 2 * HALF).file
      const second = scan('second.pdf', 2_000).file
      const into = indicatorsOf(page, 6).first()
      await into.setInputFiles([large, first])
      await isMoving(page, 'large.pdf')
      await button(page, 'Remove first.pdf').waitFor()
      await page.getByText(/^1 file uploading: 4\.0 of 8\.0 MB/).waitFor()
      await page.getByText(/^1 file not saved yet/).waitFor()
      const attached = async () => {
        const rows = await bureau.db
          .selectFrom('site_activity_means')
          .innerJoin('files', 'files.id', 'site_activity_means.file_id')
          .select('files.name')
          .where('files.name', 'in', ['first.pdf', 'large.pdf', 'second.pdf'])
          .orderBy('files.name')
          .execute()
        return rows.map(({ name }) => name)
      }

      await save(page).click()
      await dialog(page, SAVED)
        .getByText('Files that are still uploading can be saved when they have arrived.')
        .waitFor()
      await acknowledge(page, SAVED)
      expect(await attached()).toEqual(['first.pdf'])
      expect(await shareOf(page, 'large.pdf')).toBe(50)
      await expect.poll(() => save(page).getAttribute('aria-disabled')).toBe('true')
      if (FULL) await expectGoodAtEverySize(page)

      // leaving is asked about, although everything that has arrived is saved
      await page.getByRole('link', { name: 'Back to Compliance to Safeguards' }).click()
      const leave = dialog(page, 'Leave while files are uploading?')
      await leave.getByRole('button', { name: 'Continue editing' }).click()
      await leave.waitFor({ state: 'hidden' })

      // a file that arrives while a save runs is not part of it, and is not lost
      await into.setInputFiles(second)
      await button(page, 'Remove second.pdf').waitFor()
      let answer: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/sites/activities/verification/*', async (route) => {
        const reply = await route.fetch()
        await held
        await route.fulfill({ response: reply })
      })
      await save(page).click()
      goOn()
      await button(page, 'Remove large.pdf').waitFor(PATIENT)
      answer()
      await acknowledge(page, SAVED)
      expect(await attached()).toEqual(['first.pdf', 'second.pdf'])
      await page.getByText(/^1 file not saved yet, \d+ files saved\.$/).waitFor()
      await save(page).click()
      await acknowledge(page, SAVED)
      expect(await attached()).toEqual(['first.pdf', 'large.pdf', 'second.pdf'])
    },
  )

  full.test(
    'is announced when it begins and ends, without percentages and without an end that never comes',
    async () => {
      const { file } = scan('heard.pdf', 2 * HALF)
      const page = await openPrinciple(2)
      await page.evaluate(() => {
        const heard: string[] = []
        const note = () => {
          for (const one of document.querySelectorAll('[role=status]')) {
            const words = one.textContent?.trim() ?? ''
            if (words && heard.at(-1) !== words) heard.push(words)
          }
        }
        Object.assign(window, { heard })
        new MutationObserver(note).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      })
      const goOn = await holdPieces(page, HALF)
      await indicatorsOf(page, 2).first().setInputFiles(file)
      await isMoving(page, 'heard.pdf')
      goOn()
      await button(page, 'Remove heard.pdf').waitFor(PATIENT)
      await page.getByRole('status').filter({ hasText: 'heard.pdf is uploaded.' }).waitFor()
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
      const about = heard.filter((words) => /upload/i.test(words))
      expect(new Set(about)).toEqual(new Set(['Uploading heard.pdf.', 'heard.pdf is uploaded.']))
      expect(heard.filter((words) => words.includes('%'))).toEqual([])
      await expect.poll(() => page.getByRole('status').filter({ hasText: 'Uploading' }).count()).toBe(0)

      await page.route('**/api/file/pdf/uploads', (route) => route.fulfill({ status: 500, body: '' }))
      await indicatorsOf(page, 2).first().setInputFiles(scan('fails.pdf', 1_000).file)
      await page.getByRole('status').filter({ hasText: 'fails.pdf was not uploaded.' }).waitFor()
      await expect.poll(() => page.getByRole('status').filter({ hasText: 'Uploading' }).count()).toBe(0)
    },
  )

  full.test('says on a slow line how much has moved, how fast, and how long the rest takes', async () => {
    const page = await openPrinciple(1)
    const line = await page.context().newCDPSession(page)
    const throttle = (upload: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 100,
        downloadThroughput: -1,
        uploadThroughput: upload,
      })
    onTestFinished(async () => {
      await throttle(-1)
      await line.detach()
    })
    await throttle(200 * 1_024)
    await indicatorsOf(page, 1)
      .first()
      .setInputFiles([scan('slow.pdf', 8 * MB).file, scan('other.pdf', 8 * MB).file])
    const words = page.getByText(/^\d+\.\d of 8\.0 MB · \d+ KB\/s · about \d+ minutes? left$/)
    await expect.poll(() => words.count(), PATIENT).toBe(2)
    const [each] = await words.allTextContents()
    const rate = Number(/ (\d+) KB\/s/.exec(each ?? '')?.[1])
    expect(rate).toBeGreaterThan(40)
    expect(rate).toBeLessThan(260)
    const together = page.getByText(/^2 files uploading: \d+\.\d of 16\.0 MB · \d+ KB\/s · /)
    await together.waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    for (const name of ['slow.pdf', 'other.pdf']) await button(page, `Cancel ${name}`).click()
    await expect.poll(() => together.count()).toBe(0)
  })

  full.test(
    'goes on under the activity that the first save creates, although the browser stores no file',
    async () => {
      const page = await bureau.as('quezon.encoder')
      page.on('dialog', (one) => void one.accept())
      await runFirst(page, () => {
        const put = IDBObjectStore.prototype.put
        IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
          if (this.name === 'files') throw new DOMException('No room.', 'QuotaExceededError')
          return put.apply(this, given)
        }
      })
      const site = await siteToStartAt(bureau, { office: 'PENRO Quezon' })
      await page.goto(`/sites/activity/principle/1?site_profile_id=${site.id}`)
      await title(page, 'Principle #1').waitFor()
      const { pieces } = watchPieces(page)
      const goOn = await holdPieces(page, HALF)
      const { file, sha256 } = scan('travels.pdf', 2 * HALF)
      await indicatorsOf(page, 1)
        .first()
        .setInputFiles([file, scan('arrived.pdf', 3_000).file])
      await isMoving(page, 'travels.pdf')
      await button(page, 'Remove arrived.pdf').waitFor()
      await save(page).click()
      await acknowledge(page, SAVED)
      await expect
        .poll(() => new URL(page.url()).pathname)
        .toMatch(/^\/sites\/activity\/\d+\/principle\/\d+$/)
      goOn()
      await button(page, 'Remove travels.pdf').waitFor({ timeout: 60_000 })
      expect(pieces.filter((offset) => offset === 0)).toHaveLength(2)
      expect(await storedScans(sha256)).toHaveLength(1)
      await save(page).click()
      await acknowledge(page, SAVED)
    },
  )

  full.test(
    'that the store cannot take says so and waits, and is stored by itself when the store is back',
    async () => {
      const { file, sha256 } = scan('minutes.pdf', MB)
      const page = await openPrinciple(3)
      await store.goDown()
      onTestFinished(() => store.comeBack())
      await indicatorsOf(page, 3).first().setInputFiles(file)
      await page.getByRole('status').filter({ hasText: STORE_GONE }).waitFor(PATIENT)
      // also beside the file, whose bytes are all on the server
      await expect.poll(() => page.getByText(STORE_GONE).count()).toBe(2)
      await expect.poll(() => save(page).getAttribute('aria-disabled')).toBe('true')
      await store.comeBack()
      await button(page, 'Remove minutes.pdf').waitFor({ timeout: 60_000 })
      expect(await storedScans(sha256)).toHaveLength(1)
      expect(store.objects.size).toBeGreaterThan(0)
    },
  )

  full.test(
    '[S-122] is activity while it moves, stops with the session and goes on after the next log in',
    async () => {
      const { file, sha256 } = scan('survey.pdf', 2 * HALF)
      const page = await openPrinciple(4)
      const { pieces, begun } = watchPieces(page)
      const goOn = await holdPieces(page, HALF)
      const activity = () => page.evaluate(() => Number(localStorage.getItem('last_activity')))
      const before = await activity()
      await indicatorsOf(page, 4).first().setInputFiles(file)
      await isMoving(page, 'survey.pdf')
      // without mouse or keyboard
      expect(await activity()).toBeGreaterThan(before)

      const address = new URL(page.url()).pathname
      await bureau.endSession('laguna.encoder')
      goOn()
      await waitForPath(page, '/login')
      await page.getByText('You were logged out.').waitFor()
      await page.getByLabel('Email address').fill(demoEmail('laguna.encoder'))
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await button(page, 'Log in').click()
      await waitForPath(page, address)
      await button(page, 'Remove survey.pdf').waitFor({ timeout: 60_000 })
      expect(begun).toHaveLength(1)
      expect(pieces.filter((offset) => offset === 0)).toHaveLength(1)
      expect(await storedScans(sha256)).toHaveLength(1)
      await save(page).click()
      await acknowledge(page, SAVED)
    },
  )

  full.test(
    'whose file the browser did not keep asks for the same file and goes on where it was',
    async () => {
      const { file, sha256 } = scan('report.pdf', 2 * HALF)
      const { file: another } = scan('photos.pdf', 1_000)
      const page = await openPrinciple(7)
      await runFirst(page, () => {
        const put = IDBObjectStore.prototype.put
        IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
          if (this.name === 'files') throw new DOMException('No room.', 'QuotaExceededError')
          return put.apply(this, given)
        }
      })
      await page.reload()
      const { pieces, begun } = watchPieces(page)
      const goOn = await holdPieces(page, HALF)
      await indicatorsOf(page, 7).first().setInputFiles(file)
      await isMoving(page, 'report.pdf')
      await page.reload()
      goOn()
      await page
        .getByText(/^[1-9][\d.]* MB of 8\.0 MB already sent\. Choose the same file to continue\.$/)
        .waitFor()
      if (FULL) await expectGoodAtEverySize(page)

      const again = page.getByLabel('The same file report.pdf')
      await again.setInputFiles(another)
      await page.getByText('This is not the same file.').waitFor()
      await again.setInputFiles(file)
      await button(page, 'Remove report.pdf').waitFor({ timeout: 60_000 })
      expect(begun).toHaveLength(1)
      expect(pieces.filter((offset) => offset === 0)).toHaveLength(1)
      expect(await storedScans(sha256)).toHaveLength(1)
    },
  )

  full.test('waits its turn beside others, and can be given up', async () => {
    const page = await openPrinciple(8)
    await holdPieces(page, 0)
    const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']
    await indicatorsOf(page, 8)
      .first()
      .setInputFiles(names.map((name) => scan(name, 6 * MB).file))
    await expect.poll(() => page.getByText('Waiting to upload').count(), PATIENT).toBe(2)
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(5)
    if (FULL) await expectGoodAtEverySize(page)
    for (const name of names) await button(page, `Cancel ${name}`).click()
    // the pressed button is gone, so the next control has the focus
    await expectFocus(button(page, /^Upload files for 8\./).first())
    await expect.poll(() => page.getByRole('progressbar').count(), PATIENT).toBe(0)
    // the server has deleted them too
    const left = () =>
      bureau.db
        .selectFrom('file_uploads')
        .select('id')
        .where('file_id', 'is', null)
        .where('name', 'in', names)
    await expect.poll(async () => (await left().execute()).length, PATIENT).toBe(0)
    await page.reload()
    await title(page, 'Principle #8').waitFor()
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  })

  full.test('goes on by itself after a reload in the middle, and the form waits for it', async () => {
    const { file, sha256 } = scan('agreement.pdf', 2 * HALF)
    const page = await bureau.as('quezon.encoder')
    page.on('dialog', (one) => void one.accept())
    await page.goto('/sitemap/add')
    const { pieces, begun } = watchPieces(page)
    const goOn = await holdPieces(page, HALF)
    await page.getByLabel('Agreement').last().setInputFiles(file)
    await isMoving(page, 'agreement.pdf')
    await page.getByText('Wait until the file is uploaded, or cancel it.').waitFor()
    await expect.poll(() => button(page, 'Add Profile').isDisabled()).toBe(true)
    await page.reload()
    goOn()
    await page.getByText(`Fingerprint ${sha256.slice(0, 8)}`).waitFor({ timeout: 60_000 })
    await expect.poll(() => button(page, 'Add Profile').isDisabled(), PATIENT).toBe(false)
    expect(begun).toHaveLength(1)
    expect(pieces.filter((offset) => offset === 0)).toHaveLength(1)
    expect(await storedScans(sha256)).toHaveLength(1)
  })
})
