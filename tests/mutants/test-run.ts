import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** What vitest's JSON report says, as far as it is read here. */
type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

export type TestOutcome = { file: string; title: string; isPassed: boolean }

/** `complaint` where the tests did not begin, or did not end: then nothing is known. */
export type TestRun = { outcomes: TestOutcome[]; complaint: string | null }

export type RunOptions = {
  /** the copy of the checkout to run in */
  folder: string
  files: readonly string[]
  only?: string | undefined
  /** ends at the first failure */
  bail: boolean
  workers: number
  environment: Record<string, string>
  signal: AbortSignal
}

/** a loop without an end is no answer either */
const LONGEST_MS = 300_000

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs these test files in a process of their own and tells what became of each test. */
export async function runTests(options: RunOptions): Promise<TestRun> {
  const report = path.join(options.folder, `report-${randomUUID()}.json`)
  const said = await ended(options, [
    path.join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...options.files,
    ...(options.only === undefined ? [] : ['--testNamePattern', literally(options.only)]),
    ...(options.bail ? ['--bail', '1'] : []),
    `--maxWorkers=${options.workers}`,
    '--reporter=json',
    `--outputFile=${report}`,
  ])
  options.signal.throwIfAborted()
  if (!existsSync(report)) return { outcomes: [], complaint: said.trim().slice(-2000) || 'No test ran.' }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  rmSync(report)
  return readReport(options.folder, testResults)
}

function readReport(folder: string, testResults: Report['testResults']): TestRun {
  const outcomes = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: path.relative(folder, name).replaceAll(path.sep, '/'),
        title: fullName,
        isPassed: status === 'passed',
      })),
  )
  const isTold = outcomes.some(({ isPassed }) => !isPassed)
  const broken = testResults.find(({ status, message }) => status === 'failed' && message !== '')
  if (!isTold && broken) return { outcomes, complaint: broken.message }
  return { outcomes, complaint: outcomes.length === 0 ? 'No test ran.' : null }
}

/** Resolves when the process and all its output have ended, with what it said. */
function ended({ folder, environment, signal }: RunOptions, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const stop = () => child.kill('SIGTERM')
    const limit = setTimeout(stop, LONGEST_MS)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    for (const output of [child.stdout, child.stderr])
      output.on('data', (piece: Buffer) => (said += piece.toString()))
    child.on('error', (error) => (said += error.message))
    child.on('close', () => {
      clearTimeout(limit)
      signal.removeEventListener('abort', stop)
      resolve(said)
    })
  })
}
