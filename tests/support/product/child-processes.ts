import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

type Child = { pid: number; command: string }

/** Returns the running processes that this process has started. */
export function childrenOf(parent: number | undefined): Child[] {
  const all = process.platform === 'linux' ? linuxProcesses() : otherProcesses()
  return all.filter((one) => one.parent === parent).map(({ pid, command }) => ({ pid, command }))
}

function linuxProcesses(): (Child & { parent: number })[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // the name in parentheses may contain spaces
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(name), parent: Number(parent), command }]
    } catch {
      // already ended
      return []
    }
  })
}

function otherProcesses(): (Child & { parent: number })[] {
  const text = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return [...text.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }))
}
