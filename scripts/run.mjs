#!/usr/bin/env node
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Every command of package.json starts here, with nothing but Node.js: it installs what is missing, builds what is
 * out of date and runs the rest.
 */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`)
  process.exit(1)
}
if (existsSync('.env')) process.loadEnvFile('.env')

const say = (text) => console.error(text)

/** Runs a program to its end; leaves with its code when it fails. */
function must(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) say(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

const node = (...args) => must(process.execPath, args)
const tool = (name, file, ...args) => node(path.join('node_modules', name, file), ...args)

/** How npm is called: by the script that called us, where it did. */
const NPM = process.env.npm_execpath?.endsWith('.js')
  ? [process.execPath, process.env.npm_execpath]
  : [process.platform === 'win32' ? 'npm.cmd' : 'npm']

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(file) : [file]
    })
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const packagesOf = (lock) => (existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : {})

/**
 * Whether each package of the lock lies in its place, by what npm has noted there, no matter what called it. Of the optional ones
 * some are for other machines; without tools what only builds and tests may be missing.
 */
function isInstalled(withTools) {
  const there = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(
    ([place, { integrity, optional, dev, devOptional }]) =>
      place === '' ||
      (there[place]
        ? there[place].integrity === integrity
        : optional || ((dev || devOptional) && !withTools)),
  )
}

function install({ withTools = true } = {}) {
  if (isInstalled(withTools)) return
  // npm would empty the folder that the link leads to
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
    say(
      'node_modules is a link to the packages of another folder. Remove the link, and they are installed here.',
    )
    process.exit(1)
  }
  say('Installing packages …')
  const [program, ...args] = NPM
  must(program, [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
}

/**
 * The commit that is built, with a mark where the tree holds more than it; a tree without its history, or one that lies in
 * another user's, says so. Where a container is built, COMMIT names it.
 */
function commitHere() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' })
  const top = git('rev-parse', '--show-prefix')
  const described =
    top.status === 0 && top.stdout.trim() === ''
      ? git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*')
      : top
  return (
    (described.status === 0 && described !== top && described.stdout.trim()) ||
    process.env.COMMIT ||
    'unknown'
  )
}

const SOURCES = ['db', 'scripts', 'server', 'shared', 'web']

/** Installs what is missing, builds what is out of date, and notes of which commit it is. */
async function build() {
  const isSource = (file) => !/\.test\.tsx?$/.test(file)
  const files = [...SOURCES.flatMap(filesBelow).filter(isSource), 'package-lock.json', 'vite.config.ts']
  const print = fingerprint(files)
  const isBuilt = existsSync('dist/.built') && readFileSync('dist/.built', 'utf8') === print
  install({ withTools: !isBuilt })
  if (!isBuilt) {
    say('Building …')
    rmSync('dist', { recursive: true, force: true })
    const { bundleServer, SERVER_ENTRIES } = await import('./bundle-server.mjs')
    await bundleServer(root, SERVER_ENTRIES, 'dist/server')
    tool('vite', 'bin/vite.js', 'build', '--logLevel', 'warn')
    tool('vite', 'bin/vite.js', 'build', '--logLevel', 'warn', '--ssr')
    mkdirSync('dist', { recursive: true })
    writeFileSync('dist/.built', print)
  }
  writeFileSync('dist/commit', `${commitHere()}\n`)
}

/** who started this process */
const PARENT = process.ppid

/**
 * Calls back when npm, which started this process, was told to end: it ends the shell between, and this process becomes another
 * user's child without hearing of it.
 */
function whenNpmEnds(ended) {
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    ended()
  }, 250)
}

/** the code of a demo whose database has ended (server/start.ts) */
const START_AGAIN = 75

/** Replaces this process's work by a server; signals reach it, its code becomes ours. */
function serve(entry, args, env) {
  let child = null
  const begin = (withArgs, onExit) => {
    child = spawn(process.execPath, [`dist/server/${entry}.mjs`, ...withArgs], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('exit', onExit)
  }
  const leave = (code, signal) => process.exit(code === START_AGAIN ? 1 : (code ?? (signal ? 1 : 0)))
  begin(args, (code, signal) => {
    if (code !== START_AGAIN) return leave(code, signal)
    say('Starting once more …')
    begin(
      args.filter((arg) => arg !== '--fresh'),
      leave,
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
}

/** Builds only where nothing is built. */
async function beside(entry, args) {
  if (!existsSync(`dist/server/${entry}.mjs`)) await build()
  node(`dist/server/${entry}.mjs`, ...args)
}

const DEMO = { HOST: '127.0.0.1', DATA_DIR: './data/demo', API_KEY: 'demo-key', LOG_LEVEL: 'warn' }
const withDefaults = (defaults) =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, process.env[name] || value]))

/** Leaves with one sentence where the full run lacks programs that cannot be installed here. */
async function insistOnDebianPrograms() {
  const { provideDebianPrograms } = await import('../tests/run/debian-programs.mjs')
  const missing = provideDebianPrograms()
  if (missing.length === 0) return
  say(`The full run needs these Debian packages. Please install them: ${missing.join(' ')}`)
  process.exit(1)
}

/**
 * Format, lint, types, dependencies and generated types; the build goes on beside the first ones, in a process of its
 * own. Resolves with the milliseconds of each step.
 */
async function gate() {
  if (process.env.FULL === '1') await insistOnDebianPrograms()
  install()
  const { checkSources, step } = await import('./gate.mjs')
  const [build, sources] = await Promise.all([
    step('build', [process.execPath, 'scripts/run.mjs', 'build']),
    checkSources(NPM),
  ])
  const generated = await step('generated types', [process.execPath, 'dist/server/db-types.mjs', '--check'])
  return [...sources, build, generated]
}

/** Runs the tests with these arguments; leaves with their code when they fail. */
async function vitest(steps, ...args) {
  const { supervise } = await import('../tests/run/supervise.mjs')
  const full = process.env.FULL === '1'
  const minutes = Number(process.env.TEST_MINUTES ?? (full ? 180 : 45))
  // the same examples every time; all of them, and others each time, in the full run
  const seed = process.env.SEED ?? (full ? String(Date.now() % 2 ** 31) : '20310704')
  const code = await supervise(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    minutes,
    env: { SEED: seed, GATE_STEPS: JSON.stringify(steps) },
  })
  if (code !== 0) process.exit(code)
}

/** The API tests of the last release on the schema of today; nothing where the two are the same. */
async function testLastRelease() {
  const { releaseOnThisSchema } = await import('../tests/run/last-release.mjs')
  const folder = releaseOnThisSchema()
  if (!folder) return
  say(`The API tests of the last release, with the migrations of today, in ${folder} …`)
  process.chdir(folder)
  node('scripts/run.mjs', 'build')
  delete process.env.FULL
  await vitest([], '--project', 'api')
}

/** Rebuilds and starts again whenever a source changes; open pages reload when the server is back. */
async function dev(args) {
  const { watch } = await import('node:fs')
  await build()
  let child = null
  const begin = () => {
    child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/demo.mjs', ...args], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...withDefaults({ ...DEMO, DATA_DIR: './data/dev', LOG_LEVEL: 'info' }),
        DEV: '1',
      },
    })
  }
  begin()
  let timer = null
  const again = () => {
    child.once('exit', async () => {
      const { status } = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], { stdio: 'inherit' })
      if (status === 0) begin()
      else say('The build failed; waiting for the next change.')
    })
    child.kill('SIGTERM')
  }
  for (const folder of SOURCES)
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(again, 300)
    })
  const stop = (signal) => {
    child.once('exit', () => process.exit())
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  whenNpmEnds(() => stop('SIGTERM'))
}

const COMMANDS = {
  async bench(args) {
    install()
    await build()
    // takes a moment, so it is never out of date
    node('bench/bundle-bench.mjs')
    node('--enable-source-maps', 'dist/bench/bench.mjs', ...args)
  },
  build,
  async demo(args) {
    await build()
    serve('demo', args, withDefaults(DEMO))
  },
  async start(args) {
    await build()
    serve('main', args, { NODE_ENV: 'production' })
  },
  /** Beside a running product, whose pages and server lie in dist: nothing there is taken away under it. */
  async operator(args) {
    await beside('operator', args)
  },
  async 'audit:verify'(args) {
    await beside('audit-verify', args)
  },
  async 'proof:verify'(args) {
    await beside('verify-proof', args)
  },
  async backup(args) {
    await beside('backup', args)
  },
  async restore(args) {
    await beside('restore', args)
  },
  async dev(args) {
    install()
    await dev(args)
  },
  async test(args) {
    if (args.includes('--full')) process.env.FULL = '1'
    const { TEST_DATABASE_URL } = process.env
    delete process.env.TEST_DATABASE_URL
    await vitest(await gate(), ...args.filter((arg) => arg !== '--full'))
    if (TEST_DATABASE_URL) {
      say('The API tests once more, on TEST_DATABASE_URL …')
      process.env.TEST_DATABASE_URL = TEST_DATABASE_URL
      await vitest([], '--project', 'api')
    }
    if (args.includes('--full')) await testLastRelease()
  },
  async check() {
    await vitest(await gate(), '--project', 'unit', '--project', 'api')
  },
  async mutants(args) {
    install()
    await build()
    // written in TypeScript like the tests, and no part of the product
    const { bundleServer } = await import('./bundle-server.mjs')
    await bundleServer(root, { mutants: 'tests/mutants/run-mutants.ts' }, 'dist/server')
    // the copies and their databases lie in memory like those of the tests
    const { temporaryPlace } = await import('../tests/run/temporary-place.mjs')
    serve('mutants', args, { TMPDIR: temporaryPlace() })
  },
  async 'db:types'() {
    install()
    await build()
    node('dist/server/db-types.mjs')
  },
}

const [command = '', ...args] = process.argv.slice(2)
const run = COMMANDS[command]
if (!run) {
  say(`Unknown command "${command}". Known: ${Object.keys(COMMANDS).join(', ')}.`)
  process.exit(1)
}
await run(args.filter((arg) => arg !== '--'))
