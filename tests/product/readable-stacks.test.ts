import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { foldersFor } from '../support/product/folders.ts'

const folders = foldersFor('readable-stacks')

test('the stack of a built program that breaks down names its sources', async () => {
  const folder = folders()
  const bundle = await rolldown({
    input: 'tests/support/doubles/faulty.ts',
    platform: 'node',
    logLevel: 'warn',
  })
  await bundle.write({ dir: folder, format: 'esm', sourcemap: true, entryFileNames: '[name].mjs' })
  await bundle.close()
  const { stderr, status } = spawnSync(process.execPath, [path.join(folder, 'faulty.mjs')], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/Error: as asked\n {4}at breakDown \(.*tests\/support\/doubles\/faulty\.ts:6:9\)/)
})
