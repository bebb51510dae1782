import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, onTestFinished } from 'vitest'
import type { Point } from '../../shared/review/points.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withDemo } from '../support/browser/demo.ts'
import { hasFocus } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { acknowledge, button, dialog, expectFocus, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { postAs, sessionOf } from '../support/product/session.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { FULL, full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const PROFILE = 'Return this profile?'
const MANY = 200

describe('points of a reviewer', () => {
  const bureau = withDemo()
  // removes unfinished forms; not after the tests, because a failed test takes its pictures there
  beforeEach(() => bureau.startAfresh())

  /** profiles that wait for PENRO Laguna, one for each test */
  let profiles: number[] = []
  beforeAll(async () => {
    profiles = await manyWaiting(bureau, 'PENRO Laguna', { count: 12 })
  })
  const waitingProfile = async () => {
    const id = profiles.pop() ?? 0
    const row = bureau.db.selectFrom('site_profiles').select(['id', 'revision']).where('id', '=', id)
    return row.executeTakeFirstOrThrow()
  }
  const waitingActivity = () =>
    bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select('site_activities.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_activities.penro_status', '=', 'Submitted')
      .where('site_activities.status', '=', 'Activated')
      .orderBy('site_activities.id')
      .executeTakeFirstOrThrow()
  const region = (page: Page, name: string | RegExp) =>
    page.getByRole('region', { name, exact: typeof name === 'string' })
  const decision = (page: Page) => region(page, 'Decision')
  const form = (page: Page, place: string) =>
    page.getByRole('form', { name: `Point about ${place}`, exact: true })

  /** Adds a point by the button of its place. */
  const add = async (page: Page, name: string | RegExp, text: string, kind?: string) => {
    await button(page, name).first().click()
    const open = page.getByRole('form', { name: /^Point about / })
    if (kind) await open.getByRole('radio', { name: kind }).check()
    await open.getByRole('textbox', { name: 'Point' }).fill(text)
    await button(page, 'Add').click()
    await open.waitFor({ state: 'detached' })
    await expectFocus(button(page, name).first())
  }
  /** Hides the tab, which sends the draft at once, and waits until the server has this text. */
  const saved = async (page: Page, text: string) => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'visibilityState')
    })
    const drafts = bureau.db.selectFrom('form_drafts').select('content')
    await expect
      .poll(async () => (await drafts.execute()).map(({ content }) => content).join())
      .toContain(text)
  }
  /** The points of a record as the server lists them. */
  const sentPoints = (page: Page, address: string): Promise<PageReply<Point>> =>
    page.evaluate(async (path) => {
      const headers = { 'x-api-key': 'demo-key', authorization: `Bearer ${localStorage.getItem('token')}` }
      const reply = await fetch(`/api${path}/points?length=100`, { headers })
      return reply.json()
    }, address)
  const answer = async (page: Page, title: string, label: string) => {
    await dialog(page, title).getByRole('button', { name: label, exact: true }).click()
    await dialog(page, title).waitFor({ state: 'detached' })
  }

  full.test.for([{ typed: 0 }, { typed: 1 }])(
    'a return whose answer was lost is not offered again in the next round, and nothing is asked twice, with $typed points typed since',
    async ({ typed }) => {
      const { id } = await waitingProfile()
      const address = `/sites/approval/view/${id}`
      const page = await bureau.as('laguna.approver')
      await page.goto(address)
      await add(page, 'Add point about Project Area', 'The agreement says 120 hectares.')
      await add(page, 'Add point about Year Implemented', 'Is it 2020?')
      await decision(page).getByRole('textbox', { name: 'Comment' }).fill('Please answer both points.')
      // the server has returned the profile, and its answer never comes
      await page.route(`**/api/sites/returned/${id}`, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await button(page, 'Return').click()
      await answer(page, PROFILE, 'Return')
      await acknowledge(page, 'Something went wrong')
      await page.unrouteAll()
      // the tab is closed, and the office submits the profile again
      await page.goto('about:blank')
      await postAs(bureau.product, 'laguna.encoder', `/sites/submitted/${id}`)
      const draft = bureau.db
        .selectFrom('form_drafts')
        .select(['id', 'content'])
        .where('form', '=', 'site-return')
      await expect.poll(async () => (await draft.execute()).length).toBe(1)
      if (typed > 0) {
        // in another window of the same draft
        const [stored] = await draft.execute()
        const content = JSON.parse(stored?.content ?? '')
        content.values.points.push({
          key: 'other',
          kind: 'explain',
          place: { about: 'boundary' },
          label: 'Boundary',
          text: 'Who drew it?',
        })
        await bureau.db
          .updateTable('form_drafts')
          .set({ content: JSON.stringify(content) })
          .execute()
      }

      await bureau.handTo(page, 'laguna.approver')
      await page.goto(address)
      await region(page, /^Points of earlier rounds/)
        .getByText('The agreement says 120 hectares.')
        .waitFor()
      for (const left of [/^You have an unfinished form for a return of SITES-/, /^Draft saved /])
        await expect.poll(() => decision(page).getByText(left).count()).toBe(typed)
      expect(await region(page, 'Boundary').getByText('Not sent yet').count()).toBe(typed)
      expect(await page.getByText('Not sent yet').count()).toBe(typed)
      expect(await decision(page).getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
      if (typed === 0) expect(await draft.execute()).toEqual([])
      await add(page, 'Add point about Project Area', 'And which of its pages?')
      await button(page, 'Return').click()
      await answer(page, PROFILE, 'Return')
      // on a wide screen the next record is shown at once
      await page
        .getByText(/ returned to its encoder\.$/)
        .first()
        .waitFor()
      const { data } = await sentPoints(page, `/sites/${id}`)
      expect(data.map(({ text }) => text).sort()).toEqual(
        [
          'And which of its pages?',
          'Is it 2020?',
          'Please answer both points.',
          'The agreement says 120 hectares.',
          ...(typed > 0 ? ['Who drew it?'] : []),
        ].sort(),
      )
    },
  )

  full.test(
    'points on a field, the boundary, a document and the record are edited, removed, found again after the tab was closed, and sent by a return',
    async () => {
      const { id } = await waitingProfile()
      const address = `/sites/approval/view/${id}`
      const page = await bureau.as('laguna.approver')
      await page.goto(address)
      const profile = region(page, 'Profile')
      // a usual point of the office is a text to start from
      await page.route('**/api/points/templates', (route) =>
        route.fulfill({ json: { templates: [{ kind: 'replace', text: 'The copy cannot be read.' }] } }),
      )
      await button(page, 'Add point about Project Area').click()
      const open = form(page, 'Project Area')
      const words = open.getByRole('textbox', { name: 'Point' })
      await open.getByLabel('Usual points of your office').selectOption({ index: 1 })
      await expect.poll(() => words.inputValue()).toBe('The copy cannot be read.')
      await expect.poll(() => open.getByRole('radio', { name: 'Replace' }).isChecked()).toBe(true)
      if (FULL) await expectGoodAtEverySize(page)
      await picture(page, 'points-form')
      await words.fill('x'.repeat(950))
      await open.getByText('50 characters left').waitFor()
      await button(page, 'Cancel').click()
      await expectFocus(button(page, 'Add point about Project Area'))
      expect(await button(page, /^\d+ points?$/).count()).toBe(0)
      await add(page, 'Add point about Project Area', 'The agreement says 120 hectares.')
      await add(page, 'Add point about REDD+ Eligible Activities', 'Conservation is missing.', 'Add')
      await add(page, 'Add point about Boundary', 'The boundary crosses the river.')
      await add(page, /^Add point about Agreement: /, 'Only the first page is there.')
      await add(page, 'Add point about the profile', 'Who will sign for the partner?', 'Explain')
      await button(page, '5 points').click()
      await expectFocus(page.getByRole('heading', { name: '5 points to send' }))
      if (FULL) await expectGoodAtEverySize(page)
      await picture(page, 'points-prepared')

      await profile.getByRole('button', { name: 'Edit point about Project Area' }).click()
      await form(page, 'Project Area').getByRole('radio', { name: 'Explain' }).check()
      await form(page, 'Project Area').getByRole('textbox', { name: 'Point' }).fill('Why 100 hectares?')
      await button(page, 'Save point').click()
      await expectFocus(profile.getByRole('button', { name: 'Edit point about Project Area' }))
      await region(page, 'Boundary').getByRole('button', { name: 'Remove point about Boundary' }).click()
      await dialog(page, 'Remove this point?')
        .getByText(/The boundary crosses the river\./)
        .waitFor()
      await answer(page, 'Remove this point?', 'Remove')
      await expectFocus(button(page, 'Add point about Boundary'))
      // typed and not added: kept from the first letter on
      await button(page, 'Add point about Year Implemented').click()
      await form(page, 'Year Implemented').getByRole('textbox').fill('Is it 20')
      await saved(page, 'Is it 20')

      await page.unrouteAll()
      await bureau.handTo(page, 'laguna.approver')
      await page.goto(address)
      await page.getByText(/^You have an unfinished form for a return of SITES-/).waitFor()
      await profile.getByText('Why 100 hectares?').waitFor()
      await profile.getByText('Is it 20').waitFor()
      await profile.getByRole('button', { name: 'Remove point about Year Implemented' }).click()
      await answer(page, 'Remove this point?', 'Remove')
      const listed = decision(page)
      await listed.getByRole('heading', { name: '4 points to send' }).waitFor()
      await listed.getByText('Optional beside your points. Up to 1,000 characters.').waitFor()
      await listed.getByRole('button', { name: 'Project Area', exact: true }).click()
      await expect
        .poll(() =>
          profile.locator('#points-field-project_area').evaluate((one) => one === document.activeElement),
        )
        .toBe(true)

      await button(page, 'Return').click()
      const question = dialog(page, PROFILE)
      await question.getByText('4 new points.', { exact: true }).waitFor()
      await question.getByText(/^It goes back to the PENRO encoder with your points\./).waitFor()
      await question.getByText('Only the first page is there.').waitFor()
      await answer(page, PROFILE, 'Return')
      await expect
        .poll(async () => {
          const { data } = await sentPoints(page, `/sites/${id}`)
          return data.map(({ kind, place, label, text, state, level }) => [
            kind,
            place.about,
            label.replace(/:.*/, ''),
            text,
            state,
            level,
          ])
        })
        .toEqual([
          ['explain', 'field', 'Project Area', 'Why 100 hectares?', 'open', 'PENRO'],
          ['add', 'field', 'REDD+ Eligible Activities', 'Conservation is missing.', 'open', 'PENRO'],
          ['replace', 'file', 'Agreement', 'Only the first page is there.', 'open', 'PENRO'],
          ['explain', 'record', 'The profile', 'Who will sign for the partner?', 'open', 'PENRO'],
        ])
      const drafts = bureau.db.selectFrom('form_drafts').select('id').where('record_id', '=', id)
      await expect.poll(async () => (await drafts.execute()).length).toBe(0)
    },
  )

  full.test(
    'answers are settled or asked again in the next round, and an approval says what it settles and what it does not send',
    async () => {
      const { id, revision } = await waitingProfile()
      const places = [
        { about: 'field', field: 'project_area' },
        { about: 'field', field: 'year_implemented' },
        { about: 'boundary' },
      ]
      await postAs(bureau.product, 'laguna.approver', `/sites/returned/${id}`, {
        revision,
        points: places.map((place, at) => ({ kind: 'explain', place, text: `Please explain ${at}` })),
      })
      const points = await bureau.db
        .selectFrom('threads')
        .select(['id', 'label'])
        .where('kind', '=', 'point')
        .where('record_id', 'in', recordIds('site_profiles', id))
        .orderBy('id')
        .execute()
      const token = { product: bureau.product, name: 'laguna.encoder' }
      for (const { id: point } of points.slice(0, 2))
        await postAs(token.product, token.name, `/sites/${id}/points/${point}/answer`, { text: 'As agreed.' })
      await postAs(token.product, token.name, `/sites/submitted/${id}`)

      const page = await bureau.as('laguna.approver')
      await page.goto(`/sites/approval/view/${id}`)
      const earlier = region(page, 'Points of earlier rounds: 1 open, 2 answered')
      await earlier.getByText('As agreed.').first().waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await picture(page, 'points-earlier')
      await button(page, 'Approve').click()
      const asked = dialog(page, 'Approve this profile?')
      await asked
        .getByText('The approval settles 3 points of earlier rounds. Without an answer: Boundary.')
        .waitFor()
      await page.keyboard.press('Escape')
      await asked.waitFor({ state: 'detached' })

      await earlier.getByRole('button', { name: 'Settle point about Project Area' }).click()
      await expectFocus(earlier.getByRole('button', { name: /^Undo settling the point about Project Area/ }))
      await earlier.getByRole('button', { name: 'Ask again about Year Implemented' }).click()
      const again = page.getByRole('form', { name: 'Ask again about Year Implemented' })
      await again.getByRole('button', { name: 'Ask again', exact: true }).click()
      await again.getByText('Please write what is needed.').waitFor()
      await again.getByRole('textbox').fill('The year is before the agreement.')
      await again.getByRole('button', { name: 'Ask again', exact: true }).click()
      await decision(page).getByRole('heading', { name: '1 point to send' }).waitFor()

      await button(page, 'Approve').click()
      await asked.getByText('Your point will not be sent. Return the record to send it.').waitFor()
      await answer(page, 'Approve this profile?', 'Go to the point')
      await expectFocus(page.getByRole('heading', { name: '1 point to send' }))
      await button(page, 'Return').click()
      await dialog(page, PROFILE).getByText('1 point asked again and 1 point settled.').waitFor()
      await answer(page, PROFILE, 'Return')
      await expect
        .poll(async () =>
          (await sentPoints(page, `/sites/${id}`)).data.map(({ label, state, steps }) => [
            label,
            state,
            steps.at(-1)?.action,
            steps.at(-1)?.text,
          ]),
        )
        .toEqual([
          ['Year Implemented', 'open', 'Reopened', 'The year is before the agreement.'],
          ['Boundary', 'open', 'Sent', null],
          ['Project Area', 'settled', 'Settled', null],
        ])
    },
  )

  full.test(
    '[S-167] points and a comment of an activity come from the pages of two principles, the decision leads to each of them, and pages, question and log count seven',
    async () => {
      const { id } = await waitingActivity()
      const view = `/sites/activity/approval/view/${id}`
      const page = await bureau.as('laguna.approver')
      await page.goto(view)
      await add(page, 'Add point about Reporting year', 'Is it 2025?')
      for (const [principle, text] of [
        [1, 'Add the minutes.'],
        [2, 'Add the map.'],
      ] as const) {
        await page
          .getByRole('list', { name: 'Principles' })
          .getByRole('link', { name: `Principle #${principle}`, exact: true })
          .click()
        await add(page, 'Add point about this principle', text)
        await add(page, new RegExp(`^Add point about ${principle}\\.1\\.1 `), `${text} Here.`)
        if (principle === 1) await add(page, /^Add point about 1\.1\.1 minutes/, 'The copy is dark.')
        await page.getByRole('link', { name: 'Back to the decision' }).click()
      }
      const list = decision(page)
      await list.getByRole('heading', { name: '6 points to send' }).waitFor()
      // a long list is folded until it is asked for
      await button(page, '6 points').click()
      await list.getByRole('link', { name: 'Principle #2', exact: true }).click()
      await waitForPath(page, new URL(page.url()).pathname.replace(/view\/\d+$/, `${id}/principle/2`))
      await expect.poll(() => hasFocus(page.locator('#points-principle-2'))).toBe(true)
      await page.getByRole('textbox', { name: 'Comment on Principle #2' }).fill('Both maps.')
      await page
        .getByText('7 points of this activity are prepared and not sent yet. The decision lists them.')
        .waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await picture(page, 'points-principle')
      await page.getByRole('link', { name: 'Back to the decision' }).click()

      await button(page, 'Approve').click()
      const asked = dialog(page, 'Approve this SITES activity?')
      await asked.getByText('Your 6 points will not be sent. Return the record to send them.').waitFor()
      if (FULL) await expectGoodDialog(page)
      await answer(page, 'Approve this SITES activity?', 'Go to the points')
      await expectFocus(page.getByRole('heading', { name: '7 points to send' }))
      await button(page, 'Return').click()
      await dialog(page, 'Return this SITES activity?')
        .getByText('7 points: 1 comment and 6 new points.')
        .waitFor()
      await answer(page, 'Return this SITES activity?', 'Return')
      await expect
        .poll(async () => {
          const { data } = await sentPoints(page, `/sites/activities/${id}`)
          return data.map(({ label, principle_number }) => [label.split(' ')[0], principle_number])
        })
        .toEqual([
          ['Principle', 2],
          ['Reporting', null],
          ['Principle', 1],
          ['1.1.1', 1],
          ['1.1.1', 1],
          ['Principle', 2],
          ['2.1.1', 2],
        ])
      const row = await bureau.db
        .selectFrom('site_activities')
        .select(['returned_reason_1', 'returned_reason_2'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.returned_reason_1).toContain('Add the minutes.')
      expect(row.returned_reason_2).toBe('Both maps.')
      const { field_change } = await bureau.db
        .selectFrom('audit_logs')
        .select('field_change')
        .where('event', '=', 'Returned (PENRO)')
        .where('auditable_type', '=', 'SITES Activities')
        .where('auditable_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(field_change).toContainEqual({ field: 'points', old: null, new: '7 points' })
    },
  )

  full.test(
    'keys alone: p adds a point to the place that has the focus, or to the record, and the focus comes back',
    async () => {
      const { id } = await waitingProfile()
      const page = await bureau.as('laguna.approver')
      const press = (key: string) => page.keyboard.press(key)
      await page.goto(`/sites/approval/view/${id}`)
      const record = button(page, 'Add point about the profile')
      await expect.poll(() => record.isEnabled()).toBe(true)
      await press('p')
      const open = form(page, 'The profile')
      await expectFocus(open.getByRole('radio', { name: 'Correct' }))
      await press('ArrowRight')
      await expect.poll(() => open.getByRole('radio', { name: 'Replace' }).isChecked()).toBe(true)
      await press('Tab')
      await page.keyboard.type('Another partner has signed.')
      await press('Tab')
      await press('Enter')
      await expectFocus(record)
      await region(page, 'Profile').getByText('Another partner has signed.').waitFor()

      // beside the documents, p is about the document
      await button(page, 'Preview').focus()
      await press('p')
      await page.getByRole('form', { name: /^Point about Agreement: / }).waitFor()
      await press('Escape')
      await expectFocus(button(page, /^Add point about Agreement: /))
      await press('?')
      await dialog(page, 'Keys of this screen')
        .getByText('Add a point to the place that has the focus')
        .waitFor()
      await press('Escape')
    },
  )

  full.test(`${MANY} points fit the question on a phone, and are returned`, async () => {
    const { id, revision } = await waitingProfile()
    const point = (at: number) => ({
      key: `k${at}`,
      kind: 'explain',
      place: { about: 'record' },
      label: 'The profile',
      text: `Please explain number ${at + 1}. ${'Why is it so? '.repeat(10)}`,
    })
    const values = { comments: {}, points: Array.from({ length: MANY }, (_, at) => point(at)) }
    await postAs(bureau.product, 'laguna.approver', '/drafts/site-return', {
      record_id: id,
      revision,
      content: JSON.stringify({ form_key: crypto.randomUUID(), values, began: null }),
    })
    const page = await bureau.as('laguna.approver')
    await page.setViewportSize(PHONE)
    await page.goto(`/sites/approval/view/${id}`)
    await button(page, `${MANY} points`).waitFor()
    await picture(page, 'points-phone')
    await button(page, 'Return').click()
    const question = dialog(page, PROFILE)
    await question.getByText(`${MANY} new points.`, { exact: true }).waitFor()
    const { height } = (await question.boundingBox()) ?? { height: Number.POSITIVE_INFINITY }
    expect(height).toBeLessThanOrEqual(PHONE.height)
    await picture(page, 'points-question-phone')
    await answer(page, PROFILE, 'Return')
    await expect
      .poll(async () => (await sentPoints(page, `/sites/${id}`)).totalCount, { timeout: 20_000 })
      .toBe(MANY)
  })

  full.test('on a touch screen every place shows its button, large enough for a finger', async () => {
    const { id } = await waitingProfile()
    const token = await sessionOf(bureau.product, 'laguna.approver')
    const { url } = bureau.product
    const localStorage = [{ name: 'token', value: token }]
    const context = await bureau.browser.newContext({
      baseURL: url,
      hasTouch: true,
      isMobile: true,
      viewport: PHONE,
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`/sites/approval/view/${id}`)
    const area = button(page, 'Add point about Project Area')
    await area.waitFor()
    expect(await area.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
    expect((await area.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await area.tap()
    await form(page, 'Project Area').waitFor()
    await picture(page, 'points-touch')
  })
})
