import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { full } from '../support/full.ts'

/** Runs the example files with the reporter of the gate and its limit; what was printed, and the code. */
function runExamples(config: string, env: Record<string, string>) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', path.join('tests/run/examples', config)]
  return new Promise<{ said: string; code: number }>((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, out, complaints) =>
      resolve({ said: out + complaints, code: error ? Number(error.code) : 0 }),
    )
  })
}

full.test('a run that takes longer than it may ends by itself and says which test hangs', async () => {
  // on a busy machine the run takes some seconds to reach its test
  const { said, code } = await runExamples('hanging.config.ts', { RUN_ENDS_AT: String(Date.now() + 10_000) })
  expect(code).toBe(1)
  expect(said).toContain('The run has taken longer than it may.')
  expect(said).toMatch(/\d\.\d s {2}.*hangs\.ts › waits for what never comes/)
})

test.each([
  ['', /\n1 tests stand in the full run alone \(npm run test:full\)\.\n2 passed, 2 failed$/],
  ['1', /\n2 passed, 2 failed, 1 skipped$/],
])(
  'a run says what passed, what failed, what passed only on a second try, and where the time went, FULL=%s',
  async (FULL, counts) => {
    const { said, code } = await runExamples('mixed.config.ts', {
      GATE_STEPS: '[["lint",1500]]',
      SEED: '7',
      FULL,
    })
    expect(code).toBe(1)
    const end = said.slice(said.indexOf('Seconds by group'))
    expect(end).toContain('    1.5  lint')
    expect(end).toMatch(/\d\.\d {2}examples\n/)
    expect(end).toMatch(
      /Seconds by phase .*\n +\d+\.\d {2}transform\n +\d+\.\d {2}set-up\n +\d+\.\d {2}import\n +\d+\.\d {2}tests\n/,
    )
    expect(end).toMatch(/The ten slowest files\n +\d+\.\d {2}.*mixed\.ts\n/)
    expect(end).toMatch(
      /Tried a second time: \n {2}failed: .*› never\n( {6}.*\n)+ {2}passed: .*› at the second try\n/,
    )
    // why it did not pass at once
    expect(end).toMatch(
      /› at the second try\n( {6}.*\n)* {6}.*expected 1 to be 2[^]*? {6}at .*mixed\.ts:\d+\n/,
    )
    // a hook that failed fails its file, and none of the tests behind it counts as left out
    expect(end).toMatch(/ {2}could not be run: .*mixed\.ts\n/)
    expect(end).toContain('Seed 7\n')
    expect(end.trimEnd()).toMatch(counts)
  },
)
