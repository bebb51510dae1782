import verifyLog from '../../scripts/verify-log.py?raw'
import verifyRows from '../../scripts/verify-rows.py?raw'
import path from 'node:path'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { foreseen } from '../lib/errors.ts'
import { knownKeys } from './agreement.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { type ExportFolder, writeNewFolder } from './export-folder.ts'
import { exportReadme } from './export-readme.ts'
import { exportedLine } from './export-row.ts'
import { listForExport } from './export.queries.ts'
import { findLogKey } from './log-key.ts'
import { type Disagreement, findDisagreement, findPublishedCheckpoint } from './log.queries.ts'
import { isSignedBy, keyNamed, keyText } from './note.ts'
import { servedCheckpoint } from './served-checkpoint.ts'
import { append, type Edge, edgeFile, emptyEdge, type LogFile, openTiles, rootOf } from './tiles.ts'

type ExportServices = Pick<Services, 'config' | 'db' | 'files'>
type Options = {
  withPersons: boolean
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

export type ExportResult = {
  folder: string
  origin: string
  key: string
  size: number
  /** entries that do not match their row: the first of them, and how many */
  wrong: { first: number[]; count: number }
  stopped: Disagreement | null
}

/** a batch that needs little memory and few queries */
const ROWS_AT_ONCE = 1_000
const MAX_NAMED = 20

/** Returns the longest checkpoint signed with our key, and that key; null where there is none. */
async function findCheckpoint({ config, db, files }: ExportServices) {
  const published = await findPublishedCheckpoint(db)
  const keys = knownKeys(findLogKey(config), published, config.audit_former_keys)
  const signed = [await servedCheckpoint({ files }), published?.checkpoint ?? null].flatMap((text) => {
    const read = text === null ? null : parseCheckpoint(text)
    const key =
      read && keys.map((one) => keyNamed(read.origin, one)).find((one) => isSignedBy(read.note, one))
    return text === null || !read || !key ? [] : [{ text, read, key: keyText(key) }]
  })
  return signed.reduce<(typeof signed)[number] | null>(
    (longest, one) => (longest && longest.read.size >= one.read.size ? longest : one),
    null,
  )
}

const BYTES = { entries: 34, hashes: 32 }

/** The partial tiles, under the names by which they are served. */
const partialTiles = (edge: Edge): LogFile[] =>
  openTiles(edgeFile(edge)).map(({ name, bytes }) => {
    const each = BYTES[name.startsWith('tile/entries/') ? 'entries' : 'hashes']
    return { name: `${name}.p/${bytes.length / each}`, bytes }
  })

/** Writes every row and tile up to this size; returns the root and the rows that do not match their entries. */
async function writeLog(db: Services['db'], into: ExportFolder, size: number, options: Options) {
  const edge = emptyEdge()
  const wrong: ExportResult['wrong'] = { first: [], count: 0 }
  while (edge.size < size) {
    options.signal?.throwIfAborted()
    const entries = await listForExport(db, edge.size, Math.min(ROWS_AT_ONCE, size - edge.size))
    if (entries.length === 0 || entries.some(({ log_index }, at) => log_index !== edge.size + at)) return null
    const lines = entries.map((own) => {
      const { line, isRight } = exportedLine(own, options.withPersons)
      if (!isRight) {
        wrong.count += 1
        if (wrong.first.length < MAX_NAMED) wrong.first.push(own.log_index)
      }
      return line
    })
    await into.addRows(lines)
    const full = entries.flatMap(({ entry }) => append(edge, entry))
    for (const { name, bytes } of full) await into.putFile(name, bytes)
    options.onProgress?.(edge.size, size)
  }
  for (const { name, bytes } of partialTiles(edge)) await into.putFile(name, bytes)
  return { root: rootOf(edge), wrong }
}

/**
 * Writes rows, entries, tiles and checkpoint into a new folder, so that anyone can verify all of it without the
 * product. Reads rows in batches while people work; the audit log records the export.
 */
export async function exportLog(
  services: ExportServices,
  name: string,
  options: Options,
): Promise<ExportResult> {
  const { db } = services
  const folder = path.resolve(name)
  const stopped = await findDisagreement(db)
  const found = await findCheckpoint(services)
  if (!found)
    throw foreseen('The log has no checkpoint yet that is signed with the key of this installation.')
  const { text, key, read } = found
  const { origin, size, root } = read
  const write = async (into: ExportFolder): Promise<ExportResult> => {
    const written = await writeLog(db, into, size, options)
    if (!written?.root.equals(root))
      throw foreseen(
        `The log cannot be exported whole: the entries in the database are not the ${size} of the last checkpoint.${stopped ? ` It has been stopped: ${stopped.sentence}` : ''}`,
      )
    await into.putFile('key', `${key}\n`)
    await into.putFile('verify-rows.py', verifyRows)
    await into.putFile('verify-log.py', verifyLog)
    await into.putFile('README.txt', exportReadme({ origin, size, withPersons: options.withPersons }))
    await into.putFile('checkpoint', text)
    return { folder, origin, key, size, wrong: written.wrong, stopped }
  }
  // logged before the rename: no folder under its final name is missing from the log
  const note = async () =>
    writeAudit(db, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Public Log Exported',
      actor: OPERATOR,
      changes: [
        { field: 'entries', old: null, new: String(size) },
        { field: 'persons', old: null, new: options.withPersons ? 'with' : 'without' },
      ],
    })
  return writeNewFolder(folder, write, note)
}
