import { readFileSync } from 'node:fs'
import { lineForm } from '../shared/lib/text-form.ts'
import { clockDifferenceText } from './audit/clock-difference.ts'
import { findTime } from './database/database-time.ts'
import { makeResetLink, unlockAccount } from './auth/operator-accounts.actions.ts'
import { backUpForOperator } from './backup/daily.actions.ts'
import { listAccounts } from './auth/auth.queries.ts'
import { sealBreakGlass } from './factors/break-glass.actions.ts'
import { SET_PASSWORD_LINK_HOURS } from '../shared/auth/auth.schema.ts'
import { formatDateTime } from '../shared/lib/dates.ts'
import { formatCount, plural } from '../shared/lib/format.ts'
import { errorSentence, openForCommand, showProgress, stopSignal } from './operate/command.ts'
import { NO_KEYS, readConfig } from './lib/config.ts'
import { foreseen } from './lib/errors.ts'
import { listMails, type QueuedMail } from './mails/mail-queue.ts'
import type { Services } from './context/context.ts'
import { cancelImportAtServer } from './imports/operator-imports.actions.ts'
import { listImports } from './imports/imports.queries.ts'
import { createFileStore } from './store/create-file-store.ts'
import { requireOwnSchema } from './database/migrate.ts'
import { moveIdentities } from './oidc/operator-oidc.actions.ts'
import { retryMails } from './mails/mails.actions.ts'
import { loadOutlines } from './sites/outlines.actions.ts'
import { acceptLog, compareLog } from './public-log/accept.actions.ts'
import { type EraseResult, eraseRow } from './proofs/erase.actions.ts'
import { exportLog, type ExportResult } from './public-log/export.actions.ts'
import { findDisagreement, findLogSize, findPublishedCheckpoint } from './public-log/log.queries.ts'
import type { Difference, StoredRow } from './recount/stored-counts.queries.ts'
import { exportPerson } from './users/person-data.actions.ts'
import { OPERATOR } from './context/operator-identity.ts'
import { recount, type RecountResult } from './recount/recount.actions.ts'
import { recountWarnings } from './pending/warnings.jobs.ts'

/** `npm run operator`: manages accounts, stored counts, mails and the log at the server. */
const USAGE = `Usage: npm run operator -- list            every account
       npm run operator -- unlock EMAIL    forgets the wrong passwords of an address
       npm run operator -- reset EMAIL     makes and prints a link that sets a new password
       npm run operator -- recount         compares every stored count with a new count and corrects it
       npm run operator -- mails           every mail that is waiting or failed
       npm run operator -- mails send      tries all of them at once
       npm run operator -- imports         every import, newest first, with its progress
       npm run operator -- imports cancel NUMBER
                                           ends an import; what it has added stays
       npm run operator -- clock           the clocks of this server and of the database
       npm run operator -- backup now      makes a backup under BACKUP_URL at once, as the one of each day
       npm run operator -- break-glass     makes the break-glass account for emergencies, or seals it again, and prints its
                                           new password once
       npm run operator -- log             the state of the public log, and why it has stopped
       npm run operator -- log compare FILE
                                           compares the log with a checkpoint that was stored elsewhere
       npm run operator -- log accept REASON
                                           records why the database or the file store is an older one, and continues the log
       npm run operator -- log export FOLDER [--without-persons]
                                           writes the whole log into a new folder that anyone can verify without the product
       npm run operator -- erase NUMBER REASON
                                           erases names and comments of one row of the audit log for good, and the comment
                                           of the record's step that it is about; facts stay, and so does the reason,
                                           which the record's history shows: put no names in it
       npm run operator -- outlines FILE   loads outlines of provinces, cities and municipalities from GeoJSON, KML, a zipped
                                           Shapefile or a GeoPackage, by which the place of each boundary is then checked
       npm run operator -- person EMAIL FILE
                                           writes all that is stored about a person into a new file
       npm run operator -- single-sign-on moved ISSUER
                                           keeps the links when the provider that was at ISSUER has a new address`

type OperatorServices = Pick<Services, 'config' | 'db' | 'files' | 'now' | 'languages' | 'readDb'>

