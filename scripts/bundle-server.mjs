import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { viteImportGlobPlugin } from 'rolldown/experimental'
import { listPackages } from './sbom.mjs'

/** Imports `./x.sql?raw` as the text of the file, as the tests' bundler does. */
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

/** `package.json` lists what is installed next to the built server; the rest is bundled, to start faster. */
const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** imported only by code that the built server never runs */
const NEVER_LOADED = ['pg-native', 'rolldown', 'typescript']

function staysOutside(id) {
  if (id.startsWith('.') || path.isAbsolute(id)) return false
  if (isBuiltin(id)) return true
  return [...Object.keys(dependencies), ...NEVER_LOADED].some(
    (name) => id === name || id.startsWith(`${name}/`),
  )
}

/** Bundles entries (name to source) into ES modules with source maps. */
export async function bundleServer(root, entries, outDir) {
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    external: staysOutside,
    plugins: [viteImportGlobPlugin({ root }), rawText, listPackages()],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: outDir,
    format: 'esm',
    sourcemap: true,
    // for node --enable-source-maps; line and column suffice, so the sources are left out
    sourcemapExcludeSources: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
}

/** The entries of the built server. */
export const SERVER_ENTRIES = {
  main: 'server/main.ts',
  demo: 'server/demo.ts',
  operator: 'server/operator.ts',
  'audit-verify': 'server/audit-verify.ts',
  'verify-proof': 'server/verify-proof.ts',
  backup: 'server/backup.ts',
  restore: 'server/restore.ts',
  'kml-worker': 'server/geodata/kml/kml-worker.ts',
  'land-worker': 'server/geodata/formats/land-worker.ts',
  'screening-worker': 'server/land/screening-worker.ts',
  'file-worker': 'server/photographs/file-worker.ts',
  'photo-worker': 'server/photographs/photo-worker.ts',
  'layer-worker': 'server/land/layer-worker.ts',
  'import-worker': 'server/imports/import-worker.ts',
  'docx-worker': 'server/summaries/docx-worker.ts',
  'db-types': 'scripts/db-types.ts',
  'bring-over': 'scripts/bring-over.ts',
}
