import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** npm tries long for a place of keys that cannot be reached */
const NO_PATIENCE = ['--fetch-retries=0', '--fetch-timeout=20000']
const named = (packages) => packages.map(({ name, version }) => `${name}@${version}`).join(', ')

/**
 * Asks npm whether the registry's signature of each installed package is right. Returns the sentence to print, and
 * whether a package is other than what was published; false as well where no keys can be had.
 */
export function auditSignatures([program, ...args], cwd = process.cwd()) {
  const asked = [...args, 'audit', 'signatures', '--json', ...NO_PATIENCE]
  const { stdout } = spawnSync(program, asked, {
    cwd,
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 2 ** 26,
  })
  const { invalid, missing, error } = /^\s*\{/.test(stdout ?? '')
    ? JSON.parse(stdout)
    : { error: { summary: 'npm gave no answer' } }
  if (!invalid)
    return {
      isWrong: false,
      said: `Signatures of packages were not checked: ${error?.summary ?? 'npm says no more'}.`,
    }
  if (invalid.length > 0)
    return { isWrong: true, said: `Not what was published, by their signatures: ${named(invalid)}.` }
  const without = missing.length === 0 ? '' : ` Without one: ${named(missing)}.`
  return { isWrong: false, said: `No package has a wrong signature of the registry.${without}` }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { isWrong, said } = auditSignatures([process.platform === 'win32' ? 'npm.cmd' : 'npm'])
  console.log(said)
  process.exitCode = isWrong ? 1 : 0
}
