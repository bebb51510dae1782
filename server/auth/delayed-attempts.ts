import { setTimeout as sleep } from 'node:timers/promises'

/** a delayed attempt keeps a connection open, so their number is limited, in all and for each address */
const MAX_DELAYED = 500
const MAX_DELAYED_PER_ADDRESS = 10

const delayedByAddress = new Map<string, number>()
let delayedInAll = 0

/**
 * Delays an attempt on this address by so many seconds. Returns false at once when too many are delayed already, so
 * that guessing cannot use up the server's connections (ruling S-132).
 */
export async function delayAttempt(email: string, seconds: number): Promise<boolean> {
  const own = delayedByAddress.get(email) ?? 0
  if (delayedInAll >= MAX_DELAYED || own >= MAX_DELAYED_PER_ADDRESS) return false
  delayedInAll += 1
  delayedByAddress.set(email, own + 1)
  await sleep(seconds * 1000)
  delayedInAll -= 1
  const left = (delayedByAddress.get(email) ?? 1) - 1
  if (left > 0) delayedByAddress.set(email, left)
  else delayedByAddress.delete(email)
  return true
}
