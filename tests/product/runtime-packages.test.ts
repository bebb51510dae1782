import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { foldersFor } from '../support/product/folders.ts'
import { startProduct } from '../support/product/product.ts'
import { full } from '../support/full.ts'

const freshFolder = foldersFor('runtime-packages')
const MAX_MB = 120

full.test(
  'what was built runs with the packages that npm leaves without tools, a small folder',
  async () => {
    const folder = freshFolder()
    for (const name of ['package.json', 'package-lock.json', 'dist'])
      cpSync(name, path.join(folder, name), { recursive: true })
    const npm = spawnSync(
      'npm',
      [
        'ci',
        '--omit=dev',
        '--ignore-scripts',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(npm.status, npm.stderr).toBe(0)
    const megabytes = Number(
      execFileSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\t')[0],
    )
    expect(megabytes).toBeLessThanOrEqual(MAX_MB)

    const product = await startProduct({ built: path.join(folder, 'dist') })
    const ready = await fetch(`${product.url}/health/ready`)
    const list = await fetch(`${product.url}/`)
    await product.stop()
    expect({ ready: ready.status, list: list.status }).toEqual({ ready: 200, list: 200 })
  },
  240_000,
)
