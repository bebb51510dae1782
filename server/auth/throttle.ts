import { lineForm } from '../../shared/lib/text-form.ts'

/** Failed checks of one address from one network that hold both together (ruling S-110). */
const PAIR_FAILURES = 5
/** Failed checks from one network that hold it for the addresses that failed there. */
export const NETWORK_FAILURES = 100
const WINDOW_MS = 15 * 60_000

/** Failures further back say nothing: those of the window before a hold that is as long. */
export const FAILURES_MATTER_MS = 2 * WINDOW_MS

/** So many /64 of one /48 may have failed before the /48 counts as one network (ruling S-132). */
const FAILED_SUBNETS = 8

/** Of the failures of one network in one hour so many stand in the log by themselves. */
const LOGGED_ONE_BY_ONE = 20

/** What is asked of one account by mail (ruling S-111). */
const MAILS_PER_DAY = 5
const MAIL_EVERY_MS = 60_000
export const DAY_MS = 24 * 3_600_000
const LIVE_LINKS = 3

/** Failed checks of one account within an hour, from whatever networks, after which tries wait (ruling S-132). */
export const GUESSED_FAILURES = 20
export const GUESSED_HOUR_MS = 3_600_000
const LONGEST_WAIT_SECONDS = 30

/** For so long a network where an account has signed in stays one of its own. */
export const KNOWN_NETWORK_DAYS = 90

/** An address as it is counted and looked up: in the form of a line (S-128), whatever its case. */
export const addressKey = (email: string): string => lineForm(email).toLowerCase()

/** What failed lately, as moments in milliseconds. */
export type RecentFailures = {
  /** of this address from this network, newest first, back to FAILURES_MATTER_MS */
  own: readonly number[]
  /** the hundredth newest of the network, or null when there are fewer */
  hundredth: number | null
}

/** Whether networks of which so many different ones failed under the same wide one count as that one. */
export const countAsOne = (failedParts: number): boolean => failedParts > FAILED_SUBNETS

/** What the nth further try of a guessed account waits, counted from 1. */
export const secondsOfAttempt = (tries: number): number => Math.min(LONGEST_WAIT_SECONDS, 2 ** (tries - 1))

/** Five within the window hold for as long, from the fifth on; while they hold none is added. */
function endOfOwnHold(own: readonly number[]): number {
  const [newest] = own
  const first = own[PAIR_FAILURES - 1]
  if (newest === undefined || first === undefined) return 0
  return newest - first < WINDOW_MS ? newest + WINDOW_MS : 0
}

/** A hundred within the last window hold until they no longer are. */
function endOfNetworkHold({ own, hundredth }: RecentFailures, now: number): number {
  const hasFailedHere = own.some((at) => at > now - WINDOW_MS)
  return hasFailedHere && hundredth !== null ? hundredth + WINDOW_MS : 0
}

/** For how many seconds this address may not be tried from this network; 0 when it may be now. */
export function secondsToWait(failures: RecentFailures, now: number): number {
  const until = Math.max(endOfOwnHold(failures.own), endOfNetworkHold(failures, now))
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** Whether this failure of a network in this hour, counted from 1, gets a row of its own in the log. */
export const isLoggedOneByOne = (failure: number): boolean => failure <= LOGGED_ONE_BY_ONE

/** How many failures of an ended hour are in the log together. */
export const loggedAsSum = (failures: number): number => Math.max(0, failures - LOGGED_ONE_BY_ONE)

/** The hour a moment lies in, as its first moment. */
export const hourOf = (now: Date): string =>
  new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString()

/** Whether one more link may go to an account: `mails` are those of the last day, newest first. */
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
