import { readFileSync } from 'node:fs'
import { findingText, isOfRecord } from '../shared/audit/findings.ts'
import { plural } from '../shared/lib/format.ts'
import { findSigningKey } from './audit/signing-key.ts'
import { type VerificationResult, verifyLog } from './integrity/verify.actions.ts'
import { foreseen } from './lib/errors.ts'
import { createFileStore } from './store/create-file-store.ts'
import { parseSavedCheckpoints } from './public-log/saved-checkpoints.ts'
import { parseKey } from './public-log/note.ts'
import type { ExternalCheckpoints } from './public-log/verify-checkpoints.ts'
import { errorSentence, openForCommand, showProgress } from './operate/command.ts'
import { type Config, NO_KEYS, readConfig } from './lib/config.ts'

/** `npm run audit:verify`: verifies the whole audit log. */
const USAGE = `Usage: npm run audit:verify                     verifies the whole log and reports what is wrong, and where
       npm run audit:verify -- --checkpoint FILE
                                                compares it with a checkpoint of the public log that was stored elsewhere; --key FILE names the key that was stored with it, where that is not ours
       npm run audit:verify -- --files          reads the bytes of every file as well

What is public is compared with the log in any case: approved records, certificates, summaries, and what the database
says of files. It changes nothing. Exit code 0: as it was written; 1: something was found; 2: it could not be verified.`

const [INTACT, FOUND, NOT_VERIFIED] = [0, 1, 2]

const OPTIONS = ['checkpoint', 'key'] as const
type VerifyOptions = { [Option in (typeof OPTIONS)[number]]?: string } & { files: 'all' | 'none' }

function optionsFrom(all: string[]): VerifyOptions {
  const words = all.filter((word) => word !== '--files')
  const wanted: VerifyOptions = { files: words.length < all.length ? 'all' : 'none' }
  for (let index = 0; index < words.length; index += 2) {
    const option = OPTIONS.find((one) => words[index] === `--${one}`)
    const file = words[index + 1]
    if (file === undefined || option === undefined) throw foreseen(USAGE)
    wanted[option] = file
  }
  if (wanted.key !== undefined && wanted.checkpoint === undefined) throw foreseen(USAGE)
  return wanted
}

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw foreseen(`The file ${file} cannot be read.`)
  }
}

function report({ rows, days, compared, findings, findings_count, notes }: VerificationResult): number {
  console.log(
    `${plural(compared.sites, 'site was', 'sites were')} compared with the log, and the bytes of ${plural(compared.read, 'file')} with their SHA-256.`,
  )
  for (const note of notes) console.log(`Note: ${note}`)
  for (const found of findings) console.log(findingText(found))
  if (findings.length < findings_count) console.log(`… and ${findings_count - findings.length} more.`)
  const verified = `${plural(rows, 'log entry', 'log entries')} over ${plural(days, 'day')} verified`
  if (findings_count === 0) console.log(`${verified}: no changes, deletions or insertions.`)
  else if (findings.every(isOfRecord))
    console.log(`${verified}: the log is as it was written, and public records do not match it.`)
  else console.log(`${verified}: the log is not as it was written.`)
  return findings_count === 0 ? INTACT : FOUND
}

function externalCheckpointsOf({ checkpoint, key }: VerifyOptions): { outside?: ExternalCheckpoints } {
  if (checkpoint === undefined) return {}
  const text = readFile(checkpoint)
  const own = key === undefined ? null : parseKey(readFile(key))
  if (key !== undefined && own === null) throw foreseen(`The file ${key} contains no key of a public log.`)
  const texts = parseSavedCheckpoints(text)
  if (texts.length === 0) throw foreseen(`The file ${checkpoint} contains no checkpoint of a public log.`)
  return { outside: { texts, key: own } }
}

/** Throws without the product's key: the data folder may be the wrong one. */
function requireKey(config: Config): void {
  if (!findSigningKey(config))
    throw foreseen(
      `There is no signing key in ${config.data_dir}: set DATA_DIR or AUDIT_SIGNING_KEY as the product has it.`,
    )
}

async function main(words: string[]): Promise<number> {
  const wanted = optionsFrom(words)
  const config = readConfig({ ...process.env, ...NO_KEYS }, { production: false })
  requireKey(config)
  const outside = externalCheckpointsOf(wanted)
  const { database, stop } = await openForCommand(config)
  try {
    const services = { config, db: database.kysely, files: createFileStore(config) }
    return report(
      await verifyLog(services, {
        ...outside,
        claims: { files: wanted.files, ...(wanted.files === 'all' ? { onFile: showProgress('files') } : {}) },
        onProgress: showProgress('entries'),
      }),
    )
  } finally {
    await stop()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(errorSentence(error) ?? error)
  process.exitCode = NOT_VERIFIED
}
