import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DAY_MS } from '../../../shared/lib/durations.ts'

const PAGE = path.resolve('tests/browser/pieces/pieces.html')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export type PiecesServer = {
  url: string
  /** answers the waiting call to /slow, or the next one */
  release: () => void
  stop: () => Promise<void>
}

const CACHE = path.resolve('node_modules/.cache/pieces')

/** A name of all that the page is made of. */
function nameOfSources(): string {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const folder of ['web', 'shared', path.dirname(PAGE)])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(tsx?|css|html|json|svg)$/.test(name))
        hash.update(name).update(readFileSync(path.join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Returns the folder of the built page; builds it on the first call and after a change. */
async function builtOnce(): Promise<string> {
  const folder = path.join(CACHE, nameOfSources())
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE).map((name) => path.join(CACHE, name)))
    if (Date.now() - statSync(old).mtimeMs > DAY_MS) rmSync(old, { recursive: true, force: true })
  const aside = mkdtempSync(path.join(CACHE, 'making-'))
  await buildInto(aside)
  try {
    renameSync(aside, folder)
  } catch {
    // another worker was faster
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

async function buildInto(folder: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  await build({
    root: path.dirname(PAGE),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    // as the product is built: React's development build is slower
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { outDir: folder, emptyOutDir: true, rollupOptions: { input: PAGE } },
  })
}

/** Serves the page that shows the shared components; /slow answers on release(). */
export async function startPieces(): Promise<PiecesServer> {
  const folder = await builtOnce()
  let open: () => void = () => undefined
  let gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const server = createServer((request, reply) => {
    const wanted = request.url === '/' ? '/pieces.html' : (request.url ?? '')
    if (wanted === '/slow') return void gate.then(() => reply.end('done'))
    const file = path.join(folder, path.normalize(wanted))
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
    try {
      const content = readFileSync(file)
      reply.writeHead(200, { 'content-type': type }).end(content)
    } catch {
      reply.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    release: () => {
      open()
      gate = new Promise<void>((resolve) => {
        open = resolve
      })
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
