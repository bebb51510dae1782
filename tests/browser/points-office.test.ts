import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { acknowledge, button, dialog, expectFocus, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { addPerson, postAs } from '../support/product/session.ts'
import { realFiles } from '../support/records/real-files.ts'
import { recordIds } from '../support/records/record-ids.ts'

type Office = { name: string; approver: string }
const LAGUNA: Office = { name: 'PENRO Laguna', approver: 'laguna.approver' }
const QUEZON: Office = { name: 'PENRO Quezon', approver: 'quezon.approver' }

const SAVED = 'Saved. It is sent with your submission.'

describe('an office answers points', () => {
  const bureau = withDemo()
  let files: ReturnType<typeof realFiles>
  beforeAll(() => {
    files = realFiles()
  })

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const answerTo = (page: Page, label: string) =>
    page.getByRole('textbox', { name: `Your answer about ${label}`, exact: true })
  const point = (page: Page, label: string) => page.getByRole('group', { name: `Point about ${label}` })

  /** A profile or an activity that waits for the PENRO approver of an office; each is taken once. */
  const taken = { site_profiles: [0], site_activities: [0] }
  const waiting = async (table: keyof typeof taken, office: Office = LAGUNA) => {
    const { id } = await bureau.db
      .selectFrom(table)
      .innerJoin('offices', 'offices.id', `${table}.office_id`)
      .select(`${table}.id`)
      .where('offices.name', '=', office.name)
      .where(`${table}.site_status`, '=', 'Submitted')
      .where(`${table}.penro_status`, '=', 'Submitted')
      .where(`${table}.status`, '=', 'Activated')
      .where(`${table}.id`, 'not in', taken[table])
      .orderBy(`${table}.id`)
      .executeTakeFirstOrThrow()
    taken[table].push(id)
    return id
  }

  const profile = (id: number) =>
    bureau.db.selectFrom('site_profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const statesOf = async (table: 'site_profiles' | 'site_activities', id: number) => {
    const points = bureau.db
      .selectFrom('review_points')
      .innerJoin('threads', (join) =>
        join.onRef('threads.id', '=', 'review_points.id').on('threads.kind', '=', 'point'),
      )
      .select(['label', 'state'])
    const rows = points.where('record_id', 'in', recordIds(table, id))
    return (await rows.orderBy('threads.id').execute()).map(({ label, state }) => `${label}: ${state}`)
  }

  full.test(
    'of a profile by a changed field, a new file and words; what is left is named before the submission',
    async () => {
      const id = await waiting('site_profiles')
      const { agreement_id, code, name_of_partner, project_year_end } = await profile(id)
      await postAs(bureau.product, 'laguna.approver', `/sites/returned/${id}`, {
        points: [
          ['correct', { about: 'field', field: 'project_year_end' }, 'The agreement says another year.'],
          ['replace', { about: 'file', file_id: agreement_id }, 'The last page is missing.'],
          ['explain', { about: 'field', field: 'year_implemented' }, 'Why before the agreement?'],
          ['correct', { about: 'field', field: 'name_of_partner' }, 'Please write the full name.'],
        ].map(([kind, place, text]) => ({ kind, place, text })),
      })

      const page = await bureau.as('laguna.encoder')
      await page.goto(`/sitemap/view/${id}`)
      await title(page, name_of_partner).waitFor()
      await panel(page, '0 of 4 points answered').getByText('Open for less than a day').first().waitFor()
      // the comment that other clients read is made of the points, which say it themselves
      await expect.poll(() => page.getByText('Comments', { exact: true }).count()).toBe(0)
      if (FULL) await expectGoodAtEverySize(page)
      await panel(page, '0 of 4 points answered').getByRole('link', { name: 'Project Year End' }).click()
      await expectFocus(point(page, 'Project Year End'))

      const year = page.getByRole('combobox', { name: 'Project Year End' })
      await year.selectOption(String(project_year_end + 1))
      const asked = point(page, 'Project Year End')
      await asked.getByText('Answer prepared').waitFor()
      await expect
        .poll(() => asked.locator('del, ins').allInnerTexts())
        .toEqual([String(project_year_end), String(project_year_end + 1)])
      await panel(page, '1 of 4 points answered').waitFor()
      await page.locator('[data-field="agreement_id"] input[type=file]').setInputFiles(files.pdf)
      await panel(page, '2 of 4 points answered').waitFor()
      await button(page, 'Answer in words about Year Implemented').click()
      await answerTo(page, 'Year Implemented').fill('The work began in the nursery.')
      await page.getByText(SAVED).waitFor()
      await panel(page, '3 of 4 points answered').waitFor()
      if (FULL) await expectGoodAtEverySize(page)

      const submit = button(page, 'Edit Profile')
      await expect.poll(() => submit.isEnabled()).toBe(true)
      await submit.click()
      const question = dialog(page, 'Edit this profile?')
      await question.getByText('1 point is not answered:').waitFor()
      await question.getByText(/^Name of Partner\/Implementer: Please write the full name\.$/).waitFor()
      if (FULL) await expectGoodDialog(page)
      await question.getByRole('button', { name: 'Answer first' }).click()
      await expectFocus(point(page, 'Name of Partner/Implementer'))
      await submit.click()
      await question.getByRole('button', { name: 'Edit Profile', exact: true }).click()
      await acknowledge(page, 'Edit Profiling of SITES Successful')
      expect(await statesOf('site_profiles', id)).toEqual([
        'Project Year End: answered',
        expect.stringMatching(/^Agreement: .*: answered$/),
        'Year Implemented: answered',
        'Name of Partner/Implementer: open',
      ])
      await page.goto(`/sitemap?search=${code}`)
      await page.getByRole('row', { name: /1 open point, 3 answered/ }).waitFor()
      await bureau.leave(page)

      const reviewer = await bureau.as('laguna.approver')
      await reviewer.goto(`/sites/approval/view/${id}`)
      const history = panel(reviewer, 'Review history')
      await history.getByText('3 of 4 points answered').click()
      await history.getByText('The work began in the nursery.').waitFor()
      await expect.poll(() => history.locator('ins').allInnerTexts()).toContain(String(project_year_end + 1))
      await expect.poll(() => reviewer.getByText('Comments', { exact: true }).count()).toBe(0)
      await history.getByText('4 points sent').click()
      await history.getByText('Please write the full name.').waitFor()
      if (FULL) await expectGoodAtEverySize(reviewer)
    },
  )

  /** An activity that is returned with a point about an indicator of principle 1 and one about principle 2. */
  const returnedActivity = async (office: Office = LAGUNA) => {
    const id = await waiting('site_activities', office)
    const { principle_batch_number } = await bureau.db
      .selectFrom('site_activities')
      .select('principle_batch_number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const indicator = await bureau.db
      .selectFrom('site_criteria_indicators')
      .innerJoin('site_criteria', 'site_criteria.id', 'site_criteria_indicators.sites_criteria_id')
      .innerJoin('site_principles', 'site_principles.id', 'site_criteria.sites_principle_id')
      .select('site_criteria_indicators.id')
      .where('site_principles.batch_number', '=', principle_batch_number)
      .where('site_principles.principle_number', '=', 1)
      .orderBy('site_criteria.order')
      .orderBy('site_criteria_indicators.order')
      .executeTakeFirstOrThrow()
    await postAs(bureau.product, office.approver, `/sites/activities/returned/${id}`, {
      points: [
        {
          kind: 'explain',
          place: { about: 'indicator', sites_criteria_indicator_id: indicator.id },
          text: 'How many people came?',
        },
        { kind: 'add', place: { about: 'principle', principle_number: 2 }, text: 'A map is missing.' },
      ],
    })
    const rows = await bureau.db
      .selectFrom('threads')
      .select(['id', 'label'])
      .$narrowType<{ label: string }>()
      .where('kind', '=', 'point')
      .where('record_id', 'in', recordIds('site_activities', id))
      .orderBy('id')
      .execute()
    const [first, second] = rows
    if (!first || !second) throw new Error('The return sent no points.')
    return { id, first, second }
  }

  full.test('of an activity over two principles; a cut line and a colleague lose no words', async () => {
    const { id, first, second } = await returnedActivity()
    await addPerson(bureau.product, 'second.encoder', 'PENRO', [
      'sites_activity_access',
      'sites_activity_edit',
      'sites_activity_create',
    ])
    const page = await bureau.as('laguna.encoder')
    await page.goto(`/sites/activity/${id}?from=edit`)
    const all = panel(page, '0 of 2 points answered')
    await all.getByRole('link', { name: 'Principle #2', exact: true }).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await all.getByRole('link', { name: first.label }).click()
    await title(page, 'Principle #1').waitFor()
    await expectFocus(point(page, first.label))

    await button(page, `Answer in words about ${first.label}`).click()
    const answer = answerTo(page, first.label)
    await answer.fill('Forty people')
    await page.getByText(SAVED).waitFor()
    await panel(page, '1 of 1 point answered').waitFor()
    await page.context().setOffline(true)
    await answer.fill('Forty people came')
    await page.getByText(/^Not saved yet\. Your answer is kept on this device/).waitFor()
    await page.context().setOffline(false)
    await page.getByText(SAVED).waitFor()

    await postAs(bureau.product, 'second.encoder', `/sites/activities/${id}/points/${first.id}/answer`, {
      text: 'Forty-one',
      was: 'Forty people came',
    })
    await answer.fill('Forty people came, and five children')
    await page.getByText('A colleague has saved another answer').waitFor()
    await page.getByText('Forty-one', { exact: true }).waitFor()
    expect(await answer.inputValue()).toBe('Forty people came, and five children')
    if (FULL) await expectGoodAtEverySize(page)
    await button(page, 'Keep mine').click()
    await page.getByText(SAVED).waitFor()

    await page.goto(`/sites/activity/${id}?from=edit`)
    await panel(page, '1 of 2 points answered').waitFor()
    await button(page, 'Submit SITES Activity').click()
    const question = dialog(page, 'Submit SITES Activity')
    await question.getByText('1 point is not answered:').waitFor()
    await question.getByText('Principle #2: A map is missing.').waitFor()
    await question.getByRole('button', { name: 'Answer first' }).click()
    await title(page, 'Principle #2').waitFor()
    await panel(page, '0 of 1 point answered').waitFor()

    // withdrawn while the page is open
    await postAs(bureau.product, 'laguna.approver', `/sites/activities/${id}/points/${second.id}/withdraw`, {
      text: 'The map is in the profile.',
    })
    await button(page, 'Answer in words about Principle #2').click()
    await answerTo(page, 'Principle #2').fill('It follows')
    const withdrawn = dialog(page, 'The point about Principle #2 was withdrawn')
    await withdrawn
      .getByText(/ has withdrawn it, so it needs no answer: The map is in the profile\.$/)
      .waitFor()
    await withdrawn.getByRole('button', { name: 'OK' }).click()
    expect(await statesOf('site_activities', id)).toEqual([`${first.label}: open`, 'Principle #2: withdrawn'])
  })

  full.test('the level that sent a point withdraws it with a reason, which the history has', async () => {
    const { id, first } = await returnedActivity(QUEZON)
    const page = await bureau.as('quezon.approver')
    await page.goto(`/sites/activity/${id}?from=view`)
    await panel(page, '0 of 2 points answered').waitFor()
    await button(page, `Withdraw the point about ${first.label}`).click()
    const asked = dialog(page, 'Withdraw this point?')
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Seen in the minutes.')
    await expectGoodDialog(page)
    await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('The point was withdrawn.').waitFor()
    await panel(page, '0 of 1 point answered').getByText('1 point settled or withdrawn').waitFor()
    await panel(page, 'Review history').getByText('Point withdrawn (PENRO)').waitFor()
    await expectGoodAtEverySize(page)
    await bureau.leave(page)

    const other = await bureau.as('r4a.approver')
    await other.goto(`/sites/activity/${id}?from=view`)
    await panel(other, '0 of 1 point answered').waitFor()
    await expect.poll(() => button(other, /^Withdraw/).count()).toBe(0)
  })

  full.test('two hundred points of a profile are listed a hundred at a time', async () => {
    const id = await waiting('site_profiles', QUEZON)
    await postAs(bureau.product, 'quezon.approver', `/sites/returned/${id}`, {
      points: Array.from({ length: 200 }, (_, index) => ({
        kind: 'correct',
        place: { about: 'field', field: index % 2 === 0 ? 'project_area' : 'name_of_partner' },
        text: `No. ${index + 1}`,
      })),
    })
    const page = await bureau.as('quezon.encoder')
    await page.goto(`/sitemap/view/${id}`)
    const list = panel(page, '0 of 200 points answered').getByRole('list', { name: 'Points' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(100)
    await button(page, 'Show 100 more').click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(200)
    await page.goto(`/sitemap/edit/${id}`)
    await panel(page, '0 of 200 points answered').waitFor()
    const began = Date.now()
    await page.getByRole('textbox', { name: 'Project Area (hectares)' }).fill('1234')
    await panel(page, '100 of 200 points answered').waitFor()
    expect(Date.now() - began).toBeLessThan(3_000)
  })
})
