import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryPlace } from './temporary-place.mjs'

const SWEEPER = fileURLToPath(new URL('sweep.mjs', import.meta.url))
const MINUTE = 60_000
/** how long a run may take to stop */
const GRACE = 10_000

/** The parent process and its parent: between npm and its script is a shell that outlives npm. */
function namesOfParents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    // no /proc on this system, or the parent has ended
    return String(process.ppid)
  }
}

/**
 * Runs a test program for at most `minutes` and resolves with its exit code. Afterwards all its processes and temporary
 * folders are gone, even when it is stopped by a signal or when its parent or this process is killed.
 */
export async function supervise(program, args, { env = {}, minutes }) {
  const folder = mkdtempSync(path.join(temporaryPlace(), 'safeguards-tests-'))
  // as root, the tests run their database servers under an account without rights
  chmodSync(folder, 0o711)
  const sweeper = spawn(process.execPath, [SWEEPER, folder], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env, TMPDIR: folder, RUN_ENDS_AT: String(Date.now() + minutes * MINUTE) },
  })
  let stopped = ''
  const stop = (why) => {
    if (stopped) return
    stopped = why
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), GRACE).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  // normally the reporter ends a run that takes too long; this is for a run that hangs so badly that it cannot
  const late = setTimeout(() => stop('the limit of time'), minutes * MINUTE + GRACE)
  const parents = namesOfParents()
  const orphaned = setInterval(() => namesOfParents() !== parents && stop('the end of its parent'), 500)

  const [code] = await once(child, 'exit')
  clearTimeout(late)
  clearInterval(orphaned)
  sweeper.stdin.end()
  await once(sweeper, 'exit')
  if (stopped) console.error(`The tests were stopped by ${stopped}.`)
  return stopped ? 1 : (code ?? 1)
}
