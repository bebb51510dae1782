import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

function linuxProcesses() {
  const about = (read) => {
    try {
      return String(read())
    } catch {
      // ended, or belongs to another user
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
        // a database session overwrites its command line, but its working folder is the data folder
        about(() => readlinkSync(`/proc/${pid}/cwd`)),
      ].join('\n'),
    }))
}

function otherProcesses() {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), text: line }))
}

/**
 * Returns the processes, except this one, whose command line, environment or working folder names this folder, and
 * whether each is a database server (not one of its sessions).
 */
export function processesOf(folder) {
  const all = process.platform === 'linux' ? linuxProcesses() : otherProcesses()
  return all
    .filter(({ pid, text }) => pid !== process.pid && text.includes(folder))
    .map(({ pid, text }) => ({ pid, isDatabase: /\/postgres[\0 ]-D[\0 ]/.test(text) }))
}
