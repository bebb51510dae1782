import type { Services } from '../lib/context.ts'
import type { Logger } from '../lib/log.ts'
import { advanceLog, type Follower, type Turn } from './follow.actions.ts'
import { isBehind } from './log.queries.ts'

const EVERY_MS = 1_000
/** checkpoints follow each other no faster: each costs some files, and nobody waits for the next one */
const PUBLISH_EVERY_MS = 5_000

export type Following = { stop: () => Promise<void> }

/**
 * Has the public log follow the seals from now on, one instance at a time, in the background: a log that is not built yet
 * is built while people work. `stop` ends a batch and begins no other one; what is missing is made up by whoever is next.
 */
export function startFollowing(services: Services, log: Logger, everyMs = PUBLISH_EVERY_MS): Following {
  const follower: Follower = { edge: null }
  const stopping = new AbortController()
  const { signal } = stopping
  let wake = () => {}
  let turnedAt = Number.NEGATIVE_INFINITY
  let failed = false
  let stopped: string | null = null

  /** Each thing once: that the log stands still, and that it goes on. */
  const tell = (turn: Turn) => {
    const sentence = turn.stopped?.sentence ?? null
    if (sentence !== null && sentence !== stopped)
      log.error(`${sentence} Nothing is sealed until an operator has looked at it.`)
    if (sentence === null && stopped !== null) log.info('the public log goes on')
    stopped = sentence
    if (turn.published) {
      const { size, root } = turn.published
      log.debug({ size, root: root.toString('base64') }, 'a checkpoint of the public log was published')
    }
  }

  const step = async () => {
    if (performance.now() - turnedAt < everyMs) return
    // the first turn of all looks whether what was published is still true
    const isFirst = follower.edge === null
    if (!isFirst && !(await isBehind(services.db))) return
    turnedAt = performance.now()
    const turn = await advanceLog(services, follower, { gentle: true, signal })
    if (turn) tell(turn)
    if (failed) log.info('the public log can be written again')
    failed = false
  }

  const ended = (async () => {
    while (!signal.aborted) {
      try {
        await step()
      } catch (error) {
        if (!signal.aborted && !failed)
          log.warn({ err: error }, 'the public log could not be written; trying again')
        failed = !signal.aborted
      }
      if (signal.aborted) break
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, EVERY_MS).unref()
      })
    }
  })()

  return {
    stop: () => {
      stopping.abort()
      wake()
      return ended
    },
  }
}