/** Formats rows under headings, each column as wide as its longest text. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function list({ db }: OperatorServices): Promise<string> {
  const accounts = await listAccounts(db)
  const rows = accounts.map((account) => [
    account.email,
    account.role,
    account.penro ?? account.region ?? account.access_level,
    account.status,
    account.last_logged_in ? formatDateTime(account.last_logged_in) : 'never',
  ])
  return table([['Address', 'Role', 'Office', 'Status', 'Last login'], ...rows])
}

async function unlock(services: OperatorServices, email: string): Promise<string> {
  const tries = await unlockAccount(services, email)
  return tries === 0
    ? `${email} had no failed tries: it was not locked.`
    : `${email} may log in again at once; ${plural(tries, 'try was', 'tries were')} forgotten.`
}

async function reset(services: OperatorServices, email: string): Promise<string> {
  const link = await makeResetLink(services, email)
  return `${email} is logged out everywhere and can set a new password once, within ${SET_PASSWORD_LINK_HOURS} hours, at\n${link}`
}

async function person(services: OperatorServices, email: string, file: string): Promise<string> {
  const count = await exportPerson(services, email, file)
  return `${plural(count, 'row')} about ${email} are in ${file}, a line of JSON each, readable by you alone. The audit log records it.`
}

async function breakGlass(services: OperatorServices): Promise<string> {
  const { email, password, voids } = await sealBreakGlass(services)
  return [
    `The account ${email} is sealed with this password, which is shown only now:`,
    '',
    `    ${password}`,
    '',
    'Write or print it, put it into an envelope with the address, close it, sign across the flap, and lock it away.',
    ...(voids
      ? [
          'The envelope that is in the safe now is void: the password in it was not used and does not log in any more.',
        ]
      : []),
    'It logs in once, and every administrator of FMB is mailed at that moment. Afterwards seal the account again.',
  ].join('\n')
}

async function backupNow(services: OperatorServices): Promise<string> {
  const { name, rows, files, missing } = await backUpForOperator(services, stopSignal())
  const made = `The backup ${name} is made: ${plural(rows, 'row')} and ${plural(files, 'file')}.`
  if (missing === 0) return made
  process.exitCode = 1
  return `${made}\nThe file store has lost the bytes of ${plural(missing, 'file')}; npm run backup -- FILE names them.`
}

async function moved(services: OperatorServices, issuer: string): Promise<string> {
  const count = await moveIdentities(services, issuer)
  return `${plural(count, 'person', 'people')} from ${issuer} can log in from ${services.config.oidc?.issuer} now.`
}

/** More would fill the screen; the counts are corrected by then. */
const MAX_DIFFERENCES = 20

const valuesOf = (row: StoredRow, differing: readonly string[]): string =>
  row ? differing.map((column) => JSON.stringify(row[column])).join(', ') : 'no row'

/** Formats a row that differed, such as `office_id 12, status "Activated": count from 3 to 4`. */
function differenceText({ stored, anew }: Difference, key: readonly string[]): string {
  const row = stored ?? anew ?? {}
  const found = key.map((column) => `${column} ${JSON.stringify(row[column])}`).join(', ')
  const differing = Object.keys(row).filter(
    (column) => !key.includes(column) && JSON.stringify(stored?.[column]) !== JSON.stringify(anew?.[column]),
  )
  return `  ${found}: ${differing.join(', ')} from ${valuesOf(stored, differing)} to ${valuesOf(anew, differing)}`
}

