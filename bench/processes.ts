import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export type Running = { origin: string; pid: number; stop: () => Promise<void> }

export const API_KEY = 'bench-key'

const children = new Set<ChildProcess>()
// stops the started processes when the bench is interrupted
process.on('exit', () => children.forEach((child) => child.kill('SIGTERM')))

/** Starts a Node.js program and resolves with the address that it prints. */
function begin(args: string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    children.delete(child)
  }
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (origin) resolve({ origin, pid: child.pid ?? 0, stop })
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${printed}`)))
  })
}

/** Starts the product as an operator runs it, on the bench's data folder. */
export const startProduct = (dataDir: string): Promise<Running> =>
  begin(['dist/server/main.mjs'], {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    API_KEY,
    LOG_LEVEL: 'warn',
    PUBLIC_URL: 'https://bench.example',
  })

/** Starts the bare server on the same database; it stores uploads in the folder. */
export const startBare = (connection: object, folder: string): Promise<Running> =>
  begin(['dist/bench/bare.mjs', JSON.stringify(connection), folder], {})

/** Reads a /proc file of a process; empty if the process has ended. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Megabytes of the server's own process, of its database, and of the processes that it starts for single files. */
export type Memory = { server: number; database: number; beside: number }

/** Memory of the product: proportional set size, which counts shared pages once. */
export function memoryParts(pid: number): Memory {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(
    pids.map((one) => {
      const stat = procFile(Number(one), 'stat')
      return [Number(one), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]
    }),
  )
  const isOurs = (one: number): boolean => one === pid || (one > 0 && isOurs(parents.get(one) ?? 0))
  const memory: Memory = { server: 0, database: 0, beside: 0 }
  for (const one of [...parents.keys()].filter(isOurs)) {
    const isDatabase = procFile(one, 'comm').startsWith('postgres')
    const part = one === pid ? 'server' : isDatabase ? 'database' : 'beside'
    memory[part] += Number(/^Pss:\s+(\d+)/m.exec(procFile(one, 'smaps_rollup'))?.[1] ?? 0) / 1024
  }
  return memory
}

/** Megabytes of a product with all its processes. */
export function memoryOf(pid: number): number {
  const { server, database, beside } = memoryParts(pid)
  return server + database + beside
}
