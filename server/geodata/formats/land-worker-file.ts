import { workerFile } from '../../worker-processes/worker-file.ts'

/** JavaScript's own memory: a GeoJSON file of 100 MB needs about 600 MB */
export const LAND_MEMORY_MB = 768

let file: Promise<URL> | null = null

/** The script of the worker that reads boundaries and layers. */
export function landWorkerFile(): Promise<URL> {
  file ??= workerFile('land-worker', 'geodata/formats/land-worker.ts')
  return file
}
