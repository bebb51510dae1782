import { expect, test } from 'vitest'
import { taskList } from '../../server/jobs.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { SESSION_IDLE_MINUTES } from '../../shared/auth/auth.schema.ts'
import { sentence } from '../support/oracles/worded.ts'
import { withServer } from '../support/product/app.ts'

const t = withServer()

/** The message of the next call after the session has ended. */
async function toldTo(person: string): Promise<string> {
  const reply = await (await t.as(person)).get('/validate-token')
  expect(reply.statusCode).toBe(401)
  expect(reply.json().code).toBe('not_signed_in')
  return reply.json().message
}

/** An administrator makes this call about the account of the person. */
const asAdministrator = async (path: string, person: string, body: object = {}) => {
  const reply = await (await t.as('fmb.super')).post(`${path}/${await t.userId(person)}`, body)
  expect(reply.statusCode, reply.body).toBe(200)
}

test('[S-122] a log in on another device tells the first one why it was logged out', async () => {
  await t.as('laguna.encoder')
  const body = { email: demoEmail('laguna.encoder'), password: DEMO_PASSWORD, force: true }
  expect((await (await t.as(null)).post('/login', body)).statusCode).toBe(200)
  expect(await toldTo('laguna.encoder')).toBe(sentence('ended_elsewhere'))
})

test('[S-122] whoever is deactivated, and whoever has a new password, is told why', async () => {
  await t.as('laguna.approver')
  await asAdministrator('/users/deactivate', 'laguna.approver', { deactivate_reason: 'Left the office' })
  expect(await toldTo('laguna.approver')).toBe(sentence('ended_deactivated'))

  await t.as('quezon.approver')
  const changed = await (await t.as('quezon.approver')).post('/change-password', {
    email: demoEmail('quezon.approver'),
    old_password: DEMO_PASSWORD,
    password: 'Narra-at-Ipil-2032!',
    password_confirmation: 'Narra-at-Ipil-2032!',
  })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(await toldTo('quezon.approver')).toBe(sentence('ended_password'))
})

test('[S-122] a session that died of age says so, before and after the clean-up; of an unknown token nothing is told', async () => {
  await t.as('r4a.approver')
  t.setNow(new Date(Date.now() + (SESSION_IDLE_MINUTES + 1) * 60_000))
  expect(await toldTo('r4a.approver')).toBe(sentence('ended_expired'))
  const { tasks, close } = taskList(t.services)
  await tasks.clean_up_sessions()
  expect(await toldTo('r4a.approver')).toBe(sentence('ended_expired'))
  const known = await t.db.selectFrom('ended_sessions').select('token_hash').execute()
  expect(known.length).toBeGreaterThan(0)
  // a day later the reason is no longer needed
  await t.db.updateTable('ended_sessions').set({ ended_at: '2020-01-01T00:00:00Z' }).execute()
  await tasks.clean_up_sessions()
  close()
  expect(await t.db.selectFrom('ended_sessions').select('token_hash').execute()).toEqual([])
  expect(await toldTo('r4a.approver')).toBe('Please log in to continue.')
})
