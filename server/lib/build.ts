import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json'

/** Written beside the bundled server by the build; a tree without its history has none. */
const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../commit')

/** Which version runs, and of which commit it was built. */
export const BUILD = {
  version: packageJson.version,
  commit: existsSync(FILE) ? readFileSync(FILE, 'utf8').trim() : 'unknown',
}
