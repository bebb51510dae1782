import type { Services } from '../context/context.ts'
import { withTimeout } from '../lib/with-timeout.ts'

const READ_EVERY_MS = 60_000
/** the log in page does not wait longer for a database that is away */
const PATIENCE_MS = 1_000

/** Whether a level is asked for a second factor, or somebody has a passkey that counts. */
async function isAnyOffered({ readDb: db }: Pick<Services, 'readDb'>): Promise<boolean> {
  const found = await db
    .selectNoFrom((query) =>
      query
        .or([
          query.exists(
            query.selectFrom('factor_demands').select('access_level').where('demand', '<>', 'off'),
          ),
          query.exists(query.selectFrom('passkeys').select('id').where('proved_at', 'is not', null)),
        ])
        .as('is_any'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(found.is_any)
}

/**
 * Returns the question whether the log in page offers passkeys. It reads the database at most once a minute, and keeps
 * the last answer while the database is away.
 */
export function passkeyOffer(services: Pick<Services, 'readDb' | 'now'>): () => Promise<boolean> {
  let readAt = Number.NEGATIVE_INFINITY
  let last = Promise.resolve(false)
  return () => {
    const now = services.now().getTime()
    if (now - readAt < READ_EVERY_MS) return last
    readAt = now
    const before = last
    const tooSlow = () => new Error('The database did not answer.')
    last = withTimeout(PATIENCE_MS, isAnyOffered(services), tooSlow).catch(() => before)
    return last
  }
}
