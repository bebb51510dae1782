import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NO_KEYS, readConfig, settingNames } from '../../server/lib/config.ts'
import { foreseen } from '../../server/lib/errors.ts'
import { unknownSettingSentences } from '../../server/operate/unknown-settings.ts'
import { runCommand } from '../support/product/command.ts'
import { foldersFor } from '../support/product/folders.ts'
import { ownEnvironment } from '../support/product/own-environment.ts'
import { freePort } from '../support/product/product.ts'
import { urlOf } from '../support/doubles/streaming-replica.ts'
import { startTcpServer, type TcpServer } from '../support/doubles/tcp-server.ts'
import { full } from '../support/full.ts'
import { tinyPmtiles } from '../support/records/tiny-pmtiles.ts'

// half of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('settings')
/** the settings of a real bureau, all valid */
const RIGHT = { ...NO_KEYS, PUBLIC_URL: 'https://sis.example' }

const PORT_SENTENCE = (value: string) => `PORT must be a whole number from 0 to 65535, not "${value}".`
const PUBLIC_URL_PARTS =
  'PUBLIC_URL must be a scheme, a host and a port at most, without a path, as in https://sis.example.'
const WORKERS = (value: string) => `WORKERS must be auto or a whole number from 1 to 64, not "${value}".`
const FORMER = (value: string) =>
  `AUDIT_FORMER_KEYS must list short names of keys, 16 of the characters 0-9 and a-f each, not "${value}".`
const WITNESS_WORD = 'https://witness.example/log+w.example+0123abcd+BAA='
const WITNESS = (value: string) =>
  `WITNESS_URLS must list https addresses, each with a plus and the key of the witness, as in https://witness.example+name+0123abcd+key, not "${value}".`
const TSA = (value: string) =>
  `TSA_URL must be an https address, as in https://tsa.example/tsr, not "${value}".`
const ISSUER = (value: string) =>
  `OIDC_ISSUER must be an https address, as in https://login.example/realms/bureau, not "${value}".`
const PROXIES = 'TRUSTED_PROXIES must list addresses or networks, as in 10.0.0.0/8, uniquelocal.'
const TRUSTS_ALL = (network: string) =>
  `TRUSTED_PROXIES must not list ${network}: anyone could then claim any address. List the address of your proxy.`
const BACKUP_PLACE = 'BACKUP_URL must be a folder or a bucket, as in /srv/backups or s3://bucket?region=…'
const SENDER = 'MAIL_FROM must be an address, as in sis@bureau.example or Bureau <sis@bureau.example>'
const FACTOR_KEY =
  'FACTOR_KEY must be 64 of the characters 0-9 and a-f, as `openssl rand -hex 32` prints them.'
const LETTERS = 'must be one line of Latin letters, digits and punctuation.'
const LINK = 'must be an address that starts with https: or http: or mailto:'
const TILES = 'TILES_URL must contain {z}, {x} and {y}, as in https://tiles.example/{z}/{x}/{y}.png.'
const UNREADABLE = (name: string) =>
  `${name} cannot be read as an address: in its user and password write % as %25, # as %23, / as %2F, ? as %3F and @ as %40.`
const LEVELS = 'fatal, error, warn, info, debug, trace, silent'
const insecure = (value: string) => `Invalid or insecure API base URL. PUBLIC_URL is "${value}".`

