import { isFmbAdministrator } from '../../shared/access/actor.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { listFmbAdministrators } from './administrators.queries.ts'
import { mail } from '../mails/compose.ts'
import { queueMails } from '../mails/mail.ts'

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
  const values = {
    person: actor.name,
    email: actor.email,
    owner: `${after.first_name} ${after.last_name}`,
    owner_email: after.email,
    role: after.role,
    at: services.now(),
  }
  const mails = (await listFmbAdministrators(db)).map((administrator) =>
    mail(services, administrator, 'new_administrator', values, {
      paragraphs: [
        'mails.new_administrator',
        'mails.new_administrator_unexpected',
        { link: `/users/${after.id}` },
      ],
    }),
  )
  await queueMails(db, mails)
}
