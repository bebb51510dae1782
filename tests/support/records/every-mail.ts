import {
  guessedAccountMail,
  guessedMail,
  mailForgottenPassword,
  mailPasswordChanged,
} from '../../../server/auth/password.mails.ts'
import { createCtx, type Origin } from '../../../server/context/context.ts'
import { actorOf, actorQuery } from '../../../server/context/sessions.ts'
import { ACTIVITY } from '../../../server/activities/activity.kind.ts'
import { tellOfDemands } from '../../../server/factors/demands.actions.ts'
import { mailBackupFailed } from '../../../server/backup/backup.mails.ts'
import { mailDifferences } from '../../../server/claims/altered.mails.ts'
import {
  mailBreakGlassUsed,
  mailCodesMade,
  mailFactorAdded,
  mailFactorRemoved,
  mailFewCodesLeft,
  mailGuessedCodes,
  mailNewDevice,
} from '../../../server/factors/factors.mails.ts'
import { mailCodeIssued, mailCodeUsed, mailResetCodeList } from '../../../server/factors/reset-codes.mails.ts'
import { mailFindings } from '../../../server/land/findings.jobs.ts'
import { mailExpiries } from '../../../server/land/instruments.jobs.ts'
import { listCurrentLayers } from '../../../server/land/screening.queries.ts'
import { queueInBatches, queueMails } from '../../../server/mails/mail.ts'
import { mailMentioned } from '../../../server/notes/notes.mails.ts'
import { listNoteReaders } from '../../../server/notes/note-people.queries.ts'
import { mailLinked, mailOffered, mailUnlinked } from '../../../server/oidc/linking.mails.ts'
import { dailyMail } from '../../../server/pending/daily-mail.ts'
import { sendDailyMails } from '../../../server/pending/daily-mails.jobs.ts'
import { weeklyMail } from '../../../server/pending/weekly-mail.ts'
import { sendWeeklyMails } from '../../../server/pending/weekly-mails.jobs.ts'
import { type AddressedNotice, combinedMails } from '../../../server/review/record-notices.ts'
import type { MailedRecord } from '../../../server/review/record.kind.ts'
import {
  mailApproved,
  mailCorrected,
  mailImported,
  mailPointWithdrawn,
  mailQuarantined,
  mailRecalled,
  mailReturned,
  mailSwitched,
  mailWaiting,
  mailWithdrawalProposed,
  mailWithdrawn,
} from '../../../server/review/review.mails.ts'
import {
  mailLogContinues,
  mailLogStopped,
  mailWitnessRefused,
} from '../../../server/public-log/public-log.mails.ts'
import { SITE } from '../../../server/sites/site.kind.ts'
import { mailNewAdministrator } from '../../../server/users/administrators.mails.ts'
import { mailSetPasswordLink, sendGeneratedPassword } from '../../../server/users/users.mails.ts'
import { addDays } from '../../../shared/lib/date-range.ts'
import { manilaDay } from '../../../shared/lib/dates.ts'
import type { TestApp } from '../product/app.ts'
import { anActivityRow, aSite } from './factories.ts'
import { aCurrentLayer, aFinding } from './land-findings.ts'

const ORIGIN: Origin = { request_id: 'every mail', network_address: '203.0.113.7', user_agent: '' }
const actorNamed = async (t: TestApp, name: string) =>
  actorOf(
    await actorQuery(t.db)
      .where('users.id', '=', await t.userId(name))
      .executeTakeFirstOrThrow(),
  )

