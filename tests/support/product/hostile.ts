import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Product } from './product.ts'

/**
 * How a running product behaved while it was watched: its slowest answer without the wait for a processor, its peak
 * memory, and whether it ended.
 */
export type WatchResult = { slowestHealth_ms: number; mostMemory_mb: number; restarts: number }

/** Watches a running product until `end` is called. */
export function watchServer({ url, child }: Pick<Product, 'url' | 'child'>): {
  end: () => Promise<WatchResult>
} {
  const worker = new Worker(new URL('./health-watch.mjs', import.meta.url), {
    workerData: { url, pid: child.pid },
  })
  return {
    async end() {
      const found = once(worker, 'message')
      worker.postMessage('end')
      const [{ slowestHealth_ms, mostMemory_mb }] = (await found) as [Omit<WatchResult, 'restarts'>]
      const restarts = child.exitCode === null && child.signalCode === null ? 0 : 1
      return { slowestHealth_ms, mostMemory_mb, restarts }
    },
  }
}
