import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import { MAIL_CHOICE_WORDS, type MailChoice } from '../../shared/users/mail-choice.ts'
import type { MailChoiceInput, MailChoiceReply } from '../../shared/users/users.schema.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { findLatestChanges } from '../context/latest-changes.ts'
import { entry } from './users.actions.ts'

/** Returns null where the person has chosen nothing; a check constraint allows only the values of MailChoice. */
async function choiceOf(db: Db, id: number, lock: boolean): Promise<MailChoice | null> {
  const row = await db
    .selectFrom('users')
    .select('users.mail_choice')
    .where('users.id', '=', id)
    .$if(lock, (one) => one.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('not_signed_in')
  return row.mail_choice as MailChoice | null
}

/** Returns which mails about records the caller has chosen, and the bureau's default (S-117). */
export async function ownMails({ db, actor, services }: Ctx): Promise<MailChoiceReply> {
  return {
    mail_choice: await choiceOf(db, actor.id, false),
    bureau: services.config.mail_notifications,
  }
}

const words = (choice: MailChoice | null): string =>
  choice ? MAIL_CHOICE_WORDS[choice] : 'As the bureau has set it'

/** Returns the newest change of the caller's account, by themselves elsewhere or an administrator; null without one. */
export async function savedElsewhere({ actor: { id } }: Ctx, db: Db): Promise<SavedBefore | null> {
  const newest = await db
    .selectFrom('audit_logs')
    .select('created_at as updated_at')
    .where('auditable_type', '=', 'User Management')
    .where('auditable_id', '=', id)
    .where('event', '=', 'Updated')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest ? findLatestChanges(db, 'User Management', { id, ...newest }, 1) : null
}

/** Saves the caller's choice. The same choice again is logged too. */
export const chooseMails = (ctx: Ctx, { mail_choice, was }: MailChoiceInput): Promise<MailChoiceReply> =>
  ctx.write(async (db, audit) => {
    const before = await choiceOf(db, ctx.actor.id, true)
    if (was !== undefined && before !== was && before !== mail_choice)
      throw new AppError('conflict', { saved_before: await savedElsewhere(ctx, db) })
    await db.updateTable('users').set({ mail_choice }).where('users.id', '=', ctx.actor.id).execute()
    const change = { field: 'mail_choice', old: words(before), new: words(mail_choice) }
    audit(entry(ctx.actor, 'Updated', before === mail_choice ? [] : [change]))
    return { mail_choice, bureau: ctx.services.config.mail_notifications }
  })
