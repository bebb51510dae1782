import { plural } from '../lib/format.ts'
import { PROOF_NAMES } from './codes.ts'

const NAMES: Readonly<Partial<Record<string, string>>> = PROOF_NAMES

/** "password and app", as a session stores it, in words: "password and authenticator app". */
export const identityMethod = (proved_by: string): string =>
  proved_by
    .split(' and ')
    .map((one) => NAMES[one] ?? one)
    .join(' and ')

type GivenIdentity = { proved_by: string; minutes: number; count: number | null }

/** A proof as the log shows it: "password and authenticator app, 3 minutes before, for 24 records". */
export function identityWords({ proved_by, minutes, count }: GivenIdentity): string {
  const records = count === null ? '' : `, for ${plural(count, 'record')}`
  const age = minutes === 0 ? 'less than a minute' : plural(minutes, 'minute')
  return `${identityMethod(proved_by)}, ${age} before${records}`
}
