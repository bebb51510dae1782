/* Days and times in Manila in digits, all that the public pages load. Also exported by manila-days.ts. */

const MANILA_OFFSET_MS = 8 * 3_600_000
const inManila = (now: Date): string => new Date(now.getTime() + MANILA_OFFSET_MS).toISOString()

/** The calendar day in Manila, yyyy-mm-dd; computed with arithmetic, because exports need a million of them. */
export const manilaDay = (now: Date): string => inManila(now).slice(0, 10)

/** The time of day in Manila, hh:mm. */
export const manilaClock = (now: Date): string => inManila(now).slice(11, 16)
