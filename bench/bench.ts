import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyOf, keptBureau } from './bureau.ts'
import { SCALES, type ScaleName } from './generate.ts'
import { tellLogDelay } from './log-delay.ts'
import { describeMachine } from './machine.ts'
import { intoPage } from './page.ts'
import type { Result } from './result.ts'
import { compareSome, measureBureau, measureCore, measureSome } from './run.ts'
import { goalsTable, growthTable, hugeTables, listTables, resultTables, someTables } from './tables.ts'

/**
 * `npm run bench -- --scale small|large|both|huge`: measures the running product over HTTP and, in the same run, a bare
 * server that answers with the same rows and its SQL straight through the driver, and prints the ratios
 * (docs/performance.md). `--page FILE` writes the tables into the page, `--only TEXT` measures the operations and lists
 * with this in their name, `--compare` only compares the cells of the lists, `--generate` only makes the bureau.
 * `--log-delay ROWS` says how long a row of the audit log waits for its checkpoint beside so many others.
 */
const say = (words: string) => console.error(words)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

function argument(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback)
}

const homeOf = (scale: ScaleName) => path.resolve('data', `bench-${scale}`)

/** Does something on a copy of the scale's bureau, so that every run finds the same records. */
async function onCopy<T>(scale: ScaleName, work: (dataDir: string) => Promise<T>): Promise<T> {
  const started = performance.now()
  const copy = copyOf(await keptBureau(homeOf(scale), SCALES[scale], say), say)
  try {
    return await work(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
    say(`Scale ${scale} took ${((performance.now() - started) / 1000).toFixed(0)} s.`)
  }
}

/** Measures one scale and keeps the result beside its bureau. */
async function bench<Measured>(
  scale: ScaleName,
  measure: (dataDir: string, tell: typeof say) => Promise<Measured>,
) {
  const measured = await onCopy(scale, (dataDir) => measure(dataDir, say))
  const result = { scale, size: SCALES[scale], machine: describeMachine(), ...measured }
  writeFileSync(path.join(homeOf(scale), 'result.json'), JSON.stringify(result))
  return result
}

/** What an earlier run on this scale has measured. */
function earlier(scale: ScaleName): Result | null {
  const file = path.join(homeOf(scale), 'result.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : null
}

/** The tables of the scales that are asked for, by their place on the page. */
async function measured(asked: string): Promise<Record<string, string>> {
  if (asked === 'huge') return { huge: hugeTables(await bench('huge', measureCore), earlier('large')) }
  const small = asked === 'large' ? earlier('small') : await bench('small', measureBureau)
  const large = asked === 'small' ? null : await bench('large', measureBureau)
  return {
    ...(small && asked !== 'large' ? { small: resultTables(small) } : {}),
    ...(large ? { large: resultTables(large), lists: listTables(large, small) } : {}),
    ...(large && small ? { growth: growthTable(large, small) } : {}),
    ...(large ? { goals: goalsTable(large, small) } : {}),
  }
}

async function benchAll(asked: string): Promise<void> {
  const parts = await measured(asked)
  const text = Object.values(parts).join('\n\n')
  console.log(text)
  writeFileSync(path.join(homeOf(scales.at(-1) ?? 'small'), 'result.md'), `${text}\n`)
  const page = argument('page', '')
  if (page) writeFileSync(page, intoPage(readFileSync(page, 'utf8'), parts))
}

const asked = argument('scale', 'small')
if (asked !== 'both' && !Object.hasOwn(SCALES, asked))
  throw new Error(`--scale must be both or one of ${Object.keys(SCALES).join(', ')}.`)
const scales = asked === 'both' ? (['small', 'large'] as const) : [asked as ScaleName]
const only = argument('only', '')

const logRows = Number(argument('log-delay', '0'))

if (logRows > 0) await tellLogDelay(logRows, say)
else if (process.argv.includes('--generate'))
  for (const scale of scales) await keptBureau(homeOf(scale), SCALES[scale], say)
else if (process.argv.includes('--compare'))
  for (const scale of scales)
    process.exitCode ||= Math.min(1, await onCopy(scale, (dir) => compareSome(dir, only, say)))
else if (only)
  for (const scale of scales)
    console.log(someTables(await onCopy(scale, (dir) => measureSome(dir, only, say))))
else await benchAll(asked)
