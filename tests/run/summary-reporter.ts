import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'

const SECOND = 1000
const IS_FULL = process.env.FULL === '1'

const seconds = (ms: number) => (ms / SECOND).toFixed(1).padStart(7)

/** The steps of the gate before the tests, from `scripts/run.mjs`: names and milliseconds. */
const steps = (): [name: string, ms: number][] => JSON.parse(process.env.GATE_STEPS ?? '[]')

const MAX_LINES = 6

/** Why and where the first try failed, which is reported nowhere else when the second one passes. */
function firstFailure(test: TestCase): string[] {
  const [error] = test.result().errors ?? []
  const at = error?.stacks?.[0]
  const words = `${error?.message ?? ''}\n${error?.diff ?? ''}`
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [...words.slice(0, MAX_LINES), ...(at ? [`at ${at.file}:${at.line}`] : [])]
}

/** True when the file or one of its hooks failed, so that tests never started. */
const couldNotBeRun = (module: TestModule) =>
  module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0)

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} › ${test.fullName}`

/**
 * Reports at the end of a run what was tested, what only the full run tests, what passed only on a second try, where
 * the time went and the seed; and, when the run exceeds its limit (RUN_ENDS_AT, in milliseconds since 1970), what is
 * still running.
 */
export class SummaryReporter implements Reporter {
  readonly #running = new Map<string, { name: string; since: number; state: () => string }>()
  #alarm: NodeJS.Timeout | undefined
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(): void {
    const end = Number(process.env.RUN_ENDS_AT)
    if (end) this.#alarm = setTimeout(() => this.#giveUp(), end - Date.now())
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.set(module.id, {
      name: module.relativeModuleId,
      since: Date.now(),
      state: () => module.state(),
    })
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.id)
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.set(test.id, { name: nameOf(test), since: Date.now(), state: () => test.result().state })
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test.id)
  }

  #giveUp(): void {
    console.error('\nThe run has taken longer than it may. Not ended yet:')
    // the start of a quick test may be reported after its end
    for (const { name, since, state } of this.#running.values())
      if (state() === 'pending') console.error(`${seconds(Date.now() - since)} s  ${name}`)
    // the parent process cleans up
    process.exit(1)
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    clearTimeout(this.#alarm)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const took = (module: TestModule) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic()
      return setupDuration + collectDuration + duration
    }

    const byProject = new Map<string, number>()
    for (const module of modules)
      byProject.set(module.project.name, (byProject.get(module.project.name) ?? 0) + took(module))
    console.log('\nSeconds by group (of the tests: summed over the workers)')
    for (const [name, ms] of [...steps(), ...byProject]) console.log(`${seconds(ms)}  ${name}`)
    console.log('Seconds by phase (summed over the workers)')
    for (const [name, ms] of this.#phases(modules)) console.log(`${seconds(ms)}  ${name}`)
    console.log('The ten slowest files')
    for (const module of [...modules].sort((a, b) => took(b) - took(a)).slice(0, 10))
      console.log(`${seconds(took(module))}  ${module.relativeModuleId}`)

    const again = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    console.log(`Tried a second time: ${again.length === 0 ? 'none' : ''}`)
    for (const test of again) {
      console.log(`  ${test.result().state}: ${nameOf(test)}`)
      for (const line of firstFailure(test)) console.log(`      ${line}`)
    }
    const notRun = modules.filter(couldNotBeRun)
    for (const module of notRun) console.log(`  could not be run: ${module.relativeModuleId}`)
    if (errors.length > 0) console.log(`${errors.length} errors outside of tests, see above.`)
    if (reason === 'interrupted') console.log('The run was stopped before its end.')
    console.log(`Seed ${process.env.SEED ?? 'of each test'}`)
    const skipped = tests.filter((test) => test.options.mode === 'skip').length
    if (skipped && !IS_FULL) console.log(`${skipped} tests stand in the full run alone (npm run test:full).`)
    const passed = `${count('passed')} passed, ${count('failed') + notRun.length} failed`
    console.log(skipped && IS_FULL ? `${passed}, ${skipped} skipped` : passed)
  }

  #phases(modules: readonly TestModule[]): [name: string, ms: number][] {
    const all = modules.map((module) => module.diagnostic())
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
    return [
      ['transform', this.#vitest?.state.transformTime ?? 0],
      ['set-up', sum((one) => one.setupDuration + one.prepareDuration + one.environmentSetupDuration)],
      ['import', sum((one) => one.collectDuration)],
      ['tests', sum((one) => one.duration)],
    ]
  }
}
