/** Names of backups, which of them to keep, and when the next one is due. All days are Manila's. */

import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay, manilaMoment } from '../../shared/lib/dates.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'

/** Names sort by time. */
export const backupName = (made: Date, isEncrypted: boolean): string =>
  `safeguards-${made
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')}.tar${isEncrypted ? '.age' : ''}`

const NAME = /^safeguards-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(\.age)?$/

export const isEncrypted = (name: string): boolean => name.endsWith('.age')

/** Returns when the backup of this name was begun, or null for a name that is not a backup's. */
export function madeAt(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  const made = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(made.getTime()) ? null : made
}

/** The backups among these names, newest first. */
const backupsOf = (names: readonly string[]) =>
  names
    .flatMap((name) => {
      const made = madeAt(name)
      return made ? [{ name, day: manilaDay(made), made: made.getTime() }] : []
    })
    .sort((a, b) => b.made - a.made)

export const newestOf = (names: readonly string[]): string | null => backupsOf(names)[0]?.name ?? null

type RetentionSettings = { backup_keep_days: number; backup_keep_months: number }

/**
 * Returns the backups to delete: older than so many days and not the newest of one of so many months. The newest of all
 * stays however old it is, and a file not named like a backup is never returned.
 */
export function expiredBackups(names: readonly string[], now: Date, keeping: RetentionSettings): string[] {
  const backups = backupsOf(names)
  const firstDay = addDays(manilaDay(now), -keeping.backup_keep_days)
  const months = [...new Set(backups.map(({ day }) => day.slice(0, 7)))].slice(0, keeping.backup_keep_months)
  const monthly = new Set(months.map((month) => backups.find(({ day }) => day.startsWith(month))))
  return backups
    .filter((one, index) => index > 0 && one.day < firstDay && !monthly.has(one))
    .map(({ name }) => name)
}

/** Returns the last moment with this time of day in Manila. */
export function lastDueAt(now: Date, time: string): Date {
  const today = new Date(manilaMoment(manilaDay(now), time)).getTime()
  return new Date(today > now.getTime() ? today - DAY_MS : today)
}
