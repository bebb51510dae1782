import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { notePublicFacts } from '../server/claims/noting.actions.ts'
import { connect } from '../server/lib/db.ts'
import { startEmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { migrate } from '../server/lib/migrate.ts'
import { loadReferenceData } from '../server/seed/reference-data.ts'
import { fingerprint, generate, type Scale } from './generate.ts'
import { publishLog } from './publish-log.ts'

type Say = (words: string) => void

/** Fills an empty data folder with the bureau of a scale, its log sealed and public, and leaves it stopped in order. */
export async function makeBureau(dataDir: string, scale: Scale, say: Say): Promise<void> {
  // nothing is lost if the machine fails here: the folder is thrown away and made again
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const database = connect(embedded.connection, () => undefined)
  try {
    await migrate(database.pool)
    await loadReferenceData(database.kysely)
    // the superuser may switch triggers off, which loading this much needs
    const connection = embedded.adminConnection(embedded.connection.database)
    const clients = [new pg.Client(connection), new pg.Client(connection)] as const
    for (const client of clients) await client.connect()
    await generate(clients, scale, say)
    for (const client of clients) await client.end()
    // else the first start would do it, and be measured
    await notePublicFacts({ db: database.kysely })
  } finally {
    await database.close()
    await embedded.stop()
  }
  await publishLog(dataDir, say)
}

/** The folder of the scale's bureau below `home`, its log public, made where it is missing or by another generator. */
export async function keptBureau(home: string, scale: Scale, say: Say): Promise<string> {
  const kept = path.join(home, 'bureau')
  const note = path.join(home, 'bureau.json')
  const print = fingerprint(scale)
  if (existsSync(note) && readFileSync(note, 'utf8') === print) {
    // one that was kept before there was a public log
    await publishLog(kept, say)
    return kept
  }
  say('Generating the bureau …')
  rmSync(note, { force: true })
  rmSync(kept, { recursive: true, force: true })
  const unfinished = `${kept}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  await makeBureau(unfinished, scale, say)
  renameSync(unfinished, kept)
  writeFileSync(note, print)
  return kept
}

/** A copy to measure on, so that every run begins with the same records; shares its blocks where the disk can. */
export function copyOf(kept: string, say: Say): string {
  const copy = path.join(path.dirname(kept), 'run')
  rmSync(copy, { recursive: true, force: true })
  const started = performance.now()
  for (const [program, ...args] of [['cp', '-a', kept, copy], ['sync']] as const) {
    const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
    if (error ?? status !== 0) throw error ?? new Error(`${program} ended with ${status}`)
  }
  say(`The bureau was copied in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return copy
}
