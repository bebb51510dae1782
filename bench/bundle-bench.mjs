import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer } from '../scripts/bundle-server.mjs'

/** Bundles the bench into its own folder: builds of the product neither need nor include it. */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const outDir = path.join(root, 'dist', 'bench')

rmSync(outDir, { recursive: true, force: true })
await bundleServer(root, { bench: 'bench/bench.ts', bare: 'bench/bare.ts' }, outDir)
