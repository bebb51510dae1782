import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { retryAllMails } from './mail-queue.ts'

/** Retries every waiting or failed mail at once for an operator; returns how many. */
export const retryMails = ({ db }: Pick<Services, 'db'>): Promise<number> =>
  db.transaction().execute(async (held) => {
    const count = await retryAllMails(held)
    if (count > 0)
      await writeAudit(held, null, OPERATOR_ORIGIN, {
        module: 'System',
        event: 'Mails Sent Again',
        actor: OPERATOR,
        changes: [{ field: 'mails', old: null, new: String(count) }],
      })
    return count
  })
