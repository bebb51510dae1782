import { lineForm } from '../../shared/lib/text-form.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dayIn } from '../../shared/texts/words.ts'
import type { Services } from '../context/context.ts'
import { mail } from '../mails/compose.ts'
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
    for (const { sites, ...place } of offices) {
      const values = {
        layer: lineForm(layer.name),
        source: lineForm(layer.source),
        day: (t: Translate) => dayIn(t, layer.source_date),
        count: sites,
      }
      await mailEncoders(services, db, place, (reader) =>
        mail(services, reader, 'found', values, { kind: 'found', link: '/land/tasks?task=found' }),
      )
    }
  })
