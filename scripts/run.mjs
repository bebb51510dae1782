#!/usr/bin/env node
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs every command of package.json with nothing but Node.js: installs missing packages, builds what is out of date,
 * and runs the rest.
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

/** Runs a program and waits for it; exits with its code if it fails. */
function must(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) say(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

const node = (...args) => must(process.execPath, args)
const tool = (name, file, ...args) => node(path.join('node_modules', name, file), ...args)

/** The command for npm: that of the npm which called this script, if any. */
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
 * Whether each package of the lockfile is installed, according to npm's own record, whichever program installed it.
 * Optional packages may be for other machines; without tools, development packages may be missing.
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
  // npm would empty the folder that the link points to
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
 * The commit that is built, marked dirty if the tree has other changes. Without a history, or inside another
 * repository, it is that of COMMIT, which container builds set, else 'unknown'.
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

/** Says what each page weighs; exits when one is heavier than its budget. */
async function insistOnBudgets() {
  const { judgePages } = await import('./page-weights.mjs')
  const { lines, tooHeavy } = judgePages('dist/web')
  for (const line of lines) say(line)
  if (tooHeavy.length === 0) return
  for (const sentence of tooHeavy) say(sentence)
  process.exit(1)
}

const SOURCES = ['db', 'scripts', 'server', 'shared', 'web']

/** Installs missing packages, builds what is out of date, and records the commit. */
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
    await insistOnBudgets()
    const { writeSbom } = await import('./sbom.mjs')
    writeSbom(NPM, ['dist/server', 'dist/web', 'dist/web-ssr'], 'dist/sbom.cdx.json')
    writeFileSync('dist/.built', print)
  }
  writeFileSync('dist/commit', `${commitHere()}\n`)
}

const PARENT = process.ppid

/**
 * Calls back when npm, which started this process, is terminated: npm then ends the shell between them, and this
 * process gets another parent but no signal.
 */
function whenNpmEnds(ended) {
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    ended()
  }, 250)
}

/** exit code of a demo whose database has ended (server/start.ts) */
const START_AGAIN = 75

/** Runs a server in place of this process: passes signals to it and exits with its code. */
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

/** Runs an entry next to a server; builds only if there is no build yet. */
async function beside(entry, args) {
  if (!existsSync(`dist/server/${entry}.mjs`)) await build()
  node(`dist/server/${entry}.mjs`, ...args)
}

const DEMO = { HOST: '127.0.0.1', DATA_DIR: './data/demo', API_KEY: 'demo-key', LOG_LEVEL: 'warn' }
const withDefaults = (defaults) =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, process.env[name] || value]))

/** Exits with one sentence if the full run lacks programs that cannot be installed here. */
async function insistOnDebianPrograms() {
  const { provideDebianPrograms } = await import('../tests/run/debian-programs.mjs')
  const missing = provideDebianPrograms()
  if (missing.length === 0) return
  say(`The full run needs these Debian packages. Please install them: ${missing.join(' ')}`)
  process.exit(1)
}

/** Says what the signatures of the packages show; exits if one is not what was published. */
async function insistOnSignatures() {
  const { auditSignatures } = await import('./audit-signatures.mjs')
  const { isWrong, said } = auditSignatures(NPM)
  say(said)
  if (isWrong) process.exit(1)
}

/** Exits with a sentence for each group that has more tests in the short run than it may. */
async function insistOnCounts() {
  const { countGroups, tooManyTests } = await import('../tests/run/count-tests.mjs')
  const sentences = tooManyTests(countGroups('.'))
  for (const sentence of sentences) say(sentence)
  if (sentences.length > 0) process.exit(1)
}

/**
 * The counts of tests, then format, lint, types, dependencies and generated types; the build runs at the same time in
 * its own process. Resolves with the milliseconds of each step.
 */
async function gate() {
  if (process.env.FULL === '1') await insistOnDebianPrograms()
  install()
  if (process.env.FULL === '1') await insistOnSignatures()
  await insistOnCounts()
  const { checkSources, step } = await import('./gate.mjs')
  const [build, sources] = await Promise.all([
    step('build', [process.execPath, 'scripts/run.mjs', 'build']),
    checkSources(NPM),
  ])
  const generated = await step('generated types', [process.execPath, 'dist/server/db-types.mjs', '--check'])
  return [...sources, build, generated]
}

/** Runs the tests with these arguments; exits with their code if they fail. */
async function vitest(steps, ...args) {
  const { supervise } = await import('../tests/run/supervise.mjs')
  const full = process.env.FULL === '1'
  const minutes = Number(process.env.TEST_MINUTES ?? (full ? 180 : 45))
  // the same examples every time; the full run uses all of them, and new ones each time
  const seed = process.env.SEED ?? (full ? String(Date.now() % 2 ** 31) : '20310704')
  const code = await supervise(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    minutes,
    env: { SEED: seed, GATE_STEPS: JSON.stringify(steps) },
  })
  if (code !== 0) process.exit(code)
}

/** Runs the last release's API tests on the present schema; skipped if the schemas are the same. */
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

/** Rebuilds and restarts when a source changes; open pages reload once the server is back. */
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
  /** takes the pictures of the README again */
  async tour() {
    await build()
    process.env.PICTURES = 'docs/pictures/tour'
    await vitest([], 'tests/browser/tour.test.ts')
  },
  async bench(args) {
    install()
    await build()
    // quick enough to run every time
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
  /** Does not rebuild, because a running product uses the files in dist. */
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
  format() {
    install()
    tool('@biomejs/biome', 'bin/biome', 'format', '--write', '.')
  },
  async mutants(args) {
    install()
    await build()
    // written in TypeScript like the tests, and not part of the product
    const { bundleServer } = await import('./bundle-server.mjs')
    await bundleServer(root, { mutants: 'tests/mutants/run-mutants.ts' }, 'dist/server')
    // in memory, like the copies and databases of the tests
    const { temporaryPlace } = await import('../tests/run/temporary-place.mjs')
    serve('mutants', args, { TMPDIR: temporaryPlace() })
  },
  async release(args) {
    install()
    const { bundleServer } = await import('./bundle-server.mjs')
    await bundleServer(root, { release: 'scripts/release.ts' }, 'dist/server')
    node('--enable-source-maps', 'dist/server/release.mjs', ...args)
  },
  async 'db:types'() {
    install()
    await build()
    node('dist/server/db-types.mjs')
  },
  async 'bring-over'(args) {
    install()
    await build()
    node('dist/server/bring-over.mjs', ...args)
  },
}

const [command = '', ...args] = process.argv.slice(2)
const run = COMMANDS[command]
if (!run) {
  say(`Unknown command "${command}". Known: ${Object.keys(COMMANDS).join(', ')}.`)
  process.exit(1)
}
await run(args.filter((arg) => arg !== '--'))
