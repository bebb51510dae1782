import path from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atRest } from '../support/browser/at-rest.ts'
import { withDemo } from '../support/browser/demo.ts'
import { siteToStartAt } from '../support/records/encoding.ts'
import { clickTwice } from '../support/browser/on-screen.ts'
import { realFiles } from '../support/records/real-files.ts'
import { acknowledge, button, dialog } from '../support/browser/screen.ts'
import { allowMotion } from '../support/browser/seats.ts'
import { FULL, full } from '../support/full.ts'

const WAYS = ['a double click', 'Enter twice'] as const
type Way = (typeof WAYS)[number]

const REVIEWED = [
  ['site_profiles', '/sites/approval/view/', 'profile', 'Profiling of SITES'],
  ['site_activities', '/sites/activity/approval/view/', 'SITES activity', 'SITES Activities'],
] as const
/** The two tables of records under review. */
type Table = 'site_profiles' | 'site_activities'
type State = Record<string, string | null>

const ASIDE = /\/api\/(drafts|file|sites\/(view|duplicates|boundary)|validate-token)/
/** Something that changes a record. */
const isWrite = (request: Request) => request.method() !== 'GET' && !ASIDE.test(request.url())

/** Presses twice as fast as a hand does. */
async function twice(way: Way, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  if (way === 'a double click') return clickTwice(wanted)
  const isSwitch = (await wanted.getAttribute('role')) === 'switch'
  const key = isSwitch ? 'Space' : 'Enter'
  await wanted.focus()
  await wanted.page().keyboard.press(key, { delay: 40 })
  await wanted.page().keyboard.press(key, { delay: 40 })
}

