import { setTimeout as sleep } from 'node:timers/promises'

/** A try that waits holds a connection, so only so many wait, and few of each address. */
const MOST = 500
const MOST_EACH = 10

const held = new Map<string, number>()
let all = 0

/**
 * Lets a try of this address wait for so many seconds; false, at once, when too many wait already, so that guessing
 * cannot use up the connections of the server (ruling S-132).
 */
export async function holdTry(email: string, seconds: number): Promise<boolean> {
  const own = held.get(email) ?? 0
  if (all >= MOST || own >= MOST_EACH) return false
  all += 1
  held.set(email, own + 1)
  await sleep(seconds * 1000)
  all -= 1
  const left = (held.get(email) ?? 1) - 1
  if (left > 0) held.set(email, left)
  else held.delete(email)
  return true
}
