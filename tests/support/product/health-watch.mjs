import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Asks a server for its health again and again, in a separate thread, so that a busy test does not slow it down. The
 * time that both threads waited for a processor is subtracted.
 */

const { url, pid } = workerData
const PAUSE_MS = 50
const PATIENCE_MS = 30_000
const found = { slowestHealth_ms: 0, mostMemory_mb: 0 }
let isEnded = false
parentPort.once('message', () => {
  isEnded = true
})

/** 0 where the system has no such file, or the process has ended */
function residentMb() {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** how long a thread has waited for a processor so far; 0 where the system does not say */
function waitedMs(thread) {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000
  } catch {
    return 0
  }
}
/** of the server and of this thread */
const allWaitedMs = () => waitedMs(`${pid}/task/${pid}`) + waitedMs('thread-self')

while (!isEnded) {
  const waited = allWaitedMs()
  const started = performance.now()
  const isWell = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (reply) => reply.ok,
    () => false,
  )
  const took = isWell ? performance.now() - started - (allWaitedMs() - waited) : PATIENCE_MS
  found.slowestHealth_ms = Math.max(found.slowestHealth_ms, took)
  found.mostMemory_mb = Math.max(found.mostMemory_mb, residentMb())
  await sleep(PAUSE_MS)
}
parentPort.postMessage(found)
