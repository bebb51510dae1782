import { formatDateTime } from '../lib/dates.ts'

/** States that an operator erased something, when and why. */
export const erasedText = (what: string, { at, reason }: { at: string; reason: string }): string =>
  `${what} was erased on ${formatDateTime(at)}. Reason: ${reason}`
