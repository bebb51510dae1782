import { isFmbAdministrator } from '../../shared/access/actor.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { listFmbAdministrators } from './administrators.queries.ts'
import { queueMails } from '../mails/mail.ts'
import { letterOf, mailTo } from '../mails/reader.ts'

type Named = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'email' | 'role' | 'access_level' | 'hierarchy_role' | 'status'
>

const administers = (user: Named | null): boolean =>
  user?.status === 'Activated' && isFmbAdministrator(user).ok

/** Reports to every administrator of FMB that somebody has become one; nothing where the change has made none. */
export async function mailNewAdministrator(
  { services, actor }: Ctx,
  db: Db,
  [before, after]: [Named | null, Named],
): Promise<void> {
  if (administers(before) || !administers(after)) return
  const { public_url } = services.config
  const administrators = await listFmbAdministrators(db)
  await queueMails(
    db,
    administrators.map((one) =>
      mailTo(services, one, ({ t }) => {
        const facts = {
          person: actor.name,
          email: actor.email,
          owner: `${after.first_name} ${after.last_name}`,
          owner_email: after.email,
          role: after.role,
          at: dateTimeIn(t, services.now().toISOString()),
        }
        return {
          subject: t('mails.new_administrator_subject', facts),
          text: letterOf(
            t('mails.hello', { name: one.first_name }),
            t('mails.new_administrator', facts),
            t('mails.new_administrator_unexpected', facts),
            `${public_url}/users/${after.id}`,
          ),
        }
      }),
    ),
  )
}
