import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The commit that bureaus run now; whoever releases writes the new one there. */
const commitOf = () => readFileSync('db/last-release', 'utf8').trim()

type Bundler = {
  bundleServer: (root: string, entries: Record<string, string>, outDir: string) => Promise<void>
  SERVER_ENTRIES: Record<string, string>
}

/**
 * The server of the last release, bundled as that release did it, with the packages and the pages of today; returns the
 * folder that stands for its `dist`. Made once per build. Rejects where the history of the repository is not there.
 */
export async function buildLastRelease(): Promise<string> {
  const commit = commitOf()
  const built = path.resolve('dist', `release-${commit.slice(0, 12)}`)
  if (existsSync(built)) return built
  // below `dist`, from where the packages are found
  const source = `${built}.source-${process.pid}`
  mkdirSync(source, { recursive: true })
  try {
    await run('sh', [
      '-c',
      'git archive "$1" db package.json scripts server shared | tar -x -C "$2"',
      'sh',
      commit,
      source,
    ])
    const bundler = path.join(source, 'scripts/bundle-server.mjs')
    if (!existsSync(bundler))
      throw new Error(
        `The last release, ${commit}, is not in this clone: fetch the whole history of the repository.`,
      )
    const { bundleServer, SERVER_ENTRIES } = (await import(pathToFileURL(bundler).href)) as Bundler
    const isServing = ([name]: [string, string]) => name === 'demo' || name.endsWith('-worker')
    const entries = Object.fromEntries(Object.entries(SERVER_ENTRIES).filter(isServing))
    await bundleServer(source, entries, path.join(source, 'built/server'))
    for (const pages of ['web', 'web-ssr'])
      symlinkSync(path.resolve('dist', pages), path.join(source, 'built', pages))
    renameSync(path.join(source, 'built'), built)
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
  return built
}
