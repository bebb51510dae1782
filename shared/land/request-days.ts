/** Says why a body cannot have been asked on this day; null if it can. */
export const askedOnComplaint = (day: string, today: string): string | null =>
  day > today ? 'Asked on cannot be in the future.' : null

/** Says why a request cannot have been answered on this day; null if it can. */
export function answeredOnComplaint(
  day: string,
  { asked_on }: { asked_on: string },
  today: string,
): string | null {
  if (day > today) return 'Answered on cannot be in the future.'
  return day < asked_on ? 'Answered on cannot be before the day of the request.' : null
}
