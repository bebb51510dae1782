import { spawnSync } from 'node:child_process'

/** Whether a program of Debian's package of this name is here; where it is not, one clear sentence. */
export function insistOnProgram(name: string): void {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return
  throw new Error(`FULL=1 needs the Debian package ${name}. Please install it, or run without FULL=1.`)
}
