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
  /** where what was made of a source is kept for the next run, by what the source says */
  kept: string
  files: readonly string[]
  /** parts of the names of the tests to run; none: all tests of the files */
  only: readonly string[]
  /** ends at the first failure */
  bail: boolean
  workers: number
  /** a loop without an end is no answer either */
  longest_ms?: number
  environment: Record<string, string>
  signal: AbortSignal
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs these test files in a process of their own and tells what became of each test. */
export async function runTests(options: RunOptions): Promise<TestRun> {
  const report = path.join(options.folder, `report-${randomUUID()}.json`)
  const said = await ended(options, [
    path.join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...options.files,
    ...(options.only.length === 0 ? [] : ['--testNamePattern', options.only.map(literally).join('|')]),
    ...(options.bail ? ['--bail', '1'] : []),
    `--maxWorkers=${options.workers}`,
    '--experimental.fsModuleCache',
    `--experimental.fsModuleCachePath=${options.kept}`,
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
  const nameOf = ({ name }: { name: string }) => path.relative(folder, name).replaceAll(path.sep, '/')
  const outcomes = testResults.flatMap((result) =>
    result.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: nameOf(result),
        title: fullName,
        isPassed: status === 'passed',
      })),
  )
  if (outcomes.some(({ isPassed }) => !isPassed)) return { outcomes, complaint: null }
  const broken = testResults.find(({ status, message }) => status === 'failed' && message !== '')
  if (broken) {
    const file = nameOf(broken)
    const complaint = broken.message.split('\n', 1)[0] ?? ''
    // what stands at the end of a file looks at all its tests; a file whose tests never began has seen nothing
    const hasBegun = outcomes.some((one) => one.file === file)
    if (!hasBegun) return { outcomes, complaint }
    return {
      outcomes: [...outcomes, { file, title: `its end: ${complaint}`, isPassed: false }],
      complaint: null,
    }
  }
  return { outcomes, complaint: outcomes.length === 0 ? 'No test ran.' : null }
}

/** What a fault is judged by stands in the short run, whatever the run that this one was started in. */
const { FULL: _, ...SHORT_RUN } = process.env

/** Resolves when the process and all its output have ended, with what it said. */
function ended({ folder, environment, signal, longest_ms }: RunOptions, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...SHORT_RUN, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const stop = () => child.kill('SIGTERM')
    const limit =
      longest_ms &&
      setTimeout(() => {
        said = `Not ended after ${longest_ms / 60_000} minutes.`
        stop()
      }, longest_ms)
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
