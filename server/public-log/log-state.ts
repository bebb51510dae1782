import { DAY_MS } from '../../shared/lib/durations.ts'
import type { LogState, WitnessState } from '../../shared/public/public-page.ts'
import type { Services } from '../context/context.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { findDisagreement, listAccepted, findPublishedCheckpoint } from './log.queries.ts'
import { countAltered, findWaitingSince } from './log-state.queries.ts'
import { cosignedAt, parseNote } from './note.ts'
import { organisationOf } from './organisation.ts'
import { listWitnessRecords, type WitnessRecord } from './external.queries.ts'
import { type Witness, witnessesOf } from './witness.ts'

type StateServices = Pick<Services, 'config' | 'readDb' | 'now'>

/** rows are published within seconds; after this long something is wrong */
const STOPPED_AFTER_MS = 5 * 60_000
/** a witness signs again every day, even if the log has not grown */
const RECENT_MS = 2 * DAY_MS

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '')

/** Returns a witness's last co-signature, by its signature, which no one with access to our tables can forge. */
function cosignedOf(
  heard: WitnessRecord | undefined,
  { key }: Witness,
  last: Checkpoint,
): WitnessState['cosigned'] {
  if (!heard?.checkpoint || !heard.cosignature) return null
  const note = parseNote(heard.checkpoint + heard.cosignature)
  const seconds = note && cosignedAt(note, key)
  const signed = parseCheckpoint(heard.checkpoint)
  if (seconds === null || signed?.origin !== last.origin) return null
  const isLast = signed.size === last.size && signed.root.equals(last.root)
  return { size: signed.size, at: new Date(Number(seconds) * 1000).toISOString(), isLast }
}

async function listWitnesses({ config, readDb }: StateServices, last: Checkpoint): Promise<WitnessState[]> {
  const heard = config.witnesses.length > 0 ? await listWitnessRecords(readDb) : []
  const ours = organisationOf(withoutScheme(config.public_url))
  return witnessesOf(config).map((witness) => {
    const { key, url, word } = witness
    const organisation = organisationOf(key.name)
    const isOurs = organisation === ours || organisationOf(withoutScheme(url)) === ours
    const own = heard.find((one) => one.key === word)
    return {
      name: key.name,
      key: word,
      organisation: isOurs ? null : organisation,
      cosigned: cosignedOf(own, witness, last),
      refused_since: own?.refused_since ?? null,
    }
  })
}

/**
 * Returns since when no checkpoint is published though rows wait, and whether the log differs from the published one.
 */
async function findStopped(
  { readDb, now }: StateServices,
  size: number,
  published_at: string | null,
): Promise<LogState['stopped']> {
  const open = await findDisagreement(readDb)
  if (open) return { since: open.noticed_at, cause: 'differs' }
  const since = await findWaitingSince(readDb, size)
  const isLongAgo = (at: string) => now().getTime() - new Date(at).getTime() > STOPPED_AFTER_MS
  const isStopped = since !== null && isLongAgo(since) && (published_at === null || isLongAgo(published_at))
  return isStopped ? { since, cause: 'waiting' } : null
}

/** Returns the public state of the log with this last checkpoint, as the public reads it; null before the first. */
export async function findLogState(services: StateServices, last: Checkpoint | null): Promise<LogState> {
  const { readDb, now } = services
  const size = last?.size ?? 0
  const published = await findPublishedCheckpoint(readDb)
  const published_at = published?.size === size ? published.published_at : null
  const witnesses = last ? await listWitnesses(services, last) : []
  const lately = witnesses.flatMap(({ organisation, cosigned }) => {
    const isLate = cosigned === null || now().getTime() - new Date(cosigned.at).getTime() > RECENT_MS
    return organisation === null || isLate ? [] : [organisation]
  })
  return {
    entries: size,
    published_at,
    stopped: await findStopped(services, size, published?.published_at ?? null),
    witnesses,
    organisations: [...new Set(lately)],
    accepted: await listAccepted(readDb),
    altered: await countAltered(readDb),
  }
}
