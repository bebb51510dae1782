import { type FileHandle, open } from 'node:fs/promises'
import { formatDateTime } from '../shared/lib/dates.ts'
import { keyId, trustedKeys } from './audit/signing-key.ts'
import { restoreBackup } from './backup/restore.actions.ts'
import { insistRoom } from './backup/room.ts'
import { ACCEPT, RestoreError, signatureComplaint, signerText } from './backup/signature.ts'
import { verifyBackup } from './backup/verify.ts'
import { openForUsAlone, progress, sentenceFor, stopSignal } from './lib/command.ts'
import { type Config, readConfig, SettingError } from './lib/config.ts'
import type { Db } from './lib/db.ts'
import { makeFileStore } from './lib/make-file-store.ts'
import { findPublished } from './public-log/log.queries.ts'
import { findLogKey, logKeyId } from './public-log/log-key.ts'

/** `npm run restore`: puts a backup where there is nothing yet, or in place of what is there. */
const USAGE = `Usage: npm run restore -- FILE              into an empty database
       npm run restore -- FILE --replace    in place of the records that are there

The product must be stopped. The whole file is verified before anything is touched. A backup that is not signed with the
key of this installation is refused; ${ACCEPT} restores it all the same.`

const FLAGS = ['--replace', ACCEPT]

function wantedBy(words: string[]): { file: string; replace: boolean; accept: boolean } {
  const [file, ...rest] = words.filter((word) => !FLAGS.includes(word))
  if (!file || file.startsWith('-') || rest.length > 0) throw new SettingError(USAGE)
  return { file, replace: words.includes('--replace'), accept: words.includes(ACCEPT) }
}

const openFile = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, 'r')
  } catch {
    throw new SettingError(`The file ${file} cannot be read.`)
  }
}

/** A backup holds no key: whoever has one could sign a log of their own. */
async function sayKey(db: Db, config: Config): Promise<void> {
  const published = await findPublished(db)
  const own = findLogKey(config)
  const used = published && keyId(published.public_key)
  if (used === null || (own && logKeyId(own) === used) || config.audit_former_keys.includes(used)) return
  console.log(
    `Its log is signed with a key that is not here: bring audit-signing-key of the old DATA_DIR or AUDIT_SIGNING_KEY, or set AUDIT_FORMER_KEYS=${used}.`,
  )
}

async function main(words: string[]): Promise<void> {
  const { file, replace, accept } = wantedBy(words)
  const config = readConfig({ ...process.env, API_KEY: 'not used' }, { production: false })
  const signal = stopSignal()
  const handle = await openFile(file)
  try {
    const trusted = trustedKeys(config)
    const backup = await verifyBackup(handle, { trusted, onProgress: progress('bytes verified'), signal })
    const complaint = signatureComplaint(backup.signer)
    if (complaint && !accept) throw new RestoreError(complaint)
    await insistRoom(config, backup)
    const { database, stop } = await openForUsAlone(config)
    try {
      const services = { db: database.kysely, files: makeFileStore(config), now: () => new Date() }
      const options = { replace, onProgress: progress('files'), signal }
      await restoreBackup(services, handle, backup, options)
      console.log(`Restored as it was on ${formatDateTime(backup.made_at)}. Everybody logs in again.`)
      console.log(`The backup came ${signerText(backup.signer)}.`)
      await sayKey(database.kysely, config)
      console.log(
        'Verify the log with a checkpoint that was kept elsewhere: npm run audit:verify -- --checkpoint FILE',
      )
      console.log(
        'Say why you restored it, or the product will seal nothing: npm run operator -- log accept REASON',
      )
    } finally {
      await stop()
    }
  } finally {
    await handle.close()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(sentenceFor(error, 'ArchiveError', 'RestoreError') ?? error)
  process.exitCode = 1
}
