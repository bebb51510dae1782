import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { isEmail } from '../../shared/auth/auth.schema.ts'
import { MEGABYTE } from '../../shared/files/files.schema.ts'
import { MAIL_CHOICES } from '../../shared/users/mail-choice.ts'
import { bucketOf } from './bucket-address.ts'
import { requireDataDir, unusableDataDir } from './data-dir.ts'
import { withoutTrailing } from '../../shared/lib/trailing.ts'
import { foreseen } from './errors.ts'
import { withLanguageFiles } from './language-files.ts'
import { pmtilesFault } from './pmtiles.ts'
import { isOtherEncoding, readTextFile } from './text-file.ts'

type Environment = Record<string, string | undefined>

/** A setting without blanks around it, or what it usually is where it is empty. */
const setting = (env: Environment, name: string, usual = ''): string => env[name]?.trim() || usual

/** The words of a list, between blanks or commas. */
const listed = (env: Environment, name: string): string[] =>
  setting(env, name)
    .split(/[\s,]+/)
    .filter(Boolean)

/** One of these words. */
function choice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
): Choice {
  const value = setting(env, name, usual)
  const found = choices.find((one) => one === value)
  if (found !== undefined) return found
  const words = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`
  throw foreseen(`${name} must be ${words}, not "${value}".`)
}

/** Whether the address is of this machine. */
const isLocal = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)

/** public replies to one network (rulings S-94, S-113) */
const PUBLIC_CALLS_PER_MINUTE = 300
/** a person's uploads of one day that no record uses: more than sixty of the largest files */
const UPLOAD_QUOTA_MB = 3000

/** letters of a bureau's name: what fits a footer and the sender of a mail */
const MAX_NAME = 200
/** how long proxies take to notice that an instance is stopping */
const DRAIN_SECONDS = 5
/** how long running requests may take after that */
const STOP_SECONDS = 15
/** limit of one statement of the database */
const DATABASE_SECONDS = 30
/** how long backups are stored: every one of a month, then one of each month of a year */
const BACKUP_KEEP_DAYS = 30
const BACKUP_KEEP_MONTHS = 12

/** one process per core; more would wait for each other */
const MAX_WORKERS = 64

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** An empty PORT is not a number either: with half a setting the server would listen on an unexpected port. */
function port(env: Environment): number {
  const text = env.PORT?.trim() ?? '3000'
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw foreseen(`PORT must be a whole number from 0 to 65535, not "${env.PORT}".`)
  return Number(text)
}

/** A whole number above zero. */
function count(env: Environment, name: string, usual: number): number {
  const text = setting(env, name, String(usual))
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw foreseen(`${name} must be a whole number above 0, not "${env[name]}".`)
  return Number(text)
}

/** Whole seconds, at least `least`. */
function seconds(env: Environment, name: string, least: number, usual: number): number {
  const text = setting(env, name, String(usual))
  if (!/^\d{1,4}$/.test(text) || Number(text) < least)
    throw foreseen(`${name} must be a whole number of seconds from ${least} to 9999, not "${env[name]}".`)
  return Number(text)
}

/** The number of processes that serve: a number, or one per core. */
function workers(env: Environment): number {
  const text = setting(env, 'WORKERS', '1')
  const wanted = text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : Number(text)
  if (!/^(auto|[1-9]\d?)$/.test(text) || wanted > MAX_WORKERS)
    throw foreseen(`WORKERS must be auto or a whole number from 1 to ${MAX_WORKERS}, not "${env.WORKERS}".`)
  return wanted
}

/** Whether this is an address whose user and password can be decoded. */
function isReadable(value: string): boolean {
  try {
    const { username, password } = new URL(value)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** An address with one of the allowed schemes, or '' when the setting is empty. */
function address(env: Environment, name: string, schemes: string[]): string {
  const value = setting(env, name)
  if (value === '') return ''
  const scheme = URL.canParse(value) ? new URL(value).protocol : ''
  if (schemes.some((one) => value.startsWith(`${one}//`)) && !isReadable(value))
    throw foreseen(
      `${name} cannot be read as an address: in its user and password write % as %25, # as %23, / as %2F, ? as %3F and @ as %40.`,
    )
  if (!schemes.includes(scheme))
    throw foreseen(`${name} must be an address that starts with ${schemes.join(' or ')}`)
  if (scheme === 'mailto:' && !isEmail(new URL(value).pathname))
    throw foreseen(`${name} must name an email address after mailto:, not "${value}".`)
  return value
}

