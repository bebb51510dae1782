import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signingKey, trustedKeys } from '../../server/audit/signing-key.ts'
import { requireBackupSettings, warnOfUnreachableDestination } from '../../server/backup/backup.jobs.ts'
import { backUpWhenDue } from '../../server/backup/daily.actions.ts'
import { decrypt } from '../../server/backup/encryption.ts'
import { verifyBackup } from '../../server/backup/verify.ts'
import { readConfig } from '../../server/lib/config.ts'
import { foreseen, isRefusal } from '../../server/lib/errors.ts'
import { ageKey } from '../support/product/age.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { startS3Server } from '../support/doubles/s3-server.ts'
import { FULL, full } from '../support/full.ts'

vi.setConfig({ testTimeout: 30_000 })

/** Scheduled backups, with a controlled clock. */
const freshFolder = foldersFor('backups')
/** 01:31 in Manila */
const NIGHT = new Date('2024-07-04T17:31:00Z')
const HOUR = 3_600_000

async function startWith(settings: Record<string, string>) {
  const t = await startAppForTest({ settings })
  signingKey(t.services.config)
  const errors: string[] = []
  const log = { error: (text: string) => void errors.push(text) }
  /** Runs the job so many hours after the first night. */
  const tick = async (hours: number, signal?: AbortSignal) => {
    t.setNow(new Date(NIGHT.getTime() + hours * HOUR))
    await backUpWhenDue(t.services, { log, signal })
  }
  const backups = async () =>
    (await (await t.as('fmb.admin')).get('/reports/audit-logs/integrity')).json().data.backups
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec((await t.app.inject('/metrics')).body)?.[1])
  return { t, errors, tick, backups, metric }
}

async function verified(file: string, t: TestApp) {
  const handle = await open(file)
  try {
    return await verifyBackup(handle, { trusted: trustedKeys(t.services.config) })
  } finally {
    await handle.close()
  }
}

test('one is made when it is due, by one of those who share the database, signed and for its owner alone', async () => {
  const folder = freshFolder()
  const { t, errors, tick, backups, metric } = await startWith({ BACKUP_URL: folder })
  // long before this installation, so not in its first day (S-155)
  t.setNow(NIGHT)
  expect(await metric('backup_last_success_timestamp_seconds')).toBe(0)
  await Promise.all([tick(0), tick(0), tick(0)])
  await tick(1)
  const [name = '', ...others] = readdirSync(folder)
  expect([name, others]).toEqual(['safeguards-20240704T173100Z.tar', []])
  const file = path.join(folder, name)
  const { size, mode } = statSync(file)
  expect(mode & 0o777).toBe(0o600)
  const backup = await verified(file, t)
  expect(backup.signer.as).toBe('known')
  // the list of backups is about this installation, so it is not backed up
  expect(backup.tables.map((table) => table.name)).not.toContain('backups')
  const newest = {
    made_at: '2024-07-04T17:31:00.000Z',
    name,
    bytes: size,
    rows: backup.tables.reduce((total, { rows }) => total + rows, 0),
    files: backup.files.count,
    missing: 0,
    drilled_at: null,
  }
  const standing = { place: folder, time: '01:30', encrypted: false, newest, failed: null }
  expect(await backups()).toEqual({ ...standing, late: false })
  expect(await metric('backup_last_success_timestamp_seconds')).toBe(NIGHT.getTime() / 1000)
  expect(await metric('backup_last_size_bytes')).toBe(size)
  expect(await metric('backup_failed')).toBe(0)

  // the job did not run for two days: a backup is made at once
  t.setNow(new Date(NIGHT.getTime() + 31 * HOUR))
  expect(await backups()).toEqual({ ...standing, late: true })
  await tick(55)
  expect(readdirSync(folder)).toEqual([name, 'safeguards-20240707T003100Z.tar'])
  expect(readdirSync(t.dataDir)).not.toContain('backup')
  expect(errors).toEqual([])
})

