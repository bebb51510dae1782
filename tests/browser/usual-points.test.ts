import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { button, dialog, expectFocus, title, waitForPath } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { aPerson } from '../support/records/people.ts'
import { FULL, full } from '../support/full.ts'

/** An approver writes down what they ask for every day, and returns many records with it. */

const AREA = { kind: 'correct', text: 'The two areas differ. Please check both.' }

describe('usual points', () => {
  const bureau = withDemo()
  let ids: number[]
  beforeAll(async () => {
    await aPerson(bureau, 'laguna.colleague', {
      role: 'PENRO Approver',
      region: 'R04A',
      office: 'PENRO Laguna',
    })
    ids = await manyWaiting(bureau, 'PENRO Laguna', { count: 2 })
  })
  const codeOf = async (id: number) =>
    (
      await bureau.db
        .selectFrom('site_profiles')
        .select('code')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).code
  const stored = async () =>
    (
      await bureau.db.selectFrom('point_templates').select(['kind', 'text']).orderBy('position').execute()
    ).map(({ kind, text }) => `${kind} ${text}`)

  full.test(
    'the list is written, put in order and saved; a colleague’s newer list is compared; unsaved work asks',
    async () => {
      const page = await bureau.as('laguna.approver')
      await page.goto('/sites/approval')
      await page.getByRole('link', { name: 'Usual points' }).click()
      await title(page, 'Usual points').waitFor()
      await waitForPath(page, '/points')
      await page.getByText('No usual points yet').waitFor()
      await button(page, 'Add a point').click()
      await expectFocus(page.getByRole('textbox', { name: /^Point 1/ }))
      await button(page, 'Save').click()
      await page.getByText('Write the point, or remove this line.').waitFor()
      await page.keyboard.type('Please sign the agreement.')
      await page.getByLabel('What is needed by point 1').selectOption('Add')
      await button(page, 'Add a point').click()
      await page.keyboard.type(AREA.text)
      await button(page, 'Move point 2 up').focus()
      await page.keyboard.press('Enter')
      await expectFocus(button(page, 'Move point 1 down'))
      await expectGoodAtEverySize(page)
      await button(page, 'Save').click()
      await page.getByText('The usual points are saved.').waitFor()
      const saved = [`correct ${AREA.text}`, 'add Please sign the agreement.']
      expect(await stored()).toEqual(saved)

      // a colleague adds one meanwhile
      const was = [AREA, { kind: 'add', text: 'Please sign the agreement.' }]
      const theirs = { kind: 'explain', text: 'Why is the map older than the agreement?' }
      await postAs(bureau.product, 'laguna.colleague', '/points/templates', {
        templates: [...was, theirs],
        was,
      })
      await button(page, 'Remove point 2').click()
      await expectFocus(button(page, 'Add a point'))
      await page.getByText('Not saved yet').waitFor()
      await page.getByRole('link', { name: 'SITES Approval' }).first().click()
      await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Continue editing' }).click()
      await button(page, 'Save').click()
      await page.getByText('A colleague has changed this list since you opened it').waitFor()
      await page.getByText(`Added: Please explain. ${theirs.text}`).waitFor()
      await page.getByText(`Removed: Please explain. ${theirs.text}`).waitFor()
      expect(await button(page, 'Save').isDisabled()).toBe(true)
      expect(await stored()).toHaveLength(3)
      if (FULL) await expectGoodAtEverySize(page)
      await page.getByLabel('I have compared both').check()
      await button(page, 'Save').click()
      await page
        .getByText('A colleague has changed this list since you opened it')
        .waitFor({ state: 'hidden' })
      expect(await stored()).toEqual([`correct ${AREA.text}`])
      // nothing is unsaved, so leaving asks nothing
      await page.getByRole('link', { name: 'SITES Approval' }).first().click()
      await waitForPath(page, '/sites/approval')
    },
  )

  full.test(
    'two records are returned with a usual point about the boundary for both and one more for the second',
    async () => {
      await bureau.db.deleteFrom('point_templates').execute()
      const was: object[] = []
      await postAs(bureau.product, 'laguna.colleague', '/points/templates', { templates: [AREA], was })
      const page = await bureau.as('laguna.approver')
      const codes = await Promise.all(ids.map(codeOf))
      const second = codes[1] ?? ''
      for (const code of codes) {
        await page.goto(`/sites/approval?search=${code}`)
        await page.getByRole('checkbox', { name: `Tick ${code}`, exact: true }).check()
      }
      await page.goto('/sites/approval/bulk')
      await button(page, 'Add a point for all').click()
      // [S-167] the form of a single record's point, with a place that each record has
      const form = page.getByRole('form', { name: 'Point for all' })
      const about = form.getByLabel('About')
      await expectFocus(about)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Please write what is needed.').waitFor()
      // a pasted text that is too long stays whole, and says so
      const words = form.getByLabel('Point', { exact: true })
      await words.focus()
      await page.keyboard.insertText('x'.repeat(1001))
      await page.getByText('Point cannot exceed 1,000 characters.').waitFor()
      expect(await words.inputValue()).toHaveLength(1001)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await words.fill('')
      await form.getByLabel('Usual points of your office').selectOption(`Correct: ${AREA.text}`)
      await about.selectOption('Boundary')
      await form.getByLabel('Point', { exact: true }).pressSequentially(' Thank you.')
      await expectGoodAtEverySize(page)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await expectFocus(button(page, 'Add a point for all'))
      const whole = `Boundary: Please correct. ${AREA.text} Thank you.`
      await page.getByText(whole).waitFor()

      await button(page, `Comment on ${second}`).click()
      await button(page, `Add a point for ${second}`).click()
      const own = page.getByRole('form', { name: `Point for ${second}` })
      await own.getByLabel('About').selectOption('Agreement')
      expect(await own.getByLabel('Replace').isChecked()).toBe(true)
      // what is typed is in the draft without the form being closed
      await own.getByLabel('Point', { exact: true }).fill('Another year is in the agreement.')
      await page.getByText('Draft saved').waitFor()

      // opened again, it is as it was left
      await page.reload()
      await page.getByText(whole).waitFor()
      await button(page, 'Return 2 profiles').click()
      const asked = dialog(page, 'Return 2 profiles?')
      await asked.getByText(whole).waitFor()
      await asked.getByText('with 1 to 2 points').waitFor()
      await asked.getByText('Please replace. Another year is in the agreement.').waitFor()
      await button(page, 'Return 2').click()
      await page.getByText('2 profiles returned.').waitFor({ timeout: 60_000 })
      const { rows: points } = await sql`
        select site_profiles.id as site_profile_id, place ->> 'about' as about, place -> 'file_id' as file_id, points.kind
        from threads join review_points as points using (id) join site_profiles using (record_id)
        where threads.kind = 'point' and site_profiles.id = any(${ids}::integer[]) order by points.id`.execute(
        bureau.db,
      )
      const boundary = { about: 'boundary', file_id: null, kind: 'correct' }
      const { agreement_id } = await bureau.db
        .selectFrom('site_profiles')
        .select('agreement_id')
        .where('id', '=', ids[1] ?? 0)
        .executeTakeFirstOrThrow()
      expect(points).toHaveLength(3)
      for (const site_profile_id of ids) expect(points).toContainEqual({ ...boundary, site_profile_id })
      expect(points).toContainEqual({
        site_profile_id: ids[1],
        about: 'file',
        file_id: agreement_id,
        kind: 'replace',
      })

      // the dashboard names them, and leads to the records
      await page.goto('/dashboard')
      const times = page.getByRole('region', { name: 'Points of returns' })
      // it loads when it is scrolled to, and what is above it loads meanwhile
      await expect
        .poll(async () => {
          await page.getByLabel('Show Table').scrollIntoViewIfNeeded()
          return times.count()
        })
        .toBe(1)
      await times.getByRole('row', { name: /^Boundary 2 in 2 records/ }).waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await times.getByRole('link', { name: /2 records with an open point, Boundary/ }).click()
      await waitForPath(page, '/dashboard/open')
      await page.getByText('Open points: Boundary').waitFor()
      for (const code of codes) await page.getByText(code).first().waitFor()

      // and the encoder finds them by a filter
      await page.goto('/sitemap?points=open')
      for (const code of codes) await page.getByText(code).first().waitFor()
    },
  )
})
