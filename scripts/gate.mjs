import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'

/**
 * The checks before any tests: format, lint, types, unused code, a complete lockfile, generated types. The output of a
 * check is shown only if it fails.
 */
const SOURCES = ['bench', 'db', 'scripts', 'server', 'shared', 'tests', 'web']
const tool = (name, file, ...args) => [process.execPath, path.join('node_modules', name, file), ...args]

const CHECKS = {
  format: tool('@biomejs/biome', 'bin/biome', 'format', '.'),
  lint: tool('oxlint', 'bin/oxlint', '--deny-warnings', '--type-aware', ...SOURCES),
  // more checkers than processors judge the same types several times
  types: tool('typescript', 'bin/tsc', '--checkers', String(availableParallelism())),
  // unused files, exports and types
  unused: tool('knip', 'bin/knip.js', '--no-progress'),
}

/** Runs a program silently; resolves with whether it succeeded, its output and its duration. */
function run([program, ...args]) {
  const began = Date.now()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (chunk) => {
    said += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, said: error.message, ms: Date.now() - began }))
    child.once('close', (code) => resolve({ ok: code === 0, said, ms: Date.now() - began }))
  })
}

/** Runs a named step; if it fails, prints its output and exits. Resolves with its name and milliseconds. */
export async function step(name, command) {
  const { ok, said, ms } = await run(command)
  if (!ok) {
    console.error(`${said.trimEnd()}\n\nThe step "${name}" failed.`)
    process.exit(1)
  }
  return [name, ms]
}

/** Runs the checks of the sources one after another; `npm` is the command that runs npm. */
export async function checkSources(npm) {
  const done = []
  for (const [name, command] of Object.entries({
    ...CHECKS,
    // a package missing for any platform would make installation fail there
    dependencies: [...npm, 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'],
  }))
    done.push(await step(name, command))
  return done
}
