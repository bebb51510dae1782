import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { FULL, full } from '../support/full.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { csvDocument, jpegPhoto, pdfDocument, pngPicture } from '../../server/seed/demo-documents.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { releasePage } from '../support/browser/browser-pool.ts'
import { ask, openAs, postAs } from '../support/product/session.ts'

/**
 * The main job from end to end, through the built product: an encoder profiles a site, three levels review it, an
 * activity is graded by its evidence, three levels review that, and the public sees the result. Each test continues
 * where the one before stopped. All start signed in; auth.test.ts logs in.
 */
const PARTNER = 'Samahan ng Kabundukan ng Peñablanca'

describe('the main job', { retry: 0 }, () => {
  const demo = withSharedDemo()
  let files: Record<'agreement' | 'map' | 'pdf' | 'csv' | 'png' | 'jpeg', string>
  let code = ''

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-files-'))
    const write = (name: string, content: Buffer) => {
      writeFileSync(path.join(folder, name), content)
      return path.join(folder, name)
    }
    files = {
      agreement: write('agreement.pdf', pdfDocument('Memorandum of Agreement', [PARTNER])),
      map: path.resolve('tests/fixtures/kml/valid-laguna.kml'),
      pdf: write('minutes.pdf', pdfDocument('Minutes', ['General assembly'])),
      csv: write('attendance.csv', csvDocument([['Name'], ['Muñoz, Isabel']])),
      png: write('plan.png', pngPicture(7)),
      jpeg: write('photo.jpeg', jpegPhoto()),
    }
  })

  /** A list of this person, searched for the record. */
  const listOf = (name: string, list: string) =>
    openAs(demo.browser, demo.product, name, `${list}?search=${code}`)

  const openRow = async (page: Page) => {
    // rows from before the search may disappear under the pointer
    await page.getByText(/Showing: 1 of/).waitFor()
    await page
      .getByRole('row', { name: new RegExp(code) })
      .first()
      .getByText(code)
      .first()
      .click()
  }

  const confirm = async (page: Page, label: string) => {
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  }

  /** Downloads a proof; returns its file name and what its check shows. */
  const provedBy = async (page: Page, proof: Locator) => {
    const [file] = await Promise.all([page.waitForEvent('download'), proof.click()])
    const key = parseKey(await (await fetch(`${demo.product.url}/log/key`)).text())
    if (!key) throw new Error('the product tells its key in another form')
    const checked = checkProof(readFileSync(await file.path(), 'utf8'), key)
    if (!checked.ok) throw new Error(checked.why)
    return { name: file.suggestedFilename(), told: checked.shown.join('\n') }
  }

  test('an encoder adds a profile and sees the boundary measured at once', async () => {
    const page = await openAs(demo.browser, demo.product, 'laguna.encoder', '/sitemap')
    await page.getByRole('button', { name: 'Add Profile' }).click()

    await expect.poll(() => page.getByLabel('Select a Region').isDisabled()).toBe(true)
    await page.getByLabel('Select a Province').selectOption({ label: 'Laguna' })
    await page.getByLabel('Select a Municipality').selectOption({ label: 'Los Baños' })

    // a file without a boundary is rejected with the reason
    await page.getByLabel('Location Map').setInputFiles(path.resolve('tests/fixtures/kml/path-only.kml'))
    await page.getByText(/only a path/i).waitFor()

    await page.getByLabel('Location Map').setInputFiles(files.map)
    await page.getByText(/ha$/).first().waitFor()

    await page.getByLabel('Name of Partner/Implementer').fill(PARTNER)
    await page.getByLabel('Project Area (hectares)').fill('1,000.50')
    await page.getByLabel('Year Implemented').selectOption('2024')
    await page.getByLabel('Project Year Start').selectOption('2024')
    await page.getByLabel('Project Year End').selectOption('2030')
    await page.getByLabel('Conservation of forest-carbon stocks', { exact: true }).check()
    await page.getByLabel('Sustainable management of forests', { exact: true }).check()
    await page.getByLabel('Area in hectares: Conservation of forest-carbon stocks').fill('600.25')
    await page.getByLabel('Area in hectares: Sustainable management of forests').fill('400')
    await page.getByLabel('MOA/MOU').check()
    await page.getByLabel('Agreement').last().setInputFiles(files.agreement)
    await page.getByText('agreement.pdf').first().waitFor()
    await page
      .getByText(/mapped area is .* ha/i)
      .first()
      .waitFor()
    await page.evaluate('window.scrollTo(0, 330)')
    // enabled once the files are uploaded
    const add = page.getByRole('button', { name: 'Add Profile' })
    await expect.poll(() => add.isEnabled()).toBe(true)
    await picture(page, 'profile-add')
    if (FULL) await expectAccessible(page)

    await page.getByRole('button', { name: 'Add Profile' }).click()
    const sum =
      'The sum of Eligible Activity areas should be equal (not exceed nor be lower) to the inputted Project Area.'
    await page.getByText(sum).waitFor()
    await page.getByLabel('Area in hectares: Sustainable management of forests').fill('400.25')
    await page.getByRole('button', { name: 'Add Profile' }).click()
    await confirm(page, 'Add Profile')
    await page.getByText('Add Profiling of SITES Successful').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
    await page.waitForURL(/\/sitemap(\?|$)/)

    const row = page.getByRole('row', { name: new RegExp(PARTNER) })
    await row.waitFor()
    code = /SITES-R04A-\d{4}-\d{4}/.exec(await row.innerText())?.[0] ?? ''
    expect(code).not.toBe('')
  })

  test('the PENRO approver finds it as "PENRO - Laguna" and returns it with a comment', async () => {
    const page = await openAs(demo.browser, demo.product, 'laguna.approver', '/sites/approval')
    await page.getByRole('searchbox').fill(code)
    await page.getByRole('row', { name: new RegExp(code) }).waitFor()
    await expect
      .poll(() => page.getByRole('row', { name: new RegExp(code) }).innerText())
      .toContain('PENRO - Laguna')
    await openRow(page)
    await page.getByRole('heading', { name: PARTNER }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Return', exact: true }).isDisabled()).toBe(true)
    await page.getByLabel('Comment').fill('Please attach the notarized agreement.')
    await page.getByRole('heading', { name: PARTNER }).scrollIntoViewIfNeeded()
    await picture(page, 'profile-approval')
    await page.getByRole('button', { name: 'Return', exact: true }).click()
    await confirm(page, 'Return')
    await page
      .getByText(/returned to its encoder/)
      .first()
      .waitFor()
  })

  test('the encoder sees the comment, edits and submits again', async () => {
    const page = await listOf('laguna.encoder', '/sitemap')
    await page.getByRole('button', { name: `Edit ${code}` }).click()
    await page.getByText('Please attach the notarized agreement.').first().waitFor()
    await page.getByLabel('Project Year End').selectOption('2032')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await confirm(page, 'Edit Profile')
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
    await page.waitForURL(/\/sitemap(\?|$)/)
  })

  type Queue = '/sites/approval' | '/sites/activity/approval'
  const idOf = async (queue: Queue): Promise<number> => {
    const [row] = await ask<{ id: number }>(
      demo.product,
      queue === '/sites/approval'
        ? 'select id from site_profiles where code = $1'
        : 'select id from site_activities where site_profile_code = $1',
      [code],
    )
    return row?.id ?? 0
  }
  /** The first level finds the record in its list; the others come by the address that a mail has. */
  const approve = async (name: string, queue: Queue) => {
    const isFirst = name === 'laguna.approver'
    const page = isFirst
      ? await listOf(name, queue)
      : await openAs(demo.browser, demo.product, name, `${queue}/view/${await idOf(queue)}?search=${code}`)
    if (isFirst) await openRow(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await confirm(page, 'Approve')
    await page
      .getByText(/approved\./)
      .first()
      .waitFor()
    // a second approval is not possible
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' })
    await releasePage(demo.browser, page)
  }

  test('three levels approve in turn, nobody out of turn', async () => {
    const early = await listOf('fmb.approver', '/sites/approval')
    await early.getByText(/Showing: 0 of/).waitFor()
    await releasePage(demo.browser, early)
    await approve('laguna.approver', '/sites/approval')
    await approve('r4a.approver', '/sites/approval')
    await approve('fmb.approver', '/sites/approval')
  })

  test('[PUBLIC-01] the site is public, readable before any script has run', async () => {
    const context = await demo.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${demo.product.url}/site/approved?search=${code}`)
    const row = page.getByRole('row', { name: new RegExp(code) })
    await expect.poll(() => row.innerText()).toContain('No site activities yet')
    await context.close()
  })

  /** Attaches files to the first indicators of a principle and saves. */
  const attach = async (page: Page, principle: number, attached: string[]) => {
    await page
      .getByRole('link', { name: new RegExp(`Principle #${principle}\\b`) })
      .first()
      .click()
    const inputs = page.getByLabel(/^Files for /)
    await inputs.first().waitFor({ state: 'attached' })
    for (const [index, file] of attached.entries()) {
      await inputs.nth(index).setInputFiles(file)
      await page.getByText(path.basename(file)).first().waitFor()
    }
    // a save takes what has arrived
    await expect.poll(() => page.getByText('Not saved yet', { exact: true }).count()).toBe(attached.length)
    const save = page.getByRole('button', { name: /^Save/ })
    await save.click()
    await page.getByText('Save Means of Verification Successful').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  const backToOverview = async (page: Page) => {
    await page
      .getByRole('link', { name: /Compliance to Safeguards/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Compliance to Safeguards', level: 1 }).waitFor()
  }

  test('the encoder starts an activity, attaches evidence, turns one principle off and submits', async () => {
    const page = await openAs(demo.browser, demo.product, 'laguna.encoder', '/sites/activity/datatable')
    await page.getByRole('button', { name: 'Add SITES Activity' }).click()
    await page.getByRole('combobox', { name: 'Profiling of SITES' }).click()
    await page.getByRole('combobox', { name: 'Profiling of SITES' }).fill(code)
    await page.getByRole('option', { name: new RegExp(code) }).click()
    await page.getByText('Los Baños').first().waitFor()
    await attach(page, 1, [files.pdf, files.csv])
    await backToOverview(page)
    await attach(page, 2, [files.png])
    await backToOverview(page)
    await attach(page, 5, [files.jpeg])
    await picture(page, 'evidence')
    await backToOverview(page)

    await page
      .getByRole('link', { name: /Principle #8/ })
      .first()
      .click()
    await page.getByRole('switch', { name: 'Add MOV for this principle' }).click({ force: true })
    await page.getByText('Turn off Add MOV for this principle?').waitFor()
    await confirm(page, 'Turn off')
    await page.getByText('Add MOV is off').first().waitFor()
    await backToOverview(page)
    await picture(page, 'activity')
    if (FULL) await expectAccessible(page)

    await page.getByRole('button', { name: 'Submit SITES Activity' }).click()
    await confirm(page, 'Submit')
    await page.getByText('Add SITES Activity Successful').waitFor()
  })

  test('[APPROVAL-22] it is returned with comments on principles 2 and 5', async () => {
    const page = await listOf('laguna.approver', '/sites/activity/approval')
    await openRow(page)
    await expect.poll(() => page.getByRole('button', { name: 'Return', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: /Principle #2/ }).fill('The plan is not signed.')
    await page.getByRole('textbox', { name: /Principle #5/ }).fill('The photograph has no date.')
    await picture(page, 'activity-approval')
    await page.getByRole('button', { name: 'Return', exact: true }).click()
    await confirm(page, 'Return')
    await page
      .getByText(/returned to its encoder/)
      .first()
      .waitFor()
  })

  test('it is corrected, submitted again and approved three times', async () => {
    const page = await listOf('laguna.encoder', '/sites/activity/datatable')
    await page.getByRole('button', { name: `Edit ${code}` }).click()
    await page.getByText('The plan is not signed.').first().waitFor()
    await page.getByText('The photograph has no date.').first().waitFor()
    await attach(page, 2, [files.pdf])
    await backToOverview(page)
    await page.getByRole('button', { name: 'Submit SITES Activity' }).click()
    await confirm(page, 'Submit')
    await page.getByText('Add SITES Activity Successful').waitFor()
    await releasePage(demo.browser, page)

    await approve('laguna.approver', '/sites/activity/approval')
    // the next levels approve as they did the profile
    const id = await idOf('/sites/activity/approval')
    for (const name of ['r4a.approver', 'fmb.approver'])
      if (FULL) await approve(name, '/sites/activity/approval')
      else await postAs(demo.product, name, `/sites/activities/approved/${id}`)
  })

  test('the dashboard of the bureau counts it at once', async () => {
    const page = await openAs(demo.browser, demo.product, 'fmb.approver', '/dashboard')
    const standing = page.getByRole('heading', { name: 'Overview' })
    await standing.evaluate((one) => one.scrollIntoView())
    await page.getByRole('heading', { name: /final approvals in 12 months/ }).waitFor()
    await standing.evaluate((one) => one.scrollIntoView())
    await picture(page, 'dashboard')
    await page.getByRole('searchbox').fill(code)
    await page.getByRole('row', { name: new RegExp(code) }).waitFor()
  })

  test('[PUBLIC-06] the public list shows eight grades and opens the public page', async () => {
    const context = await demo.browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 900 },
    })
    const page = await context.newPage()
    await page.goto(`${demo.product.url}/site/approved?search=${code}`)
    await picture(page, 'public-list')
    const row = page.getByRole('row', { name: new RegExp(code) })
    for (const grade of [
      'Principle 1: Somewhat Compliant',
      'Principle 3: Not Compliant',
      'Principle 8: Not Applicable',
    ])
      await expect.poll(() => row.innerHTML()).toContain(grade)
    await row.getByRole('link', { name: PARTNER }).click()
    await page.getByRole('heading', { name: PARTNER }).waitFor()
    await expect.poll(() => page.getByText(/Principle \d:/).count()).toBeGreaterThanOrEqual(8)
    expect(await page.content()).not.toMatch(/Isabel|Muñoz|minutes\.pdf|notarized/)
    await context.close()
  })

  test('every step stands in the audit log with who, when and what changed', async () => {
    const rows = await ask<
      Record<'user_email' | 'auditable_type' | 'event' | 'created_at', string> & { field_change: object[] }
    >(
      demo.product,
      'select user_email, auditable_type, event, field_change, created_at from audit_logs where auditable_code = $1 order by id',
      [code],
    )
    const story = rows
      .filter((row) => row.event !== 'View')
      .map((row) => `${row.user_email.split('@')[0]}: ${row.event}`)
    const round = [
      'laguna.approver: Approved (PENRO)',
      'r4a.approver: Approved (Region)',
      'fmb.approver: Approved (FMB)',
    ]
    expect(story.filter((line) => !/File|Updated|MOV|Created|Decision Noted/.test(line))).toEqual([
      'laguna.encoder: Submitted',
      'laguna.approver: Returned (PENRO)',
      'laguna.encoder: Submitted',
      ...round,
      'laguna.encoder: Submitted',
      'laguna.approver: Returned (PENRO)',
      'laguna.encoder: Submitted',
      ...round,
    ])
    expect(story).toContain('laguna.encoder: MOV Disabled')
    const edited = rows.find((row) => row.event === 'Updated' && row.auditable_type === 'Profiling of SITES')
    expect(edited?.field_change).toContainEqual({ field: 'project_year_end', old: '2030', new: '2032' })
    expect(rows.every((row) => row.created_at !== null)).toBe(true)
  })

  full.test('each step of the history gives its proof, which holds without us', async () => {
    const page = await listOf('laguna.encoder', '/sitemap')
    await openRow(page)
    const proof = page.getByRole('button', { name: /^Download the proof of Approved \(FMB\), / })
    await proof.waitFor()
    const first = page.getByRole('button', { name: /^Download the proof of / }).last()
    await expect.poll(() => first.getAttribute('aria-label')).toMatch(/^Download the proof of Submitted, /)
    const { name, told } = await provedBy(page, proof)
    expect(name).toMatch(/\.tlog-proof$/)
    expect(told).toContain(code)
    await page.getByText('Anyone can check it without this system.').waitFor()
    await expectAccessible(page)
    await picture(page, 'history-proof')
    await page.setViewportSize({ width: 360, height: 800 })
    await proof.scrollIntoViewIfNeeded()
    await picture(page, 'history-proof-phone')
  })

  full.test('each evidence file gives its proof, which names the SHA-256 of its bytes', async () => {
    const page = await listOf('laguna.encoder', '/sites/activity/datatable')
    await openRow(page)
    await page
      .getByRole('link', { name: /Principle #1/ })
      .first()
      .click()
    const name = path.basename(files.pdf)
    const proof = page.getByRole('button', { name: `Download the proof of ${name}` })
    const saved = await provedBy(page, proof)
    expect(saved.name).toMatch(/^file_\d+\.tlog-proof$/)
    const sum = createHash('sha256').update(readFileSync(files.pdf)).digest('hex')
    expect(saved.told).toContain(`"field":"sha256","new":"${sum}"`)
    await page.getByText('Anyone can check it without this system.').waitFor()
    await expectAccessible(page)
    await picture(page, 'evidence-proof')
    await page.setViewportSize({ width: 360, height: 800 })
    await proof.scrollIntoViewIfNeeded()
    await picture(page, 'evidence-proof-phone')
  })
})
