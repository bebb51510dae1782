import { no } from '../../shared/lib/verdict.ts'
import { AppError, isRefusal } from '../lib/errors.ts'

/** who is asked holds up nothing for longer */
export const EXTERNAL_LIMIT_MS = 10_000
/** far more than any answer that means something */
const MAX_BYTES = 65_536

/** Why an external service could not be reached, in one sentence. */
export const outside = (sentence: string) => new AppError(no('no_answer_outside', { sentence }))

export type ExternalReply = { status: number; body: Buffer }

/** The bytes of an answer, unless they are too many. */
async function bytesOf(stream: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream ?? []) {
    size += piece.length
    if (size > MAX_BYTES) throw outside('Its answer is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function failureReason(error: unknown): AppError {
  if (isRefusal(error, 'no_answer_outside')) return error
  if (error instanceof Error && error.name === 'TimeoutError') return outside('It gave no answer in time.')
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return outside(`It cannot be reached${code ? ` (${code})` : ''}.`)
}

/** Asks an address that an operator has set, and no other: who sends us elsewhere has not answered. */
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
