import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

const WINDOW_MS = 60_000
/** how often the instances exchange their counts */
const REPORT_EVERY_MS = 1_000

/** One network's calls in its minute: reported by all instances, and ours not reported yet. */
type Count = { reported: number; own: number; ends: number }
type Total = { network: string; calls: number; left_ms: number }

/** Adds our counts to the shared ones; a minute that has ended begins again. The database's clock decides. */
async function reportCounts(db: Kysely<DB>, networks: string[], calls: number[]): Promise<Total[]> {
  const isOver = sql`kept.began_at <= now() - make_interval(secs => ${WINDOW_MS / 1000})`
  const { rows } = await sql<Total>`
    insert into public_call_counts as kept (network, began_at, calls)
    select network, now(), calls from unnest(${networks}::text[], ${calls}::integer[]) as counted (network, calls)
    order by network
    on conflict (network) do update set
      began_at = case when ${isOver} then now() else kept.began_at end,
      calls = case when ${isOver} then excluded.calls else kept.calls + excluded.calls end
    returning network, calls,
      extract(epoch from began_at - now())::float8 * 1000 + ${WINDOW_MS}::float8 as left_ms`.execute(db)
  return rows
}

/** Deletes counts of past minutes. */
export async function removeOldCounts(db: Kysely<DB>): Promise<void> {
  await sql`delete from public_call_counts where began_at < now() - interval '2 minutes'`.execute(db)
}

/**
 * Counts calls per network and minute for all instances together. A call is counted in this process and writes nothing:
 * once a second, while there are calls, one statement reports them and reads what the others have counted. So a network
 * that calls several instances at once may exceed the limit by the calls of one second. Without the database each
 * instance counts alone.
 */
export function createSharedRateLimit(db: Kysely<DB>) {
  const counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | null = null
  let reporting = Promise.resolve()

  const forgetEnded = () => {
    const now = performance.now()
    for (const [network, { ends }] of counts) if (ends <= now) counts.delete(network)
  }

  const reportAll = async () => {
    timer = null
    forgetEnded()
    const unreported = [...counts].filter(([, { own }]) => own > 0)
    if (unreported.length === 0) return
    const sent = unreported.map(([, count]) => {
      const { own } = count
      count.reported += own
      count.own = 0
      return own
    })
    try {
      const totals = await reportCounts(
        db,
        unreported.map(([network]) => network),
        sent,
      )
      const now = performance.now()
      for (const { network, calls, left_ms } of totals) {
        const count = counts.get(network)
        if (!count) continue
        count.reported = calls
        count.ends = now + left_ms
      }
    } catch {
      // reported again with the next counts
      unreported.forEach(([, count], index) => {
        count.reported -= sent[index] ?? 0
        count.own += sent[index] ?? 0
      })
    }
  }

  return {
    /** Counts one call; returns the calls of its minute, and the milliseconds left of it. */
    count(network: string): { current: number; ttl: number } {
      const now = performance.now()
      let count = counts.get(network)
      if (!count || count.ends <= now) {
        count = { reported: 0, own: 0, ends: now + WINDOW_MS }
        counts.set(network, count)
      }
      count.own += 1
      timer ??= setTimeout(() => {
        reporting = reporting.then(reportAll)
      }, REPORT_EVERY_MS).unref()
      return { current: count.reported + count.own, ttl: count.ends - now }
    },
    stop: async () => {
      if (timer) clearTimeout(timer)
      await reporting
    },
  }
}
