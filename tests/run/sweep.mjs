import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from './processes.mjs'

/**
 * Waits beside a run of the tests until that ends in any way, also by SIGKILL: then its line to this process is cut. Ends every
 * process of the run and takes its folder away.
 */
const [folder = ''] = process.argv.slice(2)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.stdin.resume()
await new Promise((resolve) => {
  process.stdin.once('end', resolve)
  process.stdin.once('error', resolve)
})

for (let tries = 0; tries < 100; tries += 1) {
  const left = processesOf(folder)
  if (left.length === 0) break
  for (const { pid, isDatabase } of left) {
    try {
      // a database server that is killed outright leaves its shared memory behind, for ever; one that is told to drop
      // everything gives that back first
      process.kill(pid, isDatabase && tries < 60 ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // ended by itself
    }
  }
  await sleep(50)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
