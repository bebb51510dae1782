import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { isEmail } from '../../shared/auth/auth.schema.ts'
import { MEGABYTE } from '../../shared/files/files.schema.ts'
import { MAIL_CHOICES, type MailChoice } from '../../shared/users/mail-choice.ts'

/** Everything an operator can set (docs: README, "Settings"). */
export type Config = {
  host: string
  port: number
  public_url: string
  trusted_proxies: string[]
  public_calls_per_minute: number
  upload_quota_bytes: number
  data_dir: string
  database_url: string | null
  files_url: string | null
  smtp_url: string | null
  /** who mails come from; null where it follows from the bureau's name and address */
  mail_from: { name: string; address: string } | null
  mail_notifications: MailChoice
  api_key: string
  maps_key: string
  tiles_url: string
  report_frame_url: string
  bureau_name: string
  helpdesk_url: string
  privacy_url: string
  terms_url: string
  clamav_url: string | null
  log_level: string
  metrics_public: boolean
  admin_email: string | null
  audit_signing_key: string | null
  audit_former_keys: string[]
  production: boolean
}

/** A setting that stops the start, in one sentence that names it. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>

/** public replies to one network (rulings S-94, S-113) */
const PUBLIC_CALLS_PER_MINUTE = 60
/** what one person may upload in a day that no record uses: more than sixty files of the largest kind */
const UPLOAD_QUOTA_MB = 3000

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function port(env: Environment): number {
  const value = Number(env.PORT ?? '3000')
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new SettingError(`PORT must be a whole number from 0 to 65535, not "${env.PORT}".`)
  return value
}

/** A whole number above zero. */
function count(env: Environment, name: string, usual: number): number {
  const text = env[name]?.trim() || String(usual)
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new SettingError(`${name} must be a whole number above 0, not "${env[name]}".`)
  return Number(text)
}

/** An address with one of the allowed schemes, or '' when the setting is empty. */
function address(env: Environment, name: string, schemes: string[]): string {
  const value = env[name]?.trim() ?? ''
  if (value === '') return ''
  const scheme = URL.canParse(value) ? new URL(value).protocol : ''
  if (!schemes.includes(scheme))
    throw new SettingError(`${name} must be an address that starts with ${schemes.join(' or ')}`)
  return value
}

/** Where clamd listens, tcp://host:3310; null without a scanner. */
function scanner(env: Environment): string | null {
  const value = address(env, 'CLAMAV_URL', ['tcp:'])
  if (value !== '' && !new URL(value).hostname)
    throw new SettingError('CLAMAV_URL must name a host, as in tcp://clamav:3310.')
  return value || null
}

/** Which mails about records people get who have chosen nothing themselves (S-117). */
function mailNotifications(env: Environment): MailChoice {
  const value = env.MAIL_NOTIFICATIONS?.trim() || 'each'
  const found = MAIL_CHOICES.find((choice) => choice === value)
  if (!found)
    throw new SettingError(`MAIL_NOTIFICATIONS must be one of ${MAIL_CHOICES.join(', ')}, not "${value}".`)
  return found
}

/** `name@bureau.example`, or `Name <name@bureau.example>`. */
function mailFrom(env: Environment): Config['mail_from'] {
  const value = env.MAIL_FROM?.trim() ?? ''
  if (value === '') return null
  const [, name = '', address = ''] = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>)$/u.exec(value) ?? [
    '',
    '',
    value,
  ]
  if (!isEmail(address))
    throw new SettingError(
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

/** Whose word on where a request comes from counts; a proxy beside the product always has it. */
function trustedProxies(env: Environment): string[] {
  const named = env.TRUSTED_PROXIES?.split(/[\s,]+/).filter(Boolean) ?? []
  if (!named.every(isNetwork))
    throw new SettingError('TRUSTED_PROXIES must list addresses or networks, as in 10.0.0.0/8, uniquelocal.')
  return ['loopback', ...named]
}

/** In production people's passwords travel to this address, so it must be https (000 §8). */
function publicUrl(env: Environment, listenPort: number, production: boolean): string {
  const value = env.PUBLIC_URL?.trim() || `http://localhost:${listenPort}`
  const url = URL.canParse(value) ? new URL(value) : null
  const local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && (local || !production))
  if (!secure) throw new SettingError(`Invalid or insecure API base URL. PUBLIC_URL is "${value}".`)
  return value.replace(/\/+$/, '')
}

/** The fixed value of X-API-KEY: set by the operator, or made once and kept in the data folder. */
function apiKey(env: Environment, dataDir: string): string {
  if (env.API_KEY?.trim()) return env.API_KEY.trim()
  const file = path.join(dataDir, 'api-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const key = randomBytes(24).toString('base64url')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}

/** Reads the settings; throws a SettingError with one sentence for the first that is wrong. */
export function readConfig(env: Environment, options: { production: boolean }): Config {
  const listenPort = port(env)
  const dataDir = path.resolve(env.DATA_DIR?.trim() || './data')
  const logLevel = env.LOG_LEVEL?.trim() || 'info'
  if (!LOG_LEVELS.includes(logLevel))
    throw new SettingError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`)
  const adminEmail = env.ADMIN_EMAIL?.trim() ?? ''
  const links = ['https:', 'http:', 'mailto:']
  return {
    host: env.HOST?.trim() || '0.0.0.0',
    port: listenPort,
    public_url: publicUrl(env, listenPort, options.production),
    trusted_proxies: trustedProxies(env),
    public_calls_per_minute: count(env, 'PUBLIC_CALLS_PER_MINUTE', PUBLIC_CALLS_PER_MINUTE),
    upload_quota_bytes: count(env, 'UPLOAD_QUOTA_MB', UPLOAD_QUOTA_MB) * MEGABYTE,
    data_dir: dataDir,
    database_url: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']) || null,
    files_url: address(env, 'FILES_URL', ['s3:']) || null,
    mail_from: mailFrom(env),
    smtp_url: address(env, 'SMTP_URL', ['smtp:', 'smtps:']) || null,
    mail_notifications: mailNotifications(env),
    api_key: apiKey(env, dataDir),
    maps_key: env.MAPS_KEY?.trim() ?? '',
    tiles_url: address(env, 'TILES_URL', ['https:', 'http:']),
    report_frame_url: address(env, 'REPORT_FRAME_URL', ['https:', 'http:']),
    bureau_name: env.BUREAU_NAME?.trim() || 'Forest Management Bureau',
    helpdesk_url: address(env, 'HELPDESK_URL', links),
    privacy_url: address(env, 'PRIVACY_URL', links),
    terms_url: address(env, 'TERMS_URL', links),
    clamav_url: scanner(env),
    log_level: logLevel,
    metrics_public: env.METRICS?.trim() === 'public',
    admin_email: adminEmail || null,
    audit_signing_key: env.AUDIT_SIGNING_KEY?.trim() || null,
    audit_former_keys: env.AUDIT_FORMER_KEYS?.split(/[\s,]+/).filter(Boolean) ?? [],
    production: options.production,
  }
}

/** What a deployment tells the browser at /config.json. */
export const browserConfig = (config: Config) => ({
  api_base_url: '/api',
  api_key: config.api_key,
  bureau_name: config.bureau_name,
  helpdesk_url: config.helpdesk_url,
  privacy_url: config.privacy_url,
  terms_url: config.terms_url,
  tiles_url: config.tiles_url,
  report_frame_url: config.report_frame_url,
})
