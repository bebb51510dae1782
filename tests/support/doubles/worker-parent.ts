import { createProcessPool } from '../../../server/worker-processes/process-pool.ts'

/** A server that runs two jobs, prints the ids of their processes, and then ends or waits to be ended. */
const [worker = '', then = ''] = process.argv.slice(2)

const { ask } = createProcessPool({ patience_ms: 600_000, most_waiting: 2 })
const limits = { deadline_ms: 20_000, memory_mb: 64 }
const file = new URL(worker)
const pids = await Promise.all([ask(file, { wait_ms: 50 }, limits), ask(file, { wait_ms: 50 }, limits)])
console.log(JSON.stringify(pids))
if (then === 'stay') setInterval(() => undefined, 60_000)
