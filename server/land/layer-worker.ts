import { serveJobs } from '../worker-processes/worker-process.ts'
import type { LayerLine } from '../geodata/formats/land-result.ts'
import { measureLines } from './measure-features.ts'

/** The job of this process: measure some lines of a layer, as they are in the file. */
export type LayerJob = { lines: readonly string[] }

serveJobs(({ lines }: LayerJob) => measureLines(lines.map((line) => JSON.parse(line) as LayerLine)))
