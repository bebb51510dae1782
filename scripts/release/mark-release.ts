import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compareReleases, newestOf } from '../../server/database/migrations.ts'
import { RELEASED_FILE, readReleased, releasedFaults, unreleasedIn } from './released-migrations.ts'

const CHANGELOG = 'CHANGELOG.md'
/** files that name the image by the version of the product */
const IMAGE_FILES = ['deploy/Containerfile', 'deploy/compose.yaml', 'deploy/kubernetes.yaml']

const headingOf = (version: string) => `## ${version}, not yet released`

/** Returns what the change log says of a version that is not released; null without its heading. */
function sectionOf(changelog: string, version: string): string | null {
  const [, after] = `\n${changelog}`.split(`\n${headingOf(version)}\n`)
  return after?.split(/^## /m)[0]?.trim() ?? null
}

/** Returns why this version cannot be released from this folder; null when it can. */
export function releaseComplaint(root: string, version: string): string | null {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    return `"${version}" is no version of a release: name three numbers, as in npm run release -- 2.1.0.`
  const last = newestOf(Object.keys(readReleased(root)))
  if (last !== null && compareReleases(version, last) <= 0)
    return `Version ${version} is not higher than ${last}, the last one that was released.`
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '')
    return 'Some changes are not committed: a release is made of what is committed.'
  if (!sectionOf(readFileSync(path.join(root, CHANGELOG), 'utf8'), version))
    return `${CHANGELOG} has nothing under "${headingOf(version)}": write there what a bureau notices.`
  return releasedFaults(root)[0] ?? null
}

/**
 * Sets the version, dates the change log with this day, and notes the migrations that come with the release. Writes files
 * and nothing else: no commit, no tag.
 */
export function markRelease(root: string, version: string, day: string): void {
  const change = (file: string, edit: (text: string) => string) => {
    const at = path.join(root, file)
    writeFileSync(at, edit(readFileSync(at, 'utf8')))
  }
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  change('package.json', (text) => json({ ...(JSON.parse(text) as object), version }))
  change('package-lock.json', (text) => {
    const lock = JSON.parse(text) as { packages: Record<string, object> }
    return json({ ...lock, version, packages: { ...lock.packages, '': { ...lock.packages[''], version } } })
  })
  change(CHANGELOG, (text) => text.replace(headingOf(version), `## ${version}, ${day}`))
  for (const file of IMAGE_FILES)
    change(file, (text) => text.replaceAll(/\bsafeguards:\d+\.\d+\.\d+/g, `safeguards:${version}`))
  const released = { ...readReleased(root), [version]: unreleasedIn(root) }
  writeFileSync(path.join(root, RELEASED_FILE), json(released))
}
