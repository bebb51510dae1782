import type { KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { findingText } from '../shared/audit/findings.ts'
import { exportHeads, readKeptHeads } from './audit/heads.actions.ts'
import { findSigningKey, trustedKeys } from './audit/signing-key.ts'
import { type Verified, verifyLog } from './audit/verify.actions.ts'
import { makeFileStore } from './lib/make-file-store.ts'
import { keptCheckpoints } from './public-log/kept-checkpoint.ts'
import { parseKey } from './public-log/note.ts'
import type { Outside } from './public-log/verifying.ts'
import { openDatabase, progress, sentenceFor } from './lib/command.ts'
import { type Config, readConfig, SettingError } from './lib/config.ts'

/** `npm run audit:verify`: follows the whole audit log and says whether it is as it was written. */
const USAGE = `Usage: npm run audit:verify                     follows the whole log and says what is wrong, and where
       npm run audit:verify -- --heads FILE     compares it with heads that were kept elsewhere as well
       npm run audit:verify -- --checkpoint FILE
                                                compares it with a checkpoint of the public log that was kept elsewhere;
                                                --key FILE names the key that was kept with it, where that is not ours
       npm run audit:verify -- --save FILE      writes the heads of now to a file to keep elsewhere

It changes nothing. Exit code 0: as it was written; 1: something was found; 2: it could not be verified.`

const [INTACT, FOUND, NOT_VERIFIED] = [0, 1, 2]

const OPTIONS = ['heads', 'save', 'checkpoint', 'key'] as const
type Wanted = { [Option in (typeof OPTIONS)[number]]?: string }

function wantedBy(words: string[]): Wanted {
  const wanted: Wanted = {}
  for (let index = 0; index < words.length; index += 2) {
    const option = OPTIONS.find((one) => words[index] === `--${one}`)
    const file = words[index + 1]
    if (file === undefined || option === undefined) throw new SettingError(USAGE)
    wanted[option] = file
  }
  if (wanted.key !== undefined && wanted.checkpoint === undefined) throw new SettingError(USAGE)
  return wanted
}

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingError(`The file ${file} cannot be read.`)
  }
}

function report({ rows, days, findings, findings_count, notes }: Verified): number {
  for (const note of notes) console.log(`Worth knowing: ${note}`)
  for (const found of findings) console.log(findingText(found))
  if (findings.length < findings_count) console.log(`… and ${findings_count - findings.length} more.`)
  const checked = `${rows} rows of ${days} days checked`
  if (findings_count === 0) console.log(`${checked}: none was changed, removed or inserted.`)
  else console.log(`${checked}: the log is not as it was written.`)
  return findings_count === 0 ? INTACT : FOUND
}

/** The checkpoints that were kept elsewhere. */
function outsideOf({ checkpoint, key }: Wanted): { outside?: Outside } {
  if (checkpoint === undefined) return {}
  const text = readFile(checkpoint)
  const own = key === undefined ? null : parseKey(readFile(key))
  if (key !== undefined && own === null)
    throw new SettingError(`The file ${key} holds no key of a public log.`)
  const texts = keptCheckpoints(text)
  if (texts.length === 0)
    throw new SettingError(`The file ${checkpoint} holds no checkpoint of a public log.`)
  return { outside: { texts, key: own } }
}

/** The key of the product; none is made for a folder that may be the wrong one. */
function keyOf(config: Config): KeyObject {
  const key = findSigningKey(config)
  if (key) return key
  throw new SettingError(
    `There is no signing key in ${config.data_dir}: set DATA_DIR or AUDIT_SIGNING_KEY as the product has it.`,
  )
}

async function main(words: string[]): Promise<number> {
  const wanted = wantedBy(words)
  const config = readConfig({ ...process.env, API_KEY: 'not used' }, { production: false })
  const key = keyOf(config)
  const kept = wanted.heads ? { kept: readKeptHeads(readFile(wanted.heads), trustedKeys(config)) } : {}
  const outside = outsideOf(wanted)
  const { database, stop } = await openDatabase(config)
  try {
    const services = { config, db: database.kysely, files: makeFileStore(config), now: () => new Date() }
    const code = report(await verifyLog(services, { ...kept, ...outside, onProgress: progress('entries') }))
    if (wanted.save && code === INTACT) {
      writeFileSync(wanted.save, `${JSON.stringify(await exportHeads(services, key), null, 2)}\n`)
      console.log(`The heads of now are in ${wanted.save}; keep them where nobody can change them.`)
    }
    return code
  } finally {
    await stop()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(sentenceFor(error, 'KeptFileError') ?? error)
  process.exitCode = NOT_VERIFIED
}
