import { spawnSync } from 'node:child_process'
import packages from '../../run/debian-programs.json' with { type: 'json' }

/** Whether a program that the full run needs is here; where it is not, one clear sentence with its Debian package. */
export function requireProgram(program: keyof typeof packages): void {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) return
  throw new Error(
    `FULL=1 needs the Debian package ${packages[program]}. Please install it, or run without FULL=1.`,
  )
}
