import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import {
  activityOf,
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { aKml, aSite, auditOf, kmlText, pdfBytes, upload } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { ABOUT_RECORD, aPoint, type PointCalls, pointCalls } from '../support/records/points.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'
import { FULL } from '../support/full.ts'

/** A return sends points; the office answers each; the next reviewer settles it or asks again. */

const t = withServer()
let sites: PointCalls
let activities: PointCalls
let calls: SiteCalls
let encoder: Caller
let principles: SitePrinciple[]
beforeAll(async () => {
  sites = pointCalls(t, 'sites')
  activities = pointCalls(t, 'sites/activities')
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
  principles = await batchOne(t)
})
afterAll(async () => {
  await expectStoredCounts(t)
  if (FULL) await expectClaims(t)
})

const edit = async (id: number, body: object) => {
  const reply = await encoder.patch(`/sites/${id}`, body)
  expect(reply.statusCode, reply.body).toBe(200)
}
const at = (place: PointPlace) => ({ place })
const waitingActivity = async (): Promise<SiteActivity> =>
  anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })

describe('a return with points', () => {
  test('is about every kind of place of a profile, each with its name; the comment is made of them', async () => {
    const { id, agreement_id, map_kml_id } = await calls.created()
    const { siteProfile } = await sites.return('PENRO', id, {
      points: [
        aPoint({ about: 'field', field: 'project_area' }, 'It is 90 ha in the agreement.'),
        aPoint({ about: 'boundary' }, 'The south is missing.', 'replace'),
        aPoint({ about: 'file', file_id: agreement_id }, 'Page 3 is missing.', 'replace'),
        aPoint({ about: 'file', file_id: map_kml_id }, 'Which survey is this?', 'explain'),
        aPoint(ABOUT_RECORD, '  Who signed?  ', 'explain'),
      ],
    })
    expect(siteProfile.returned_reason).toBe(
      [
        'Project Area: Please correct. It is 90 ha in the agreement.',
        'Boundary: Please replace. The south is missing.',
        'Agreement: agreement.pdf: Please replace. Page 3 is missing.',
        'Location Map: boundary.kml: Please explain. Which survey is this?',
        'The profile: Please explain. Who signed?',
      ].join('\n\n'),
    )
    expect([siteProfile.open_points, siteProfile.answered_points]).toEqual([5, 0])
    const all = await sites.list(id)
    expect(all).toMatchObject([
      { ...at({ about: 'field', field: 'project_area' }), label: 'Project Area', kind: 'correct' },
      { ...at({ about: 'boundary' }), label: 'Boundary', kind: 'replace' },
      { ...at({ about: 'file', file_id: agreement_id }), label: 'Agreement: agreement.pdf' },
      { ...at({ about: 'file', file_id: map_kml_id }), label: 'Location Map: boundary.kml' },
      { ...at(ABOUT_RECORD), label: 'The profile', text: 'Who signed?' },
    ])
    const { history } = await calls.show('laguna.encoder', id)
    const back = history.at(-1)
    expect(all[0]).toEqual({
      id: expect.any(Number),
      kind: 'correct',
      place: { about: 'field', field: 'project_area' },
      label: 'Project Area',
      principle_number: null,
      text: 'It is 90 ha in the agreement.',
      round: 1,
      level: 'PENRO',
      sent_at: back?.at,
      state: 'open',
      since: back?.at,
      draft_answer: null,
      change: null,
      steps: [
        {
          action: 'Sent',
          round: 1,
          level: 'PENRO',
          by: back?.by,
          role: 'PENRO Approver',
          at: back?.at,
          text: null,
          change: null,
        },
      ],
    })
  })

  test('is about every kind of place of an activity; each principle’s comment is made of its points', async () => {
    const { id, verification } = await waitingActivity()
    const first = principleNumber(principles, 1)
    const fifth = principleNumber(principles, 5)
    const counted = fifth.criteria
      .flatMap(({ criteria_indicator }) => criteria_indicator)
      .find(({ figures }) => figures.length > 0)
    const [figure] = counted?.figures ?? []
    const file_id = verification[0]?.upload[0]?.upload_id ?? 0
    const { siteActivities } = await activities.return('PENRO', id, {
      points: [
        aPoint(ABOUT_RECORD, 'Two offices report this.', 'explain'),
        aPoint({ about: 'field', field: 'reporting_year' }, 'Choose the year.', 'add'),
        aPoint({ about: 'file', file_id }, 'It cannot be read.', 'replace'),
        aPoint(
          { about: 'indicator', sites_criteria_indicator_id: first.indicators[1] },
          'Add minutes.',
          'add',
        ),
        aPoint({ about: 'principle', principle_number: 3 }, 'Nothing is here.', 'add'),
        aPoint({ about: 'figure', indicator_figure_id: figure?.id ?? 0 }, 'How many?', 'add'),
      ],
      returned_reason_4: 'And the fourth.',
    })
    const all = await activities.list(id)
    const label = (text: string) => all.find((one) => one.text === text)?.label
    expect(label('It cannot be read.')).toMatch(/^1\.1\.1 .*\.pdf$/)
    expect(label('Add minutes.')).toMatch(/^1\.\d\.\d /)
    expect(label('How many?')).toBe('5.2.1 Trainings held')
    expect(
      all.map(({ place, principle_number, kind, text }) => [place.about, principle_number, kind, text]),
    ).toEqual([
      // a comment is a point too, and comes first
      ['principle', 4, 'comment', 'And the fourth.'],
      ['record', null, 'explain', 'Two offices report this.'],
      ['field', null, 'add', 'Choose the year.'],
      ['file', 1, 'replace', 'It cannot be read.'],
      ['indicator', 1, 'add', 'Add minutes.'],
      ['principle', 3, 'add', 'Nothing is here.'],
      ['figure', 5, 'add', 'How many?'],
    ])
    const made = (...texts: string[]) =>
      texts.map((text) => expect.stringContaining(text)) &&
      expect.stringMatching(new RegExp(texts.join('[^]*')))
    expect(siteActivities).toMatchObject({
      returned_reason_1: made(
        'The activity: Please explain. Two',
        'Reporting year: Please add',
        'It cannot',
        'minutes',
      ),
      returned_reason_2: null,
      returned_reason_3: 'Principle #3: Please add. Nothing is here.',
      returned_reason_4: 'And the fourth.',
      returned_reason_5: '5.2.1 Trainings held: Please add. How many?',
    })
    expect(await activities.counts(id)).toEqual([7, 0])
  })

  test('by a client that knows none: each comment is one point, and columns, messages and log are as before', async () => {
    const { id } = await calls.created()
    const { siteProfile } = await sites.return('PENRO', id, { returned_reason: 'Wrong town.' })
    expect(siteProfile.returned_reason).toBe('Wrong town.')
    expect((await auditOf(t, id)).at(-1)?.field_change).toEqual([
      { field: 'site_status', old: 'Submitted', new: 'Returned' },
      { field: 'penro_status', old: 'Submitted', new: 'Returned' },
      { field: 'returned_by', old: null, new: 'PENRO' },
      { field: 'returned_reason', old: null, new: 'Wrong town.' },
    ])
    const [mail] = (await deliveredMails(t)).filter(({ text }) => text?.includes(`/sitemap/edit/${id}\n`))
    expect(mail?.text).toMatch(/^A SITES profile was returned by PENRO with comments\./)
    expect(await sites.list(id)).toMatchObject([
      { kind: 'comment', ...at(ABOUT_RECORD), label: 'The profile', text: 'Wrong town.', state: 'open' },
    ])
    const activity = (await waitingActivity()).id
    await activities.return('PENRO', activity, { returned_reason_2: 'Two.', returned_reason_7: 'Seven.' })
    expect(await activities.list(activity)).toMatchObject([
      { ...at({ about: 'principle', principle_number: 2 }), label: 'Principle #2', text: 'Two.' },
      { ...at({ about: 'principle', principle_number: 7 }), label: 'Principle #7', text: 'Seven.' },
    ])
  })

  test('[S-167] a typed comment is a point beside the others: record, log and mail count three, and the mail quotes all', async () => {
    const { id } = await calls.created()
    const { siteProfile } = await sites.return('PENRO', id, {
      returned_reason: 'See below.',
      points: [
        aPoint({ about: 'boundary' }, 'Too small.'),
        aPoint({ about: 'field', field: 'project_area' }, 'And too large.', 'explain'),
      ],
    })
    expect(siteProfile).toMatchObject({ returned_reason: 'See below.', open_points: 3 })
    expect((await sites.list(id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['comment', 'See below.'],
      ['correct', 'Too small.'],
      ['explain', 'And too large.'],
    ])
    const loggedAs = async (field: string) => {
      const changes = (await auditOf(t, id)).at(-1)?.field_change as { field: string; new: string }[]
      return changes.find((one) => one.field === field)?.new
    }
    expect(await loggedAs('points')).toBe('3 points')
    const mails = await deliveredMails(t)
    const mail = mails.find(({ text }) => text?.includes(`/sitemap/edit/${id}\n`))?.text
    expect(mail).toMatch(/^A SITES profile was returned by PENRO with 3 points\./)
    expect(mail).toContain(
      [
        '> See below.',
        '>',
        '> Boundary: Please correct. Too small.',
        '>',
        '> Project Area: Please explain. And too large.',
      ].join('\n'),
    )

    const [comment, , why] = await sites.list(id)
    if (!comment || !why) throw new Error('The return sent no points.')
    await sites.answer(id, comment, 'Seen.')
    await sites.answer(id, why, 'As the deed says.')
    await sites.submit(id)
    expect(await loggedAs('answered')).toBe('2 of 3 points')
    await sites.return('PENRO', id, {
      returned_reason: 'Once more.',
      settled: [comment.id],
      reopened: [{ id: why.id, text: 'Which page?' }],
    })
    expect([await loggedAs('points'), await loggedAs('reopened')]).toEqual(['1 point', '1 point'])
    const again = (await deliveredMails(t))
      .map(({ text }) => text ?? '')
      .filter((text) => text.includes('Once more.'))
    expect(again[0]).toContain('was returned by PENRO with 2 points.')
    expect(again[0]).toContain('> Once more.\n>\n> Project Area: Please explain. Which page?')
  })
})

describe('an answer', () => {
  test('is a change at its place, with old and new; words; or both; what is not answered stays open', async () => {
    const { id, agreement_id, map_kml_id } = await calls.created({
      map_kml_id: await aKml(encoder, kmlText({ lon: 121.3, lat: 14.1 }), 'old.kml'),
    })
    const points = {
      partner: aPoint({ about: 'field', field: 'name_of_partner' }, 'The name'),
      year: aPoint({ about: 'field', field: 'project_year_end' }, 'The year'),
      agreement: aPoint({ about: 'file', file_id: agreement_id }, 'The agreement', 'replace'),
      map: aPoint({ about: 'file', file_id: map_kml_id }, 'The map', 'replace'),
      boundary: aPoint({ about: 'boundary' }, 'The boundary'),
      whole: aPoint(ABOUT_RECORD, 'The whole'),
      words: aPoint({ about: 'field', field: 'year_implemented' }, 'Only words', 'explain'),
      open: aPoint({ about: 'field', field: 'project_area' }, 'Not answered'),
    }
    await sites.return('PENRO', id, { points: Object.values(points) })
    const words = await sites.named(id, 'Only words')
    expect(await sites.answer(id, words, '  It began in 2021,\n as the deed says. ')).toMatchObject({
      id: words.id,
      state: 'open',
      draft_answer: 'It began in 2021,\n as the deed says.',
      change: null,
    })
    const both = await sites.named(id, 'The year')
    await sites.answer(id, both, 'The deed was extended.')
    await edit(id, {
      name_of_partner: 'Samahan ng Bago',
      project_year_end: 2035,
      agreement_id: await upload(encoder, 'pdf', 'signed.pdf', pdfBytes('signed')),
      map_kml_id: await aKml(encoder, kmlText({ lon: 121.32, lat: 14.1, size: 0.02 }), 'new.kml'),
    })
    // before the submission its office sees what each change will answer
    expect((await sites.named(id, 'The name')).change).toMatchObject({
      what: 'changed',
      new: 'Samahan ng Bago',
    })
    expect((await sites.named(id, 'Not answered')).change).toBeNull()

    await sites.submit(id)
    expect(await sites.counts(id)).toEqual([1, 7])
    const answerTo = async (text: string) => {
      const { state, steps, draft_answer, change } = await sites.named(id, text)
      expect([draft_answer, change]).toEqual([null, null])
      const last = steps.at(-1)
      return last?.action === 'Answered' ? [state, last.level, last.round, last.text, last.change] : [state]
    }
    const changed = (what: string, old: unknown, now: unknown) => ({ what, old, new: now })
    const answered = (text: string | null, change: object | null) => ['answered', null, 2, text, change]
    expect(await answerTo('The name')).toEqual(
      answered(null, changed('changed', 'Samahan ng mga Tagapangalaga ng Kagubatan', 'Samahan ng Bago')),
    )
    expect(await answerTo('The year')).toEqual(
      answered('The deed was extended.', changed('changed', '2030', '2035')),
    )
    expect(await answerTo('The agreement')).toEqual(
      answered(null, changed('replaced', 'agreement.pdf', 'signed.pdf')),
    )
    expect(await answerTo('The map')).toEqual(answered(null, changed('replaced', 'old.kml', 'new.kml')))
    const hectares = expect.stringMatching(/^[\d,.]+ ha$/)
    expect(await answerTo('The boundary')).toEqual(answered(null, changed('replaced', hectares, hectares)))
    const [, , , , whole] = await answerTo('The whole')
    expect(whole).toMatchObject({
      what: 'changed',
      old: null,
      new: expect.stringMatching(/^4 changes: .*Partner/),
    })
    expect(await answerTo('Only words')).toEqual(answered('It began in 2021,\n as the deed says.', null))
    expect(await answerTo('Not answered')).toEqual(['open'])
  })

  test('[S-167] of an activity, only what is asked for: a figure, another file, a new file, a year', async () => {
    const { id, verification } = await waitingActivity()
    const fifth = principleNumber(principles, 5)
    const counted = fifth.criteria
      .flatMap(({ criteria_indicator }) => criteria_indicator)
      .find(({ figures }) => figures.length > 0)
    const indicator = counted?.id ?? 0
    const figure = counted?.figures[0]?.id ?? 0
    const second = principleNumber(principles, 2)
    const [evidence] = verification
    const [file] = evidence?.upload ?? []
    await activities.return('PENRO', id, {
      points: [
        aPoint({ about: 'indicator', sites_criteria_indicator_id: indicator }, 'What happened?', 'explain'),
        aPoint({ about: 'figure', indicator_figure_id: figure }, 'How many?', 'add'),
        aPoint({ about: 'file', file_id: file?.upload_id ?? 0 }, 'Another scan', 'replace'),
        aPoint({ about: 'indicator', sites_criteria_indicator_id: second.indicators[0] }, 'Minutes', 'add'),
        aPoint({ about: 'indicator', sites_criteria_indicator_id: second.indicators[1] }, 'Photos', 'add'),
        aPoint({ about: 'principle', principle_number: 2 }, 'The second', 'add'),
        aPoint({ about: 'principle', principle_number: 8 }, 'The eighth', 'add'),
        aPoint({ about: 'field', field: 'reporting_year' }, 'The year', 'add'),
        aPoint(ABOUT_RECORD, 'Anything', 'explain'),
      ],
    })
    const save = (principle: number, criteria_means: object[]) =>
      activities.sent('laguna.encoder', `/sites/activities/verification/${id}`, {
        sites_principle_id: principle,
        criteria_means,
      })
    await save(fifth.id, [
      {
        sites_criteria_indicator_id: indicator,
        upload_id: [],
        what_happened: 'One training.',
        figures: [{ indicator_figure_id: figure, value: '3' }],
      },
    ])
    await save(principleNumber(principles, 1).id, [
      {
        sites_criteria_indicator_id: evidence?.sites_criteria_indicator_id,
        upload_id: [await aMov(t, 'laguna.encoder', 'rescanned.pdf')],
      },
    ])
    await save(second.id, [
      {
        sites_criteria_indicator_id: second.indicators[0],
        upload_id: [await aMov(t, 'laguna.encoder', 'minutes.pdf')],
      },
    ])
    await activities.sent('laguna.encoder', `/sites/activities/${id}/disabled/indicator`, {
      site_activity_id: id,
      id: second.indicators[1],
      type: 'indicator',
      isDisabled: true,
    })
    await activities.sent('laguna.encoder', `/sites/activities/${id}/reporting-year`, {
      reporting_year: 2022,
    })
    await activities.submit(id)
    // words alone explain, an indicator that is turned off adds nothing, and one new file replaces one
    expect(await activities.counts(id)).toEqual([4, 5])
    const all = await activities.list(id)
    const changes = Object.fromEntries(all.map(({ text, steps }) => [text, steps.at(-1)?.change]))
    expect(changes).toEqual({
      'What happened?': null,
      'How many?': { what: 'changed', old: null, new: '3' },
      'Another scan': { what: 'replaced', old: file?.upload_file_name, new: 'rescanned.pdf' },
      Minutes: { what: 'changed', old: null, new: 'minutes.pdf added' },
      Photos: null,
      'The second': { what: 'changed', old: null, new: '1 file added' },
      'The eighth': null,
      'The year': { what: 'changed', old: 'not chosen', new: '2022' },
      Anything: null,
    })
  })

  test('is the newest that was typed: removed when blank, refused over a text that was not seen, repeated without harm', async () => {
    const { id } = await aSite(t)
    await sites.return('PENRO', id, { points: [aPoint(ABOUT_RECORD, 'Who signed?')] })
    const point = await sites.named(id, 'Who signed?')
    const url = `/sites/${id}/points/${point.id}/answer`
    await sites.answer(id, point, 'Ana')
    const stale = await encoder.post(url, { text: 'Ben', was: null })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ refusal: { code: 'answer_saved_before' } })
    expect((await sites.named(id, 'Who signed?')).draft_answer).toBe('Ana')
    // sent again after a lost reply
    expect((await encoder.post(url, { text: 'Ana' })).statusCode).toBe(200)
    expect(await sites.answer(id, { ...point, draft_answer: 'Ana' }, ' \n ')).toMatchObject({
      draft_answer: null,
    })
    await sites.submit(id)
    expect(await sites.counts(id)).toEqual([1, 0])
  })
})