full.test(
  'one that fails is told to the log each time and to the administrators once a day, until there is one',
  async () => {
    const folder = path.join(freshFolder(), 'not-mounted')
    const { t, errors, tick, backups, metric } = await startWith({ BACKUP_URL: folder })
    const sentence = `The backup could not be written to ${folder} (ENOENT): check that the folder exists, is mounted, and can be written by the account of the product.`
    await tick(0)
    await tick(0.5)
    expect(errors).toEqual([sentence])
    await tick(1.1)
    expect(errors).toEqual([sentence, sentence])
    expect(await backups()).toMatchObject({
      newest: null,
      failed: { at: '2024-07-04T18:37:00.000Z', failure: sentence },
    })
    expect(await metric('backup_failed')).toBe(1)
    const mails = await deliveredMails(t)
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
      'fmb.admin@bureau.example',
      'fmb.super@bureau.example',
    ])
    expect(mails[0]?.subject).toBe('The backup needs attention')
    expect(mails[0]?.text).toContain(sentence)
    await tick(24)
    expect(await deliveredMails(t)).toHaveLength(4)

    mkdirSync(folder)
    await tick(25.1)
    expect(readdirSync(folder)).toEqual(['safeguards-20240705T183700Z.tar'])
    expect(await backups()).toMatchObject({
      failed: null,
      newest: { name: 'safeguards-20240705T183700Z.tar' },
    })
    expect(await metric('backup_failed')).toBe(0)
    expect(await deliveredMails(t)).toHaveLength(4)
  },
)

test('the place keeps so many days and months, and what is not ours; what a killed server left there goes', async () => {
  const folder = freshFolder()
  const old = ['safeguards-20240601T173000Z.tar', 'safeguards-20240530T173000Z.tar', 'notes.txt']
  const left = `.${randomUUID()}.part`
  for (const name of [...old, left]) writeFileSync(path.join(folder, name), 'kept')
  const { tick } = await startWith({ BACKUP_URL: folder, BACKUP_KEEP_DAYS: '7', BACKUP_KEEP_MONTHS: '2' })
  await tick(0)
  expect(readdirSync(folder).sort()).toEqual([
    'notes.txt',
    'safeguards-20240601T173000Z.tar',
    'safeguards-20240704T173100Z.tar',
  ])
})

full.test('one that a stop cuts leaves nothing and is begun again; one that was killed is told', async () => {
  const folder = freshFolder()
  const { t, errors, tick, backups } = await startWith({ BACKUP_URL: folder })
  await tick(0, AbortSignal.abort(new Error('stopped')))
  expect([readdirSync(folder), errors, await backups()]).toMatchObject([
    [],
    [],
    { newest: null, failed: null },
  ])
  await t.db.insertInto('backups').values({ started_at: NIGHT.toISOString() }).execute()
  await tick(0.2)
  expect((await backups()).failed.failure).toBe('The server was killed before the backup was finished.')
  await tick(1.3)
  expect(readdirSync(folder)).toHaveLength(1)
})

full.test('a file that the store has lost is told as well, and the backup is there', async () => {
  const folder = freshFolder()
  const { t, errors, tick, backups } = await startWith({ BACKUP_URL: folder })
  const encoder = await t.as('laguna.encoder')
  const kml = readFileSync('tests/fixtures/kml/valid-laguna.kml')
  expect((await encoder.upload('kml', 'site.kml', kml)).statusCode).toBe(200)
  const { storage_key } = await t.db.selectFrom('files').select('storage_key').executeTakeFirstOrThrow()
  await t.services.files.remove(storage_key)
  await tick(0)
  expect(errors).toEqual([
    'The backup was made, but the file store has lost the bytes of 1 file; npm run backup -- FILE names them.',
  ])
  expect(await backups()).toMatchObject({ failed: null, newest: { missing: 1 } })
  expect((await deliveredMails(t)).map(({ subject }) => subject)).toEqual([
    'The backup needs attention',
    'The backup needs attention',
  ])
})

full.test('a bucket holds them, below its prefix; one that is gone is told in a sentence', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  const store = await startS3Server('kept')
  onTestFinished(() => store.close())
  const BACKUP_URL = store.url.replace('s3://kept', 's3://kept/nightly')
  store.objects.set('nightly/safeguards-20240101T173000Z.tar', Buffer.from('old'))
  store.objects.set('nightly/safeguards-20240102T173000Z.tar', Buffer.from('the last of its month'))
  store.objects.set('safeguards-20240101T173000Z.tar', Buffer.from('of somebody else'))
  const { t, errors, tick, backups } = await startWith({ BACKUP_URL })
  await tick(0)
  expect([...store.objects.keys()].sort()).toEqual([
    'nightly/safeguards-20240102T173000Z.tar',
    'nightly/safeguards-20240704T173100Z.tar',
    'safeguards-20240101T173000Z.tar',
  ])
  const copy = path.join(freshFolder(), 'copy.tar')
  writeFileSync(copy, store.objects.get('nightly/safeguards-20240704T173100Z.tar') ?? '')
  expect((await verified(copy, t)).signer.as).toBe('known')
  expect((await backups()).place).toBe('s3://kept/nightly/')
  await store.goDown()
  await tick(24)
  expect(errors).toEqual([
    'The store of s3://kept/nightly/ did not accept the backup (ECONNREFUSED): check that it is running and lets this account read, list, write and delete.',
  ])
})

