import { no } from '../../shared/lib/verdict.ts'
import { AppError, isRefusal } from '../lib/errors.ts'

/** timeout of a call, so that no external service delays the log for longer */
export const EXTERNAL_LIMIT_MS = 10_000
/** far more than any valid answer */
const MAX_BYTES = 65_536

/** The error for an external service that could not be reached; the sentence says why. */
export const noExternalAnswer = (sentence: string) => new AppError(no('no_answer_outside', { sentence }))

export type ExternalReply = { status: number; body: Buffer }

/** Reads a body of at most this many bytes. */
export async function bytesOf(
  stream: ReadableStream<Uint8Array> | null,
  most = MAX_BYTES,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream ?? []) {
    size += piece.length
    if (size > most) throw noExternalAnswer('Its answer is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function failureReason(error: unknown): AppError {
  if (isRefusal(error, 'no_answer_outside')) return error
  if (error instanceof Error && error.name === 'TimeoutError')
    return noExternalAnswer('It gave no answer in time.')
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return noExternalAnswer(`It cannot be reached${code ? ` (${code})` : ''}.`)
}

/** Posts to an address that an operator has configured, and no other: a redirect counts as no answer. */
export async function callExternal(
  url: string,
  { type, body, patience = EXTERNAL_LIMIT_MS }: { type: string; body: string | Buffer; patience?: number },
): Promise<ExternalReply> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    return { status: reply.status, body: await bytesOf(reply.body) }
  } catch (error) {
    throw failureReason(error)
  }
}
