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

/** The facts of a file that has been read completely. */
export type Inspected = { size: number; sha256: string; media_type: string }

/** a connection silent for this long is dead: the upload ends and leaves nothing */
const IDLE_LIMIT_MS = 120_000

export const refusedType = (kind: FileKind, name: string): AppError =>
  invalid({ file: [wrongType(kind, name)] })

export const refusedContent = (name: string, content?: ContentCheck): AppError =>
  invalid({ file: [content?.why?.(name) ?? damagedFile(name)] })
export const refusedEmpty = (name: string): AppError => invalid({ file: [emptyFile(name)] })

/** The error for content that does not fit; names the actual format if the first bytes show it. */
export function refusedBytes(name: string, head: Buffer, content?: ContentCheck): AppError {
  const format = foreignFormat(head)
  return format === null ? refusedContent(name, content) : invalid({ file: [foreignPicture(format)] })
}

export function refusedSize(kind: FileKind, name: string): AppError {
  const sentence = tooLarge(kind, name)
  return new AppError(no('file_too_large', { sentence }), { errors: { file: [sentence] } })
}

/**
 * Passes the bytes on while checking and hashing them. Before its end the stream fails with the error for the uploader:
 * 413 above the limit, 422 for wrong content, 400 for a broken connection. One chunk in memory at a time.
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