/** An address that must name a host, as in `example`; null when the setting is empty. */
function machine(env: Environment, name: string, schemes: string[], example: string): string | null {
  const value = address(env, name, schemes)
  if (value !== '' && !new URL(value).hostname) throw foreseen(`${name} must name a host, as in ${example}.`)
  return value || null
}

const DATABASES = ['postgres:', 'postgresql:']

/** The address of a copy of the database for reads; the embedded database has none. */
function readUrl(env: Environment): string | null {
  const value = address(env, 'DATABASE_READ_URL', DATABASES)
  if (value !== '' && address(env, 'DATABASE_URL', DATABASES) === '')
    throw foreseen(
      'DATABASE_READ_URL names a copy of a database, so DATABASE_URL must name that database as well.',
    )
  return value || null
}

/** A template of map tiles; without these three parts every tile would be the same. */
function tiles(env: Environment): string {
  const value = address(env, 'TILES_URL', ['https:', 'http:'])
  if (value !== '' && !['{z}', '{x}', '{y}'].every((part) => value.includes(part)))
    throw foreseen('TILES_URL must contain {z}, {x} and {y}, as in https://tiles.example/{z}/{x}/{y}.png.')
  return value
}

/** The file of the base map, as an absolute path; null for none. Later it may change, so only its beginning is checked. */
function baseMapFile(env: Environment): string | null {
  const value = setting(env, 'BASEMAP_FILE')
  if (value === '') return null
  const file = path.resolve(value)
  const fault = pmtilesFault(file)
  if (fault !== null) throw foreseen(`BASEMAP_FILE names ${file}, which ${fault}.`)
  return file
}

/** A value that is sent in a header or an address. */
function word(env: Environment, name: string): string {
  const value = setting(env, name)
  if (!/^[\x20-\x7e]*$/.test(value))
    throw foreseen(`${name} must be one line of Latin letters, digits and punctuation.`)
  return value
}

/** A name that people read, on one line; empty when it is not set. */
function nameOnLine(env: Environment, name: string, most = MAX_NAME): string {
  const value = setting(env, name)
  if (/\p{Cc}/u.test(value) || value.length > most)
    throw foreseen(`${name} must be one line of at most ${most} letters.`)
  return value
}

/** The licence of the open data, by name; an address alone could not be written on the page. */
function licence(env: Environment): { data_licence_name: string; data_licence_url: string } {
  const data_licence_name = nameOnLine(env, 'DATA_LICENCE_NAME')
  const data_licence_url = address(env, 'DATA_LICENCE_URL', ['https:', 'http:'])
  if (data_licence_name === '' && data_licence_url !== '')
    throw foreseen('DATA_LICENCE_URL is set without DATA_LICENCE_NAME, which pages and files show.')
  return { data_licence_name, data_licence_url }
}

function adminEmail(env: Environment): string | null {
  const value = setting(env, 'ADMIN_EMAIL')
  if (value !== '' && !isEmail(value)) throw foreseen(`ADMIN_EMAIL must be an email address, not "${value}".`)
  return value || null
}

/** Short names of keys, as shown on the Integrity page and by the commands. */
function formerKeys(env: Environment): string[] {
  const names = listed(env, 'AUDIT_FORMER_KEYS')
  const odd = names.find((name) => !/^[0-9a-f]{16}$/.test(name))
  if (odd !== undefined)
    throw foreseen(
      `AUDIT_FORMER_KEYS must list short names of keys, 16 of the characters 0-9 and a-f each, not "${odd}".`,
    )
  return names
}

