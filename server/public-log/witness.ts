import type { Config } from '../lib/config.ts'
import { foreseen } from '../lib/errors.ts'
import { callExternal, type ExternalReply, noExternalAnswer } from './call-external.ts'
import type { Checkpoint } from './checkpoint.ts'
import { cosignedAt, isWitnessKey, type NoteKey, parseKey, parseNote } from './note.ts'

/**
 * An external party that remembers this log's last checkpoint, and co-signs those that extend it (C2SP tlog-witness).
 */
export type Witness = { url: string; key: NoteKey; word: string }

/** Returns the configured witnesses. Throws where a key is not that of a witness. */
export const witnessesOf = ({ witnesses }: Pick<Config, 'witnesses'>): Witness[] =>
  witnesses.map(({ url, key: word }) => {
    const key = parseKey(word)
    if (!key || !isWitnessKey(key))
      throw foreseen(
        `WITNESS_URLS names ${word}, which is not a key of a witness: copy it as the witness publishes it.`,
      )
    return { url, key, word }
  })

/** A checkpoint to co-sign, and how it extends what the witness knows. */
export type CosignRequest = {
  checkpoint: Checkpoint
  text: string
  /** the size that the witness probably knows */
  known: number
  proofFrom: (size: number) => Promise<Buffer[]>
}

export type Cosigned = { line: string; at: string }

/** A witness's statement, in one sentence, that this log is not the one that it knows. */
export type Refused = { refused: string }

/** Returns the line of the answer that is this witness's co-signature of this checkpoint; null where there is none. */
function cosignedIn(answer: string, { text }: CosignRequest, { key }: Witness): Cosigned | null {
  for (const line of answer.split('\n').filter(Boolean)) {
    const note = parseNote(`${text}${line}\n`)
    const seconds = note && cosignedAt(note, key)
    const at = seconds === null ? new Date(Number.NaN) : new Date(Number(seconds) * 1000)
    if (!Number.isNaN(at.getTime())) return { line: `${line}\n`, at: at.toISOString() }
  }
  return null
}

async function ask(
  { url }: Witness,
  request: CosignRequest,
  known: number,
  patience: number,
): Promise<ExternalReply> {
  const proof = await request.proofFrom(known)
  const lines = [`old ${known}`, ...proof.map((hash) => hash.toString('base64')), '', request.text]
  return callExternal(`${url}/add-checkpoint`, {
    type: 'text/plain; charset=utf-8',
    body: lines.join('\n'),
    patience,
  })
}

/** Returns the size that the witness says it knows; null where the body holds none. */
function sizeIn(body: Buffer): number | null {
  const [, size] = /^(0|[1-9]\d{0,15})\n?$/.exec(body.toString()) ?? []
  return size === undefined ? null : Number(size)
}

const DIFFERS =
  'It says that this log does not extend what it has co-signed: the log was rewritten, or the witness is wrong.'
const UNKNOWN: Record<number, string> = {
  403: 'It does not know the key of this log.',
  404: 'It does not know this log.',
}

/**
 * Asks a witness; if it knows another size, once more from there. Throws `no_answer_outside` with one sentence where the
 * answer says nothing about the log.
 */
export async function askWitness(
  witness: Witness,
  request: CosignRequest,
  patience: number,
): Promise<Cosigned | Refused> {
  const { size } = request.checkpoint
  let known = Math.min(request.known, size)
  let answer = await ask(witness, request, known, patience)
  if (answer.status === 409) {
    const said = sizeIn(answer.body)
    if (said === null || (said === known && known < size))
      throw noExternalAnswer('It refuses an extension of the size that it reports.')
    if (said > size)
      return {
        refused: `It has seen ${said} entries of this log, and there are ${size}: the log was restored from an older copy or rewritten, or the witness is wrong.`,
      }
    // it knows this size with another root
    if (said === known) return { refused: DIFFERS }
    known = said
    answer = await ask(witness, request, known, patience)
  }
  const { status } = answer
  if (status === 422 || (status === 409 && known === size)) return { refused: DIFFERS }
  const unknown = UNKNOWN[status]
  // one that has co-signed before knew the log
  if (unknown && request.known > 0) return { refused: unknown }
  if (status !== 200) throw noExternalAnswer(unknown ?? `It answered with ${status}.`)
  const cosigned = cosignedIn(answer.body.toString(), request, witness)
  if (!cosigned) throw noExternalAnswer('Its answer is not a co-signature of this checkpoint by its key.')
  return cosigned
}
