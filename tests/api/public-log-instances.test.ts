import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { signingKey } from '../../server/audit/signing-key.ts'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import type { Services } from '../../server/context/context.ts'
import { connect } from '../../server/database/db.ts'
import { parseCheckpoint } from '../../server/public-log/checkpoint.ts'
import { advanceLog } from '../../server/public-log/publish-checkpoint.actions.ts'
import { storedCheckpoint } from '../../server/public-log/tile-store.ts'
import { append, emptyEdge, rootOf } from '../../server/public-log/tiles.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { FULL, SEED, full } from '../support/full.ts'
import { seeded } from '../support/product/tus.ts'
import { publishNow } from '../support/records/audit-log.ts'

let t: TestApp
beforeEach(async () => {
  t = await startAppForTest()
})

const addLines = async (count: number) => {
  await sql`
    insert into audit_logs (auditable_type, event, auditable_code)
    select 'Reports', 'Exported', 'LINE-' || n from generate_series(1, ${count}::integer) as n`.execute(t.db)
}
const connectionOf = () => {
  const { host, port, user, password, database } = t.database.pool.options
  return { host, port, user, password, database } as Parameters<typeof connect>[0]
}
/** Takes the lock from the instance that is publishing, which goes on without noticing. */
const takeLockAway = () =>
  sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) + objid::bigint = hashtextextended('public log', 0)`.execute(t.db)
const disagreements = async () => t.db.selectFrom('log_disagreements').select('sentence').execute()
const published = async () =>
  parseCheckpoint(
    (await t.db.selectFrom('log_published').select('checkpoint').executeTakeFirst())?.checkpoint ?? '',
  )
const stored = async () => parseCheckpoint((await storedCheckpoint(t.services)) ?? '')

/** The root of the log at every size, from its entries alone. */
async function rootsOf(): Promise<string[]> {
  const edge = emptyEdge()
  const entries = await t.db.selectFrom('log_entries').select('entry').orderBy('log_index').execute()
  return ['', ...entries.map(({ entry }) => (append(edge, entry), rootOf(edge).toString('hex')))]
}

describe('an instance that has lost its lock in the middle of a turn', () => {
  /** A file store that does `work` before it first stores the file with this name. */
  const slowAt = (name: string, work: () => Promise<void>): Services => {
    const { files } = t.services
    let isDone = false
    const put = async (at: string, bytes: Buffer) => {
      const isFirst = at === name && !isDone
      isDone ||= isFirst
      if (isFirst) await work()
      await files.named.put(at, bytes)
    }
    return { ...t.services, files: { ...files, named: { ...files.named, put } } }
  }
  /** The turn of the other instance, which has taken the lock. */
  const otherTurn = async () => {
    await takeLockAway()
    const own = connect(connectionOf(), () => undefined)
    onTestFinished(() => own.close())
    await addLines(300)
    await expect
      .poll(() => advanceLog({ ...t.services, db: own.kysely }, { edge: null }))
      .toMatchObject({
        stopped: null,
        published: { size: 305 },
      })
  }

  test.each([['edge'], ['checkpoint']])(
    'and was at the %s publishes nothing over the next one',
    async (name) => {
      await addLines(3)
      await publishNow(t)
      await addLines(2)
      const slow = advanceLog(slowAt(name, otherTurn), { edge: null })
      // it notices the lost lock at the end at the latest
      await slow.catch(() => undefined)
      expect((await published())?.size).toBe(305)
      // the next turn corrects what it has left behind, and every tile is there
      expect(await publishNow(t)).toMatchObject({ stopped: null })
      expect(await stored()).toEqual(await published())
      for (const tile of ['0/000', 'entries/000', '0/001.p/49', 'entries/001.p/49', '1/000.p/1'])
        expect([tile, (await t.app.inject({ method: 'GET', url: `/log/tile/${tile}` })).statusCode]).toEqual([
          tile,
          200,
        ])
      expect(await disagreements()).toEqual([])
      expect((await verifyLog(t.services)).findings).toEqual([])
    },
  )
})

type Bundler = {
  bundleServer: (root: string, entries: Record<string, string>, outDir: string) => Promise<void>
}

/** Bundles a program that only seals, as one instance. */
async function bundleSealer(): Promise<string> {
  const out = path.resolve('node_modules/.cache/sealer')
  const { bundleServer } = (await import(pathToFileURL('scripts/bundle-server.mjs').href)) as Bundler
  await bundleServer(path.resolve('.'), { sealer: 'tests/support/product/sealer.ts' }, out)
  return path.join(out, 'sealer.mjs')
}

const KILLS = FULL ? 60 : 3
const SETTLE_MS = 30_000

full.test(
  `two instances that are killed ${KILLS} times, seed ${SEED}, never contradict each other, and leave no row out`,
  {
    timeout: 600_000,
  },
  async () => {
    // creates the key that both use
    signingKey(t.services.config)
    const program = await bundleSealer()
    const given = JSON.stringify({ connection: connectionOf(), dataDir: t.dataDir })
    const said: string[] = []
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, [program, given])
      child.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()))
      return child
    }
    const children = [start(), start()]
    onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')))

    /** every root that was visible, by its size */
    const seen = new Map<number, Set<string>>()
    let isOver = false
    const see = async () => {
      while (!isOver) {
        for (const read of await Promise.all([stored(), published()]))
          if (read) seen.set(read.size, (seen.get(read.size) ?? new Set()).add(read.root.toString('hex')))
        await sleep(3)
      }
    }
    const random = seeded(SEED)
    const write = async () => {
      while (!isOver) {
        await addLines(1 + Math.floor(random() * 20))
        await sleep(50 + random() * 50)
      }
    }
    const work = Promise.all([see(), write()])
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random() * 500)
      const at = Math.floor(random() * 2)
      const [child, next] = [children[at], start()]
      // a third are only paused, lose their lock and continue later
      if (random() < 0.3) {
        child?.kill('SIGSTOP')
        await takeLockAway()
        setTimeout(() => child?.kill('SIGCONT'), 300)
        setTimeout(() => child?.kill('SIGKILL'), 1_500)
      } else child?.kill('SIGKILL')
      children[at] = next
      // waits for its first output, since a process killed before it does anything proves nothing
      if (next.stdout) await once(next.stdout, 'data')
    }
    await sleep(1_600)
    isOver = true
    await work
    const { id: rows } = await t.db
      .selectFrom('audit_logs')
      .select((eb) => eb.fn.countAll<number>().as('id'))
      .executeTakeFirstOrThrow()
    await expect.poll(async () => (await stored())?.size, { timeout: SETTLE_MS }).toBe(rows)

    const roots = await rootsOf()
    expect(roots.length).toBe(rows + 1)
    expect(seen.size).toBeGreaterThan(KILLS / 2)
    for (const [size, of] of seen) expect([size, ...of]).toEqual([size, roots[size]])
    expect([await disagreements(), said]).toEqual([[], []])
    expect(await verifyLog(t.services)).toMatchObject({ rows, findings: [] })
  },
)
