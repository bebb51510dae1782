import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { applyMutant, copyTree, type Mutant, staleness } from './mutant.ts'
import { AREAS } from './mutants.list.ts'

/**
 * `npm run mutants [-- --only TEXT]`: applies one fault after another to a copy of the checkout and runs the tests that
 * must fail.
 */
const WORKERS = Math.max(1, Math.min(4, os.availableParallelism()))
/** ends an endless loop, which no test notices */
const LONGEST_MS = 180_000

type Ending = 'killed' | 'SURVIVED' | 'NOT RUN'
type NamedMutant = Mutant & { area: string }

/** The mutants whose area, file, fault or tests contain the text after --only; all of them without it. */
function wanted(): NamedMutant[] {
  const at = process.argv.indexOf('--only')
  const text = at < 0 ? '' : (process.argv[at + 1] ?? '').toLowerCase()
  return AREAS.flatMap(({ name, mutants }) => mutants.map((mutant) => ({ ...mutant, area: name }))).filter(
    ({ area, file, fault, tests }) =>
      [area, file, fault, ...tests].some((one) => one.toLowerCase().includes(text)),
  )
}

/** The parts of vitest's JSON report that are used. */
type Report = {
  numPassedTests: number
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** Killed by a failed test, or by an error of a file after a test has passed; not run when no test has passed. */
function endingOf({ numPassedTests, testResults }: Report): { ending: Ending; by: string } {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  )[0]
  if (failed) return { ending: 'killed', by: failed.fullName }
  const [broken = ''] = testResults.flatMap(({ message }) => message.split('\n', 1)).filter(Boolean)
  if (numPassedTests === 0) return { ending: 'NOT RUN', by: broken || 'no test of this name' }
  return broken ? { ending: 'killed', by: broken } : { ending: 'SURVIVED', by: '' }
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Faults are tested by the short run, even when FULL is set for this program. */
const { FULL: _, ...SHORT_RUN } = process.env

const children = new Set<ChildProcess>()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
    for (const child of children) child.kill()
  })

type Run = {
  tests: readonly string[]
  /** parts of the titles of the tests to run; empty: all of the files */
  only: readonly string[]
  env: NodeJS.ProcessEnv
  workers: number
  timeout?: number
}

/** Runs tests in a copy up to the first failure. */
async function runTests(folder: string, { tests, only, env, workers, timeout }: Run) {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = [
    'run',
    ...new Set(tests),
    '--bail=1',
    `--maxWorkers=${workers}`,
    '--reporter=json',
    `--outputFile=${report}`,
    ...(only.length > 0 ? ['--testNamePattern', only.map(literally).join('|')] : []),
    // reuses compiled modules in the next run
    '--experimental.fsModuleCache',
    `--experimental.fsModuleCachePath=${path.join(folder, '..', 'cache')}`,
  ]
  const child = spawn(process.execPath, [path.join('node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: folder,
    stdio: 'ignore',
    timeout,
    env: { ...SHORT_RUN, ...env },
  })
  children.add(child)
  await new Promise((resolve) => child.once('close', resolve))
  children.delete(child)
  return existsSync(report)
    ? endingOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { ending: 'NOT RUN' as const, by: 'the tests did not end' }
}

/** Runs the tests without a fault, which also makes their template database; returns whether all pass. */
async function isSound(mutants: NamedMutant[], folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  console.log('First the tests as they are …')
  for (const isNamed of [false, true]) {
    const part = mutants.filter(({ only }) => (only !== undefined) === isNamed)
    if (part.length === 0) continue
    const tests = part.flatMap((mutant) => mutant.tests)
    const only = part.flatMap((mutant) => mutant.only ?? [])
    const { ending, by } = await runTests(folder, { tests, only, env, workers: WORKERS })
    if (ending !== 'SURVIVED') console.log(`Without any fault: ${by}`)
    if (ending !== 'SURVIVED') return false
  }
  return true
}

/** Workers take one mutant after another, each worker in its own copy, all on one database server. */
async function judgeAll(mutants: NamedMutant[], folder: string): Promise<Ending[]> {
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), fsync: false })
  const { host, port, user } = server.connection
  const TMPDIR = path.join(folder, 'tmp')
  mkdirSync(TMPDIR)
  const env = {
    TMPDIR,
    TEST_DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}`,
    TEST_TEMPLATE: 'mutants',
  }
  const endings: Ending[] = []
  const queue = mutants.entries()
  const worker = async (copy: string) => {
    for (const [index, mutant] of queue) {
      if (isStopped) return
      const undo = applyMutant(copy, mutant)
      // a fault in a migration needs another template database
      const template = mutant.file.startsWith('db/') ? { TEST_TEMPLATE: `mutants_${index}` } : {}
      const only = mutant.only === undefined ? [] : [mutant.only]
      const { ending, by } = await runTests(copy, {
        tests: mutant.tests,
        only,
        env: { ...env, ...template },
        workers: 1,
        timeout: LONGEST_MS,
      })
      undo()
      endings.push(ending)
      const count = `${String(endings.length).padStart(3)}/${mutants.length}`
      console.log(`${count} ${mutant.area}: ${mutant.fault}\n        ${ending} ${by}`)
    }
  }
  try {
    const copies = Array.from({ length: WORKERS }, (_, at) => path.join(folder, `copy-${at}`))
    for (const copy of copies) copyTree(process.cwd(), copy)
    if (await isSound(mutants, copies[0] ?? '', env)) await Promise.all(copies.map(worker))
    return endings
  } finally {
    await server.stop()
  }
}

async function main(): Promise<number> {
  const began = Date.now()
  const mutants = wanted()
  const stale = mutants.flatMap((mutant) => {
    const why = staleness(process.cwd(), mutant)
    return why === null ? [] : [`${mutant.area}, "${mutant.fault}": ${why}`]
  })
  if (stale.length > 0 || mutants.length === 0) {
    console.log(stale.length > 0 ? `The list is stale:\n${stale.join('\n')}` : 'No mutant is like that.')
    return 1
  }
  // compared with the paths in the report, which are real
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'safeguards-mutants-')))
  try {
    const endings = await judgeAll(mutants, folder)
    const count = (ending: Ending) => endings.filter((one) => one === ending).length
    const minutes = ((Date.now() - began) / 60_000).toFixed(1)
    const counts = `${count('killed')} killed, ${count('SURVIVED')} survived, ${count('NOT RUN')} not run`
    console.log(`${mutants.length} mutants: ${counts}; ${minutes} minutes in all.`)
    return count('killed') === mutants.length ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

process.exitCode = await main()
