import { spawn } from 'node:child_process'
import path from 'node:path'

/**
 * What must hold before any test is run: format, lint, types, nothing unused, a lockfile without holes, generated types. Each is a
 * program; what it says is shown only when it fails.
 */
const SOURCES = ['bench', 'db', 'scripts', 'server', 'shared', 'tests', 'web']
const tool = (name, file, ...args) => [process.execPath, path.join('node_modules', name, file), ...args]

const CHECKS = {
  format: tool('@biomejs/biome', 'bin/biome', 'format', '.'),
  lint: tool('oxlint', 'bin/oxlint', '--deny-warnings', '--type-aware', ...SOURCES),
  types: tool('typescript', 'bin/tsc'),
  // a file, export or type that nothing uses
  unused: tool('knip', 'bin/knip.js', '--no-progress'),
}

/** Runs a program without showing it; resolves with whether it succeeded, what it said and how long it took. */
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

/** Runs one named step; leaves with what it said when it fails. Resolves with its name and milliseconds. */
export async function step(name, command) {
  const { ok, said, ms } = await run(command)
  if (!ok) {
    console.error(`${said.trimEnd()}\n\nThe step "${name}" failed.`)
    process.exit(1)
  }
  return [name, ms]
}

/** The checks of the sources one after the other; `npm` is the command that runs npm itself. */
export async function checkSources(npm) {
  const done = []
  for (const [name, command] of Object.entries({
    ...CHECKS,
    // a package that is missing for any platform fails the install of anyone who works there
    dependencies: [...npm, 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'],
  }))
    done.push(await step(name, command))
  return done
}
