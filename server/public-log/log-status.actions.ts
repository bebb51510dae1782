import type { PublicLog } from '../../shared/audit/integrity.schema.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { logKey, logKeyId, originOf } from './log-key.ts'
import { findDisagreement, findLogSize, findPublishedCheckpoint, recordDisagreement } from './log.queries.ts'
import { mailLogStopped } from './public-log.mails.ts'
import { keyText, signerKey } from './note.ts'
import { otherKeySentence } from './other-key.ts'
import { findExternalStatus } from './external-status.actions.ts'

type StopServices = Pick<Services, 'config' | 'db' | 'now' | 'languages' | 'readDb'>

/**
 * Stops the log and the sealer: records the disagreement and mails it to the Super Administrators, once. Returns
 * whether it is new.
 */
export const stopLog = (services: StopServices, sentence: string, outside?: string): Promise<boolean> =>
  services.db.transaction().execute(async (held) => {
    const noticed_at = services.now().toISOString()
    const isNew = await recordDisagreement(held, { noticed_at, sentence, ...(outside ? { outside } : {}) })
    if (isNew) await mailLogStopped(services, held, { at: noticed_at, sentence })
    return isNew
  })

/** Returns how far the public log is, and why it is stopped. */
export async function findLogStatus({ config }: Pick<Services, 'config'>, db: Db): Promise<PublicLog> {
  const key = logKey(config)
  const published = await findPublishedCheckpoint(db)
  const origin = (published && parseCheckpoint(published.checkpoint)?.origin) ?? null
  const open = await findDisagreement(db)
  return {
    origin,
    key: keyText(signerKey(origin ?? originOf(config), key)),
    key_id: logKeyId(key),
    entries: await findLogSize(db),
    published: published && { size: published.size, at: published.published_at },
    stopped: open && { sentence: open.sentence, at: open.noticed_at },
    other_key: otherKeySentence(config, published),
    outside: await findExternalStatus(config, db),
  }
}
