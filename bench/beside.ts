import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { databaseOf } from './bureau.ts'
import { type Operation, operationsOn } from './operations.ts'
import { prepare, type Prepared } from './prepare.ts'
import { type Running, startBare } from './processes.ts'

/** A running product and the bare server next to it. */
export type BenchPair = {
  origins: Record<'product' | 'bare', string>
  prepared: Prepared
  operations: Operation[]
  stop: () => Promise<void>
}

/** Starts the bare server and prepares this many single writes for each side. Does not stop the product. */
export async function startBenchPair(dataDir: string, product: Running, writes: number): Promise<BenchPair> {
  const connection = await databaseOf(dataDir)
  const bare = await startBare(connection, path.join(dataDir, 'bare'))
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const prepared = await prepare(product.origin, client, writes)
    const origins = { product: product.origin, bare: bare.origin }
    return { origins, prepared, operations: operationsOn(origins, prepared), stop: bare.stop }
  } catch (error) {
    await bare.stop()
    throw error
  } finally {
    await client.end()
  }
}

/** Throws unless both sides reply the same, which also finds wrong stored counts: the bare server computes its own. */
export async function requireSameReply(
  operation: Pick<Operation, 'name' | 'product' | 'bare' | 'comparable'>,
) {
  const { name, product, bare, comparable } = operation
  if (!comparable) return
  const [ours, theirs] = [comparable(await product()), comparable(await bare())]
  if (!isDeepStrictEqual(ours, theirs))
    throw new Error(`${name}: the replies differ.\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`)
}
