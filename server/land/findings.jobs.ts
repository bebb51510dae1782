import { formatCount } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { dayIn } from '../../shared/texts/words.ts'
import type { Services } from '../context/context.ts'
import { recordMail } from '../review/record-notices.ts'
import { takeNewFindings } from './new-findings.queries.ts'
import { mailEncoders } from './office-mails.ts'
import type { CurrentLayer } from './screening.queries.ts'

/**
 * Mails each office once about the land that the current version of a layer has found, when all boundaries are compared
 * with it. The version is marked in the transaction that queues the mails.
 */
export const mailFindings = (services: Services, layer: CurrentLayer): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const offices = await takeNewFindings(db, layer.version_id, services.now())
    for (const { sites, ...place } of offices)
      await mailEncoders(services, db, place, (reader) =>
        recordMail(services, reader, (t) => ({
          subject: t('mails.found_subject', { layer: lineForm(layer.name) }),
          paragraphs: [
            t('mails.found', {
              layer: lineForm(layer.name),
              source: lineForm(layer.source),
              day: dayIn(t, layer.source_date),
              count: formatCount(sites),
            }),
            `${services.config.public_url}/land/tasks?task=found`,
          ],
          why: t('mails.why_found'),
        })),
      )
  })
