import { HOUR_MS } from '../../shared/lib/durations.ts'
import { lineForm } from '../../shared/lib/text-form.ts'

/** failures of one address from one network that block the pair (ruling S-110) */
const PAIR_FAILURES = 5
/** failures from one network that block it for the addresses that failed there */
export const NETWORK_FAILURES = 100
const WINDOW_MS = 15 * 60_000

/** older failures do not count: a window, and a block as long */
export const FAILURES_MATTER_MS = 2 * WINDOW_MS

/** /64 networks of one /48 that may fail before the /48 counts as one network (ruling S-132) */
const FAILED_SUBNETS = 8

/** failures of one network in one hour that are logged one by one: of each account, and of all addresses without one */
const LOGGED_ONE_BY_ONE = 20

/** limits of mails to one account (ruling S-111) */
export const MAILS_PER_DAY = 5
const MAIL_EVERY_MS = 60_000
const LIVE_LINKS = 3

/** failures of one account within an hour, from any networks, after which attempts are delayed (ruling S-132) */
export const GUESSED_FAILURES = 20
export const GUESSED_HOUR_MS = HOUR_MS
const LONGEST_WAIT_SECONDS = 30

/** wrong codes of one account within an hour, from any networks, after which networks that are not usual wait */
export const GUESSED_CODES = 10

/** wrong codes of one account since the last right one after which only a reset code is accepted */
export const MOST_WRONG_CODES = 100

/** for so long after a login a network counts as usual for the account */
export const KNOWN_NETWORK_DAYS = 90

/** Normalises an address for counting and look-up: the form of a line (S-128), in lower case. */
export const addressKey = (email: string): string => lineForm(email).toLowerCase()

/** Recent failures, as times in milliseconds. */
export type RecentFailures = {
  /** of this address from this network, newest first, back to FAILURES_MATTER_MS */
  own: readonly number[]
  /** the hundredth newest of the network, or null when there are fewer */
  hundredth: number | null
}

/** Whether a wide network with failures in so many of its networks counts as one. */
export const countAsOne = (failedParts: number): boolean => failedParts > FAILED_SUBNETS

/** Returns the delay of the nth attempt on a guessed account, counted from 1. */
export const secondsOfAttempt = (tries: number): number => Math.min(LONGEST_WAIT_SECONDS, 2 ** (tries - 1))

/** Five failures within a window block for as long from the fifth on; while they do, none is added. */
function endOfOwnHold(own: readonly number[]): number {
  const [newest] = own
  const first = own[PAIR_FAILURES - 1]
  if (newest === undefined || first === undefined) return 0
  return newest - first < WINDOW_MS ? newest + WINDOW_MS : 0
}

/** A hundred failures within the last window block until they are fewer. */
function endOfNetworkHold({ own, hundredth }: RecentFailures, now: number): number {
  const hasFailedHere = own.some((at) => at > now - WINDOW_MS)
  return hasFailedHere && hundredth !== null ? hundredth + WINDOW_MS : 0
}

/** Returns for how many seconds this address is blocked for this network; 0 when it is not. */
export function secondsToWait(failures: RecentFailures, now: number): number {
  const until = Math.max(endOfOwnHold(failures.own), endOfNetworkHold(failures, now))
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** Returns for how many seconds networks that are not usual wait after these wrong codes, newest first. */
export function secondsUntilFewerCodes(wrong: readonly number[], now: number): number {
  const tenth = wrong[GUESSED_CODES - 1]
  return tenth === undefined ? 0 : Math.max(0, Math.ceil((tenth + GUESSED_HOUR_MS - now) / 1000))
}

/** Whether this failure of a network in this hour, counted from 1, gets its own row in the log. */
export const isLoggedOneByOne = (failure: number): boolean => failure <= LOGGED_ONE_BY_ONE

/** Returns how many failures of a past hour are logged as one sum. */
export const loggedAsSum = (failures: number): number => Math.max(0, failures - LOGGED_ONE_BY_ONE)

/** Returns the beginning of the hour. */
export const hourOf = (now: Date): string =>
  new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString()

/** Whether another link may be mailed to an account. `mails` are the times of the last day, newest first. */
export function mayMailLink(
  { mails, live_links }: { mails: readonly number[]; live_links: number },
  now: number,
): boolean {
  const [newest] = mails
  return (
    live_links < LIVE_LINKS &&
    mails.length < MAILS_PER_DAY &&
    (newest === undefined || now - newest >= MAIL_EVERY_MS)
  )
}
