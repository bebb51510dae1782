import { readFileSync } from 'node:fs'
import { checkProof } from './public-log/proof-check.ts'
import { parseKey } from './public-log/note.ts'

/** `npm run proof:verify`: verifies the file of a proof offline, without settings or database. */
const USAGE = `Usage: npm run proof:verify -- FILE KEY

FILE is a .tlog-proof file, KEY the line at /log/key of the product, which you have kept.
Exit code 0: proved; 1: not proved; 2: it could not be checked.`

function main([file, word, ...more]: string[]): number {
  const key = word === undefined ? null : parseKey(word)
  if (file === undefined || key === null || more.length > 0) {
    console.error(USAGE)
    return 2
  }
  const checked = checkProof(readFileSync(file, 'utf8'), key)
  if (!checked.ok) {
    console.error(`NOT PROVED: ${checked.why}`)
    return 1
  }
  const { origin, index, size, shown } = checked
  console.log([`PROVED: entry ${index} of the ${size} of ${origin}.`, ...shown].join('\n'))
  return 0
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
