import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { serveJobs } from '../worker-processes/worker-process.ts'
import { pdfFault } from '../documents/pdf-check.ts'
import { factsOf, NO_FACTS } from './facts.ts'
import { pictureFault } from './picture-fault.ts'
import { PICTURE_MB } from './picture-limits.ts'

/** A file on disk to open as its reviewer would, or a photograph to read the facts of. */
export type FileJob = { kind: 'pdf' | 'image' | 'facts'; path: string }

const exifOf = (path: string) =>
  sharp(path, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .then(({ exif }) => exif)

serveJobs(({ kind, path }: FileJob) => {
  switch (kind) {
    case 'pdf':
      return pdfFault(readFileSync(path))
    case 'image':
      return pictureFault(path)
    case 'facts':
      return exifOf(path).then(factsOf, () => ({ ...NO_FACTS, fault: 'The picture cannot be read.' }))
  }
}, PICTURE_MB)
