import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  damagedFile,
  emptyFile,
  foreignPicture,
  tooLarge,
  wrongType,
} from '../../shared/files/file-checks.ts'
import { FILE_KINDS, type FileKind } from '../../shared/files/files.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { type ContentCheck, contentCheck } from './content-check.ts'
import { foreignFormat, FORMAT_HEAD_BYTES } from './foreign-format.ts'

/** What is known of a file once all of it went by. */
export type Inspected = { size: number; sha256: string; media_type: string }

/** A line this long silent is dead: the upload is given up and leaves nothing. */
const IDLE_LIMIT_MS = 120_000

export const refusedType = (kind: FileKind, name: string): AppError =>
  invalid({ file: [wrongType(kind, name)] })

export const refusedContent = (name: string, content?: ContentCheck): AppError =>
  invalid({ file: [content?.why?.(name) ?? damagedFile(name)] })
export const refusedEmpty = (name: string): AppError => invalid({ file: [emptyFile(name)] })

/** What is said of a file by its first bytes: what it is instead, where they report. */
export function refusedBytes(name: string, head: Buffer, content?: ContentCheck): AppError {
  const format = foreignFormat(head)
  return format === null ? refusedContent(name, content) : invalid({ file: [foreignPicture(format)] })
}

export function refusedSize(kind: FileKind, name: string): AppError {
  const sentence = tooLarge(kind, name)
  return new AppError(no('file_too_large', { sentence }), { errors: { file: [sentence] } })
}

/**
 * The same bytes, checked and fingerprinted on their way. The stream fails, before its end, with the refusal the
 * uploader gets: 413 above the limit, 422 for a wrong content, 400 when the line was cut. Holds one chunk at a time.
 */
export function inspect(
  source: Readable,
  kind: FileKind,
  name: string,
): { stream: Readable; result: () => Inspected } {
  let inspected: Inspected | null = null
  const { max_bytes } = FILE_KINDS[kind]

  async function* checked() {
    const content = contentCheck(kind)
    const hash = createHash('sha256')
    let size = 0
    let head: Buffer = Buffer.alloc(0)
    const silence = setTimeout(() => source.destroy(new Error('The upload fell silent.')), IDLE_LIMIT_MS)
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        silence.refresh()
        size += chunk.length
        if (size > max_bytes) throw refusedSize(kind, name)
        if (head.length < FORMAT_HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, FORMAT_HEAD_BYTES - head.length)])
        if (!content.write(chunk)) throw refusedBytes(name, head, content)
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('upload_cut_off')
    } finally {
      clearTimeout(silence)
    }
    const media_type = content.end()
    if (size === 0) throw refusedEmpty(name)
    if (media_type === null) throw refusedBytes(name, head, content)
    inspected = { size, sha256: hash.digest('hex'), media_type }
  }

  return {
    stream: Readable.from(checked(), { objectMode: false }),
    result: () => {
      if (!inspected) throw new Error('The file was not read to its end.')
      return inspected
    },
  }
}