/** Outgoing calls use https, or stay on this machine. */
const isSafe = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.username === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)))
}

/** Addresses of witnesses, each followed by its published key. */
function witnesses(env: Environment): { url: string; key: string }[] {
  const named = listed(env, 'WITNESS_URLS')
  return named.map((text) => {
    const [, url = '', key = ''] = /^([^+]+)\+([^+]+\+[0-9a-f]{8}\+\S+)$/.exec(text) ?? []
    if (!isSafe(url))
      throw foreseen(
        `WITNESS_URLS must list https addresses, each with a plus and the key of the witness, as in https://witness.example+name+0123abcd+key, not "${text}".`,
      )
    return { url: withoutTrailing(url, '/'), key }
  })
}

function stampUrl(env: Environment): string | null {
  const value = setting(env, 'TSA_URL') || null
  if (value !== null && !isSafe(value))
    throw foreseen(`TSA_URL must be an https address, as in https://tsa.example/tsr, not "${value}".`)
  return value
}

/** letters of the name on the button of single sign-on */
const MAX_OIDC_NAME = 60

/** The secret that the provider gave for this product: a file, so that no list of processes or settings shows it. */
function oidcSecret(file: string): string {
  const secret = (() => {
    try {
      return readTextFile(file).trim()
    } catch (cause) {
      const fault = isOtherEncoding(cause) ? 'is not saved as UTF-8' : 'cannot be read'
      throw foreseen(`OIDC_CLIENT_SECRET_FILE names ${file}, which ${fault}.`, { cause })
    }
  })()
  if (secret === '') throw foreseen(`OIDC_CLIENT_SECRET_FILE names ${file}, which is empty.`)
  return secret
}

/** The provider of single sign-on; null when there is none. */
function singleSignOn(env: Environment) {
  const issuer = setting(env, 'OIDC_ISSUER')
  const client_id = word(env, 'OIDC_CLIENT_ID')
  const secretFile = setting(env, 'OIDC_CLIENT_SECRET_FILE')
  const button_name = nameOnLine(env, 'OIDC_NAME', MAX_OIDC_NAME)
  // an identity that no account is linked to is refused, or also listed for administrators
  const new_people = choice(env, 'OIDC_NEW_PEOPLE', ['refuse', 'list'], 'refuse')
  if (issuer === '') {
    const set = Object.entries({ OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET_FILE: secretFile })
    const [alone] = set.find(([, value]) => value !== '') ?? []
    if (alone !== undefined) throw foreseen(`${alone} is set without OIDC_ISSUER, so single sign-on is off.`)
    return null
  }
  if (!isSafe(issuer))
    throw foreseen(
      `OIDC_ISSUER must be an https address, as in https://login.example/realms/bureau, not "${issuer}".`,
    )
  if (client_id === '')
    throw foreseen('OIDC_CLIENT_ID must be set to the name that the provider in OIDC_ISSUER knows it by.')
  if (secretFile === '')
    throw foreseen('OIDC_CLIENT_SECRET_FILE must name the file with the secret that the provider has given.')
  const client_secret = oidcSecret(secretFile)
  return { issuer, client_id, client_secret, name: button_name || new URL(issuer).host, new_people }
}

function checkpointMail(env: Environment): string[] {
  const named = listed(env, 'CHECKPOINT_MAIL')
  const odd = named.find((one) => !isEmail(one))
  if (odd !== undefined) throw foreseen(`CHECKPOINT_MAIL must list email addresses, and "${odd}" is none.`)
  return [...new Set(named)]
}

/** A bucket with its parameters; null when the setting is empty. */
function bucketAddress(env: Environment, name: string): string | null {
  const value = address(env, name, ['s3:'])
  if (value !== '') bucketOf(value, name)
  return value || null
}

/** The path itself and not a link to it; a folder that is missing is taken by its name. */
const realFolder = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder)

