import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { full } from '../support/full.ts'

/** Runs one of the example files with the reporter; what it printed, and its exit code. */
function runExample(name: string, env: Record<string, string>) {
  const config = 'tests/run/examples/reported.config.ts'
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, `examples/${name}`]
  return new Promise<{ said: string; code: number }>((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, out, complaints) =>
      resolve({ said: out + complaints, code: error ? Number(error.code) : 0 }),
    )
  })
}

full.test('a run that takes longer than it may ends by itself and says which test hangs', async () => {
  // on a busy machine the run takes some seconds to reach its test
  const { said, code } = await runExample('hangs', { RUN_ENDS_AT: String(Date.now() + 10_000) })
  expect(code).toBe(1)
  expect(said).toContain('The run has taken longer than it may.')
  expect(said).toMatch(/\d\.\d s {2}.*hangs\.ts › waits for what never comes/)
})

test.each([
  ['', /\n1 tests stand in the full run alone \(npm run test:full\)\.\n2 passed, 2 failed$/],
  ['1', /\n2 passed, 2 failed, 1 skipped$/],
])(
  'a run says what passed, what failed, what passed only on a second try and what could not be run, FULL=%s',
  async (FULL, counts) => {
    const { said, code } = await runExample('mixed', { GATE_STEPS: '[["lint",1500]]', SEED: '7', FULL })
    expect(code).toBe(1)
    const end = said.slice(said.indexOf('Seconds by group'))
    expect(end).toContain('    1.5  lint')
    expect(end).toMatch(/The ten slowest files\n +\d+\.\d {2}.*mixed\.ts\n/)
    expect(end).toMatch(
      /Tried a second time: \n {2}failed: .*› never\n( {6}.*\n)+ {2}passed: .*› at the second try\n/,
    )
    // why the first try failed
    expect(end).toMatch(
      /› at the second try\n( {6}.*\n)* {6}.*expected 1 to be 2[^]*? {6}at .*mixed\.ts:\d+\n/,
    )
    // a failed hook fails its file, and the tests behind it do not count as skipped
    expect(end).toMatch(/ {2}could not be run: .*mixed\.ts\n/)
    expect(end).toContain('Seed 7\n')
    expect(end.trimEnd()).toMatch(counts)
  },
)