async function accountMails(t: TestApp): Promise<void> {
  const { services, db } = t
  const now = services.now()
  const person = await actorNamed(t, 'laguna.encoder')
  const by = await actorNamed(t, 'fmb.admin')
  await mailPasswordChanged(services, db, person)
  await mailForgottenPassword(services, db, person, 'https://sis.example/link')
  await queueMails(db, [guessedMail(services, person), guessedAccountMail(services, by, person)])
  await db.transaction().execute(async (held) => {
    await mailSetPasswordLink(services, held, person)
    await sendGeneratedPassword(services, held, person, { password: 'Anahaw-7', expires_at: now })
  })
  for (const kind of ['app', 'passkey', 'sheet'] as const) {
    await mailFactorAdded(services, db, person, { kind, name: 'Telepono' })
    await mailFactorRemoved(services, db, person, { kind })
  }
  await mailCodesMade(services, db, person, 10)
  await mailFewCodesLeft(services, db, person, 5)
  await mailNewDevice(services, db, person, { device: 'Chrome, Windows', network_address: '203.0.113.7' })
  for (const isLocked of [false, true]) await mailGuessedCodes(services, db, person, { isLocked })
  for (const part of ['whole', 'first', 'second'] as const)
    await mailCodeIssued(services, db, { issuer: by, person, part, expires_at: now.toISOString() })
  await mailCodeUsed(services, db, { person, network: '203.0.113.7', now })
  const at = now.toISOString()
  const codes = (['used', 'replaced', 'expired', 'not needed', null] as const).map((ended_by, id) => ({
    id,
    user_id: person.id,
    user_name: person.name,
    office: 'PENRO Laguna',
    needs_two: true,
    issued_by_name: by.name,
    issued_at: at,
    second_issued_by_name: 'Jose Rizal',
    expires_at: at,
    ended_at: at,
    ended_by,
  }))
  await mailResetCodeList(services, db, codes)
  await mailResetCodeList(services, db, codes.slice(0, 1))
  for (const most of [101, 103])
    await mailResetCodeList(
      services,
      db,
      Array.from({ length: most }, () => codes)
        .flat()
        .slice(0, most),
    )
  await mailLinked(services, db, { owner: person, by: person, identity: 'nena' })
  await mailOffered(services, db, { owner: { ...person, last_name: 'Cruz' }, by, identity: 'nena' })
  const made = { ...by, last_name: 'Cruz', status: 'Activated' } as const
  await mailNewAdministrator(createCtx(services, by, ORIGIN), db, [null, made])
  for (const actor of [person, by]) {
    await mailUnlinked(services, db, { owner: person, by: actor, identity: 'nena' })
  }
  await db
    .updateTable('factor_demands')
    .set({ demand: 'required', required_from: addDays(manilaDay(now), 7) })
    .where('access_level', '=', 'PENRO')
    .execute()
  await tellOfDemands(services)
}

async function noticesOf(t: TestApp, kind: typeof SITE | typeof ACTIVITY, id: number): Promise<void> {
  const { services, db } = t
  const ctx = createCtx(services, await actorNamed(t, 'fmb.admin'), ORIGIN)
  const row = await kind.read(db, id)
  const record: MailedRecord = kind.mailed(row as never)
  const typed = { comment: null, comments: [{ principle_number: 2, comment: 'Ilang tao?' }] }
  const stored: AddressedNotice[] = []
  const store = async (_db: unknown, notices: readonly AddressedNotice[]) => void stored.push(...notices)
  for (const outbox of [undefined, store, store]) {
    await mailWaiting(services, db, kind, record, { outbox })
    await mailApproved(services, db, kind, record, { outbox })
    await mailReturned(services, db, kind, record, { by: 'Region', typed, asked: [], count: 0 }, outbox)
  }
  const point = { label: 'Boundary', kind: 'comment', text: 'Mali.' } as const
  for (const count of [1, 3])
    for (const outbox of [undefined, store, store])
      await mailReturned(
        services,
        db,
        kind,
        record,
        { by: 'Region', typed: {}, asked: [point], count },
        outbox,
      )
  await mailPointWithdrawn(services, db, kind, record, { by: 'Region', point, reason: 'Nakita na.' })
  await queueInBatches(db, combinedMails(stored, services))
  await mailRecalled(ctx, db, kind, record)
  await mailWithdrawalProposed(ctx, db, kind, record, 'Mali.')
  await mailWithdrawn(services, db, kind, record, 'Mali.')
  for (const status of ['Activated', 'Deactivated'] as const)
    await mailSwitched(ctx, db, kind, { ...record, status })
  const edit = { field: 'name_of_partner', label: 'Pangalan', old: 'Samahn', new: 'Samahan' } as never
  for (const count of [1, 2, 11, 13])
    await mailCorrected(ctx, db, kind, record, Array<typeof edit>(count).fill(edit))
  const file = { name: 'puno.csv', uploaded_by: await t.userId('laguna.encoder') }
  await mailQuarantined(services, db, file, { kind, record })
  await mailQuarantined(services, db, file, null)
  const mentioned = await listNoteReaders(db, kind as typeof SITE, row as never, { except: ctx.actor.id })
  for (const place of [
    { about: 'record' },
    { about: 'boundary' },
    { about: 'principle', principle_number: 3 },
  ] as const)
    await mailMentioned(ctx, db, kind, record, { note: { place, label: 'Lugar', office: 'FMB' }, mentioned })
}

