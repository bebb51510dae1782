import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The programs that the full run compares the product with, each with its Debian package. */
const PACKAGES = Object.entries(
  JSON.parse(readFileSync(new URL('debian-programs.json', import.meta.url), 'utf8')),
)

const missing = () =>
  PACKAGES.filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0).map(
    ([, name]) => name,
  )

const aptGet = (...args) =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    timeout: 900_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * Installs the missing programs where this is Debian and the user is allowed to, so that a full run fails in its first
 * minute and not in its last. Installs nothing under systemd, where the package's service would start. Returns the
 * packages that are still missing.
 */
export function provideDebianPrograms() {
  const before = missing()
  if (before.length === 0 || existsSync('/run/systemd/system')) return before
  aptGet('update')
  aptGet('install', '--yes', '--no-install-recommends', ...before)
  return missing()
}
