import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

function linuxProcesses() {
  const about = (read) => {
    try {
      return String(read())
    } catch {
      // ended meanwhile, or another user's
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      text: [
        about(() => readFileSync(`/proc/${pid}/cmdline`)),
        about(() => readFileSync(`/proc/${pid}/environ`)),
        // a database session has painted over its command line and is in the folder of its data
        about(() => readlinkSync(`/proc/${pid}/cwd`)),
      ].join('\n'),
    }))
}

function otherProcesses() {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), text: line }))
}

/**
 * The processes whose command line, environment or working folder names this folder, never this one; and of each
 * whether it is a database server itself (not a session of one).
 */
export function processesOf(folder) {
  const all = process.platform === 'linux' ? linuxProcesses() : otherProcesses()
  return all
    .filter(({ pid, text }) => pid !== process.pid && text.includes(folder))
    .map(({ pid, text }) => ({ pid, isDatabase: /\/postgres[\0 ]-D[\0 ]/.test(text) }))
}
