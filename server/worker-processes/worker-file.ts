import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Returns the runnable file of a worker. In the built server it is `<name>.mjs` beside the bundle. Run from source, as
 * in tests, it is bundled once from `server/<source>` into the cache of `node_modules`.
 */
export async function workerFile(name: string, source: string): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL(`./${name}.mjs`, import.meta.url)
  return fromSource(name, fileURLToPath(new URL(`../${source}`, import.meta.url)))
}

/** packages with native code are not bundled */
const NATIVE = ['sharp']

async function fromSource(name: string, input: string): Promise<URL> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input, platform: 'node', external: NATIVE, logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()

  const code = output[0].code
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const folder = fileURLToPath(new URL('../../node_modules/.cache/workers/', import.meta.url))
  const file = `${folder}${name}-${hash}.mjs`
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true })
    // Written under another name and renamed: several test processes may build the same worker at once.
    const aside = `${file}.${process.pid}`
    await writeFile(aside, code)
    await rename(aside, file)
  }
  return pathToFileURL(file)
}
