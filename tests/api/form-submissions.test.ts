import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { actions, serveRoutes } from '../../server/http/http.ts'
import { taskList } from '../../server/jobs.ts'
import { AppError } from '../../server/lib/errors.ts'
import { endpoint } from '../../shared/access/endpoint.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { SOURCE } from '../../shared/texts/languages.ts'
import { FORM_KEY, FORM_KEY_DAYS } from '../../shared/lib/form-key.ts'
import {
  activityAudit,
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { aSite, auditOf, eventsOf, siteInput } from '../support/records/factories.ts'
import { full } from '../support/full.ts'
import { aPerson, aRole, auditOf as linesOf } from '../support/records/people.ts'

const t = withServer()

type Form = { method?: 'POST' | 'PATCH'; url: string; body: object; key: string }

async function send(person: string, { method = 'POST', url, body, key }: Form) {
  const { token } = await t.as(person)
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: key }
  return t.app.inject({ method, url: `/api${url}`, headers, payload: body })
}

const loggedOf = async (module: string, id: number) =>
  (await linesOf(t, module, id)).map((line) => line.event)
const countSites = async () => (await t.db.selectFrom('site_profiles').select('id').execute()).length

describe('the same form sent again because its answer was lost', () => {
  test('gives the profile it made and makes no second one', async () => {
    const form = { url: '/sites', body: await siteInput(t), key: randomUUID() }
    const first = await send('laguna.encoder', form)
    expect(first.statusCode, first.body).toBe(200)
    const { id } = first.json().siteProfile
    const [sites, logged] = [await countSites(), await auditOf(t, id)]

    const second = await send('laguna.encoder', form)
    expect(second.statusCode, second.body).toBe(200)
    expect(second.json()).toEqual(first.json())
    expect(await countSites()).toBe(sites)
    expect(await auditOf(t, id)).toEqual(logged)
  })

  test('five at once have one winner and one answer', async () => {
    const form = { url: '/sites', body: await siteInput(t), key: randomUUID() }
    const sites = await countSites()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send('laguna.encoder', form)))
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(await countSites()).toBe(sites + 1)
    expect(await eventsOf(t, replies[0]?.json().siteProfile.id)).toEqual(['Created', 'Submitted'])
  })

  test('[S-144] with another content is refused in words that name the record, who saved it, when and what differs, and changes nothing', async () => {
    const body = await siteInput(t)
    const key = randomUUID()
    const first = await send('laguna.encoder', { url: '/sites', body, key })
    const { code, id } = first.json().siteProfile
    const logged = await auditOf(t, id)
    const sites = await countSites()

    const other = { url: '/sites', body: { ...body, name_of_partner: 'Another partner' }, key }
    const reply = await send('laguna.encoder', other)
    expect(reply.statusCode).toBe(409)
    const { by, at, fields } = reply.json().saved_before
    expect(fields).toEqual([{ field: 'name_of_partner', old: body.name_of_partner, new: 'Another partner' }])
    const { created_at } = await t.db
      .selectFrom('form_submissions')
      .select('created_at')
      .where('form_key', '=', key)
      .executeTakeFirstOrThrow()
    expect([by, at]).toEqual([first.json().siteProfile.created_by, created_at])
    expect(reply.json()).toMatchObject({
      code: 'repeated',
      message: `This form was sent before and is saved as ${code}, by ${by} on ${formatDateTime(at)}. Later changes to it (name of partner) are not saved. Please open the record to see what is saved.`,
    })
    expect(await countSites()).toBe(sites)
    expect(await auditOf(t, id)).toEqual(logged)
  })

  test('[S-43] is no possible duplicate of what it saved itself; another form is', async () => {
    const body = await siteInput(t, { name_of_partner: 'Samahan ng Nawalang Sagot' })
    const key = randomUUID()
    const { code } = (await send('laguna.encoder', { url: '/sites', body, key })).json().siteProfile
    const { name_of_partner, city_id, project_year_start, project_year_end } = body as Record<string, unknown>
    const project = { name_of_partner, city_id, project_year_start, project_year_end }
    const found = async (person: string, form_key: string) =>
      (await send(person, { url: '/sites/duplicates', body: project, key: form_key })).json().data
    expect(await found('laguna.encoder', key)).toEqual([])
    expect(await found('laguna.encoder', randomUUID())).toMatchObject([{ code }])
    // a form key is its owner's
    expect(await found('fmb.super', key)).toMatchObject([{ code }])
  })

  test('after a refusal is taken as if it were the first', async () => {
    const body = await siteInput(t)
    const key = randomUUID()
    const refused = await send('laguna.encoder', {
      url: '/sites',
      body: { ...body, name_of_partner: '' },
      key,
    })
    expect(refused.statusCode).toBe(422)
    const reply = await send('laguna.encoder', { url: '/sites', body, key })
    expect(reply.statusCode, reply.body).toBe(200)
  })

  test('is another form under the key of somebody else', async () => {
    const site = await aSite(t)
    const key = randomUUID()
    const form = { url: `/sites/approved/${site.id}`, body: { revision: site.revision }, key }
    expect((await send('laguna.approver', form)).statusCode).toBe(200)
    const reply = await send('quezon.approver', form)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain(site.code)
  })

  test('saves and submits a returned profile once', async () => {
    const site = await aSite(t, { site_status: 'Returned' })
    const key = randomUUID()
    const save = {
      method: 'PATCH',
      url: `/sites/${site.id}`,
      body: { name_of_partner: 'Corrected partner', revision: site.revision },
      key,
    } as const
    const saved = await send('laguna.encoder', save)
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await send('laguna.encoder', save)).json()).toEqual(saved.json())
    const { revision } = saved.json().siteProfile
    const submit = { url: `/sites/submitted/${site.id}`, body: { revision }, key }
    const submitted = await send('laguna.encoder', submit)
    expect(submitted.statusCode, submitted.body).toBe(200)
    const logged = await eventsOf(t, site.id)

    // the whole form again, from a screen that has the newest revision
    const again = { ...save, body: { ...save.body, revision: submitted.json().siteProfile.revision } }
    expect((await send('laguna.encoder', again)).json()).toEqual(saved.json())
    expect((await send('laguna.encoder', submit)).json()).toEqual(submitted.json())
    expect(await eventsOf(t, site.id)).toEqual(logged)
  })

  test.each(['approved', 'returned'])('decides on a profile once: %s', async (way) => {
    const site = await aSite(t)
    const body = {
      revision: site.revision,
      ...(way === 'returned' ? { returned_reason: 'Which creek?' } : {}),
    }
    const form = { url: `/sites/${way}/${site.id}`, body, key: randomUUID() }
    const first = await send('laguna.approver', form)
    expect(first.statusCode, first.body).toBe(200)
    const second = await send('laguna.approver', form)
    expect(second.statusCode, second.body).toBe(200)
    expect(second.json()).toEqual(first.json())
    expect(await eventsOf(t, site.id)).toHaveLength(1)
  })

  test('saves evidence once, the first of an activity and a later one', async () => {
    const site_profile_id = await anApprovedSite(t)
    const principle = principleNumber(await batchOne(t), 1)
    const means = async (upload_id: number[]) => ({
      sites_principle_id: principle.id,
      criteria_means: [{ sites_criteria_indicator_id: principle.indicators[0], upload_id }],
    })
    const one = await aMov(t, 'laguna.encoder')
    const body = { site_profile_id, ...(await means([one])) }
    const start = { url: '/sites/activities', body, key: randomUUID() }
    const started = await send('laguna.encoder', start)
    expect(started.statusCode, started.body).toBe(200)
    expect((await send('laguna.encoder', start)).json()).toEqual(started.json())

    const { id, revision } = started.json().siteActivities
    const more = { ...(await means([one, await aMov(t, 'laguna.encoder')])), revision }
    const save = { url: `/sites/activities/verification/${id}`, body: more, key: randomUUID() }
    const saved = await send('laguna.encoder', save)
    expect(saved.statusCode, saved.body).toBe(200)
    const again = await send('laguna.encoder', save)
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json()).toEqual(saved.json())
    expect((await activityAudit(t, id)).map((line) => line.event)).toEqual(['Created', 'Updated'])
  })

  test('adds a user once', async () => {
    const { role_id } = await t.db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', await t.userId('laguna.encoder'))
      .executeTakeFirstOrThrow()
    const body = {
      first_name: 'Luz',
      last_name: 'Dimaano',
      sex: 'Female',
      email: 'luz.dimaano@bureau.example',
      access_level: 'PENRO',
      role_id,
    }
    const form = { url: '/users', body, key: randomUUID() }
    const added = await send('laguna.admin', form)
    expect(added.statusCode, added.body).toBe(200)
    const again = await send('laguna.admin', form)
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json()).toEqual(added.json())
  })

  test('adds and edits a role once', async () => {
    const body = { name: 'PENRO Reader', access_level: 'PENRO', permissions: ['user_access'] }
    const add = { url: '/roles', body, key: randomUUID() }
    const added = await send('fmb.super', add)
    expect(added.statusCode, added.body).toBe(200)
    const again = await send('fmb.super', add)
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json()).toEqual(added.json())

    const { id, updated_at } = added.json().role
    const edit = {
      method: 'PATCH',
      url: `/roles/${id}`,
      body: { name: 'PENRO Guest', updated_at },
      key: randomUUID(),
    } as const
    const edited = await send('fmb.super', edit)
    expect(edited.statusCode, edited.body).toBe(200)
    expect((await send('fmb.super', edit)).json()).toEqual(edited.json())
    expect(await loggedOf('Role Management', id)).toEqual(['Created', 'Updated'])
  })

  const LEAVER = { role: 'PENRO Encoder', region: 'R04A', office: 'PENRO Laguna' }
  const switched = [
    {
      record: 'a user',
      module: 'User Management',
      url: '/users',
      by: 'fmb.super',
      make: () => aPerson(t, 'leaver', LEAVER),
    },
    {
      record: 'a role',
      module: 'Role Management',
      url: '/roles',
      by: 'fmb.super',
      make: () => aRole(t, { name: 'PENRO Visitor', access_level: 'PENRO' }),
    },
    {
      record: 'a profile',
      module: 'Profiling of SITES',
      url: '/sites',
      by: 'laguna.admin',
      make: async () => (await aSite(t)).id,
    },
    {
      record: 'an activity',
      module: 'SITES Activities',
      url: '/sites/activities',
      by: 'laguna.admin',
      make: async () => (await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })).id,
    },
  ]
  test.each(switched)('switches $record off once and on once', async ({ module, url, by, make }) => {
    const id = await make()
    const before = await loggedOf(module, id)
    const key = randomUUID()
    const off = { url: `${url}/deactivate/${id}`, body: { deactivate_reason: 'On leave' }, key }
    const on = { url: `${url}/activate/${id}`, body: {}, key }
    for (const form of [off, on]) {
      const first = await send(by, form)
      expect(first.statusCode, first.body).toBe(200)
      const second = await send(by, form)
      expect(second.statusCode, second.body).toBe(200)
      expect(second.json()).toEqual(first.json())
    }
    expect(await loggedOf(module, id)).toEqual([...before, 'Deactivated', 'Activated'])
    const other = { ...off, body: { deactivate_reason: 'Left the bureau' } }
    expect((await send(by, other)).json()).toMatchObject({ code: 'repeated' })
  })

  test('submits and decides on an activity once', async () => {
    const activity = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
    const key = randomUUID()
    const submit = { url: `/sites/activities/submitted/${activity.id}`, body: {}, key }
    const submitted = await send('laguna.encoder', submit)
    expect(submitted.statusCode, submitted.body).toBe(200)
    expect((await send('laguna.encoder', submit)).json()).toEqual(submitted.json())
    const approve = { url: `/sites/activities/approved/${activity.id}`, body: {}, key }
    const approved = await send('laguna.approver', approve)
    expect(approved.statusCode, approved.body).toBe(200)
    expect((await send('laguna.approver', approve)).json()).toEqual(approved.json())
  })
})