function recountedText({ table, columns, key, rows, differences }: RecountResult): string {
  const name = columns ? `${columns.join(' and ')} of ${table}` : table
  const counted = `${name}: ${plural(rows, 'row')}`
  if (differences.length === 0) return `${counted}, all as counted.`
  const lines = differences.slice(0, MAX_DIFFERENCES).map((one) => differenceText(one, key))
  const more = differences.length - lines.length
  return [
    `${counted}, ${differences.length} differed and ${differences.length === 1 ? 'was' : 'were'} corrected:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

async function recountAll(services: OperatorServices): Promise<string> {
  const counts = (await recount(services)).map(recountedText)
  const { records, differences } = await recountWarnings(services, { actor: OPERATOR })
  const compared = `record_warnings: of ${plural(records, 'record')}`
  const differed = `${plural(differences, 'row')} differed and ${differences === 1 ? 'was' : 'were'} corrected`
  return [...counts, `${compared}, ${differences === 0 ? 'all as they are stored' : differed}.`].join('\n')
}

const stateText = ({ state, run_at }: QueuedMail): string => {
  if (state === 'sending') return 'being sent'
  return state === 'failed' ? 'failed' : `next try ${formatDateTime(run_at)}`
}

async function mails({ db }: OperatorServices): Promise<string> {
  const queued = await listMails(db)
  if (queued.length === 0) return 'No mail is waiting and none has failed.'
  const rows = queued.map((mail) => [
    mail.to,
    mail.subject,
    formatDateTime(mail.created_at),
    String(mail.tries),
    stateText(mail),
    mail.last_error?.split('\n')[0] ?? '',
  ])
  return table([['To', 'Subject', 'Since', 'Tries', 'State', 'What the mail server said'], ...rows])
}

async function retryMailsCommand(services: OperatorServices): Promise<string> {
  const count = await retryMails(services)
  if (count === 0) return 'No mail is waiting and none has failed.'
  return `${plural(count, 'mail is', 'mails are')} being sent again by the running product, or once it is started.`
}

async function clock({ db, now }: OperatorServices): Promise<string> {
  const clocks = { now: now(), database: await findTime(db) }
  const [server, database] = [clocks.now, clocks.database].map((at) => formatDateTime(at.toISOString()))
  return clockDifferenceText(clocks) ?? `This server says ${server}, the database ${database}.`
}

async function publicLog({ db }: OperatorServices): Promise<string> {
  const published = await findPublishedCheckpoint(db)
  const open = await findDisagreement(db)
  const size = await findLogSize(db)
  const last = published
    ? `The last checkpoint covers ${formatCount(published.size)} entries, ${formatDateTime(published.published_at)}.`
    : 'Nothing is published yet.'
  const held = `The public log has ${formatCount(size)} entries. ${last}`
  return open
    ? `${held}\nSince ${formatDateTime(open.noticed_at)} it has been stopped, and nothing is sealed: ${open.sentence}`
    : held
}

async function logCompare(services: OperatorServices, file: string): Promise<string> {
  const sentence = await compareLog(services, readText(file))
  if (sentence === null) return 'The log begins as this checkpoint says.'
  process.exitCode = 1
  return `${sentence}\nNothing is sealed and nothing is published from now on.`
}

async function logAccept(services: OperatorServices, reason: string): Promise<string> {
  const { size, lost } = await acceptLog(services, reason)
  const without =
    lost === 0 ? 'All of them have their row.' : `${formatCount(lost)} of them have lost their row.`
  return `The public log continues from ${formatCount(size)} entries. ${without} Your reason is in the audit log.`
}

function exportedText({ folder, origin, key, size, wrong, stopped }: ExportResult): string {
  const more = wrong.count - wrong.first.length
  return [
    `Exported: ${plural(size, 'row')} of ${origin}, up to the last checkpoint, into ${folder}. The audit log records it.`,
    ...(wrong.count === 0
      ? []
      : [
          `Some of them were changed: entries ${wrong.first.join(', ')}${more > 0 ? ` and ${more} more` : ''} were made of other rows. npm run audit:verify shows more.`,
        ]),
    ...(stopped
      ? [
          `The log has been stopped since ${formatDateTime(stopped.noticed_at)}: ${stopped.sentence} What was published before is complete here; later rows are not in it.`,
        ]
      : []),
    `Verify it with: python3 '${folder}/verify-rows.py' '${folder}' '${key}'`,
  ].join('\n')
}

/** Exits with 1 when rows do not match their entries. */
async function logExport(services: OperatorServices, folder: string, withPersons: boolean): Promise<string> {
  const options = { withPersons, onProgress: showProgress('rows exported'), signal: stopSignal() }
  const exported = await exportLog(services, folder, options)
  if (exported.wrong.count > 0) process.exitCode = 1
  return exportedText(exported)
}

const MAX_REASON_LENGTH = 500

/** Returns the reason from the command line: one line that the audit log can show. */
function reasonOf(words: readonly string[]): string {
  const reason = lineForm(words.join(' '))
  if (reason === '' || reason.length > MAX_REASON_LENGTH)
    throw foreseen(`A reason is one line of at most ${MAX_REASON_LENGTH} letters.`)
  return reason
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw foreseen(`The file ${file} cannot be read.`)
  }
}

const MAX_IMPORTS = 50

async function imports({ db }: OperatorServices): Promise<string> {
  const { data } = await listImports(db, { page: 1, length: MAX_IMPORTS })
  if (data.length === 0) return 'There is no import.'
  const rows = data.map(
    ({ id, state, table_name, created_by, created_at, rows_total, rows: counts, trouble }) => [
      String(id),
      state,
      table_name,
      created_by,
      formatDateTime(created_at),
      `${counts.Imported} of ${rows_total ?? '?'}`,
      trouble ?? '',
    ],
  )
  return table([['Number', 'State', 'Table', 'By', 'Uploaded', 'Imported', 'Trouble'], ...rows])
}

async function importCancel(services: OperatorServices, id: string): Promise<string> {
  const { rows } = await cancelImportAtServer(services, Number(id))
  return `Import ${id} is cancelled. ${plural(rows.Imported, 'profile')} that it added stay.`
}

const erase = async (services: OperatorServices, id: string, reason: string): Promise<string> =>
  erasedWords(id, await eraseRow(services, Number(id), reason))

const ERASED_FROM = {
  note: 'The text of the note is erased as well. The notes of the record show this, with your reason.',
  finding: 'The words about the finding are erased as well, on the page of the profile.',
  comment: 'The text of the comment is erased as well, on the page of the summary.',
}

function erasedWords(id: string, { is_step, thread, comments, same_words }: EraseResult): string {
  const rows = same_words.length === 1 ? 'Row' : 'Rows'
  return [
    `The names and comments of row ${id} are erased for good. What happened, when and to which record, and its facts remain and can still be proved.`,
    ...(comments > 0 ? ['The comment is erased from the history of the record as well.'] : []),
    ...(thread ? [ERASED_FROM[thread]] : []),
    ...(is_step ? ['The history of the record shows this, with your reason.'] : []),
    ...(same_words.length > 0
      ? [`${rows} ${same_words.join(', ')} of the audit log repeat the comment: erase them as well.`]
      : []),
    'Your reason is in the audit log. Earlier backups and mails still contain what was erased.',
  ].join('\n')
}

async function outlines(services: OperatorServices, file: string): Promise<string> {
  const { provinces, cities, unknown, boundaries } = await loadOutlines(services, file)
  const more = unknown.length - MAX_DIFFERENCES
  return [
    `Loaded: outlines of ${provinces} provinces and of ${cities} cities and municipalities.`,
    `Boundaries in these places: ${formatCount(boundaries)}. The running product checks them again.`,
    ...(unknown.length === 0 ? [] : ['Left out, because no place of the product has this code or name:']),
    ...unknown.slice(0, MAX_DIFFERENCES).map((label) => `  ${label}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

type Command = (services: OperatorServices, ...input: string[]) => Promise<string>

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  'unlock EMAIL': unlock,
  'reset EMAIL': reset,
  'person EMAIL FILE': person,
  'backup now': backupNow,
  'break-glass': breakGlass,
  'single-sign-on moved ISSUER': moved,
  recount: recountAll,
  mails,
  'mails send': retryMailsCommand,
  imports,
  'imports cancel IMPORT': importCancel,
  clock,
  log: publicLog,
  'log compare FILE': logCompare,
  'log accept REASON': logAccept,
  'log export FOLDER': (services, folder = '') => logExport(services, folder, true),
  'log export FOLDER --without-persons': (services, folder = '') => logExport(services, folder, false),
  'log export --without-persons FOLDER': (services, folder = '') => logExport(services, folder, false),
  'erase ROW REASON': erase,
  'outlines FILE': outlines,
}

/** The form of the operands; a reason is all words that follow. */
const OPERANDS: Readonly<Record<string, RegExp>> = {
  EMAIL: /^/,
  ISSUER: /^http/,
  FILE: /^/,
  FOLDER: /^[^-]/,
  IMPORT: /^[1-9]\d{0,8}$/,
  ROW: /^[1-9]\d{0,14}$/,
}

/** Returns the operands of a command from these words, or null when they are for another command. */
function givenTo(name: string, words: readonly string[]): string[] | null {
  const input: string[] = []
  const parts = name.split(' ')
  for (const [at, part] of parts.entries()) {
    const word = words[at]
    if (word === undefined) return null
    if (part === 'REASON') return [...input, reasonOf(words.slice(at))]
    const operand = OPERANDS[part]
    if (operand ? !operand.test(word) : part !== word) return null
    if (operand) input.push(word)
  }
  return words.length === parts.length ? input : null
}

/** Returns the command of these words; throws the usage when there is none. */
function commandOf(words: string[]): (services: OperatorServices) => Promise<string> {
  for (const [name, run] of Object.entries(COMMANDS)) {
    const input = givenTo(name, words)
    if (input) return (services) => run(services, ...input)
  }
  throw foreseen(USAGE)
}

async function main(words: string[]): Promise<void> {
  const command = commandOf(words)
  // no call is answered here, so no API key is generated in a folder that may be the wrong one
  const config = readConfig({ ...process.env, ...NO_KEYS }, { production: false })
  const { database, stop } = await openForCommand(config)
  try {
    await requireOwnSchema(database.kysely)
    const files = createFileStore(config)
    const { kysely: db } = database
    const services = { config, db, readDb: db, files, now: () => new Date(), languages: config.languages }
    console.log(await command(services))
  } finally {
    await stop()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(errorSentence(error) ?? error)
  process.exit(1)
}
