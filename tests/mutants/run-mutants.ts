import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../server/lib/embedded-postgres.ts'
import { changesTemplate, type NamedMutant } from './mutant.ts'
import { AREAS } from './mutants.list.ts'
import { runTests, type TestOutcome } from './test-run.ts'
import { applyMutant, copyTree, staleness } from './tree-copy.ts'

/** More than one processor each is of no use to a test file. */
const WORKERS = Math.max(1, Math.min(4, os.availableParallelism()))

const LONGEST_MS = 180_000

const say = (text: string) => console.log(text)

type Ending = 'killed' | 'SURVIVED' | 'NOT RUN'
type Verdict = { ending: Ending; by: string }

/** The mutants whose area, file, fault or tests hold the text after --only; all without one. */
function wanted(args: string[]): NamedMutant[] {
  const all = AREAS.flatMap(({ name, mutants }) => mutants.map((mutant) => ({ ...mutant, area: name })))
  const at = args.indexOf('--only')
  if (at === -1) return all
  const text = (args[at + 1] ?? '').toLowerCase()
  return all.filter(({ area, file, fault, tests }) =>
    [area, file, fault, ...tests].some((one) => one.toLowerCase().includes(text)),
  )
}

const isStale = (mutants: NamedMutant[]): boolean => {
  const stale = mutants.flatMap((mutant) => {
    const why = staleness(process.cwd(), mutant)
    return why === null ? [] : [`${mutant.area}, "${mutant.fault}": ${why}`]
  })
  if (stale.length > 0) say(`The list is stale, see tests/mutants:\n${stale.join('\n')}`)
  return stale.length > 0
}

type Bench = {
  folder: string
  /** one copy of the checkout for each worker */
  copies: string[]
  /** what was made of the sources, kept from run to run */
  kept: string
  environmentOf: (template: string) => Record<string, string>
  signal: AbortSignal
}

/** Makes the copies and one database server for all runs, does the work, and leaves nothing behind. */
async function onBench(signal: AbortSignal, work: (bench: Bench) => Promise<number>): Promise<number> {
  // paths are compared with those that the tests tell, which are real
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'safeguards-mutants-')))
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-mutants-database-'))
  try {
    const copies = Array.from({ length: WORKERS }, (_, index) => path.join(folder, `copy-${index}`))
    for (const copy of copies) copyTree(process.cwd(), copy)
    const temporary = path.join(folder, 'tmp')
    mkdirSync(temporary)
    const server = await startEmbeddedPostgres({ dataDir, fsync: false })
    try {
      const { host, port, user, password = '' } = server.connection
      const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}`
      const environmentOf = (template: string) => ({
        ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary },
        ...{ TEST_DATABASE_URL: url, TEST_TEMPLATE: template },
      })
      return await work({ folder, copies, kept: path.join(folder, 'kept'), environmentOf, signal })
    } finally {
      await server.stop()
    }
  } finally {
    for (const gone of [folder, dataDir]) rmSync(gone, { recursive: true, force: true, maxRetries: 10 })
  }
}

const TEMPLATE = 'mutants'

/** What is named of these mutants' tests, and each of its files once. */
const testsOf = (mutants: readonly NamedMutant[]) => ({
  files: [...new Set(mutants.flatMap(({ tests }) => tests))],
  only: mutants.flatMap(({ only }) => only ?? []),
})

/** Whether all tests of the list pass on the sources as they are, and each entry names some of them. */
async function isSound(
  { copies, kept, environmentOf, signal }: Bench,
  mutants: NamedMutant[],
): Promise<boolean> {
  say('First the tests as they are …')
  const whole = mutants.filter(({ only }) => only === undefined)
  const named = mutants.filter(({ only }) => only !== undefined)
  const outcomes: TestOutcome[] = []
  for (const part of [whole, named].filter(({ length }) => length > 0)) {
    const run = await runTests({
      ...{ folder: copies[0] ?? '', kept, ...testsOf(part), bail: false, workers: WORKERS },
      ...{ environment: environmentOf(TEMPLATE), signal },
    })
    outcomes.push(...run.outcomes)
    if (run.complaint) {
      say(run.complaint)
      return false
    }
  }
  const failed = outcomes.filter(({ isPassed }) => !isPassed)
  for (const { file, title } of failed) say(`fails without any fault: ${file} › ${title}`)
  const without = mutants.filter(({ tests, only = '' }) =>
    tests.some((test) => !outcomes.some(({ file, title }) => file === test && title.includes(only))),
  )
  for (const { area, fault } of without) say(`The list is stale: ${area}, "${fault}" names no test that ran.`)
  return failed.length === 0 && without.length === 0
}

async function judge(bench: Bench, folder: string, mutant: NamedMutant, index: number): Promise<Verdict> {
  const template = changesTemplate(mutant) ? `${TEMPLATE}_${index}` : TEMPLATE
  const { kept, environmentOf, signal } = bench
  const undo = applyMutant(folder, mutant)
  try {
    const tests = testsOf([mutant])
    const { outcomes, complaint } = await runTests({
      ...{ folder, kept, ...tests, bail: true, workers: 1 },
      ...{ longest_ms: LONGEST_MS, environment: environmentOf(template), signal },
    })
    const killer = outcomes.find(({ isPassed }) => !isPassed)
    if (killer) return { ending: 'killed', by: `${killer.file} › ${killer.title}` }
    return complaint
      ? { ending: 'NOT RUN', by: complaint }
      : { ending: 'SURVIVED', by: tests.files.join(', ') }
  } finally {
    undo()
  }
}

/** Lets every worker take the next mutant until none is left; tells each ending as it comes. */
async function judgeAll(bench: Bench, mutants: NamedMutant[]): Promise<Ending[]> {
  const endings: Ending[] = []
  const queue = mutants.entries()
  const worker = async (folder: string) => {
    for (const [index, mutant] of queue) {
      const { ending, by } = await judge(bench, folder, mutant, index)
      endings.push(ending)
      const count = `${String(endings.length).padStart(3)}/${mutants.length}`
      say(
        `${count} ${mutant.area}: ${mutant.fault}\n        ${ending === 'killed' ? 'killed by' : ending} ${by}`,
      )
    }
  }
  const workers = await Promise.allSettled(bench.copies.map(worker))
  for (const ended of workers) if (ended.status === 'rejected') throw ended.reason
  return endings
}

async function main(): Promise<number> {
  const begun = Date.now()
  const mutants = wanted(process.argv.slice(2))
  if (mutants.length === 0) say('No mutant is like that.')
  if (mutants.length === 0 || isStale(mutants)) return 1

  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  try {
    return await onBench(stop.signal, async (bench) => {
      if (!(await isSound(bench, mutants))) return 1
      const endings = await judgeAll(bench, mutants)
      const count = (ending: Ending) => endings.filter((one) => one === ending).length
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
      const counts = `${count('killed')} killed, ${count('SURVIVED')} survived, ${count('NOT RUN')} not run`
      say(`${mutants.length} mutants: ${counts}; ${minutes} minutes in all.`)
      return count('killed') === mutants.length ? 0 : 1
    })
  } catch (error) {
    if (!stop.signal.aborted) throw error
    say('Stopped.')
    return 130
  }
}

process.exitCode = await main()
