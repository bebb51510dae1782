import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { copyDemo } from './demo-folder.ts'
import { ownEnvironment } from './own-environment.ts'

export type Product = {
  url: string
  dataDir: string
  child: ChildProcess
  /** everything it has printed */
  output: () => string
  stop: () => Promise<void>
}

/** Returns a free port. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

type Start = {
  entry?: 'demo' | 'main'
  env?: Record<string, string>
  /** the port to listen on; a free one by default */
  port?: number
  /** the data folder, which is kept; by default a folder that is removed when the product stops */
  dataDir?: string
  /** makes the demo bureau itself; otherwise an empty folder is filled with a copy of one */
  fromNothing?: boolean
  args?: string[]
  /** the folder of the build, if not that of this checkout */
  built?: string
}

/** Starts the built product as an operator would; resolves once it is ready. */
export async function startProduct(options: Start = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'safeguards-product-'))
  if (options.entry !== 'main' && !options.fromNothing && isEmpty(dataDir))
    await copyDemo(dataDir, startProductIn)
  const product = await startProductIn(dataDir, options)
  if (options.dataDir !== undefined) return product
  return {
    ...product,
    stop: async () => {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

/** Starts the built product on this data folder, which is kept; resolves once it is ready. */
async function startProductIn(
  dataDir: string,
  options: Omit<Start, 'dataDir' | 'fromNothing'> = {},
): Promise<Product> {
  const port = options.port ?? (await freePort())
  let url = `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    [`${options.built ?? 'dist'}/server/${options.entry ?? 'demo'}.mjs`, ...(options.args ?? [])],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...ownEnvironment(),
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        API_KEY: 'demo-key',
        LOG_LEVEL: 'warn',
        // a test reads more in a minute than a person
        PUBLIC_CALLS_PER_MINUTE: '100000',
        // there is no proxy in front
        DRAIN_SECONDS: '0',
        ...options.env,
      },
    },
  )
  let printed = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString()
      const [, other] = /the demo uses (\d+) instead/.exec(printed) ?? []
      if (other) url = `http://localhost:${other}`
      if (/ready/i.test(printed) && printed.includes(url)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) =>
      reject(new Error(`The product ended with ${code} before it was ready:\n${printed}`)),
    )
  })
  return {
    url,
    dataDir,
    child,
    output: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
