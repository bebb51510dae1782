import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json'

/** Written beside the bundled server by the build; missing in a tree without git history. */
const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../commit')

/** The running version, and the commit it was built from. */
export const BUILD = {
  version: packageJson.version,
  commit: existsSync(FILE) ? readFileSync(FILE, 'utf8').trim() : 'unknown',
}
