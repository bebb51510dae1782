import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from './processes.mjs'

/**
 * Waits until the run of the tests ends in any way, even by SIGKILL, which closes the pipe to this process. Then ends
 * all processes of the run and removes its folder.
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
      // a database server that is killed leaves its shared memory behind; SIGQUIT lets it release it first
      process.kill(pid, isDatabase && tries < 60 ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // already ended
    }
  }
  await sleep(50)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
