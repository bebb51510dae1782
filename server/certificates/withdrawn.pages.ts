import type { PublicPage } from '../../shared/public/public-page.ts'
import { requireRecordMatches } from '../claims/require-match.actions.ts'
import type { Services } from '../context/context.ts'
import { findResponsibleOffice } from '../approved/approved.queries.ts'
import { findWithdrawnApproval } from '../approved/withdrawn.queries.ts'

/** Returns the page of an approval that FMB has withdrawn, or null; rejects if it does not match the log. */
export async function withdrawnPage(
  { config, db, files }: Pick<Services, 'config' | 'db' | 'files'>,
  site_activity_id: number,
): Promise<PublicPage | null> {
  const found = await findWithdrawnApproval(db, site_activity_id)
  if (!found) return null
  await requireRecordMatches({ config, db, files }, 'activity', site_activity_id, { tree: false })
  return {
    page: 'withdrawn_approval',
    withdrawn: found,
    responsible: await findResponsibleOffice(db, site_activity_id),
  }
}
