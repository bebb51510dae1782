import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Asks a server for its health again and again, in a thread of its own, so that a busy test does not count against it. Beside
 * it stands a server that does nothing: what that one takes as well is the machine's.
 */

const { url, pid } = workerData
const PAUSE_MS = 50
const PATIENCE_MS = 30_000
const found = { slowestHealth_ms: 0, mostMemory_mb: 0 }
let isEnded = false
parentPort.once('message', () => {
  isEnded = true
})

/** 0 where the system has no such file, or the process is gone */
function residentMb() {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** how long this address takes to answer */
async function timeOf(address) {
  const started = performance.now()
  const isWell = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (reply) => reply.ok,
    () => false,
  )
  return isWell ? performance.now() - started : PATIENCE_MS
}

const idle = fork(fileURLToPath(new URL('idle-server.mjs', import.meta.url)))
const [port] = await once(idle, 'message')
while (!isEnded) {
  const [took, idleTook] = await Promise.all([
    timeOf(`${url}/health/live`),
    timeOf(`http://127.0.0.1:${port}/`),
  ])
  found.slowestHealth_ms = Math.max(found.slowestHealth_ms, took - idleTook)
  found.mostMemory_mb = Math.max(found.mostMemory_mb, residentMb())
  await sleep(PAUSE_MS)
}
idle.kill()
parentPort.postMessage(found)
