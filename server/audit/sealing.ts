import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../lib/context.ts'
import type { Logger } from '../lib/log.ts'
import { type Head, keyId } from './chain.ts'
import { findEnds, findHash, isAllSealed } from './chain.queries.ts'
import { displaced } from './clock.ts'
import { type Sealed, trySealing } from './seal.actions.ts'
import { signingKey, trustedKeys } from './signing-key.ts'

const EVERY_MS = 1_000
/** what a stop may take; rows that wait longer are sealed by another instance or at the next start */
const LAST_MS = 5_000

export type Sealing = { stop: () => Promise<void> }

/**
 * Seals the log about once a second from now on, one instance at a time; `stop` seals what is left. The head of each
 * day is told to the log of the server, which an operator keeps elsewhere.
 */
export async function startSealing(services: Services, log: Logger): Promise<Sealing> {
  const key = signingKey(services.config)
  await warnOfForeignKey(services, log)
  await warnOfDisplacement(services, log)
  const today = () => manilaDay(services.now())
  let known: Sealed['last'] = null
  /** the day in which there was nothing left to do */
  let restedOn = ''
  /** the newest day that has come under our eyes: a server that runs needs no seals to know it */
  let seen: string | null = null
  let refused: string | null = null
  let stopping = false
  let wake = () => {}

  /** What was sealed a moment ago must still be there: nobody but an intruder takes it away. */
  const watch = async ({ rows, last }: Sealed) => {
    if (rows > 0 && known && !(await findHash(services.db, known.position))?.equals(known.hash))
      log.error(
        { position: known.position },
        'the chain of the audit log was changed under the running server',
      )
    known = last
  }

  /** Says once that the clock is wrong, and once that it is right again. */
  const tellClock = (now: string | null) => {
    if (now !== null && refused === null) log.error(now)
    if (now === null && refused !== null) log.info('the clock is right again; the audit log is sealed')
    refused = now
  }

  /** Seals one batch; true when more may wait. */
  const step = async (): Promise<boolean> => {
    // asked before the batch asks: a day that ends meanwhile is not one in which there was nothing to do
    const day = today()
    if (restedOn === day && (await isAllSealed(services.db))) return false
    const sealed = await trySealing(services, { key, known: seen })
    if (!sealed || sealed.stopped) return false
    tellClock(sealed.refused)
    if (sealed.refused !== null) return false
    seen = day
    await watch(sealed)
    if (sealed.closed) log.info(toldHead(sealed.closed), 'a day of the audit log was closed')
    restedOn = sealed.rows === 0 ? day : ''
    return sealed.rows > 0
  }

  const sealUntil = async (isOver: () => boolean) => {
    try {
      while ((await step()) && !isOver());
    } catch (error) {
      log.warn({ err: error }, 'the audit log could not be sealed; trying again')
    }
  }

  const ended = (async () => {
    while (!stopping) {
      await sealUntil(() => stopping)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, stopping ? 0 : EVERY_MS).unref()
      })
    }
    const deadline = Date.now() + LAST_MS
    await sealUntil(() => Date.now() > deadline)
  })()

  return {
    stop: () => {
      stopping = true
      wake()
      return ended
    },
  }
}

const toldHead = ({ day, last_position, head, signature }: Head) => ({
  day,
  last_position,
  head: head.toString('hex'),
  signature: signature.toString('hex'),
})

/** A day that has not come is closed for good when it ends, and all that is sealed until then stands under it. */
async function warnOfDisplacement(services: Services, log: Logger): Promise<void> {
  const now = services.now()
  const { last } = await findEnds(services.db)
  const sentence = displaced({ now, database: now, newest: last?.day ?? null })
  if (sentence !== null) log.error(sentence)
}

/** Instances on one database need one key: with another, the next verification will not know the signatures. */
async function warnOfForeignKey(services: Services, log: Logger): Promise<void> {
  const { head } = await findEnds(services.db)
  if (!head || trustedKeys(services.config).has(keyId(head.public_key))) return
  log.warn(
    { day: head.day, key_id: keyId(head.public_key) },
    'the audit log was signed with another key; set AUDIT_SIGNING_KEY as that server has it, or AUDIT_FORMER_KEYS',
  )
}