/** A folder, as an absolute path, or a bucket. */
function backupPlace(env: Environment, dataDir: string): string | null {
  const value = setting(env, 'BACKUP_URL') || null
  if (value === null) return null
  if (/^s3:\/\/[^/?]/.test(value)) return bucketAddress(env, 'BACKUP_URL')
  if (/^[a-z][a-z\d+.-]+:/i.test(value))
    throw foreseen(
      `BACKUP_URL must be a folder or a bucket, as in /srv/backups or s3://bucket?region=…, not "${value}".`,
    )
  const folder = path.resolve(value)
  if (`${realFolder(folder)}${path.sep}`.startsWith(`${realFolder(dataDir)}${path.sep}`))
    throw foreseen(
      `BACKUP_URL names ${folder}, which is inside DATA_DIR (${dataDir}): a disk that is lost must not take the backups with it, so name a folder outside, on another disk.`,
    )
  return folder
}

function backupTime(env: Environment): string {
  const value = setting(env, 'BACKUP_TIME', '01:30')
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value))
    throw foreseen(
      `BACKUP_TIME must be a time of day in Manila from 00:00 to 23:59, not "${env.BACKUP_TIME}".`,
    )
  return value
}

/** The public keys of age, as `age-keygen` prints them. */
function backupRecipients(env: Environment): string[] {
  const named = listed(env, 'BACKUP_RECIPIENTS')
  if (!named.every((key) => /^age1[02-9ac-hj-np-z]{58}$/.test(key)))
    throw foreseen(
      'BACKUP_RECIPIENTS must list public keys as age-keygen prints them: age1 and 58 letters and digits.',
    )
  return named
}

