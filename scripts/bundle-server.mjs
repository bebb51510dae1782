import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

/** `./x.sql?raw` is the text of the file, as in the tests' bundler. */
const rawText = {
  name: 'raw-text',
  resolveId(source, importer) {
    return source.endsWith('?raw') ? path.resolve(path.dirname(importer), source) : null
  },
  load(id) {
    if (!id.endsWith('?raw')) return null
    return `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}`
  },
}

/** Bundles entries (name to source) into ES modules with source maps; packages stay outside. */
export async function bundleServer(root, entries, outDir) {
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    plugins: [rawText],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: outDir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
}

/** What the built server consists of. */
export const SERVER_ENTRIES = {
  main: 'server/main.ts',
  demo: 'server/demo.ts',
  operator: 'server/operator.ts',
  'audit-verify': 'server/audit-verify.ts',
  backup: 'server/backup.ts',
  restore: 'server/restore.ts',
  'kml-worker': 'server/files/kml/kml-worker.ts',
  'photo-worker': 'server/files/photos/photo-worker.ts',
  'db-types': 'scripts/db-types.ts',
}
