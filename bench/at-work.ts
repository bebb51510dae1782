import pg from 'pg'
import { findRunningDatabase } from '../server/lib/embedded-postgres.ts'
import { answer } from './bare-calls.ts'
import type { Calls } from './measure.ts'
import { type Bench, type Operation, operationsOn, type Spread } from './operations.ts'
import { prepareBench } from './prepare.ts'
import { type Running, startBare } from './processes.ts'
import { mustSend } from './requests.ts'
import { insistOnSameReply } from './same-reply.ts'

export const API_KEY = 'bench-key'

/** how the database knows the connections that are not the product's */
export const BENCH_NAME = 'bench'

/** A running product with the bare server and a pool of connections beside it. */
export type AtWork = {
  product: Running
  bare: Running
  pool: pg.Pool
  bench: Bench
  operations: Operation[]
  stop: () => Promise<void>
}

/** The connection of the product that runs on this folder. */
export async function databaseBeside(dataDir: string): Promise<pg.ClientConfig> {
  const connection = await findRunningDatabase(dataDir)
  if (!connection) throw new Error('The database of the product was not found.')
  return connection
}

/** Starts the bare server beside a product and prepares so many writes of each side. The product is not stopped. */
export async function startBeside(
  dataDir: string,
  product: Running,
  writes: Spread<number>,
): Promise<AtWork> {
  const connection = { ...(await databaseBeside(dataDir)), application_name: BENCH_NAME }
  const bare = await startBare(connection)
  const pool = new pg.Pool({ max: 12, ...connection })
  // the pool has ended before its lines are closed, and the database of the product may end in between
  pool.on('connect', (client) => client.on('error', () => undefined))
  const stop = async () => {
    await pool.end()
    await bare.stop()
  }
  try {
    const bench = await prepareBench(product.origin, API_KEY, pool, writes)
    return { product, bare, pool, bench, operations: operationsOn(bench), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The operation on every side: the two servers over HTTP, the bare server's SQL without. */
export function callsOf({ product, bare, pool }: AtWork, operation: Operation): Calls {
  return {
    product: () => mustSend(product.origin, operation.product()),
    bare: () => mustSend(bare.origin, operation.bare()),
    driver: async () => {
      const { path, body = {} } = operation.bare()
      return answer(pool, path, body as Record<string, unknown>)
    },
  }
}

/** Refuses to compare replies that are not the same. */
export async function insistOnSame({ product, bare }: AtWork, operations: readonly Operation[]) {
  for (const operation of operations) await insistOnSameReply(operation, product.origin, bare.origin)
}
