import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export type Running = { origin: string; child: ChildProcess; stop: () => Promise<void> }

const children = new Set<ChildProcess>()
// a bench that is broken off leaves nothing running
process.on('exit', () => children.forEach((child) => child.kill('SIGTERM')))

/** Starts a Node.js program and resolves with the address it prints first. */
function begin(args: string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.add(child)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      children.delete(child)
      resolve()
    }),
  )
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (!origin) return
      resolve({
        origin,
        child,
        stop: async () => {
          child.kill('SIGTERM')
          await ended
        },
      })
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${printed}`)))
  })
}

/** the address of the product, as its links and its public log name it */
export const PUBLIC_URL = 'https://bench.example'

/** The product as an operator runs it, on the data folder of the bench and, where one is named, on that database. */
export const startProduct = (dataDir: string, apiKey: string, databaseUrl?: string): Promise<Running> =>
  begin(['dist/server/main.mjs'], {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    API_KEY: apiKey,
    LOG_LEVEL: 'warn',
    PUBLIC_URL,
  })

/** The bare server on the same database. */
export const startBare = (connection: object): Promise<Running> =>
  begin(['dist/bench/bare.mjs', JSON.stringify(connection)], {})

/** Runs a program to its end. */
export function runProgram(file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  children.add(child)
  const texts = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => {
    texts.out += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    texts.err += part.toString()
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code, ...texts })
    })
  })
  return { child, ended }
}

/** Watches processes and everything they started; `most` ends it and tells their megabytes at most, `growth` by how many they grew. */
export function watchMemory(...pids: number[]): { most: () => number; growth: () => number } {
  const before = memoryOf(...pids)
  let seen = before
  const look = () => {
    seen = Math.max(seen, memoryOf(...pids))
  }
  const timer = setInterval(look, 250)
  const most = () => {
    clearInterval(timer)
    look()
    return seen
  }
  return { most, growth: () => most() - before }
}

/** Memory of processes and everything they started, in megabytes: proportional, shared pages counted once. */
export function memoryOf(...pids: number[]): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it ended meanwhile
    }
  }
  const isOurs = (one: number): boolean =>
    pids.includes(one) || (parents.has(one) && isOurs(parents.get(one) ?? 0))
  let kilobytes = 0
  for (const one of parents.keys()) {
    if (!isOurs(one)) continue
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // it ended meanwhile
    }
  }
  return kilobytes / 1024
}
