import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isPrivatelyOwned } from './temp-folder.ts'

/**
 * Makes the links that the package leaves to an install script, because install scripts may be disabled. Returns false
 * where the folder is not writable and links are missing.
 */
export function linkLibraries(home: string): boolean {
  for (const { source, target } of librariesToLink(home)) {
    const link = join(home, '..', target)
    try {
      symlinkSync(basename(source), link)
    } catch {
      if (!existsSync(link)) return false
    }
  }
  return true
}

function librariesToLink(home: string): { source: string; target: string }[] {
  const list = join(home, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/**
 * Copies the package to a folder that every user may read and only we may write; one per version, used again by later
 * starts. `discard` names a copy that only this run knows of, because another user has the shared name.
 */
export function copyInto(
  parent: string,
  home: string,
  platform: string,
): { copy: string; discard: string | null } {
  const files = listFiles(home)
  const { version } = JSON.parse(readFileSync(join(home, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([version, files]))
    .digest('hex')
    .slice(0, 16)
  const shared = join(parent, `safeguards-postgresql-${platform}-${process.getuid?.() ?? 'user'}-${digest}`)
  if (isComplete(shared, files, digest)) return { copy: join(shared, 'native'), discard: null }

  const fresh = mkdtempSync(`${shared}-`)
  copyFiles(home, join(fresh, 'native'), files)
  chmodSync(fresh, 0o755)
  writeFileSync(join(fresh, 'complete'), digest)

  // An incomplete copy of ours is replaced; a folder that another user made under this name is left alone, unused.
  if (isPrivatelyOwned(shared, process.getuid?.())) rmSync(shared, { recursive: true, force: true })
  try {
    renameSync(fresh, shared)
    return { copy: join(shared, 'native'), discard: null }
  } catch {
    if (!isComplete(shared, files, digest)) return { copy: join(fresh, 'native'), discard: fresh }
    rmSync(fresh, { recursive: true, force: true })
    return { copy: join(shared, 'native'), discard: null }
  }
}

function isComplete(folder: string, files: [string, number][], digest: string): boolean {
  if (!isPrivatelyOwned(folder, process.getuid?.())) return false
  try {
    return (
      readFileSync(join(folder, 'complete'), 'utf8') === digest &&
      files.every(([name, size]) => lstatSync(join(folder, 'native', name)).size === size)
    )
  } catch {
    return false
  }
}

/** Returns every file the server needs, with its size; static libraries and build files are left out. */
function listFiles(home: string, folder = ''): [string, number][] {
  return readdirSync(join(home, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory())
      return ['pgxs', 'pkgconfig', 'include'].includes(entry.name) ? [] : listFiles(home, name)
    if (!entry.isFile() || name.endsWith('.a')) return []
    return [[name, statSync(join(home, name)).size] as [string, number]]
  })
}

function copyFiles(from: string, to: string, files: [string, number][]): void {
  const made = new Set<string>()
  const makeFolder = (folder: string) => {
    if (made.has(folder)) return
    if (folder !== to) makeFolder(dirname(folder))
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
    made.add(folder)
  }
  for (const [name] of files) {
    makeFolder(dirname(join(to, name)))
    copyFileSync(join(from, name), join(to, name))
    chmodSync(join(to, name), statSync(join(from, name)).mode & 0o100 ? 0o755 : 0o644)
  }
  linkLibraries(to)
}
