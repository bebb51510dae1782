const DAY_MS = 86_400_000

/** "less than a day", "1 day", "12 days": how long something has waited. */
export function daysSince(iso: string, now: Date): string {
  const days = Math.floor((now.getTime() - new Date(iso).getTime()) / DAY_MS)
  if (days < 1) return 'less than a day'
  return days === 1 ? '1 day' : `${days} days`
}
