import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Services } from '../context/context.ts'
import { isRefusal } from '../lib/errors.ts'
import { EXTERNAL_LIMIT_MS, noExternalAnswer } from './call-external.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import {
  listWitnessRecords,
  recordRefusal,
  saveWitnessRecord,
  type WitnessRecord,
} from './external.queries.ts'
import { mailWitnessRefused } from './public-log.mails.ts'
import { COSIGNED } from './served-checkpoint.ts'
import { storedBeginning, storedCheckpoint } from './tile-store.ts'
import { askWitness, type Witness, witnessesOf } from './witness.ts'

/** a witness co-signs again every day, even if the log has not grown, to show that it is there */
const COSIGN_VALID_MS = DAY_MS

type WitnessServices = Pick<Services, 'config' | 'db' | 'files' | 'now' | 'languages' | 'readDb'>

/** Where this work writes to the log of the server. */
export type WorkLog = { warn: (text: string) => void; info: (text: string) => void }

/** Proofs from the tiles. Throws where the tiles do not lead to the checkpoint, so that no wrong proof is sent. */
const proofsTo =
  (services: WitnessServices, checkpoint: Checkpoint) =>
  async (size: number): Promise<Buffer[]> => {
    const found = await storedBeginning(services, size, checkpoint)
    if (!found)
      throw noExternalAnswer(
        'It could not be asked: the tiles in the file store do not lead to the last checkpoint.',
      )
    return found.proof
  }

/** Mails the Super Administrators that a witness says the log is another one, once until it co-signs again. */
const reportRefusal = (
  services: WitnessServices,
  { key: { name }, word }: Witness,
  { at, sentence }: { at: string; sentence: string },
): Promise<void> =>
  services.db.transaction().execute(async (held) => {
    if (await recordRefusal(held, word, at)) await mailWitnessRefused(services, held, { name, at, sentence })
  })

/** Returns a witness's co-signature of this checkpoint, and asks for it if it has none of today; null without one. */
async function cosignatureOf(
  services: WitnessServices,
  witness: Witness,
  heard: WitnessRecord | undefined,
  { checkpoint, text }: { checkpoint: Checkpoint; text: string },
  { patience, log }: { patience: number; log: WorkLog },
): Promise<string | null> {
  const { db, now } = services
  const asked_at = now().toISOString()
  const key = witness.word
  const seenAt = heard?.checkpoint === text ? new Date(heard.cosigned_at ?? 0).getTime() : 0
  if (heard?.fault === null && now().getTime() - seenAt < COSIGN_VALID_MS) return heard.cosignature
  const request = { checkpoint, text, known: heard?.size ?? 0, proofFrom: proofsTo(services, checkpoint) }
  const noteFault = async (fault: string): Promise<string | null> => {
    await saveWitnessRecord(db, { key, asked_at, fault })
    if (heard?.fault !== fault) log.warn(`The witness ${witness.key.name} does not co-sign: ${fault}`)
    return heard?.checkpoint === text ? heard.cosignature : null
  }
  try {
    const answer = await askWitness(witness, request, patience)
    if ('refused' in answer) {
      const cosignature = await noteFault(answer.refused)
      await reportRefusal(services, witness, { at: asked_at, sentence: answer.refused })
      return cosignature
    }
    const { line, at } = answer
    const { size } = checkpoint
    await saveWitnessRecord(db, {
      key,
      asked_at,
      size,
      checkpoint: text,
      cosignature: line,
      cosigned_at: at,
      fault: null,
      refused_since: null,
    })
    if (heard?.fault) log.info(`The witness ${witness.key.name} co-signs again.`)
    return line
  } catch (error) {
    if (!isRefusal(error, 'no_answer_outside')) throw error
    return noteFault(error.message)
  }
}

/**
 * Asks every configured witness at once to co-sign the last checkpoint, and stores their lines with the public
 * checkpoint. A witness that is unreachable, slow or wrong does not stop the log; its fault is recorded.
 */
export async function askWitnesses(
  services: WitnessServices,
  { patience = EXTERNAL_LIMIT_MS, log }: { patience?: number; log: WorkLog },
): Promise<void> {
  const { config, db, files } = services
  const text = (await storedCheckpoint({ files })) ?? ''
  const read = parseCheckpoint(text)
  if (!read) return
  const { origin, size, root } = read
  const heard = await listWitnessRecords(db)
  const lines = await Promise.all(
    witnessesOf(config).map((witness) => {
      const known = heard.find(({ key }) => key === witness.word)
      const asked = { checkpoint: { origin, size, root }, text }
      return cosignatureOf(services, witness, known, asked, { patience, log })
    }),
  )
  const cosigned = text + lines.filter((line) => line !== null).join('')
  const before = (await files.named.get(COSIGNED))?.toString()
  if (cosigned !== text && cosigned !== before) await files.named.put(COSIGNED, Buffer.from(cosigned))
}
