import { plural } from '../../shared/lib/format.ts'
import type { Pace } from './meter.ts'
import type { Progress } from './send-file.ts'
import type { StoredUpload } from './stored-uploads.ts'

/** One unfinished upload of a form. */
export type Transfer = Progress & {
  stored: StoredUpload
  /** waits its turn, is being sent, or must be chosen again */
  state: 'queued' | 'running' | 'missing'
  error: string | null
  pace: Pace
}

/** An upload of which nothing is sent yet. */
export const NOTHING_SENT = { share: 0, stage: 'moving', error: null, pace: null } as const

/** Whether it is sent without the person: it has not failed, and need not be chosen again. */
export const isUnderway = ({ state, error }: Transfer): boolean => state !== 'missing' && error === null

/** The uploads of a form that are underway, together; `isWaiting` when none of them can move. */
export type Total = { files: number; sent: number; size: number; pace: Pace; isWaiting: boolean }

export function totalOf(transfers: Transfer[], pace: Pace): Total {
  const underway = transfers.filter(isUnderway)
  const sum = (of: (transfer: Transfer) => number) => underway.reduce((all, one) => all + of(one), 0)
  const running = underway.filter(({ state }) => state === 'running')
  return {
    files: underway.length,
    sent: sum(({ share, stored }) => share * stored.size),
    size: sum(({ stored }) => stored.size),
    pace,
    isWaiting: running.length > 0 && running.every(({ stage }) => stage === 'waiting'),
  }
}

/** "Uploading scan.pdf." or "Uploading 3 files." */
export const startWords = (names: string[]): string =>
  `Uploading ${names.length === 1 ? names[0] : plural(names.length, 'file')}.`
