/** largest accepted difference between the clocks of two machines */
export const MAX_DIFFERENCE_MS = 5 * 60_000

const minutes = (milliseconds: number): string => {
  const count = Math.round(milliseconds / 60_000)
  return count < 180 ? `${count} minutes` : `${Math.round(count / 60)} hours`
}

/** Returns the sentence for a clock too far from the database's to run jobs by it; null when it is not (S-153). */
export function clockDifferenceText({ now, database }: { now: Date; database: Date }): string | null {
  const ahead = now.getTime() - database.getTime()
  if (Math.abs(ahead) <= MAX_DIFFERENCE_MS) return null
  const apart = `${minutes(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'}`
  return `The clock of this server is ${apart} the database's, so it runs no jobs: set both by NTP, and jobs continue by themselves.`
}