describe('from PENRO to FMB and back', () => {
  test('a point is asked, answered, settled, asked again and settled by approvals; each step stays', async () => {
    const { id } = await calls.created()
    await sites.return('PENRO', id, {
      points: [aPoint(ABOUT_RECORD, 'P1'), aPoint({ about: 'boundary' }, 'P2')],
    })
    await sites.answer(id, await sites.named(id, 'P1'), 'Answer to P1')
    await sites.submit(id)

    // PENRO accepts one, asks the other again with words of its own
    const [open, answered] = [await sites.named(id, 'P2'), await sites.named(id, 'P1')]
    expect([open.state, answered.state]).toEqual(['open', 'answered'])
    const again = await sites.return('PENRO', id, {
      reopened: [{ id: answered.id, text: 'Please name the person.' }],
      points: [aPoint({ about: 'field', field: 'project_area' }, 'P3')],
    })
    expect(again.siteProfile.returned_reason).toBe(
      'Project Area: Please correct. P3\n\nThe profile: Please correct. Please name the person.',
    )
    expect(await sites.briefs(id)).toEqual([
      ['P1', 'open', 'Sent', 'Answered', 'Reopened'],
      ['P2', 'open', 'Sent'],
      ['P3', 'open', 'Sent'],
    ])
    expect((await sites.named(id, 'P1')).steps.at(-1)).toMatchObject({
      level: 'PENRO',
      round: 2,
      text: 'Please name the person.',
    })
    for (const text of ['P1', 'P2', 'P3']) await sites.answer(id, await sites.named(id, text), `Now ${text}`)
    await sites.submit(id)
    await sites.return('PENRO', id, {
      settled: [(await sites.named(id, 'P1')).id],
      points: [aPoint(ABOUT_RECORD, 'P4')],
    })
    expect(await sites.counts(id)).toEqual([1, 2])
    await sites.answer(id, await sites.named(id, 'P4'), 'Now P4')
    await sites.submit(id)

    // an approval accepts what is left of its level; the next level asks one again
    await sites.approve('PENRO', id)
    expect(await sites.counts(id)).toEqual([0, 0])
    await sites.return('Region', id, {
      points: [aPoint({ about: 'boundary' }, 'R1'), aPoint(ABOUT_RECORD, 'R2')],
      reopened: [{ id: (await sites.named(id, 'P1')).id, text: 'Region asks again.' }],
    })
    expect(await sites.withdraw('Region', id, (await sites.named(id, 'R2')).id, 'Found it.')).toMatchObject({
      state: 'withdrawn',
      draft_answer: null,
    })
    await sites.answer(id, await sites.named(id, 'R1'), 'The river is the border.')
    await sites.submit(id)
    expect(await sites.counts(id)).toEqual([1, 1])

    // PENRO's approval settles what PENRO asked, not what Region asked
    await sites.approve('PENRO', id)
    expect(await sites.briefs(id)).toEqual([
      ['R1', 'answered', 'Sent', 'Answered'],
      ['P1', 'settled', 'Sent', 'Answered', 'Reopened', 'Answered', 'Settled', 'Reopened', 'Settled'],
      ['P2', 'settled', 'Sent', 'Answered', 'Settled'],
      ['P3', 'settled', 'Sent', 'Answered', 'Settled'],
      ['P4', 'settled', 'Sent', 'Answered', 'Settled'],
      ['R2', 'withdrawn', 'Sent', 'Withdrawn'],
    ])
    await sites.approve('Region', id)
    expect(await sites.counts(id)).toEqual([0, 0])
    await sites.return('FMB', id, { points: [aPoint(ABOUT_RECORD, 'F1')] })
    await sites.submit(id)
    for (const level of ['PENRO', 'Region'] as const) {
      await sites.approve(level, id)
      expect(await sites.counts(id), level).toEqual([1, 0])
    }
    await sites.approve('FMB', id)
    expect(await sites.counts(id)).toEqual([0, 0])
    expect((await sites.list(id)).filter(({ state }) => !['settled', 'withdrawn'].includes(state))).toEqual(
      [],
    )
    expect((await sites.named(id, 'F1')).steps.at(-1)).toMatchObject({ action: 'Settled', level: 'FMB' })
  })

  test('a recall takes the answers of its submission back; their words are drafts again', async () => {
    const { id } = await calls.created()
    await sites.return('PENRO', id, {
      points: [
        aPoint(ABOUT_RECORD, 'By words'),
        aPoint({ about: 'field', field: 'name_of_partner' }, 'By change'),
        aPoint({ about: 'boundary' }, 'Not at all'),
      ],
    })
    await sites.answer(id, await sites.named(id, 'By words'), 'The deed says so.')
    await edit(id, { name_of_partner: 'Samahan ng Ilog' })
    await sites.submit(id)
    expect(await sites.counts(id)).toEqual([1, 2])
    await sites.recall(id)
    expect(await sites.counts(id)).toEqual([3, 0])
    expect(await sites.list(id)).toMatchObject([
      { text: 'By words', state: 'open', draft_answer: 'The deed says so.' },
      { text: 'By change', state: 'open', draft_answer: null, change: { new: 'Samahan ng Ilog' } },
      { text: 'Not at all', state: 'open', draft_answer: null, change: null },
    ])
    expect(await sites.briefs(id)).toEqual([
      ['By words', 'open', 'Sent', 'Answered', 'Recalled'],
      ['By change', 'open', 'Sent', 'Answered', 'Recalled'],
      ['Not at all', 'open', 'Sent'],
    ])
    await edit(id, { name_of_partner: 'Samahan ng mga Tagapangalaga ng Kagubatan' })
    await sites.submit(id)
    // the name is as it was returned, so its point is not answered
    expect(await sites.counts(id)).toEqual([2, 1])

    // an answer of an earlier round is not taken back with a later submission
    await sites.return('PENRO', id, { points: [aPoint({ about: 'boundary' }, 'Later')] })
    await sites.answer(id, await sites.named(id, 'Later'), 'As drawn.')
    await sites.submit(id)
    await sites.recall(id)
    expect((await sites.named(id, 'By words')).state).toBe('answered')
    expect(await sites.named(id, 'Later')).toMatchObject({ state: 'open', draft_answer: 'As drawn.' })
  })

  test('[S-167] a withdrawn point is mailed to its office with its text and the reason, also in a second click once', async () => {
    const { id } = await calls.created()
    await sites.return('PENRO', id, {
      points: [aPoint({ about: 'boundary' }, 'The south is missing.', 'replace')],
    })
    const { id: point } = await sites.named(id, 'The south is missing.')
    await sites.withdraw('PENRO', id, point, 'The map has it.')
    const twice = await (await t.as('laguna.approver')).post(`/sites/${id}/points/${point}/withdraw`, {
      text: 'x',
    })
    expect(twice.statusCode).toBe(409)
    const other = await (await t.as('quezon.approver')).post(`/sites/${id}/points/${point}/withdraw`, {
      text: 'x',
    })
    expect(other.statusCode).toBe(404)
    const mails = (await deliveredMails(t)).filter(
      ({ subject, text }) =>
        subject?.includes('a point was withdrawn by PENRO') && text?.includes(`/sitemap/view/${id}\n`),
    )
    expect(mails).toHaveLength(new Set(mails.map(({ to }) => to?.[0]?.address)).size)
    expect(mails.length).toBeGreaterThan(0)
    for (const { text } of mails)
      expect(text).toContain('> Boundary: Please replace. The south is missing.\n>\n> The map has it.')
  })

  test('an activity goes the same way', async () => {
    const { id } = await waitingActivity()
    await activities.approve('PENRO', id)
    await activities.return('Region', id, {
      points: [
        aPoint({ about: 'principle', principle_number: 2 }, 'Two'),
        aPoint({ about: 'principle', principle_number: 3 }, 'Three'),
      ],
    })
    await activities.answer(id, await activities.named(id, 'Two'), 'See the minutes.')
    await activities.submit(id)
    await activities.recall(id)
    expect(await activities.named(id, 'Two')).toMatchObject({
      state: 'open',
      draft_answer: 'See the minutes.',
    })
    await activities.submit(id)
    await activities.approve('PENRO', id)
    expect(await activities.counts(id)).toEqual([1, 1])
    const back = await activities.return('Region', id, {
      settled: [(await activities.named(id, 'Two')).id],
      points: [aPoint({ about: 'principle', principle_number: 4 }, 'Four')],
    })
    expect(back.siteActivities).toMatchObject({
      returned_reason_2: null,
      returned_reason_3: null,
      returned_reason_4: 'Principle #4: Please correct. Four',
    })
    await activities.withdraw('Region', id, (await activities.named(id, 'Three')).id, 'Not needed.')
    await activities.submit(id)
    for (const level of ['PENRO', 'Region', 'FMB'] as const) await activities.approve(level, id)
    expect(await activities.briefs(id)).toEqual([
      ['Two', 'settled', 'Sent', 'Answered', 'Recalled', 'Answered', 'Settled'],
      ['Three', 'withdrawn', 'Sent', 'Withdrawn'],
      ['Four', 'settled', 'Sent', 'Settled'],
    ])
    expect((await activityOf(t, id)).open_points).toBe(0)
  })
})
