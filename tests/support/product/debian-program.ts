import { spawnSync } from 'node:child_process'
import packages from '../../run/debian-programs.json' with { type: 'json' }

/** Throws one clear sentence with the Debian package when a program that the full run needs is missing. */
export function requireProgram(program: keyof typeof packages): void {
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) return
  throw new Error(
    `FULL=1 needs the Debian package ${packages[program]}. Please install it, or run without FULL=1.`,
  )
}