async function summaryMails(t: TestApp): Promise<void> {
  for (const mail_choice of ['daily', 'weekly'] as const) {
    await t.db.updateTable('users').set({ mail_choice, daily_mail_on: null }).execute()
    await sendDailyMails(t.services)
    await sendWeeklyMails(t.services)
  }
  const actor = await actorNamed(t, 'fmb.admin')
  const now = t.services.now()
  const rest = (['SITES profile', 'SITES activity'] as const).flatMap((noun) =>
    (['review', 'correct', 'resubmit'] as const).flatMap((task) =>
      [1, 1200].map((count) => ({ noun, task, count, path: '/list' })),
    ),
  )
  const row = { level: 'PENRO', profiles: 2, activities: 2, median_days: 0, longest_days: 1200 } as const
  const weekOf = (offices: number) => {
    const names = [null, ...Array.from({ length: offices }, (_, index) => `CENRO ${index}`)]
    const waitingTimes = names.map((office) => ({ ...row, office }))
    return weeklyMail(t.services, { actor, waitingTimes, day: manilaDay(now) })
  }
  await queueMails(t.db, [
    dailyMail(t.services, { reader: actor, records: [], count: 3603, rest, now }),
    ...[51, 53].map(weekOf),
  ])
}

async function expiryMails(t: TestApp, site_profile_id: number): Promise<void> {
  const today = manilaDay(t.services.now())
  const recorded_by = await t.userId('laguna.encoder')
  const expiring = (days: number, kind: string) =>
    t.db
      .insertInto('land_instruments')
      .values({
        site_profile_id,
        kind,
        issuer: 'NCIP',
        recorded_by,
        issued_on: addDays(today, -99),
        valid_until: addDays(today, days),
        recorded_at: `${today}T00:00:00Z`,
        updated_at: `${today}T00:00:00Z`,
      })
      .execute()
  for (const [days, kind] of [
    [0, 'ifma'],
    [1, 'cbfma'],
    [60, 'sifma'],
  ] as const) {
    await expiring(days, kind)
    await mailExpiries(t.services)
  }
  await expiring(20, 'cadt_calt')
  await expiring(30, 'pamb_clearance')
  await mailExpiries(t.services)
}

async function faultMails({ services, db }: TestApp): Promise<void> {
  const at = services.now().toISOString()
  const sentence = 'Sira ito.'
  for (const made of [null, { name: 'safeguards.tar', started_at: at }])
    await mailBackupFailed(services, db, { sentence, place: '/backups', made })
  for (const count of [1, 21]) await mailDifferences(services, db, Array<string>(count).fill(sentence))
  await mailLogStopped(services, db, { at, sentence })
  await mailLogContinues(services, db, { at, sentence, reason: 'Ibinalik ang backup.' })
  await mailWitnessRefused(services, db, { at, sentence, name: 'saksi.example' })
  await mailBreakGlassUsed(services, db, { email: 'break-glass@sis.example', network: '203.0.113.7' })
}

/** Queues one mail at least of every kind that goes to the staff, in the language that each reader has chosen. */
export async function queueEveryMail(t: TestApp): Promise<void> {
  const { services, db } = t
  await accountMails(t)
  await faultMails(t)
  const site = await aSite(t, { boundary: null })
  const other = await aSite(t, { boundary: null, office: 'PENRO Quezon' })
  const activity = await anActivityRow(t, await aSite(t, { boundary: null, site_status: 'Approved' }), {
    site_status: 'Submitted',
    penro_status: 'Submitted',
    waiting_since: services.now().toISOString(),
  })
  await aFinding(t, site, await aCurrentLayer(t))
  await noticesOf(t, SITE, site.id)
  await noticesOf(t, ACTIVITY, activity)
  const { region_id, office_id } = await SITE.read(db, other.id)
  for (const count of [1, 2]) await mailImported(services, db, SITE, { region_id, office_id, count })
  await expiryMails(t, site.id)
  for (const site_status of ['Returned', 'Approved'] as const)
    await aSite(t, { boundary: null, site_status, level: 'PENRO' })
  await summaryMails(t)
  await aFinding(t, site, await aCurrentLayer(t))
  for (const layer of await listCurrentLayers(db)) await mailFindings(services, layer)
}
