import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// Writes shared/auth/common-passwords.txt. Run from the root of the repository with the paths of the two unpacked
// source packages: npm pack @zxcvbn-ts/language-common@4.1.3 zxcvbn@4.4.2
const [common = '', original = ''] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const passwords = require(path.resolve(common, 'src/passwords.json'))
const lists = require(path.resolve(original, 'lib/frequency_lists.js'))
const notice = readFileSync(path.resolve(common, 'LICENSE.txt'), 'utf8').trim()

// the lists of passwords omit words and names that rank higher in another list
const entries = [
  ...passwords.slice(0, 10_000),
  ...lists.passwords.slice(0, 10_000),
  ...lists.english_wikipedia.slice(0, 5_000),
  ...lists.female_names.slice(0, 1_000),
  ...lists.male_names.slice(0, 1_000),
].filter((entry) => entry.length >= 3)

const head = `The most used passwords, words and first names, of @zxcvbn-ts/language-common 4.1.3 and zxcvbn 4.4.2.\n\n${notice}`
writeFileSync('shared/auth/common-passwords.txt', `${head}\n--\n${[...new Set(entries)].sort().join('\n')}\n`)
