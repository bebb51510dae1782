import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

type Child = { pid: number; command: string }

/** What this process has started itself and what runs still. */
export function childrenOf(parent: number | undefined): Child[] {
  const all = process.platform === 'linux' ? linuxProcesses() : otherProcesses()
  return all.filter((one) => one.parent === parent).map(({ pid, command }) => ({ pid, command }))
}

function linuxProcesses(): (Child & { parent: number })[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // the name in brackets may hold blanks
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(name), parent: Number(parent), command }]
    } catch {
      // ended meanwhile
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