/** A setting, an invalid value, and the sentence. Errors that depend on the machine are further down. */
const WRONG: [string, string, string][] = [
  ['PORT', '', PORT_SENTENCE('')],
  ['PORT', '70000', PORT_SENTENCE('70000')],
  ['PORT', '-1', PORT_SENTENCE('-1')],
  ['PORT', '3e3', PORT_SENTENCE('3e3')],
  ['PORT', 'http', PORT_SENTENCE('http')],
  ['PUBLIC_URL', 'http://sis.example', insecure('http://sis.example')],
  ['PUBLIC_URL', 'sis.example', insecure('sis.example')],
  ['PUBLIC_URL', 'https://sis.example/safeguards', PUBLIC_URL_PARTS],
  ['PUBLIC_URL', 'https://sis.example/?lang=en', PUBLIC_URL_PARTS],
  ['PUBLIC_URL', 'https://chief:secret@sis.example', PUBLIC_URL_PARTS],
  [
    'PUBLIC_URL',
    '',
    'PUBLIC_URL must be set to the address that people type, as in https://sis.example, unless HOST is 127.0.0.1.',
  ],
  ['TRUSTED_PROXIES', '0.0.0.0/0', TRUSTS_ALL('0.0.0.0/0')],
  ['TRUSTED_PROXIES', '10.0.0.0/8, ::/0', TRUSTS_ALL('::/0')],
  ['TRUSTED_PROXIES', '10.0.0.1/00', TRUSTS_ALL('10.0.0.1/00')],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy', PROXIES],
  ['TRUSTED_PROXIES', '10.0.0.0/33', PROXIES],
  ['PUBLIC_CALLS_PER_MINUTE', '0', 'PUBLIC_CALLS_PER_MINUTE must be a whole number above 0, not "0".'],
  ['PUBLIC_CALLS_PER_MINUTE', '1.5', 'PUBLIC_CALLS_PER_MINUTE must be a whole number above 0, not "1.5".'],
  ['UPLOAD_QUOTA_MB', 'all', 'UPLOAD_QUOTA_MB must be a whole number above 0, not "all".'],
  ['DRAIN_SECONDS', '-1', 'DRAIN_SECONDS must be a whole number of seconds from 0 to 9999, not "-1".'],
  ['STOP_SECONDS', '0', 'STOP_SECONDS must be a whole number of seconds from 1 to 9999, not "0".'],
  [
    'DATABASE_SECONDS',
    '1.5',
    'DATABASE_SECONDS must be a whole number of seconds from 1 to 9999, not "1.5".',
  ],
  [
    'DATABASE_URL',
    'mysql://database/sis',
    'DATABASE_URL must be an address that starts with postgres: or postgresql:',
  ],
  [
    'DATABASE_READ_URL',
    'mysql://copy/sis',
    'DATABASE_READ_URL must be an address that starts with postgres: or postgresql:',
  ],
  [
    'DATABASE_READ_URL',
    'postgres://copy/sis',
    'DATABASE_READ_URL names a copy of a database, so DATABASE_URL must name that database as well.',
  ],
  ['DATABASE_URL', 'postgres://sis:100%narra@database/sis', UNREADABLE('DATABASE_URL')],
  ['DATABASE_URL', 'postgres://sis:narra#1@database/sis', UNREADABLE('DATABASE_URL')],
  ['DATABASE_READ_URL', 'postgres://sis:100%@copy/sis', UNREADABLE('DATABASE_READ_URL')],
  ['SMTP_URL', 'smtp://sis:100%narra@mail.example', UNREADABLE('SMTP_URL')],
  ['WORKERS', '0', WORKERS('0')],
  ['WORKERS', '65', WORKERS('65')],
  ['WORKERS', 'all', WORKERS('all')],
  ['WORKERS', '1.5', WORKERS('1.5')],
  ['FILES_URL', '/srv/files', 'FILES_URL must be an address that starts with s3:'],
  ['FILES_URL', 's3:///?region=x', 'FILES_URL must name a bucket, as in s3://bucket?region=ap-southeast-1.'],
  [
    'FILES_URL',
    's3://evidence?regoin=x',
    'FILES_URL has the parameter "regoin"; the known ones are endpoint and region.',
  ],
  [
    'BACKUP_URL',
    's3://backups?region=x&endpiont=https://store.example',
    'BACKUP_URL has the parameter "endpiont"; the known ones are endpoint and region.',
  ],
  [
    'BACKUP_URL',
    's3://backups?endpoint=store.example',
    'BACKUP_URL has an endpoint that is not an http:// or https:// address.',
  ],
  [
    'BACKUP_URL',
    'data/../data/backups',
    `BACKUP_URL names ${path.resolve('data/backups')}, which is inside DATA_DIR (${path.resolve('data')}): a disk that is lost must not take the backups with it, so name a folder outside, on another disk.`,
  ],
  ['BACKUP_URL', 'ftp://backup.example/folder', `${BACKUP_PLACE}, not "ftp://backup.example/folder".`],
  ['BACKUP_URL', 's3://', `${BACKUP_PLACE}, not "s3://".`],
  ['BACKUP_TIME', '1:30', 'BACKUP_TIME must be a time of day in Manila from 00:00 to 23:59, not "1:30".'],
  ['BACKUP_KEEP_DAYS', '0', 'BACKUP_KEEP_DAYS must be a whole number above 0, not "0".'],
  ['BACKUP_KEEP_MONTHS', 'all', 'BACKUP_KEEP_MONTHS must be a whole number above 0, not "all".'],
  [
    'BACKUP_RECIPIENTS',
    'ssh-ed25519',
    'BACKUP_RECIPIENTS must list public keys as age-keygen prints them: age1 and 58 letters and digits.',
  ],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be an address that starts with smtp: or smtps:'],
  ['SMTP_URL', 'smtp:mail.example', 'SMTP_URL must name a host, as in smtp://mail.example:587.'],
  ['MAIL_FROM', 'somebody', `${SENDER}, not "somebody".`],
  ['MAIL_FROM', 'A <b>', `${SENDER}, not "A <b>".`],
  ['MAIL_FROM', 'a@b.example, c@d.example', `${SENDER}, not "a@b.example, c@d.example".`],
  ['MAIL_FROM', 'A <a@b.example> more', `${SENDER}, not "A <a@b.example> more".`],
  [
    'MAIL_NOTIFICATIONS',
    'yearly',
    'MAIL_NOTIFICATIONS must be one of each, daily, weekly, off, not "yearly".',
  ],
  ['OIDC_ISSUER', 'http://login.example', ISSUER('http://login.example')],
  ['OIDC_ISSUER', 'login.example', ISSUER('login.example')],
  ['OIDC_ISSUER', 'https://me:secret@login.example', ISSUER('https://me:secret@login.example')],
  [
    'OIDC_ISSUER',
    'https://login.example',
    'OIDC_CLIENT_ID must be set to the name that the provider in OIDC_ISSUER knows it by.',
  ],
  ['OIDC_CLIENT_ID', 'sis', 'OIDC_CLIENT_ID is set without OIDC_ISSUER, so single sign-on is off.'],
  ['OIDC_CLIENT_ID', 'клю́ч', `OIDC_CLIENT_ID ${LETTERS}`],
  [
    'OIDC_CLIENT_SECRET_FILE',
    '/run/secrets/oidc',
    'OIDC_CLIENT_SECRET_FILE is set without OIDC_ISSUER, so single sign-on is off.',
  ],
  ['OIDC_NAME', 'DENR\nlogin', 'OIDC_NAME must be one line of at most 60 letters.'],
  ['OIDC_NAME', 'x'.repeat(61), 'OIDC_NAME must be one line of at most 60 letters.'],
  ['OIDC_NEW_PEOPLE', 'create', 'OIDC_NEW_PEOPLE must be refuse or list, not "create".'],
  ['API_KEY', 'schlüssel', `API_KEY ${LETTERS}`],
  ['API_KEY', 'one\ntwo', `API_KEY ${LETTERS}`],
  ['FACTOR_KEY', 'a'.repeat(63), FACTOR_KEY],
  ['FACTOR_KEY', 'g'.repeat(64), FACTOR_KEY],
  ['MAPS_KEY', 'клю́ч', `MAPS_KEY ${LETTERS}`],
  [
    'LANGUAGE_FILES',
    'package.json',
    `LANGUAGE_FILES names ${path.resolve('package.json')}, which is no JSON file with "code", "name" and "texts" of a language.`,
  ],
  ['BASEMAP_FILE', '/none.pmtiles', 'BASEMAP_FILE names /none.pmtiles, which cannot be read.'],
  [
    'BASEMAP_FILE',
    path.resolve('package.json'),
    `BASEMAP_FILE names ${path.resolve('package.json')}, which is no PMTiles file of version 3.`,
  ],
  ['TILES_URL', 'tiles.example', 'TILES_URL must be an address that starts with https: or http:'],
  ['TILES_URL', 'https://tiles.example/', TILES],
  [
    'REPORT_FRAME_URL',
    'ftp://reports.example',
    'REPORT_FRAME_URL must be an address that starts with https: or http:',
  ],
  ['BUREAU_NAME', 'Forest\nBureau', 'BUREAU_NAME must be one line of at most 200 letters.'],
  ['MAP_CREDIT', 'Survey\nof 2026', 'MAP_CREDIT must be one line of at most 200 letters.'],
  ['BUREAU_NAME', 'x'.repeat(201), 'BUREAU_NAME must be one line of at most 200 letters.'],
  ['HELPDESK_URL', 'help@bureau.example', `HELPDESK_URL ${LINK}`],
  ['HELPDESK_URL', 'mailto:', 'HELPDESK_URL must name an email address after mailto:, not "mailto:".'],
  ['PRIVACY_URL', '/privacy', `PRIVACY_URL ${LINK}`],
  ['TERMS_URL', 'javascript:alert(1)', `TERMS_URL ${LINK}`],
  ['DATA_LICENCE_NAME', 'CC\nBY', 'DATA_LICENCE_NAME must be one line of at most 200 letters.'],
  ['DATA_LICENCE_URL', '/licence', 'DATA_LICENCE_URL must be an address that starts with https: or http:'],
  [
    'DATA_LICENCE_URL',
    'https://creativecommons.org/licenses/by/4.0/',
    'DATA_LICENCE_URL is set without DATA_LICENCE_NAME, which pages and files show.',
  ],
  ['COMPLAINTS_URL', 'complaints@bureau.example', `COMPLAINTS_URL ${LINK}`],
  ['CLAMAV_URL', 'clamav:3310', 'CLAMAV_URL must be an address that starts with tcp:'],
  ['CLAMAV_URL', 'tcp:clamav', 'CLAMAV_URL must name a host, as in tcp://clamav:3310.'],
  ['LOG_LEVEL', 'loud', `LOG_LEVEL must be one of ${LEVELS}, not "loud".`],
  ['METRICS', 'yes', 'METRICS must be public or loopback, not "yes".'],
  ['ADMIN_EMAIL', 'chief', 'ADMIN_EMAIL must be an email address, not "chief".'],
  ['AUDIT_FORMER_KEYS', 'a-key', FORMER('a-key')],
  ['AUDIT_FORMER_KEYS', '0123456789abcdef, 0123', FORMER('0123')],
  ['WITNESS_URLS', 'https://witness.example', WITNESS('https://witness.example')],
  [
    'WITNESS_URLS',
    `${WITNESS_WORD}, http://w.example+w+0123abcd+BA`,
    WITNESS('http://w.example+w+0123abcd+BA'),
  ],
  ['TSA_URL', 'http://tsa.example', TSA('http://tsa.example')],
  ['TSA_URL', 'https://me:secret@tsa.example', TSA('https://me:secret@tsa.example')],
  [
    'CHECKPOINT_MAIL',
    'auditor@coa.example, press',
    'CHECKPOINT_MAIL must list email addresses, and "press" is none.',
  ],
]

