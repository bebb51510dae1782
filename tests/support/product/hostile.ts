import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Product } from './product.ts'

/**
 * What a running product looked like from outside while something was done to it: its slowest answer, without
 * what it waited for a processor, its memory, and whether it ended.
 */
export type WatchResult = { slowestHealth_ms: number; mostMemory_mb: number; restarts: number }

/** Watches a running product until `end` is called: how quickly it says that it lives, its memory, and whether it ended. */
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
