import { sql } from 'kysely'
import type { Services } from '../context/context.ts'

const FIRST_DAY_MS = 26 * 3_600_000

/**
 * Returns the time, in seconds, to report for an event that has never happened: that of the installation during its
 * first 26 hours, so that no alarm is raised too early, then 0 (S-155).
 */
export function graceTime(installed_at: Date, now: Date): number {
  const age = now.getTime() - installed_at.getTime()
  return age >= 0 && age < FIRST_DAY_MS ? installed_at.getTime() / 1000 : 0
}

/** As `graceTime` for this installation, which begins with the first migration in its database. */
export async function graceTimeOfInstallation({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  const { rows } = await sql<{ installed_at: string | null }>`
    select min(timestamp) as installed_at from kysely_migration`.execute(db)
  return graceTime(new Date(rows[0]?.installed_at ?? 0), now())
}
