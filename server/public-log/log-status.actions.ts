import type { PublicLog } from '../../shared/audit/integrity.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import { queueMailToEach } from '../mails/mail.ts'
import type { Db } from '../database/db.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { logKey, logKeyId, originOf } from './log-key.ts'
import {
  findDisagreement,
  findLogSize,
  findPublishedCheckpoint,
  listSuperAdministrators,
  recordDisagreement,
} from './log.queries.ts'
import { keyText, signerKey } from './note.ts'
import { otherKeySentence } from './other-key.ts'
import { findExternalStatus } from './external-status.actions.ts'

type StatusServices = Pick<Services, 'config' | 'db' | 'now'>

const mailText = (sentence: string, at: string, public_url: string): string =>
  `On ${formatDateTime(at)} the product found that its audit log is not the one whose checkpoints it has published.

${sentence}

Nothing is sealed and nothing is published until an operator finds out why. If a backup was restored, an operator records this at the server: npm run operator -- log accept REASON. If no backup was restored, the log may have been changed: keep the database as it is and compare it with a checkpoint from outside.

${public_url}/audit-logs/integrity
`

/**
 * Stops the log and the sealer: records the disagreement and mails it to the Super Administrators, once. Returns
 * whether it is new.
 */
export const stopLog = (
  { config, db, now }: StatusServices,
  sentence: string,
  outside?: string,
): Promise<boolean> =>
  db.transaction().execute(async (held) => {
    const noticed_at = now().toISOString()
    const isNew = await recordDisagreement(held, { noticed_at, sentence, ...(outside ? { outside } : {}) })
    if (!isNew) return false
    await queueMailToEach(held, await listSuperAdministrators(held), {
      subject: 'The audit log needs attention',
      text: mailText(sentence, noticed_at, config.public_url),
    })
    return true
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
