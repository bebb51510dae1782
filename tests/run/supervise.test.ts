import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { full } from '../support/full.ts'

const RUN = path.resolve('tests/run/examples/run-of-tests.mjs')

type Started = { child: ChildProcess; folder: string; pids: number[]; ended: Promise<number | null> }

/** Starts a supervised run below a process that acts as npm and can be killed without it. */
async function startRun(...words: string[]): Promise<Started> {
  const env = { ...process.env, TMPDIR: os.tmpdir() }
  const child = spawn(process.execPath, [RUN, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const at = said.indexOf('\n')
      if (at >= 0) resolve(said.slice(0, at))
    })
    child.once('exit', () => reject(new Error(`It ended early: ${said}`)))
  })
  return { child, ended, ...(JSON.parse(line) as { folder: string; pids: number[] }) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const left = ({ folder, pids }: Started) => ({ folder: existsSync(folder), pids: pids.filter(isRunning) })
/** a killed process keeps its number until the system has removed it */
const nothingIsLeft = (run: Started) =>
  expect.poll(() => left(run), { timeout: 15_000 }).toEqual({ folder: false, pids: [] })

test('a run that ends leaves no process and no folder, and its code', async () => {
  const run = await startRun('ends')
  // a TMPDIR that is set is used
  expect(path.dirname(run.folder)).toBe(os.tmpdir())
  expect(await run.ended).toBe(3)
  await nothingIsLeft(run)
})

full.test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run stopped by %s leaves no process and no folder',
  async (signal) => {
    const run = await startRun()
    run.child.kill(signal)
    expect(await run.ended).toBe(1)
    await nothingIsLeft(run)
  },
)

test('a run that is killed outright leaves no process and no folder', async () => {
  const run = await startRun()
  run.child.kill('SIGKILL')
  await run.ended
  await nothingIsLeft(run)
})

/** Has another program start a supervised run, and kills that program once the run is under way. */
async function killWhoStarted(command: string[]): Promise<Started> {
  const [program = '', ...args] = command
  const parent = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (text) => resolve(String(text))),
  )
  parent.kill('SIGKILL')
  return { child: parent, ended: Promise.resolve(null), ...JSON.parse(line) } as Started
}

const starting = (program: string, args: string[]) => [
  process.execPath,
  '-e',
  `require('node:child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: 'inherit' })`,
]

full.test('a run whose parent is killed leaves no process and no folder', async () => {
  await nothingIsLeft(await killWhoStarted(starting(process.execPath, [RUN])))
})

full.test('nor does one with a shell between itself and the parent, as npm has it', async () => {
  const words = `"${process.execPath}" "${RUN}"; exit`
  await nothingIsLeft(await killWhoStarted(starting('sh', ['-c', words])))
})
