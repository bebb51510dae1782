import { isRefusal } from '../../lib/errors.ts'
import type { Turn } from '../../lib/fair-queue.ts'
import { BACKGROUND, runInWorkerProcess } from '../../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../../worker-processes/worker-file.ts'
import { KML_LIMITS, type KmlLimits, type KmlResult } from './kml-result.ts'
import type { KmlJob } from './kml-worker.ts'
import { TOO_SLOW } from './xml-reader.ts'

/** a file of 50 MB in one ring needs about 150 MB */
const MEMORY_MB = 384

/**
 * Reads the KML file at `path` in a worker process, so that no hostile file can block or crash the server: at the
 * deadline or the memory limit the process is killed and the file rejected. Throws only if the file cannot be opened.
 */
export async function readKml(
  path: string,
  limits: KmlLimits = KML_LIMITS,
  memory_mb = MEMORY_MB,
  turn: Turn = BACKGROUND,
): Promise<KmlResult> {
  const job: KmlJob = { read: { path, limits } }
  try {
    const bounds = { deadline_ms: limits.deadline_ms, memory_mb }
    return await runInWorkerProcess<KmlResult>(await kmlWorkerFile(), job, bounds, turn)
  } catch (error) {
    if (isRefusal(error, 'exhausted')) return { ok: false, kind: 'too_much', reason: TOO_SLOW }
    throw error
  }
}

let file: Promise<URL> | null = null

/** The script of the worker that reads KML and checks large boundaries. */
export function kmlWorkerFile(): Promise<URL> {
  file ??= workerFile('kml-worker', 'geodata/kml/kml-worker.ts')
  return file
}
