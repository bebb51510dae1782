import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../context/context.ts'
import { graceTimeOfInstallation } from '../operate/first-day-grace.ts'
import { findNewestRuns } from './backup-runs.queries.ts'

/** `before`: the time reported until there is a first backup */
type NewestBackups = Awaited<ReturnType<typeof findNewestRuns>> & { before: number }

const GAUGES: { name: string; help: string; value: (newest: NewestBackups) => number }[] = [
  {
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest backup was begun; before the first, the installation for its first 26 hours, then 0',
    value: ({ made, before }) => (made ? new Date(made.started_at).getTime() / 1000 : before),
  },
  {
    name: 'backup_last_size_bytes',
    help: 'Size of the newest backup',
    value: ({ made }) => made?.bytes ?? 0,
  },
  {
    name: 'backup_last_missing_files',
    help: 'Files whose bytes the store had lost at the newest backup',
    value: ({ made }) => made?.missing ?? 0,
  },
  {
    name: 'backup_failed',
    help: 'Whether the last try failed: 1, or 0',
    value: ({ failed }) => (failed ? 1 : 0),
  },
]

/** Age and size of the newest backup, and whether the last attempt failed; no metrics without automatic backups. */
export function backupMetrics(registry: Registry, services: Services): void {
  const { config, db } = services
  if (config.backup_url === null) return
  let reading: Promise<NewestBackups | null> | null = null
  /** Reads once for all gauges of a reply. Readiness reports a lost database; the gauges keep their last values. */
  const newest = () => {
    reading ??= Promise.all([findNewestRuns(db), graceTimeOfInstallation(services)])
      .then(([found, before]) => ({ ...found, before }))
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
  for (const { name, help, value } of GAUGES)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await newest()
        if (found) this.set(value(found))
      },
    })
}
