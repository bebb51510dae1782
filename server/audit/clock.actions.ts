import { formatDateTime } from '../../shared/lib/dates.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../auth/operator.actions.ts'
import { writeAudit } from '../lib/audit.ts'
import type { Services } from '../lib/context.ts'
import { findEnds, findTime } from './chain.queries.ts'

type ClockServices = Pick<Services, 'db' | 'now'>

/** What the clocks say, and how far the log is sealed. */
export async function tellClocks({
  db,
  now,
}: ClockServices): Promise<{ server: string; database: string; newest: string | null }> {
  const { last } = await findEnds(db)
  const database = formatDateTime((await findTime(db)).toISOString())
  return { server: formatDateTime(now().toISOString()), database, newest: last?.day ?? null }
}

/** An operator says that the clock is right: rows are sealed under its day, however long the product was off. */
export const confirmClock = ({ db }: ClockServices): Promise<void> =>
  db.transaction().execute((held) =>
    writeAudit(held, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Clock Confirmed',
      actor: OPERATOR,
    }),
  )