test.each(WRONG)('%s=%j is refused with one sentence that names it', (name, value, sentence) => {
  const read = () => readConfig({ ...RIGHT, [name]: value }, { production: true })
  expect(read).toThrow(foreseen(sentence))
  expect(sentence).toContain(name)
})

test('what a real bureau sets is taken', () => {
  const config = readConfig(
    { ...RIGHT, METRICS: 'public', TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png' },
    { production: true },
  )
  expect(config).toMatchObject({ public_url: 'https://sis.example', port: 3000, metrics_public: true })
  const alone = { ...NO_KEYS, HOST: '127.0.0.1', PORT: '3001' }
  expect(readConfig(alone, { production: true }).public_url).toBe('http://localhost:3001')
  const workersOf = (WORKERS: string) => readConfig({ ...RIGHT, WORKERS }, { production: true }).workers
  expect([workersOf(''), workersOf('3'), workersOf('auto')]).toEqual([1, 3, availableParallelism()])
})

test('a base map must have vector tiles, in a file that pages can unpack', () => {
  const folder = freshFolder()
  const file = path.join(folder, 'country.pmtiles')
  const read = () => readConfig({ ...RIGHT, BASEMAP_FILE: file }, { production: true }).basemap_file
  writeFileSync(file, tinyPmtiles())
  expect(read()).toBe(file)
  const refused: [Buffer, string][] = [
    [tinyPmtiles({ tile_type: 2 }), 'has pictures and not vector tiles'],
    [tinyPmtiles({ version: 2 }), 'is no PMTiles file of version 3'],
    [tinyPmtiles().subarray(0, 100), 'is no PMTiles file of version 3'],
    [Buffer.alloc(0), 'is no PMTiles file of version 3'],
  ]
  for (const [bytes, fault] of refused) {
    writeFileSync(file, bytes)
    expect(read).toThrow(foreseen(`BASEMAP_FILE names ${file}, which ${fault}.`))
  }
})

test('who is asked outside is asked over https, or on this machine', () => {
  const set = (env: Record<string, string>) => readConfig({ ...RIGHT, ...env }, { production: true })
  const here = 'http://127.0.0.1:8080/+other/name+00000000+BA/+='
  expect(set({ WITNESS_URLS: `${WITNESS_WORD}\n${here}`, TSA_URL: 'http://localhost:1/tsr' })).toMatchObject({
    witnesses: [
      { url: 'https://witness.example/log', key: 'w.example+0123abcd+BAA=' },
      { url: 'http://127.0.0.1:8080', key: 'other/name+00000000+BA/+=' },
    ],
    tsa_url: 'http://localhost:1/tsr',
  })
  const CHECKPOINT_MAIL = 'a@coa.example, b@paper.example a@coa.example'
  expect(set({ CHECKPOINT_MAIL }).checkpoint_mail).toEqual(['a@coa.example', 'b@paper.example'])
})

test('single sign-on is read from four settings and a file, which must hold a secret', () => {
  const folder = freshFolder()
  const file = path.join(folder, 'oidc-secret')
  const set = (more: Record<string, string> = {}) => {
    const OIDC = { OIDC_ISSUER: 'https://login.example:8443/realms/denr', OIDC_CLIENT_ID: 'sis' }
    return readConfig({ ...RIGHT, ...OIDC, OIDC_CLIENT_SECRET_FILE: file, ...more }, { production: true })
      .oidc
  }
  const sentence = (says: string) => foreseen(`OIDC_CLIENT_SECRET_FILE ${says}`)
  mkdirSync(folder, { recursive: true })
  expect(() => set()).toThrow(sentence(`names ${file}, which cannot be read.`))
  expect(() => set({ OIDC_CLIENT_SECRET_FILE: folder })).toThrow(
    sentence(`names ${folder}, which cannot be read.`),
  )
  expect(() => set({ OIDC_CLIENT_SECRET_FILE: '' })).toThrow(
    sentence('must name the file with the secret that the provider has given.'),
  )
  writeFileSync(file, ' \n')
  expect(() => set()).toThrow(sentence(`names ${file}, which is empty.`))
  writeFileSync(file, 'a secret\n')
  const read = {
    issuer: 'https://login.example:8443/realms/denr',
    client_id: 'sis',
    client_secret: 'a secret',
  }
  expect(set()).toEqual({ ...read, name: 'login.example:8443', new_people: 'refuse' })
  expect(set({ OIDC_NAME: ' DENR single sign-on ', OIDC_NEW_PEOPLE: 'list' })).toEqual({
    ...read,
    name: 'DENR single sign-on',
    new_people: 'list',
  })
  expect(set({ OIDC_ISSUER: 'http://127.0.0.1:8080' })?.issuer).toBe('http://127.0.0.1:8080')
  expect(readConfig(RIGHT, { production: true }).oidc).toBeNull()
})

test('texts of a language file that this version does not have are told, and stop nothing', () => {
  const file = path.join(freshFolder(), 'language.json')
  const read = (texts: Record<string, string>) => {
    writeFileSync(file, JSON.stringify({ code: 'ceb', name: 'Cebuano', texts }))
    return readConfig({ ...RIGHT, LANGUAGE_FILES: file }, { production: true })
  }
  const { languages, language_warnings } = read({ 'list.gone': 'Wala na', 'common.close': 'Isira' })
  expect(language_warnings).toEqual([
    `LANGUAGE_FILES names ${file}, which has a text that the product does not have, and does not use: list.gone.`,
  ])
  expect(languages.ceb?.texts).toMatchObject({ 'common.close': 'Isira', 'common.dismiss': 'Dismiss' })
  expect(languages.ceb?.texts).not.toHaveProperty('list.gone')
  expect([
    languages.ceb?.missing?.has('common.close'),
    languages.ceb?.missing?.has('common.dismiss'),
  ]).toEqual([false, true])
  expect(read({ a: 'x', b: 'y', 'common.close': 'Isira' }).language_warnings).toEqual([
    expect.stringContaining('which has 2 texts that the product does not have, and does not use: a and b.'),
  ])
  expect(read({ 'common.close': 'Isira' }).language_warnings).toEqual([])
  // a text that would break a page still stops the start
  expect(() => read({ 'common.printed': 'Giimprinta {kanus-a}' })).toThrow(
    /common\.printed that cannot be used/,
  )
})

test('a mark at the beginning of a file is passed over, or said where it hides a setting', () => {
  const folder = freshFolder()
  const file = path.join(folder, 'language.json')
  const text = JSON.stringify({ code: 'ceb', name: 'Cebuano', texts: {} })
  const read = (env: Record<string, string>) => readConfig({ ...RIGHT, ...env }, { production: true })
  writeFileSync(file, `\uFEFF${text}`)
  expect(Object.keys(read({ LANGUAGE_FILES: file }).languages)).toContain('ceb')
  writeFileSync(file, Buffer.from(`\uFEFF${text}`, 'utf16le'))
  expect(() => read({ LANGUAGE_FILES: file })).toThrow(
    foreseen(`LANGUAGE_FILES names ${file}, which is not saved as UTF-8.`),
  )
  expect(() => read({ '\uFEFFDATABASE_URL': 'postgres://database/sis' })).toThrow(
    foreseen(
      'The file of the settings begins with an invisible mark (BOM), so DATABASE_URL is not set: save it as UTF-8 without BOM.',
    ),
  )
  const key = path.join(folder, 'factor-key')
  writeFileSync(key, 'half a key\n')
  expect(() => read({ FACTOR_KEY: '', DATA_DIR: folder })).toThrow(
    foreseen(
      `The content of ${key} must be 64 of the characters 0-9 and a-f, as \`openssl rand -hex 32\` prints them.`,
    ),
  )
})

test('a stopped instance goes on for a proxy, and in a demo for nobody', () => {
  const drainOf = (production: boolean) => readConfig({ ...RIGHT }, { production }).drain_seconds
  expect([drainOf(true), drainOf(false)]).toEqual([5, 0])
})

describe('names', () => {
  const sentences = (...names: string[]) =>
    unknownSettingSentences(Object.fromEntries(names.map((name) => [name, 'x'])), settingNames())

  test('that are a letter off, in small letters or begin like ours are told, with what may be meant', () => {
    expect(
      sentences('AUDIT_SIGNNG_KEY', 'PUBLIC_URLS', 'PROT', 'metrics', 'SMTP_HOST', 'CLAMAV_URL', 'TREMS_URL'),
    ).toEqual([
      'AUDIT_SIGNNG_KEY is not a setting of this product; AUDIT_SIGNING_KEY may be meant.',
      'PROT is not a setting of this product; PORT may be meant.',
      'PUBLIC_URLS is not a setting of this product; PUBLIC_URL may be meant.',
      'SMTP_HOST is not a setting of this product.',
      'TREMS_URL is not a setting of this product; TERMS_URL may be meant.',
      'metrics is not a setting of this product; METRICS may be meant.',
    ])
  })

  test('of others are left alone', () => {
    const others = ['PATH', 'HOME', 'MAIL', 'HOSTNAME', 'LOGNAME', 'DATABASE_HOST', 'API_TOKEN', 'LOG_FORMAT']
    const ofTheCluster = ['FILES_SERVICE_HOST', 'SMTP_PORT_25_TCP_ADDR', 'SMTP_PORT']
    expect(sentences(...others, ...ofTheCluster, ...settingNames())).toEqual([])
  })
})

/** The error of a product that cannot start with these settings; it must be one sentence, and leave nothing behind. */
async function refusal(env: Record<string, string>): Promise<string> {
  const folder = env.DATA_DIR ?? freshFolder()
  const { out, error, code } = await runCommand('main', {
    ...RIGHT,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    PORT: '0', // any free one: several of these starts run at once
    ...env,
  })
  expect({ out, code }).toEqual({ out: '', code: 1 })
  expect(error.split('\n')).toHaveLength(1)
  for (const left of ['product.pid', 'db/cluster/postmaster.pid'])
    expect(existsSync(path.join(folder, left)), left).toBe(false)
  return error
}

describe.concurrent('what only the machine knows', () => {
  test('HOST that is elsewhere', async () => {
    expect(await refusal({ HOST: '192.0.2.7' })).toBe(
      'HOST is "192.0.2.7", which is not an address of this machine: set it to one of its addresses, or to 0.0.0.0 for all.',
    )
  })

  full.test('AUDIT_SIGNING_KEY that is no key, which is not repeated', async () => {
    expect(await refusal({ AUDIT_SIGNING_KEY: 'c2VjcmV0' })).toBe(
      'AUDIT_SIGNING_KEY must be an Ed25519 private key in PKCS #8, as PEM or its base64 in one line.',
    )
  })

  full.test('WITNESS_URLS with a key that is none of a witness', async () => {
    expect(await refusal({ WITNESS_URLS: WITNESS_WORD })).toBe(
      'WITNESS_URLS names w.example+0123abcd+BAA=, which is not a key of a witness: copy it as the witness publishes it.',
    )
  })

  full.test('DATA_DIR that is a file, lies below one, or cannot be made', async () => {
    const file = path.join(freshFolder(), 'data')
    writeFileSync(file, '')
    const reason = 'there is a file where a folder is needed'
    for (const folder of [file, path.join(file, 'below')])
      expect(await refusal({ DATA_DIR: folder })).toBe(
        `DATA_DIR is ${folder}, but ${folder} cannot be read and written (${reason}): set it to a folder that the account of the product owns.`,
      )
    const nowhere = path.join(freshFolder(), 'link')
    symlinkSync('/nowhere/data', nowhere)
    for (const [folder, first, why] of [
      ['/proc/data/below', '/proc/data', 'it cannot be made there'],
      [nowhere, nowhere, reason],
      [`/tmp/${'x'.repeat(300)}`, `/tmp/${'x'.repeat(300)}`, 'its name is too long'],
    ] as const)
      expect(await refusal({ DATA_DIR: folder })).toBe(
        `DATA_DIR is ${folder}, but ${first} cannot be read and written (${why}): set it to a folder that the account of the product owns.`,
      )
  })

  /** root may do everything, so these rights are dropped */
  const asEverybody =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : []

  full.test('DATA_DIR that may not be written, or lies below a folder that may not be read', async () => {
    const parent = freshFolder()
    const folder = path.join(parent, 'data')
    mkdirSync(folder)
    const said = async () => {
      const command = [...asEverybody, process.execPath, 'dist/server/main.mjs']
      const child = spawn(command[0] as string, command.slice(1), {
        env: { ...ownEnvironment(), ...RIGHT, HOST: '127.0.0.1', PORT: '3000', DATA_DIR: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let text = ''
      child.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      return { text: text.trim(), code }
    }
    const sentence = `DATA_DIR is ${folder}, but ${folder} cannot be read and written (the account of the product may not): set it to a folder that the account of the product owns.`
    for (const [closed, mode] of [
      [folder, 0o500],
      [parent, 0o600],
    ] as const) {
      chmodSync(closed, mode)
      expect(await said()).toEqual({ text: sentence, code: 1 })
      chmodSync(closed, 0o700)
    }
  })
})

describe('a database that', () => {
  let server: TcpServer
  let place: string
  const dataDir = freshFolder()
  /** runs statements and returns the rows of the last one */
  const admin = async (...statements: string[]): Promise<unknown[]> => {
    const client = new pg.Client(server.adminConnection)
    await client.connect()
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    await client.end()
    return rows
  }
  beforeAll(async () => {
    server = await startTcpServer(dataDir)
    place = `127.0.0.1:${server.connection.port}`
    await admin(`create role reader login password 'narra'`)
  })
  afterAll(() => server.stop())

  const refused = async (end: string, who = 'reader:narra') => {
    const said = await refusal({ DATABASE_URL: `postgres://${who}@${end}` })
    expect(said).not.toContain('narra')
    return said
  }

  test('lets nobody in, is not there, or is elsewhere', async () => {
    const port = await freePort()
    const said = await Promise.all([
      refused(`${place}/safeguards`, 'reader:guess'),
      refused(`${place}/safeguard`),
      refused('nowhere.invalid/safeguards'),
      refused(`127.0.0.1:${port}/safeguards`),
      refused(`${place}/safeguards`),
    ])
    expect(said).toEqual([
      `DATABASE_URL names the user "reader", who was refused by the database at ${place}: password authentication failed for user "reader".`,
      `DATABASE_URL names the database "safeguard", which does not exist at ${place}: make it, or correct the name.`,
      'DATABASE_URL names nowhere.invalid:5432, a host that cannot be found.',
      `DATABASE_URL names 127.0.0.1:${port}, where no database answers: check host and port, and whether it runs.`,
      `DATABASE_URL names the user "reader", who lacks a permission in the database "safeguards" (permission denied for schema public): make it the owner of the database.`,
    ])
  })

  test('stores another encoding, or is another program’s, is refused before anything is written in it', async () => {
    await admin(
      `create database old encoding 'LATIN1' locale 'C' template template0`,
      'create database forum',
    )
    const inForum = async (text: string) => {
      const client = new pg.Client({ ...server.adminConnection, database: 'forum' })
      await client.connect()
      const { rows } = await client.query(text)
      await client.end()
      return rows
    }
    // a program that notes its migrations in a table of this name
    await inForum('create table kysely_migration (name text, timestamp text); create table posts (id int)')
    const said = (database: string) =>
      refusal({ DATABASE_URL: urlOf({ ...server.connection, database }), ADMIN_EMAIL: 'chief@sis.example' })
    expect([await said('old'), await said('forum')]).toEqual([
      `DATABASE_URL names the database "old", which stores text as LATIN1 and not as UTF8: make another with create database NAME encoding 'UTF8' template template0, and name that.`,
      'DATABASE_URL names the database "forum", which has tables of another program: name an empty database, or the one of this product.',
    ])
    const left = `select count(*)::int from pg_class join pg_namespace as n on n.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`
    expect(await inForum(left)).toEqual([{ count: 2 }])
  })

  full.test('takes fewer connections than the workers may need', async () => {
    const said = await refusal({ DATABASE_URL: urlOf(server.connection), WORKERS: '4' })
    expect(said).toBe(
      'WORKERS makes 4 processes, which may need 80 connections, and the database allows 57: raise its max_connections, or set WORKERS to 2.',
    )
  })

  full.test('is no copy, or lets nobody in, is told of the one that is read from', async () => {
    await admin('create database another')
    const DATABASE_URL = urlOf(server.connection)
    const copy = (url: string) =>
      refusal({ DATABASE_URL, DATABASE_READ_URL: url, ADMIN_EMAIL: 'chief@sis.example' })
    expect([
      await copy(urlOf({ ...server.connection, database: 'another' })),
      await copy(`postgres://reader:guess@${place}/safeguards`),
    ]).toEqual([
      'DATABASE_READ_URL names another database than DATABASE_URL: name a streaming copy of that one.',
      `DATABASE_READ_URL names the user "reader", who was refused by the database at ${place}: password authentication failed for user "reader".`,
    ])
  })

  full.test('is not there is told by the commands as well', async () => {
    const env = {
      ...RIGHT,
      DATA_DIR: freshFolder(),
      DATABASE_URL: `postgres://reader:guess@${place}/safeguards`,
    }
    expect(await runCommand('operator', env, 'list')).toEqual({
      out: '',
      error: `DATABASE_URL names the user "reader", who was refused by the database at ${place}: password authentication failed for user "reader".`,
      code: 1,
    })
  })

  full.test(
    'is asked for in a way that its library warns of: lines of the log, as for names that are no setting',
    async () => {
      const { out, error } = await runCommand('main', {
        ...RIGHT,
        PORT: '0',
        DATA_DIR: freshFolder(),
        DATABASE_URL: `postgres://reader:narra@${place}/safeguards?sslmode=require`,
        AUDIT_SIGNNG_KEY: 'x',
        LOG_LEVEL: 'warn',
      })
      expect(error).toBe(`DATABASE_URL asks for TLS, which the database at ${place} does not offer.`)
      expect(out.split('\n').map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          level: 40,
          msg: 'AUDIT_SIGNNG_KEY is not a setting of this product; AUDIT_SIGNING_KEY may be meant.',
        }),
        expect.objectContaining({
          level: 40,
          msg: 'a library warns',
          err: expect.objectContaining({ message: expect.stringContaining('sslmode') }),
        }),
      ])
    },
  )

  full.test('offers no TLS, or shows a certificate of somebody else', async () => {
    const ca = path.resolve('tests/fixtures/tls/another-authority.pem')
    const end = `${place}/safeguards?sslmode=verify-full`
    expect(await refused(end)).toBe(
      `DATABASE_URL asks for TLS, which the database at ${place} does not offer.`,
    )
    expect(await refused(`${end}&sslrootcert=/nowhere/ca.pem`)).toBe(
      'DATABASE_URL names the file /nowhere/ca.pem, which cannot be read.',
    )
    const cluster = path.join(dataDir, 'db', 'cluster')
    const { uid, gid } = statSync(cluster)
    for (const name of ['server.pem', 'server-key.pem']) {
      copyFileSync(`tests/fixtures/tls/${name}`, path.join(cluster, name))
      chmodSync(path.join(cluster, name), 0o600)
      chownSync(path.join(cluster, name), uid, gid)
    }
    await admin(
      `alter system set ssl_cert_file = 'server.pem'`,
      `alter system set ssl_key_file = 'server-key.pem'`,
      'alter system set ssl = on',
      'select pg_reload_conf()',
    )
    await vi.waitFor(async () => expect(await admin('show ssl')).toEqual([{ ssl: 'on' }]), {
      timeout: 20_000,
    })
    expect(await refused(`${end}&sslrootcert=${ca}`)).toBe(
      `DATABASE_URL asks for a certificate that can be verified, and that of the database at ${place} cannot (self-signed certificate): check sslrootcert.`,
    )
  })
})

test('no setting is left out', () => {
  const onTheMachine = ['HOST', 'DATA_DIR', 'AUDIT_SIGNING_KEY']
  expect([...new Set([...WRONG.map(([name]) => name), ...onTheMachine])].sort()).toEqual(settingNames())
})
