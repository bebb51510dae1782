import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProcessPool } from '../../server/worker-processes/process-pool.ts'
import { workerFile } from '../../server/worker-processes/worker-file.ts'
import type { TestJob } from '../support/doubles/odd-worker.ts'
import { full } from '../support/full.ts'

const LIMITS = { deadline_ms: 15_000, memory_mb: 64 }

let worker: URL
beforeAll(async () => {
  worker = await workerFile('odd-worker', '../tests/support/doubles/odd-worker.ts')
})

let kept: ReturnType<typeof createProcessPool>
beforeEach(() => {
  kept = createProcessPool({ patience_ms: 60_000, most_waiting: 2 })
})
afterEach(() => kept.endWaiting())

const ask = (job: TestJob, limits = LIMITS) => kept.ask(worker, job, limits) as Promise<number>

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const gone = (...pids: number[]) => expect.poll(() => pids.filter(isRunning), { timeout: 10_000 }).toEqual([])

describe('a process beside the server', () => {
  test('answers one job after the other', async () => {
    const first = await ask('who')
    expect(first).not.toBe(process.pid)
    expect(await ask('who')).toBe(first)
    expect(await ask('who')).toBe(first)
  })

  test('answers one job at a time: what comes meanwhile gets another, and both wait', async () => {
    const two = () => Promise.all([ask({ wait_ms: 100 }), ask({ wait_ms: 100 })])
    const pids = new Set(await two())
    expect(pids.size).toBe(2)
    expect(new Set(await two())).toEqual(pids)
  })

  test('takes no job with another memory limit', async () => {
    expect(await ask('who')).not.toBe(await ask('who', { ...LIMITS, memory_mb: 65 }))
  })

  test('is alone with a job that asks for it, before and after', async () => {
    const first = await ask('who')
    const alone = await kept.ask(worker, 'who', { ...LIMITS, exclusive: true })
    expect(alone).not.toBe(first)
    await gone(alone as number)
    expect(await ask('who')).toBe(first)
  })

  test('inherits no settings', async () => {
    expect(Object.keys(process.env).length).toBeGreaterThan(3)
    const names = (await kept.ask(worker, 'settings', LIMITS)) as string[]
    expect(names.filter((name) => !/^(NODE_CHANNEL_.*|SystemRoot)$/.test(name))).toEqual([])
  })

  test('goes on after an error of its job, which comes back', async () => {
    const first = await ask('who')
    await expect(ask('throw')).rejects.toThrow(/as asked/)
    await expect(ask('throw')).rejects.not.toMatchObject({ code: 'exhausted' })
    expect(await ask('who')).toBe(first)
  })

  test('that the system ends is replaced; the job that it ran is refused with a sentence', async () => {
    const first = await ask('who')
    process.kill(first, 'SIGKILL')
    await gone(first)
    const second = await ask('who')
    expect(second).not.toBe(first)
    const refused = expect(ask('hang')).rejects.toMatchObject({
      code: 'process_killed',
      status: 503,
      message:
        'The system of the server ended this work, most likely because memory ran short. Please try again in a few minutes, with fewer files at once.',
      cause: { message: expect.stringContaining('SIGKILL') },
    })
    process.kill(second, 'SIGKILL')
    await refused
    expect(await ask('who')).not.toBe(second)
  })

  full.test('that breaks down fails its job only', async () => {
    const first = await ask('who')
    await expect(ask('crash')).rejects.toThrow('The process ended with code 3 and no answer')
    await gone(first)
    expect(await ask('who')).not.toBe(first)
  })

  full.test('that runs out of memory refuses its job only', async () => {
    const first = await ask('who')
    await expect(ask('eat')).rejects.toMatchObject({ code: 'exhausted' })
    await gone(first)
    expect(await ask('who')).not.toBe(first)
  })

  test('is stopped at the deadline of its job, counted from its start, and the next job gets another', async () => {
    const first = await ask('who')
    await expect(ask('hang', { ...LIMITS, deadline_ms: 200 })).rejects.toMatchObject({ code: 'exhausted' })
    await gone(first)
    const second = await ask('who')
    expect(second).not.toBe(first)
    // the deadline of the job before no longer counts
    const short = { ...LIMITS, deadline_ms: 1000 }
    expect(await ask('who', short)).toBe(second)
    expect(await ask({ wait_ms: 1200 })).toBe(second)
  })

  full.test('gives much memory back by ending', async () => {
    const grown = await ask('grow')
    await gone(grown)
    expect(await ask('who')).not.toBe(grown)
  })

  test('that answers what nobody asked is not used again', async () => {
    const odd = await ask('twice')
    await gone(odd)
    expect(await ask('who')).not.toBe(odd)
  })

  test('lets a signal to the whole group pass: the server decides when it ends', async () => {
    const first = await ask('who')
    process.kill(first, 'SIGTERM')
    process.kill(first, 'SIGINT')
    expect(await ask({ wait_ms: 100 })).toBe(first)
  })

  full.test('ends when nothing comes for a while', async () => {
    kept = createProcessPool({ patience_ms: 100, most_waiting: 2 })
    const first = await ask('who')
    await gone(first)
    expect(await ask('who')).not.toBe(first)
  })

  full.test('ends when too many wait: the one that waits longest', async () => {
    const first = await ask('who')
    const others = [
      await ask('who', { ...LIMITS, memory_mb: 65 }),
      await ask('who', { ...LIMITS, memory_mb: 66 }),
    ]
    await gone(first)
    expect(others.filter(isRunning)).toEqual(others)
  })

  test('is gone when it is told that there is no more work', async () => {
    const pids = await Promise.all([ask({ wait_ms: 100 }), ask({ wait_ms: 100 })])
    await kept.endWaiting()
    expect(pids.filter(isRunning)).toEqual([])
  })
})

describe('a server', () => {
  let parent: string
  beforeAll(async () => {
    parent = fileURLToPath(await workerFile('worker-parent', '../tests/support/doubles/worker-parent.ts'))
  })

  /** Starts a server whose processes are idle. */
  async function start(then: 'end' | 'stay') {
    const child = spawn(process.execPath, [parent, worker.href, then], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, ended, pids: JSON.parse(line.toString()) as number[] }
  }

  full.test('ends by itself, whatever waits for it', async () => {
    const { ended, pids } = await start('end')
    expect(await ended).toEqual([0, null])
    await gone(...pids)
  })

  full.test.each(['SIGTERM', 'SIGKILL'] as const)('that ends by %s leaves no process', async (signal) => {
    const { child, ended, pids } = await start('stay')
    expect(pids.filter(isRunning)).toEqual(pids)
    child.kill(signal)
    await ended
    await gone(...pids)
  })
})
