import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

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

/** Builds and serves the page that shows the shared components; /slow answers on release(). */
export async function startPieces(): Promise<PiecesServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-pieces-'))
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
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
