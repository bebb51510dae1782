import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { DB } from '../../db/types.ts'
import { isOutage } from './database-faults.ts'
import { shareInFlight } from '../lib/share-in-flight.ts'

/** how long a read waits for the replica to have what was committed before it */
const REPLAY_LIMIT_MS = 100
/** how long a replica that was later than that, or unreachable, is not used */
const REST_MS = 1_000

/** A database, and a connection to it that no other work uses. */
type ReachedDatabase = { kysely: Kysely<DB>; probe: Kysely<DB> }

/** A streaming replica of the database, beside the main server. */
export type ReadReplica = {
  /** Reads from the replica or the main server; read-only. */
  db: Kysely<DB>
  metrics: (registry: Registry) => void
}

const SERIALIZATION_FAILURE = '40001'
const TOO_SLOW = '57014'

/** Whether to ask the main server instead: the replica is unreachable, or has cancelled the read because of replay. */
const isReplicaError = (error: unknown): boolean => {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === SERIALIZATION_FAILURE || (code !== TOO_SLOW && isOutage(error))
}

/**
 * Reads from a replica while it has everything that was committed before each read began, and from the main server
 * otherwise. So no caller reads anything older than what they have seen, on whichever instance it was written.
 */
export function createReadReplica(copy: ReachedDatabase, main: ReachedDatabase): ReadReplica {
  let restingUntil = 0
  let lastWhole = performance.now()
  const counts = { copy: 0, main: 0 }

  const position = shareInFlight(() => positionOf(main.probe))

  /** Waits until the replica has what the main server had at the beginning; false when that takes too long. */
  const catchUp = async (asked: Kysely<DB>): Promise<boolean> => {
    const end = performance.now() + REPLAY_LIMIT_MS
    const wanted = await position()
    for (let pause = 1; ; pause *= 2) {
      if (await hasReplayed(asked, wanted)) {
        lastWhole = performance.now()
        return true
      }
      if (performance.now() + pause > end) return false
      await sleep(pause)
    }
  }

  /**
   * Returns the answer of the replica, or null when it is late. Replay is checked on the connection that reads: behind
   * one address there may be several replicas. The timer covers a frozen one, which does not answer at all.
   */
  const fromCopy = <Row>(query: CompiledQuery) =>
    new Promise<QueryResult<Row> | null>((resolve, reject) => {
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        resolve(null)
      }, REPLAY_LIMIT_MS)
      const read = async (one: Kysely<DB>) => {
        const has = await catchUp(one)
        clearTimeout(late)
        if (has && !isLate) resolve(await one.executeQuery<Row>(query))
      }
      copy.kysely
        .connection()
        .execute(read)
        .then(() => resolve(null), reject)
        .finally(() => clearTimeout(late))
    })

  const fromMain = <Row>(query: CompiledQuery) => {
    counts.main += 1
    return main.kysely.executeQuery<Row>(query)
  }

  const read = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    if (performance.now() < restingUntil) return fromMain<Row>(query)
    try {
      const found = await fromCopy<Row>(query)
      if (found) {
        counts.copy += 1
        return found
      }
    } catch (error) {
      if (!isReplicaError(error)) throw error
    }
    restingUntil = performance.now() + REST_MS
    return fromMain<Row>(query)
  }

  /** Several statements of one snapshot are read from the main server: a replica may cancel them in between. */
  const connect = (): ReadConnection => {
    let moment: ControlledTransaction<DB> | null = null
    return {
      executeQuery: <Row>(query: CompiledQuery) => {
        if (!moment) return read<Row>(query)
        counts.main += 1
        return moment.executeQuery<Row>(query)
      },
      streamQuery: () => {
        throw new Error('A copy is read in whole statements.')
      },
      begin: async ({ isolationLevel = 'repeatable read' }) => {
        const transaction = main.kysely.startTransaction().setIsolationLevel(isolationLevel)
        moment = await transaction.setAccessMode('read only').execute()
      },
      end: async (how) => {
        await moment?.[how]().execute()
        moment = null
      },
    }
  }

  /** Returns how far the replica is behind, in seconds; undefined while it does not answer. */
  const lag = async (): Promise<number | undefined> => {
    if (await catchUp(copy.probe)) return 0
    const since = (performance.now() - lastWhole) / 1000
    return Math.min(since, (await ageOfLastReplayed(copy.probe)) ?? since)
  }

  return {
    db: kyselyOn(connect),
    metrics: (registry) => {
      const registers = [registry]
      new Gauge({
        name: 'database_copy_lag_seconds',
        help: 'How far the copy that is read from is behind; absent while it does not answer',
        registers,
        async collect() {
          const seconds = await lag().catch(() => undefined)
          if (seconds === undefined) this.remove()
          else this.set(seconds)
        },
      })
      new Counter({
        name: 'database_copy_reads_total',
        help: 'Statements that a copy may answer, by who answered them: copy, or main',
        labelNames: ['from'],
        registers,
        collect() {
          this.reset()
          for (const source of ['copy', 'main'] as const) this.inc({ from: source }, counts[source])
        },
      })
    },
  }
}

type ReadConnection = DatabaseConnection & {
  begin: (settings: TransactionSettings) => Promise<void>
  end: (how: 'commit' | 'rollback') => Promise<void>
}

const kyselyOn = (connect: () => ReadConnection) =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () =>
        Object.assign(new DummyDriver(), {
          acquireConnection: async () => connect(),
          beginTransaction: (reading: ReadConnection, settings: TransactionSettings) =>
            reading.begin(settings),
          commitTransaction: (reading: ReadConnection) => reading.end('commit'),
          rollbackTransaction: (reading: ReadConnection) => reading.end('rollback'),
        }),
    },
  })

/**
 * Returns the position of the main server's log: everything reported as committed is before it. With synchronous_commit
 * off the server reports commits before it flushes them, so the insert position counts.
 */
async function positionOf(main: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select case when current_setting('synchronous_commit') = 'off'
      then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as position`.execute(main)
  return rows[0]?.position ?? ''
}

/** Whether the replica has replayed up to this position; false for one that was promoted. */
async function hasReplayed(copy: Kysely<DB>, position: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(copy)
  return rows[0]?.has === true
}

async function ageOfLastReplayed(copy: Kysely<DB>): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds`.execute(
    copy,
  )
  return rows[0]?.seconds ?? null
}
