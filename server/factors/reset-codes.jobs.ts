import type { ResetCodeRow } from '../../shared/factors/factors.schema.ts'
import { formatDateTime, manilaDay, manilaMoment, mondayOf } from '../../shared/lib/dates.ts'
import { plural } from '../../shared/lib/format.ts'
import type { Services } from '../context/context.ts'
import { queueMailToEach } from '../mails/mail.ts'
import { listFmbAdministrators } from './administrators.queries.ts'
import { takeUnlistedCodes } from './reset-codes.queries.ts'

/** more than anyone reads in a mail; the list has all */
const MAX_NAMED = 100

const ENDS: Record<NonNullable<ResetCodeRow['ended_by']>, string> = {
  used: 'used',
  replaced: 'replaced by a newer code',
  expired: 'not used',
  'not needed': 'not used: the person found the second factor',
}

function lineOf({ user_name, office, ...code }: ResetCodeRow): string {
  const issuers = [code.issued_by_name, code.second_issued_by_name].filter((name) => name !== null)
  const end =
    code.ended_by && code.ended_at
      ? `${ENDS[code.ended_by]}, ${formatDateTime(code.ended_at)}`
      : 'not used yet'
  return `  ${user_name}, ${office}: issued by ${issuers.join(' and ')}, ${formatDateTime(code.issued_at)}; ${end}\n`
}

/**
 * Mails the reset codes issued until last Sunday to the administrators of FMB, each code in one mail only; nothing when
 * there were none.
 */
export const mailResetCodes = ({ db, config, now }: Pick<Services, 'db' | 'config' | 'now'>): Promise<void> =>
  db.transaction().execute(async (held) => {
    const at = now()
    const codes = await takeUnlistedCodes(held, manilaMoment(mondayOf(manilaDay(at))), at)
    if (codes.length === 0) return
    const more = codes.length - MAX_NAMED
    await queueMailToEach(held, await listFmbAdministrators(held), {
      subject: `${plural(codes.length, 'reset code')} in the past week`,
      text: [
        'these reset codes for lost second factors were issued in the past week. If one of them surprises you, ask who issued it:\n\n',
        ...codes.slice(0, MAX_NAMED).map(lineOf),
        ...(more > 0 ? [`\nAnd ${plural(more, 'more reset code')}.\n`] : []),
        `\nAll of them are listed here:\n\n${config.public_url}/users/sign-in\n`,
      ].join(''),
    })
  })
