import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../context/context.ts'
import type { Logger } from '../lib/log.ts'
import type { LogMemory } from './agree.actions.ts'
import { isBehind } from './log.queries.ts'
import { advanceLog, compareEntries, type PublishTurn } from './publish-checkpoint.actions.ts'

const EVERY_MS = 500
/** the same after a quiet minute, at night for example */
const QUIET_EVERY_MS = 2_000
const QUIET_AFTER_MS = 60_000
/** how often a turn runs though nothing is new, to repair what a slow instance has left behind */
const CHECK_EVERY_MS = 60_000

/** nobody waits for the comparison after a start, so it takes a fifth of a core at most */
export const COMPARING_RESTS = 4

export type Sealing = { stop: () => Promise<void> }

/**
 * Seals and publishes the log from now on, one instance at a time, and once after the start compares all entries with
 * what was published. `stop` publishes what is committed by then.
 */
export function startSealing(services: Services, log: Logger): Sealing {
  const memory: LogMemory = { edge: null }
  const stopping = new AbortController()
  const { signal } = stopping
  let turnedAt = Number.NEGATIVE_INFINITY
  let publishedAt = Number.NEGATIVE_INFINITY
  let failed = false
  let stopped: string | null = null

  /** Logs once that the log is stopped or is left to others, and once that it continues. */
  const tellStopped = (now: PublishTurn['stopped'], otherKey: string | null = null) => {
    const sentence =
      otherKey ?? (now && `${now.sentence} Nothing is sealed until an operator has looked at it.`)
    if (sentence !== null && sentence !== stopped) log.error(sentence)
    if (sentence === null && stopped !== null) log.info('the public log continues')
    stopped = sentence
  }

  const step = async () => {
    const isLook = performance.now() - turnedAt > CHECK_EVERY_MS
    if (!isLook && !(await isBehind(services.db))) return
    const pace = signal.aborted ? {} : { rests: 1, signal }
    const turn = await advanceLog(services, memory, pace)
    if (!turn) return
    turnedAt = performance.now()
    tellStopped(turn.stopped, turn.otherKey)
    if (!turn.published) return
    publishedAt = performance.now()
    const { size, root } = turn.published
    log.debug({ size, root: root.toString('base64') }, 'a checkpoint of the public log was published')
  }

  /** Does the work; logs once that it fails, and once that it succeeds again. */
  const trying = async (work: () => Promise<void>) => {
    try {
      await work()
      if (failed) log.info('the audit log can be sealed again')
      failed = false
    } catch (error) {
      if (signal.aborted || failed) return
      log.warn({ err: error }, 'the audit log could not be sealed; trying again')
      failed = true
    }
  }

  const rest = () => {
    const isQuiet = performance.now() - publishedAt > QUIET_AFTER_MS
    const ms = isQuiet ? QUIET_EVERY_MS : EVERY_MS
    return sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }
  const hasTurned = () => turnedAt > Number.NEGATIVE_INFINITY

  const turning = (async () => {
    while (!signal.aborted) {
      await trying(step)
      await rest()
    }
    if (hasTurned()) await trying(step)
  })()

  const comparing = (async () => {
    for (let isDone = false; !isDone && !signal.aborted; await rest()) {
      if (!hasTurned()) continue
      await trying(async () => {
        const found = await compareEntries(services, memory, { rests: COMPARING_RESTS, signal })
        isDone = found !== false
        if (found) tellStopped(found)
      })
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([turning, comparing])
    },
  }
}
