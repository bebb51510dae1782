import { fileURLToPath } from 'node:url'
import { supervise } from '../supervise.mjs'

/** A supervised run of `stays.mjs`, as `npm test` runs the tests. */
const program = fileURLToPath(new URL('stays.mjs', import.meta.url))
process.exit(await supervise(process.execPath, [program, ...process.argv.slice(2)], { minutes: 1 }))
