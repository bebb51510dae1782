import type { DetailedError } from 'tus-js-client'
import { type FileKind, MEGABYTE, type UploadedFile } from '../../shared/files/files.schema.ts'
import { uploadsApi } from '../../shared/files/uploads.schema.ts'
import { ApiError, call, callTarget, networkError, refusal } from '../lib/call.ts'
import { waitForConnection } from './wait-for-connection.ts'

/** Bytes are moving, nothing is moving, or all bytes are sent and the server checks the file. */
type Stage = 'moving' | 'waiting' | 'checking'
/** `reason` is the server's message when nothing moves; null when the connection is lost */
export type Progress = { stage: Stage; share: number; reason?: string | null }

export type Sending = {
  kind: FileKind
  file: File
  /** the upload's address on the server, when it was begun before */
  address: string | null
  signal: AbortSignal
  onAddress: (address: string) => void
  onProgress: (progress: Progress) => void
}

/** the most that is lost when a proxy buffers each piece until it is complete */
const PIECE_BYTES = 4 * MEGABYTE
/** a connection on which nothing has moved for this long is dead, whatever the browser reports */
const IDLE_LIMIT_MS = 45_000
/** after losing the upload this often, the server has another problem */
const MAX_RESTARTS = 3

const TEMPORARY_STATUSES = [423, 429, 502, 503, 504]
const NOT_FOUND_STATUSES = [404, 410]

/** Loads the library where files can be chosen, so that it is there when the connection is lost. */
export const loadTus = () => import('tus-js-client')

/** Throws when the file was moved or changed on the disk since it was chosen: it can never be sent. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ApiError(0)
  }
}

const aborted = () => new DOMException('The upload was cancelled.', 'AbortError')

/** Whether a later try may succeed: no connection, a busy or absent server, two senders of one upload. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'unanswered' || TEMPORARY_STATUSES.includes(error.status) || error.why === 'conflict'
}
const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && error.why === 'unavailable' ? error.message : null
const isUploadGone = (error: unknown): boolean =>
  error instanceof ApiError && NOT_FOUND_STATUSES.includes(error.status)
/** the file was requested but bytes are missing: the server has lost them */
const isIncomplete = (error: unknown): boolean => error instanceof ApiError && error.why === 'state'

function asApiError(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response ? refusal(response.getStatus(), response.getBody()) : networkError(error)
}

/** Sends the bytes that the server does not have yet; resolves with the upload's address when all are there. */
async function sendRemaining(sending: Sending, address: string | null): Promise<string> {
  const { kind, file, signal, onAddress, onProgress } = sending
  const [{ Upload }, { url }] = await Promise.all([loadTus().catch(failToLoad), callTarget(uploadsApi[kind])])
  if (signal.aborted) throw aborted()
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: url,
      uploadUrl: address,
      metadata: { filename: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        const { headers } = await callTarget(uploadsApi[kind])
        for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
      },
      onUploadUrlAvailable: () => onAddress(upload.url ?? ''),
      onProgress: (sent, total) => {
        watch()
        onProgress({ stage: 'moving', share: sent / total })
      },
      onError: (error) => end(() => reject(asApiError(error))),
      onSuccess: () => end(() => resolve(upload.url ?? '')),
    })
    let silence = 0
    const watch = () => {
      clearTimeout(silence)
      silence = window.setTimeout(() => stop(networkError(new Error('Nothing moves.'))), IDLE_LIMIT_MS)
    }
    const end = (settle: () => void) => {
      clearTimeout(silence)
      signal.removeEventListener('abort', cancel)
      settle()
    }
    const stop = (reason: Error) => {
      void upload.abort()
      end(() => reject(reason))
    }
    const cancel = () => stop(aborted())
    signal.addEventListener('abort', cancel)
    watch()
    upload.start()
  })
}

function failToLoad(error: unknown): never {
  throw networkError(error)
}

/** Returns the id at the end of an upload's address. */
export const uploadIdIn = (address: string): string => address.split('/').at(-1) ?? ''

/**
 * Sends a file and resolves with the stored file. A lost connection or an absent server only delays it: it continues
 * where it stopped. Rejects with an ApiError when the server refuses the file, with an AbortError when `signal` aborts;
 * the bytes sent so far then stay on the server, to be continued or deleted with `abandonUpload`.
 */
export async function sendFile(sending: Sending): Promise<UploadedFile> {
  const { signal, onProgress } = sending
  let { address } = sending
  let sent = false
  let share = 0
  let tries = 0
  let beginnings = 0
  const tell = (progress: Progress) => {
    if (progress.share > share) tries = 0
    share = progress.share
    onProgress(progress)
  }
  for (;;) {
    try {
      if (!sent) {
        const onAddress = (url: string) => {
          address = url
          sending.onAddress(url)
        }
        address = await sendRemaining({ ...sending, onAddress, onProgress: tell }, address)
        sent = true
      }
      tell({ stage: 'checking', share: 1 })
      return (await call(uploadsApi.finish, { params: { upload: uploadIdIn(address ?? '') }, signal })).data
    } catch (error) {
      if (signal.aborted) throw aborted()
      if (isUploadGone(error) || (sent && isIncomplete(error))) {
        if (isUploadGone(error)) address = null
        sent = false
        beginnings += 1
        if (beginnings >= MAX_RESTARTS) throw error
        continue
      }
      if (!isTemporary(error)) throw error
      await requireReadable(sending.file)
      onProgress({ stage: 'waiting', share, reason: reasonOf(error) })
      await waitForConnection(tries, signal)
      tries += 1
    }
  }
}

/** Deletes an unfinished upload on the server. Without a connection the server deletes it a day later. */
export async function abandonUpload(address: string): Promise<void> {
  const upload = address.slice(address.lastIndexOf('/') + 1)
  // the outcome does not matter to the caller
  await call(uploadsApi.cancel, { params: { upload } }).catch(() => undefined)
}