describe('a button that writes, pressed twice', () => {
  const bureau = withDemo()
  let files: ReturnType<typeof realFiles>
  beforeAll(async () => {
    files = realFiles()
  })
  // what one test leaves half typed is not offered to the next
  // not after a test: one that failed is pictured first
  beforeEach(() => bureau.startAfresh())

  /** A record of Laguna in this state. */
  const record = async (table: Table, state: State): Promise<number> => {
    let query = bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select([`${table}.id`])
      .where('offices.name', '=', 'PENRO Laguna')
      .where(`${table}.status`, '=', 'Activated')
    for (const [column, value] of Object.entries(state))
      query = query.where(`${table}.${column as 'site_status'}`, value === null ? 'is' : '=', value)
    return (await query.orderBy(`${table}.id`).executeTakeFirstOrThrow()).id as number
  }

  /** The principle of this number in the newest set. */
  const principleId = async (number: number): Promise<number> => {
    const principle = bureau.db
      .selectFrom('site_principles')
      .select('id')
      .where('principle_number', '=', number)
      .orderBy('batch_number', 'desc')
    return (await principle.executeTakeFirstOrThrow()).id
  }

  /** What the log gained while this ran, as events of records. */
  const logged = async (work: () => Promise<void>): Promise<string[]> => {
    const { last } = await bureau.db
      .selectFrom('audit_logs')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    await work()
    const lines = await bureau.db
      .selectFrom('audit_logs')
      .select(['event', 'auditable_type'])
      .where('id', '>', last)
      .where('event', 'not in', ['View', 'Logged In', 'File Uploaded', 'Decision Noted'])
      .orderBy('id')
      .execute()
    return lines.map(({ event, auditable_type }) => `${auditable_type}: ${event}`)
  }

  type Press = { page: Page; way: Way; press: Locator; question: string; label: string }
  /** Presses twice and answers the question twice; of keys the second decides nothing (S-141). */
  const answerTwice = async ({ page, way, press, question, label }: Press) => {
    const asked = dialog(page, question)
    const yes = asked.getByRole('button', { name: label, exact: true })
    const writes: Request[] = []
    page.on('request', (request) => {
      if (isWrite(request)) writes.push(request)
    })
    await twice(way, press)
    if (way === 'a double click') await twice(way, yes)
    else {
      await atRest(page)
      expect(writes).toEqual([])
      await yes.press('Enter')
      // some save and submit: the log tells whether each was done once
      await expect.poll(() => writes.length).toBeGreaterThan(0)
    }
    await asked.waitFor({ state: 'hidden' })
  }

  /** One message, which is gone after one OK, and nothing else asked. */
  const toldOnce = async (page: Page, message: string) => {
    await acknowledge(page, message)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  const fillProfile = async (page: Page) => {
    await page.getByLabel('Select a Province').selectOption({ label: 'Laguna' })
    await page.getByLabel('Select a Municipality').selectOption({ label: 'Los Baños' })
    await page.getByLabel('Name of Partner/Implementer').fill('Samahan ng Mayondón')
    await page.getByLabel('Project Area (hectares)').fill('1,000.50')
    for (const [field, year] of [
      ['Year Implemented', '2024'],
      ['Project Year Start', '2024'],
      ['Project Year End', '2030'],
    ] as const)
      await page.getByLabel(field).selectOption(year)
    await page.getByLabel('Conservation of forest-carbon stocks', { exact: true }).check()
    await page.getByLabel('Area in hectares: Conservation of forest-carbon stocks').fill('1000.5')
    await page.getByLabel('MOA/MOU').check()
    await page.getByLabel('Location Map').setInputFiles(files.kml)
    await page.getByText(path.basename(files.kml)).first().waitFor()
    await page.getByLabel('Agreement').last().setInputFiles(files.agreement)
    await page.getByText('agreement.pdf').first().waitFor()
    await expect.poll(() => button(page, 'Add Profile').isEnabled()).toBe(true)
  }

  const areLogged = (work: () => Promise<void>, events: string[]) =>
    expect(logged(work)).resolves.toEqual(events)

  // the short run presses a form and a switch twice in users.test.ts
  describe.each(WAYS)('by %s', (way) => {
    full.test('adds one profile', async () => {
      const page = await allowMotion(await bureau.as('laguna.encoder'))
      await page.goto('/sitemap/add')
      await fillProfile(page)
      const press = button(page, 'Add Profile')
      await areLogged(async () => {
        await answerTwice({ page, way, press, question: 'Add this profile?', label: 'Add Profile' })
        await toldOnce(page, 'Add Profiling of SITES Successful')
      }, ['Profiling of SITES: Created', 'Profiling of SITES: Submitted'])
    })

    full.test('switches a profile off and on again once each', async () => {
      const id = await record('site_profiles', { site_status: 'Returned' })
      const page = await allowMotion(await bureau.as('laguna.admin'))
      await page.goto(`/sitemap/view/${id}`)
      const status = page.getByRole('switch', { name: /^Status: / })
      const question = dialog(page, 'Deactivate this profile?')
      await areLogged(async () => {
        await twice(way, status)
        await question.getByLabel('Reason').fill('Entered twice')
        const confirm = question.getByRole('button', { name: 'Deactivate', exact: true })
        await (way === 'a double click' ? twice(way, confirm) : confirm.press('Enter'))
        await page.getByRole('switch', { name: 'Status: Deactivated' }).waitFor()
      }, ['Profiling of SITES: Deactivated'])
      await areLogged(async () => {
        await answerTwice({
          ...{ page, way, press: status },
          ...{ question: 'Activate this profile?', label: 'Activate' },
        })
        await page.getByRole('switch', { name: 'Status: Activated' }).waitFor()
      }, ['Profiling of SITES: Activated'])
    })
  })

  describe('by a double click', () => {
    const way = 'a double click'

    test.each(FULL ? REVIEWED : REVIEWED.slice(0, 1))(
      'approves one of the %s once',
      async (table, address, subject, module) => {
        const page = await allowMotion(await bureau.as('fmb.approver'))
        const waiting = { site_status: 'Submitted', region_status: 'Approved' }
        await page.goto(address + (await record(table, waiting)))
        await areLogged(async () => {
          const press = button(page, 'Approve')
          await answerTwice({ page, way, press, question: `Approve this ${subject}?`, label: 'Approve' })
          await page.getByText(/ approved\.$/).waitFor()
        }, [`${module}: Approved (FMB)`])
      },
    )

    full.test.each(REVIEWED)('returns one of the %s once', async (table, address, subject, module) => {
      const approver = await allowMotion(await bureau.as('laguna.approver'))
      await approver.goto(address + (await record(table, { penro_status: 'Submitted' })))
      const boxes = approver.getByRole('region', { name: 'Decision' }).getByRole('textbox')
      await boxes.first().fill('Please correct the area.')
      await areLogged(async () => {
        const press = button(approver, 'Return')
        await answerTwice({
          ...{ page: approver, way, press },
          ...{ question: `Return this ${subject}?`, label: 'Return' },
        })
        await approver.getByText(/ returned to its encoder\.$/).waitFor()
      }, [`${module}: Returned (PENRO)`])
    })

    full.test('starts, saves, switches and submits one activity', async () => {
      const site = await siteToStartAt(bureau)
      const page = await allowMotion(await bureau.as('laguna.encoder'))
      await page.goto(`/sites/activity/principle/${await principleId(1)}?site_profile_id=${site.id}`)
      const attach = async (...names: string[]) => {
        await page
          .getByLabel(/^Files for 1\./)
          .first()
          .setInputFiles(names)
        await expect.poll(() => button(page, /^Save Means of/).getAttribute('aria-disabled')).toBe(null)
      }
      const removes = page.getByRole('button', { name: /^Remove / })
      const save = async () => {
        await twice(way, button(page, /^Save Means of/))
        await toldOnce(page, 'Save Means of Verification Successful')
      }
      await attach(files.pdf, files.csv, files.png)
      // one file goes, not the one that moves into its place
      await twice(way, removes.first())
      await expect.poll(() => removes.count()).toBe(2)
      // the second click finds nothing to press while the page of the new activity is still on its way
      const covered: boolean[] = []
      await page.route(/\/api\/sites\/activities\/\d+$/, async (route) => {
        covered.push(await page.locator('[role="alert"][data-busy]').isVisible())
        await route.continue()
      })
      await areLogged(save, ['SITES Activities: Created'])
      await page.waitForURL(/\/sites\/activity\/\d+\/principle\/\d+$/)
      expect(covered[0]).toBe(true)

      await attach(files.jpg)
      await areLogged(save, ['SITES Activities: Updated'])

      const off = page.getByRole('switch', { name: 'Add MOV for 1.1.2', exact: true })
      for (const [isOn, word] of [
        [true, 'off'],
        [false, 'on'],
      ] as const) {
        const question = `Turn ${word} Add MOV for this indicator?`
        await areLogged(async () => {
          await answerTwice({ page, way, press: off, question, label: `Turn ${word}` })
          await expect.poll(() => off.isChecked()).toBe(!isOn)
        }, [`SITES Activities: MOV ${isOn ? 'Disabled' : 'Enabled'}`])
      }

      await page
        .getByRole('link', { name: /Compliance to Safeguards/ })
        .first()
        .click()
      const press = button(page, 'Submit SITES Activity')
      await areLogged(async () => {
        await answerTwice({ page, way, press, question: 'Submit SITES Activity', label: 'Submit' })
        await toldOnce(page, 'Add SITES Activity Successful')
      }, ['SITES Activities: Submitted'])
    })
  })

  describe('in two tabs at once', () => {
    /** Two tabs of one person at the same question; both answer together. */
    const bothAnswer = async (
      name: string,
      address: string,
      ready: (page: Page) => Promise<void>,
      { question, label }: { question: string; label: string },
    ): Promise<Page[]> => {
      const tabs = [await allowMotion(await bureau.as(name)), await allowMotion(await bureau.as(name))]
      for (const page of tabs) {
        await page.goto(address)
        await ready(page)
        await dialog(page, question).getByRole('button', { name: label, exact: true }).waitFor()
      }
      await Promise.all(
        tabs.map((page) => dialog(page, question).getByRole('button', { name: label, exact: true }).click()),
      )
      return tabs
    }
    const refusedIn = async (tabs: Page[]) => {
      const refused = tabs.map((page) => dialog(page, 'Something went wrong'))
      await expect
        .poll(async () => (await Promise.all(refused.map((one) => one.count()))).reduce((a, b) => a + b, 0))
        .toBe(1)
    }

    test('one decision, and one sentence for the other tab', async () => {
      const id = await record('site_profiles', { penro_status: 'Submitted' })
      await areLogged(async () => {
        const tabs = await bothAnswer(
          ...(['laguna.approver', `/sites/approval/view/${id}`] as const),
          (page) => button(page, 'Approve').click(),
          { question: 'Approve this profile?', label: 'Approve' },
        )
        // the other one reads who was quicker, and that its own decision does not stand
        const late = tabs.map((page) => page.getByText('Your decision was not recorded.', { exact: true }))
        await expect
          .poll(async () => (await Promise.all(late.map((one) => one.count()))).reduce((a, b) => a + b, 0))
          .toBe(1)
      }, ['Profiling of SITES: Approved (PENRO)'])
    })

    full.test('one submission, and one sentence for the other tab', async () => {
      const id = await record('site_activities', { site_status: 'Returned' })
      await areLogged(async () => {
        const tabs = await bothAnswer(
          ...(['laguna.encoder', `/sites/activity/${id}?from=edit`] as const),
          (page) => button(page, 'Submit SITES Activity').click(),
          { question: 'Submit SITES Activity', label: 'Submit' },
        )
        await refusedIn(tabs)
      }, ['SITES Activities: Submitted'])
    })
  })
})
