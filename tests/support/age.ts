import { execFileSync, spawnSync } from 'node:child_process'

/** Makes a pair of keys in a file as an operator would; one clear sentence where the full run finds no program. */
export function ageKey(file: string): { identity: string; recipient: string } {
  if (spawnSync('age-keygen', ['--version']).error)
    throw new Error(
      'FULL=1 encrypts backups with age, which is not here. Please install the package age, or run without FULL=1.',
    )
  execFileSync('age-keygen', ['--output', file], { stdio: 'ignore' })
  const recipient = execFileSync('age-keygen', ['-y', file], { encoding: 'utf8' }).trim()
  return { identity: file, recipient }
}
