import { rm } from 'node:fs/promises'
import { isRefusal } from '../../lib/errors.ts'
import type { Turn } from '../../lib/fair-queue.ts'
import { BACKGROUND, runInWorkerProcess } from '../../worker-processes/run-in-worker-process.ts'
import {
  type LandJob,
  LAYER_LIMITS,
  type LandLimits,
  type LayerAnswers,
  type LayerReading,
} from './land-result.ts'
import { LAND_MEMORY_MB, landWorkerFile } from './land-worker-file.ts'

/**
 * Reads the layer in the file at `path` in a worker process and writes one line of JSON per feature or fault
 * (`LayerLine`) to the file `to`, so that no feature travels as a message. Without an orderly end nothing is left at
 * `to`. Throws only if a file cannot be opened, or too much work is waiting.
 */
export async function readLayer(
  path: string,
  to: string,
  {
    turn = BACKGROUND,
    limits = LAYER_LIMITS,
    ...answers
  }: LayerAnswers & { turn?: Turn; limits?: LandLimits },
): Promise<LayerReading> {
  const job: LandJob = { layer: { path, to, answers, limits } }
  let reading: LayerReading | null = null
  try {
    const process = { deadline_ms: limits.deadline_ms, memory_mb: LAND_MEMORY_MB }
    reading = await runInWorkerProcess<LayerReading>(await landWorkerFile(), job, process, turn)
    return reading
  } catch (error) {
    if (isRefusal(error, 'exhausted')) return { ok: false, reason: TOO_MUCH }
    throw error
  } finally {
    if (!reading?.ok) await rm(to, { force: true })
  }
}

const TOO_MUCH =
  'The file takes too long or too much memory to read; divide the layer, or simplify its outlines.'