full.test(
  'with a public key of age they leave the product encrypted, and only its secret key opens them',
  async () => {
    const folder = freshFolder()
    const aside = freshFolder()
    const { identity, recipient } = await ageKey(path.join(aside, 'key.txt'))
    const other = await ageKey(path.join(aside, 'other.txt'))
    const { t, errors, tick, backups } = await startWith({ BACKUP_URL: folder, BACKUP_RECIPIENTS: recipient })
    await tick(0)
    expect(errors).toEqual([])
    const [name = ''] = readdirSync(folder)
    expect(name).toBe('safeguards-20240704T173100Z.tar.age')
    const file = path.join(folder, name)
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect((await backups()).encrypted).toBe(true)
    const plain = path.join(aside, 'plain.tar')
    await decrypt(identity, file, plain)
    expect((await verified(plain, t)).signer.as).toBe('known')
    if (FULL) {
      requireProgram('age')
      execFileSync('age', ['--decrypt', '--identity', identity, '--output', `${plain}.age`, file])
      expect(readFileSync(`${plain}.age`).equals(readFileSync(plain))).toBe(true)
    }

    const refused = async (key: string, from: string) => {
      const tried = path.join(aside, 'tried.tar')
      const said = await decrypt(key, from, tried).then(
        () => 'opened',
        (error: unknown) => (isRefusal(error, 'foreseen') ? error.message : error),
      )
      rmSync(tried, { force: true })
      return said
    }
    expect(await refused(other.identity, file)).toBe(
      'The backup was encrypted for other keys than this one, or its beginning is damaged.',
    )
    expect(await refused(file, file)).toBe(`${file} contains no secret key as age-keygen writes it.`)
    const cut = path.join(aside, 'cut.tar.age')
    writeFileSync(cut, readFileSync(file).subarray(0, -100))
    expect(await refused(identity, cut)).toBe(
      'The encrypted backup is damaged or cut off; nothing of it was used.',
    )
  },
)

test('where no place is set none is made, and the page says so', async () => {
  const { t, tick, backups } = await startWith({})
  await tick(0)
  expect(await backups()).toBe(null)
  expect(await t.db.selectFrom('backups').selectAll().execute()).toEqual([])
  expect((await t.app.inject('/metrics')).body).not.toContain('backup_')
})

test('a public key that is mistyped is refused before anything is done', async () => {
  const read = (env: Record<string, string>) => readConfig({ API_KEY: 'x', ...env }, { production: false })
  const BACKUP_RECIPIENTS = `age1${'q'.repeat(58)}`
  await expect(requireBackupSettings(read({ BACKUP_URL: freshFolder(), BACKUP_RECIPIENTS }))).rejects.toThrow(
    foreseen(`BACKUP_RECIPIENTS has a public key with a mistake in it: ${BACKUP_RECIPIENTS}.`),
  )
  await requireBackupSettings(read({ BACKUP_RECIPIENTS }))
})

test('a place that cannot be written is told at the start, with what is wrong, and one that can is not', async () => {
  const folder = freshFolder()
  const file = path.join(folder, 'a-file')
  writeFileSync(file, '')
  const told = async (BACKUP_URL: string): Promise<string[]> => {
    const lines: string[] = []
    const DATA_DIR = path.join(folder, 'data')
    const config = readConfig({ API_KEY: 'key', DATA_DIR, BACKUP_URL }, { production: false })
    await warnOfUnreachableDestination(config, { error: (line: string) => void lines.push(line) } as never)
    return lines
  }
  const sentence = (place: string, reason: string) => [
    `BACKUP_URL names ${place}, where no backup can be written (${reason}): until it can be, none is made.`,
  ]
  expect(await told(folder)).toEqual([])
  const missing = path.join(folder, 'not-mounted')
  expect(await told(missing)).toEqual(sentence(missing, 'it is not there'))
  expect(await told(file)).toEqual(sentence(file, 'there is a file where a folder is needed'))
  expect(await told('s3://none?endpoint=http://127.0.0.1:9&region=x')).toHaveLength(1)
})