test('a key that is none is refused', async () => {
  const reply = await send('laguna.encoder', { url: '/sites', body: await siteInput(t), key: 'again' })
  expect(reply.statusCode).toBe(400)
})

test('an answer is kept for as long as a draft, and forgotten by the daily clean-up', async () => {
  const site = await aSite(t)
  const form = { url: `/sites/approved/${site.id}`, body: {}, key: randomUUID() }
  await send('laguna.approver', form)
  const { tasks, close } = taskList(t.services)
  const cleanUpAfter = async (days: number) => {
    t.setNow(new Date(Date.now() + days * 24 * 3_600_000))
    await tasks.clean_up_files()
    t.setNow(new Date())
  }
  await cleanUpAfter(FORM_KEY_DAYS - 1)
  expect((await send('laguna.approver', form)).statusCode).toBe(200)
  await cleanUpAfter(FORM_KEY_DAYS + 1)
  close()
  expect((await send('laguna.approver', form)).statusCode).toBe(409)
})

full.describe('a form that anyone sends', () => {
  const api = {
    ask: endpoint('POST', '/questions', {
      summary: 'Asks the bureau a question',
      access: 'public',
      form: true,
      body: z.object({ question: z.string() }),
      reply: z.object({ question: z.string(), asked_by: z.nullable(z.string()) }),
    }),
  }
  let door: FastifyInstance
  beforeAll(() => {
    door = fastify()
    door.setErrorHandler((error, request, reply) =>
      error instanceof AppError
        ? reply.status(error.status).send(error.body(request.id, t.services.languages[SOURCE].texts))
        : reply.status(500).send(error),
    )
    const routes = actions(api, {
      ask: ({ write, actor }, { body: { question } }) =>
        write(async (_db, audit) => {
          audit({ module: 'Authentication', event: 'Login Failed', code: question })
          return { question, asked_by: actor?.name ?? null }
        }),
    })
    serveRoutes(door, t.services, { routes, publicLimit: async () => undefined })
  })
  const ask = (question: string, key: string, token: string | null = null) =>
    door.inject({
      method: 'POST',
      url: '/api/questions',
      headers: { [FORM_KEY]: key, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      payload: { question },
    })
  const asked = async (question: string) =>
    (await t.db.selectFrom('audit_logs').select('id').where('auditable_code', '=', question).execute()).length

  test('five at once and once more after a login have one winner and one answer', async () => {
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => ask('Who cut the ridge?', key)))
    const { token } = await t.as('laguna.encoder')
    const answers = [...replies, await ask('Who cut the ridge?', key, token)].map((one) => one.json())
    expect(answers).toEqual(Array(6).fill({ question: 'Who cut the ridge?', asked_by: null }))
    expect(await asked('Who cut the ridge?')).toBe(1)
    expect((await ask('Who cut the ridge?', randomUUID())).statusCode).toBe(200)
    expect(await asked('Who cut the ridge?')).toBe(2)
  })

  test('under a key that was sent with another content says nothing of what was saved', async () => {
    const key = randomUUID()
    await ask('Is the creek inside?', key)
    const reply = await ask('Is the spring inside?', key)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({
      code: 'repeated',
      message: 'This form was sent before and is saved.',
    })
    expect(reply.body).not.toMatch(/creek|saved_before/)
    expect(await asked('Is the spring inside?')).toBe(0)
  })

  test('is not the form of a person under the same key', async () => {
    const form = { url: '/sites', body: await siteInput(t), key: randomUUID() }
    expect((await send('laguna.encoder', form)).statusCode).toBe(200)
    expect((await ask('May I visit?', form.key)).json()).toMatchObject({ question: 'May I visit?' })
    expect((await send('laguna.encoder', form)).statusCode).toBe(200)
  })
})