/** `name@bureau.example`, or `Name <name@bureau.example>`. */
function mailFrom(env: Environment): { name: string; address: string } | null {
  const value = setting(env, 'MAIL_FROM')
  if (value === '') return null
  const [, before = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(value) ?? ['', '', value]
  const name = before.trim().replace(/^"/, '').replace(/"$/, '')
  if (!isEmail(address) || name.includes('"'))
    throw foreseen(
      `MAIL_FROM must be an address, as in sis@bureau.example or Bureau <sis@bureau.example>, not "${value}".`,
    )
  return { name, address }
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const isNetwork = (text: string): boolean => {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return NAMED_NETWORKS.includes(text) || (rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most)
}

/** The proxies that are trusted to name the client's address; a proxy on this machine always is. */
function trustedProxies(env: Environment): string[] {
  const named = listed(env, 'TRUSTED_PROXIES')
  if (!named.every(isNetwork))
    throw foreseen('TRUSTED_PROXIES must list addresses or networks, as in 10.0.0.0/8, uniquelocal.')
  const everybody = named.find((text) => /\/0+$/.test(text))
  if (everybody !== undefined)
    throw foreseen(
      `TRUSTED_PROXIES must not list ${everybody}: anyone could then claim any address. List the address of your proxy.`,
    )
  return ['loopback', ...named]
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

/** The address of a product that is used on this machine only. */
export const localUrl = (listenPort: number): string => `http://localhost:${listenPort}`

/** In production passwords are sent to this address, so it must be https (000 §8). */
function publicUrl(env: Environment, host: string, listenPort: number, production: boolean): string {
  const set = setting(env, 'PUBLIC_URL')
  if (set === '' && production && !isLoopback(host))
    throw foreseen(
      'PUBLIC_URL must be set to the address that people type, as in https://sis.example, unless HOST is 127.0.0.1.',
    )
  const value = set || localUrl(listenPort)
  const url = URL.canParse(value) ? new URL(value) : null
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && (isLocal(url) || !production))
  if (!secure) throw foreseen(`Invalid or insecure API base URL. PUBLIC_URL is "${value}".`)
  // links in mails are this and a path: pages are at the root of their address
  if (url.href !== `${url.origin}/`)
    throw foreseen(
      'PUBLIC_URL must be a scheme, a host and a port at most, without a path, as in https://sis.example.',
    )
  return withoutTrailing(value, '/')
}

/** A key that the operator has set, or that is generated once and stored in this file of the data folder. */
function ownKey(set: string, dataDir: string, name: string, generate: () => string): string {
  if (set !== '') return set
  requireDataDir(dataDir)
  const file = path.join(dataDir, name)
  try {
    const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (stored !== '') return stored
    const key = generate()
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    return key
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

/** The fixed value of X-API-KEY. */
const apiKey = (env: Environment, dataDir: string): string =>
  ownKey(word(env, 'API_KEY'), dataDir, 'api-key', () => randomBytes(24).toString('base64url'))

/** The key that encrypts the secrets of second factors in the database, the same on every server. */
function factorKey(env: Environment, dataDir: string): Buffer {
  const set = setting(env, 'FACTOR_KEY')
  const key = ownKey(set, dataDir, 'factor-key', () => randomBytes(32).toString('hex'))
  if (!/^[0-9a-f]{64}$/i.test(key))
    throw foreseen(
      `${set === '' ? `The content of ${path.join(dataDir, 'factor-key')}` : 'FACTOR_KEY'} must be 64 of the characters 0-9 and a-f, as \`openssl rand -hex 32\` prints them.`,
    )
  return Buffer.from(key, 'hex')
}

/** A file of settings that begins with a byte order mark makes another name of its first setting, which is then not set. */
function requireNoMark(env: Environment): void {
  const marked = Object.keys(env).find((name) => name.startsWith('\uFEFF'))
  if (marked !== undefined)
    throw foreseen(
      `The file of the settings begins with an invisible mark (BOM), so ${marked.slice(1)} is not set: save it as UTF-8 without BOM.`,
    )
}

/**
 * Reads the settings; throws a foreseen error with one sentence for the first that is wrong. A new setting is also a
 * line of `.env.example`, `docs/operating/settings.md` and `deploy/README.md` (`tests/deploy.test.ts` names what is
 * missing), and a row of the table in `tests/product/settings.test.ts`.
 */
export function readConfig(env: Environment, options: { production: boolean }) {
  requireNoMark(env)
  const listenPort = port(env)
  const dataDir = path.resolve(setting(env, 'DATA_DIR', './data'))
  const host = setting(env, 'HOST', '0.0.0.0')
  const links = ['https:', 'http:', 'mailto:']
  const languages = withLanguageFiles(env.LANGUAGE_FILES ?? '')
  return {
    host,
    port: listenPort,
    public_url: publicUrl(env, host, listenPort, options.production),
    trusted_proxies: trustedProxies(env),
    public_calls_per_minute: count(env, 'PUBLIC_CALLS_PER_MINUTE', PUBLIC_CALLS_PER_MINUTE),
    upload_quota_bytes: count(env, 'UPLOAD_QUOTA_MB', UPLOAD_QUOTA_MB) * MEGABYTE,
    drain_seconds: seconds(env, 'DRAIN_SECONDS', 0, options.production ? DRAIN_SECONDS : 0),
    stop_seconds: seconds(env, 'STOP_SECONDS', 1, STOP_SECONDS),
    /** processes that serve, on this machine */
    workers: workers(env),
    database_seconds: seconds(env, 'DATABASE_SECONDS', 1, DATABASE_SECONDS),
    data_dir: dataDir,
    database_url: address(env, 'DATABASE_URL', DATABASES) || null,
    /** a streaming copy of that database, which reports, files and public pages are read from */
    database_read_url: readUrl(env),
    files_url: bucketAddress(env, 'FILES_URL'),
    /** a folder or a bucket for the automatic backups; null for none */
    backup_url: backupPlace(env, dataDir),
    /** time of the daily backup in Manila: hh:mm */
    backup_time: backupTime(env),
    backup_keep_days: count(env, 'BACKUP_KEEP_DAYS', BACKUP_KEEP_DAYS),
    backup_keep_months: count(env, 'BACKUP_KEEP_MONTHS', BACKUP_KEEP_MONTHS),
    /** age's public keys to encrypt the backups for; not encrypted when empty */
    backup_recipients: backupRecipients(env),
    smtp_url: machine(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtp://mail.example:587'),
    /** the sender of mails; null to use the bureau's name and address */
    mail_from: mailFrom(env),
    /** which mails about records users get who have not chosen (S-117) */
    mail_notifications: choice(env, 'MAIL_NOTIFICATIONS', MAIL_CHOICES, 'each'),
    api_key: apiKey(env, dataDir),
    factor_key: factorKey(env, dataDir),
    maps_key: word(env, 'MAPS_KEY'),
    tiles_url: tiles(env),
    /** a PMTiles file with vector tiles, which maps are drawn on */
    basemap_file: baseMapFile(env),
    /** below maps with `tiles_url`, and with a file that names no credit of its own */
    map_credit: nameOnLine(env, 'MAP_CREDIT'),
    language_files: setting(env, 'LANGUAGE_FILES'),
    /** of the public pages and the mails: the product's, and those of these files */
    languages: languages.languages,
    /** what the start says of the language files */
    language_warnings: languages.warnings,
    report_frame_url: address(env, 'REPORT_FRAME_URL', ['https:', 'http:']),
    bureau_name: nameOnLine(env, 'BUREAU_NAME') || 'Forest Management Bureau',
    helpdesk_url: address(env, 'HELPDESK_URL', links),
    privacy_url: address(env, 'PRIVACY_URL', links),
    terms_url: address(env, 'TERMS_URL', links),
    ...licence(env),
    /** the bureau's own page for complaints, named at the end of every public record */
    complaints_url: address(env, 'COMPLAINTS_URL', links),
    clamav_url: machine(env, 'CLAMAV_URL', ['tcp:'], 'tcp://clamav:3310'),
    log_level: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    /** whether machines other than this one may read /metrics */
    metrics_public: choice(env, 'METRICS', ['public', 'loopback'], 'loopback') === 'public',
    admin_email: adminEmail(env),
    audit_signing_key: setting(env, 'AUDIT_SIGNING_KEY') || null,
    audit_former_keys: formerKeys(env),
    /** who co-signs the checkpoints of the public log, each with its key as one word */
    witnesses: witnesses(env),
    /** the time stamp authority for the checkpoint of each day */
    tsa_url: stampUrl(env),
    /** who is mailed the checkpoint of each day */
    checkpoint_mail: checkpointMail(env),
    /** the provider of single sign-on, a door beside the password */
    oidc: singleSignOn(env),
    production: options.production,
    /** whether the database holds the demo bureau; known at the start, once the database is open */
    demonstration: false,
  }
}

/** The settings of an operator (docs/operating/settings.md). */
export type Config = ReturnType<typeof readConfig>

/** The settings of a command that needs neither key, and so must not generate one. */
export const NO_KEYS = { API_KEY: 'not used', FACTOR_KEY: '0'.repeat(64) } as const

/** Returns the name of every setting, recorded while readConfig reads them. */
export function settingNames(): string[] {
  const names = new Set<string>()
  const nothingSet = new Proxy<Environment>(
    {},
    {
      get: (_, name) => {
        names.add(String(name))
        return NO_KEYS[name as keyof typeof NO_KEYS]
      },
    },
  )
  readConfig(nothingSet, { production: false })
  return [...names].sort()
}

/** The settings that the browser reads at /config.json. */
export const browserConfig = (config: Config) => ({
  api_base_url: '/api',
  api_key: config.api_key,
  bureau_name: config.bureau_name,
  demonstration: config.demonstration,
  helpdesk_url: config.helpdesk_url,
  privacy_url: config.privacy_url,
  terms_url: config.terms_url,
  complaints_url: config.complaints_url,
  tiles_url: config.tiles_url,
  map_credit: config.map_credit,
  /** whether pages may show the map of another origin */
  has_outside_map: config.maps_key !== '',
  report_frame_url: config.report_frame_url,
  /** what the button of single sign-on says; empty when there is none */
  oidc_name: config.oidc?.name ?? '',
})
