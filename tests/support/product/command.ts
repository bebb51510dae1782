import { spawn } from 'node:child_process'
import { ownEnvironment } from './own-environment.ts'

export type CommandOutput = { out: string; error: string; code: number | null }

/** Runs a built command to its end, as an operator would beside the product; `main` and `demo` are starts that fail. */
export async function runCommand(
  entry: 'main' | 'demo' | 'operator' | 'audit-verify' | 'backup' | 'restore',
  env: Record<string, string>,
  ...words: string[]
): Promise<CommandOutput> {
  const child = spawn(process.execPath, [`dist/server/${entry}.mjs`, ...words], {
    env: { ...ownEnvironment(), PORT: '3000', HOST: '127.0.0.1', ...env },
  })
  let out = ''
  let error = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { out: out.trim(), error: error.trim(), code }
}
