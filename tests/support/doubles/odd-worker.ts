import { serveJobs } from '../../../server/worker-processes/worker-process.ts'

/** What a test has the worker process do. */
export type TestJob =
  | 'who'
  | 'settings'
  | 'throw'
  | 'crash'
  | 'eat'
  | 'hang'
  | 'grow'
  | 'twice'
  | { wait_ms: number }

const kept: unknown[] = []

serveJobs(async (job: TestJob) => {
  switch (job) {
    case 'who':
      return process.pid
    case 'settings':
      return Object.keys(process.env)
    case 'throw':
      throw new Error('as asked')
    case 'crash':
      return process.exit(3)
    case 'eat':
      for (;;) kept.push(Array.from({ length: 1_000_000 }, () => ({})))
    case 'hang':
      for (;;);
    case 'grow':
      kept.push(Buffer.alloc(200 * 1_048_576, 1))
      return process.pid
    case 'twice':
      process.send?.({ value: process.pid, resident_mb: 1 })
      return process.pid
    default:
      await new Promise((resolve) => setTimeout(resolve, job.wait_ms))
      return process.pid
  }
})
