import { createReadStream } from 'node:fs'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import { isRefusal } from '../lib/errors.ts'
import type { LayerJob } from './layer-worker.ts'
import type { LayerLine } from '../geodata/formats/land-result.ts'
import type { MeasuredLines } from './measure-features.ts'

/** one job takes a turn of its own among the files of people, so it is short; a larger feature is a job by itself */
const JOB_CHARACTERS = 1_000_000
const JOB_LINES = 200
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: 512 }

const TOO_MUCH = 'It takes more time or memory to measure than a layer has; simplify it and export it again.'

let file: Promise<URL> | null = null

/** The lines of a file; only line feeds end one, since names may contain other separators. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...lines] = piece.split('\n')
    rest += first
    for (const line of lines) {
      yield rest
      rest = line
    }
  }
  if (rest !== '') yield rest
}

async function* jobsOf(path: string): AsyncGenerator<string[]> {
  let lines: string[] = []
  let characters = 0
  for await (const line of linesOf(path)) {
    if (lines.length > 0 && (characters + line.length > JOB_CHARACTERS || lines.length === JOB_LINES)) {
      yield lines
      lines = []
      characters = 0
    }
    lines.push(line)
    characters += line.length
  }
  if (lines.length > 0) yield lines
}

/** Measures lines in a worker process; where they exceed its limits, one by one, so that one feature costs only itself. */
async function measure(lines: readonly string[]): Promise<MeasuredLines> {
  try {
    file ??= workerFile('layer-worker', 'land/layer-worker.ts')
    const job: LayerJob = { lines }
    return await runInWorkerProcess<MeasuredLines>(await file, job, LIMITS)
  } catch (error) {
    if (!isRefusal(error, 'exhausted')) throw error
    if (lines.length > 1) {
      const one: MeasuredLines = { features: [], faults: [] }
      for (const line of lines) {
        const { features, faults } = await measure([line])
        one.features.push(...features)
        one.faults.push(...faults)
      }
      return one
    }
    const { number, name } = JSON.parse(lines[0] ?? '') as LayerLine
    return { features: [], faults: [{ number, name, reason: TOO_MUCH, is_left_out: true }] }
  }
}

/** Measures the features of a layer that was read into a file of lines, some at a time, in the order of the file. */
export async function* measuredLines(path: string): AsyncGenerator<MeasuredLines> {
  for await (const lines of jobsOf(path)) yield await measure(lines)
}
