import { manilaDay, manilaMoment, mondayOf } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import { mailResetCodeList } from './reset-codes.mails.ts'
import { takeUnlistedCodes } from './reset-codes.queries.ts'

/**
 * Mails the reset codes issued until last Sunday to the administrators of FMB, each code in one mail only; nothing when
 * there were none.
 */
export const mailResetCodes = (services: Services): Promise<void> =>
  services.db.transaction().execute(async (held) => {
    const at = services.now()
    const codes = await takeUnlistedCodes(held, manilaMoment(mondayOf(manilaDay(at))), at)
    if (codes.length > 0) await mailResetCodeList(services, held, codes)
  })
