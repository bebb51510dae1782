import { watchMemory, runProgram } from './processes.ts'

/** A verification of the whole log by the command of the operator, beside the running product. */
export type VerificationFigures = {
  rows: number
  ms: number
  /** megabytes of the command, at most */
  memory: number
  /** how often it said how far it was */
  told: number
}

/** Follows the log of this data folder; throws unless it is as it was written. */
export async function measureVerification(dataDir: string): Promise<VerificationFigures> {
  const started = performance.now()
  const { child, ended } = runProgram('dist/server/audit-verify.mjs', { DATA_DIR: dataDir })
  const memory = watchMemory(child.pid ?? 0)
  const { code, out, err } = await ended
  const ms = performance.now() - started
  const most = memory.most()
  if (code !== 0) throw new Error(`The log was not verified:\n${out}\n${err}`)
  const rows = Number(/^([\d,]+) log entr/m.exec(out)?.[1]?.replaceAll(',', ''))
  return { rows, ms, memory: most, told: err.split('\n').filter((line) => line.includes('%')).length }
}
