import { type FileHandle, open } from 'node:fs/promises'
import { formatDateTime } from '../shared/lib/dates.ts'
import { keyId, trustedKeys } from './audit/signing-key.ts'
import { type CheckedBackup, checkBackup } from './backup/check.actions.ts'
import { recordChecked } from './backup/backup-runs.queries.ts'
import { restoreBackup } from './backup/restore.actions.ts'
import { requireRestoreSpace } from './backup/restore-space.ts'
import { ACCEPT_FLAG, signatureComplaint, signerText } from './backup/signature.ts'
import { verifyBackup } from './backup/verify.ts'
import { plural } from '../shared/lib/format.ts'
import { verifyLog } from './integrity/verify.actions.ts'
import {
  errorSentence,
  openForCommand,
  openDatabaseExclusively,
  showProgress,
  stopSignal,
} from './operate/command.ts'
import { type Config, NO_KEYS, readConfig } from './lib/config.ts'
import type { Db } from './database/db.ts'
import { foreseen } from './lib/errors.ts'
import { createFileStore } from './store/create-file-store.ts'
import { makeJobQueue, requireOwnSchema } from './database/migrate.ts'
import { findPublishedCheckpoint } from './public-log/log.queries.ts'
import { findLogKey, logKeyId } from './public-log/log-key.ts'

/** `npm run restore`: restores a backup into an empty database, in place of existing records, or only checks it. */
const USAGE = `Usage: npm run restore -- FILE              into an empty database
       npm run restore -- FILE --replace    in place of the records that are there
       npm run restore -- --check [FILE] [--identity KEY]
                                            restores the newest backup into a temporary database and compares all of it,
                                            beside the running product

The product must be stopped. The whole file is verified before anything is touched. A backup that is not signed with the
key of this installation is refused; ${ACCEPT_FLAG} restores it all the same.`

const FLAGS = ['--replace', ACCEPT_FLAG]

function optionsFrom(words: string[]): { file: string; replace: boolean; accept: boolean } {
  const [file, ...rest] = words.filter((word) => !FLAGS.includes(word))
  if (!file || file.startsWith('-') || rest.length > 0) throw foreseen(USAGE)
  return { file, replace: words.includes('--replace'), accept: words.includes(ACCEPT_FLAG) }
}

const openFile = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, 'r')
  } catch {
    throw foreseen(`The file ${file} cannot be read.`)
  }
}

/** Parses the words of a restore check: a file, or null for the newest backup, and the secret key file if encrypted. */
function checkRequestFrom(words: string[]): { file: string | null; identity: string | null } {
  const others = words.filter((word) => word !== '--check')
  const at = others.indexOf('--identity')
  const identity = at < 0 ? null : others[at + 1]
  const [file = null, ...rest] = at < 0 ? others : others.toSpliced(at, 2)
  if (identity === undefined || rest.length > 0 || file?.startsWith('-')) throw foreseen(USAGE)
  return { file, identity }
}

/** More would fill the screen. */
const MAX_FAULTS = 20

function checkedText({ name, made_at, signer, tables, rows, files, faults, log }: CheckedBackup): string {
  const content = `${plural(rows, 'row')} of ${plural(tables, 'table')} and ${plural(files.count, 'file')}`
  const verified = `${plural(log.rows, 'row')} followed, ${plural(log.findings_count, 'finding')}`
  return [
    `${name} of ${formatDateTime(made_at)}, ${signer}, was restored into a temporary database: ${content}.`,
    ...(faults.length === 0 ? ['Every row and every file matches the backup.'] : faults.slice(0, MAX_FAULTS)),
    ...(faults.length > MAX_FAULTS ? [`and ${faults.length - MAX_FAULTS} more`] : []),
    `Its audit log: ${verified}.`,
    'Nothing of it was left behind, and nothing in use was changed.',
  ].join('\n')
}

/** Checks a backup beside the product, which may be running; exits with 1 when something is wrong. */
async function check(config: Config, words: string[]): Promise<void> {
  const wanted = checkRequestFrom(words)
  const { database, stop } = await openForCommand(config)
  try {
    await requireOwnSchema(database.kysely)
    const options = { verifyLog, onProgress: showProgress('bytes verified'), signal: stopSignal() }
    const checked = await checkBackup(config, wanted, options)
    console.log(checkedText(checked))
    if (checked.faults.length > 0 || checked.log.findings_count > 0) process.exitCode = 1
    else await recordChecked(database.kysely, checked.name, new Date().toISOString())
  } finally {
    await stop()
  }
}

/** A backup contains no key: the holder of a key can sign a log of their own. */
async function printKeyNotice(db: Db, config: Config): Promise<void> {
  const published = await findPublishedCheckpoint(db)
  const own = findLogKey(config)
  const used = published && keyId(published.public_key)
  if (used === null || (own && logKeyId(own) === used) || config.audit_former_keys.includes(used)) return
  console.log(
    `Its log is signed with a key that is not here: copy audit-signing-key of the old DATA_DIR or AUDIT_SIGNING_KEY, or set AUDIT_FORMER_KEYS=${used}.`,
  )
}

async function restore(config: Config, words: string[]): Promise<void> {
  const { file, replace, accept } = optionsFrom(words)
  const signal = stopSignal()
  const handle = await openFile(file)
  try {
    const trusted = trustedKeys(config)
    const backup = await verifyBackup(handle, { trusted, onProgress: showProgress('bytes verified'), signal })
    const complaint = signatureComplaint(backup.signer)
    if (complaint && !accept) throw foreseen(complaint)
    await requireRestoreSpace(config, backup)
    const { database, stop } = await openDatabaseExclusively(config)
    try {
      const services = { db: database.kysely, files: createFileStore(config), now: () => new Date() }
      const options = { replace, onProgress: showProgress('files'), signal }
      await restoreBackup(services, handle, backup, options)
      // the command that lets the log continue queues mails before the first start
      await makeJobQueue(database.pool)
      console.log(`Restored as it was on ${formatDateTime(backup.made_at)}. All users must log in again.`)
      console.log(`The backup came ${signerText(backup.signer)}.`)
      await printKeyNotice(database.kysely, config)
      console.log(
        'Verify the log with a checkpoint that was stored elsewhere: npm run audit:verify -- --checkpoint FILE',
      )
      console.log(
        'Record why you restored it; until then nothing is sealed: npm run operator -- log accept REASON',
      )
    } finally {
      await stop()
    }
  } finally {
    await handle.close()
  }
}

try {
  const words = process.argv.slice(2)
  const config = readConfig({ ...process.env, ...NO_KEYS }, { production: false })
  await (words.includes('--check') ? check : restore)(config, words)
} catch (error) {
  console.error(errorSentence(error) ?? error)
  process.exitCode = 1
}
