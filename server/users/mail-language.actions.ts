import {
  type MailLanguageInput,
  type MailLanguageReply,
  NO_LANGUAGE,
} from '../../shared/users/mail-language.schema.ts'
import type { Ctx, Services } from '../context/context.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { findLanguage, languageOf, lockLanguage } from '../mails/reader.ts'
import { savedElsewhere } from './mail-choice.actions.ts'
import { entry } from './users.actions.ts'

const replyOf = (services: Services, stored: string): MailLanguageReply => ({
  language: languageOf(services, { language: stored }).code,
  languages: Object.entries(services.languages).map(([code, { name }]) => ({
    code,
    name,
    unofficial: languageOf(services, { language: code }).unofficial,
  })),
})

/** Returns the language of mails to the caller; English where the chosen one is not there any more. */
export const ownLanguage = async ({ db, actor, services }: Ctx): Promise<MailLanguageReply> =>
  replyOf(services, await findLanguage(db, actor.id))

/** Saves the caller's choice. The same choice again is logged too. */
export function chooseLanguage(ctx: Ctx, { language, was }: MailLanguageInput): Promise<MailLanguageReply> {
  const { services, actor } = ctx
  const chosen = Object.hasOwn(services.languages, language) ? services.languages[language] : undefined
  if (!chosen) throw invalid({ language: [NO_LANGUAGE] })
  return ctx.write(async (db, audit) => {
    const { code: before, name } = languageOf(services, { language: await lockLanguage(db, actor.id) })
    if (was !== undefined && before !== was && before !== language)
      throw new AppError('conflict', { saved_before: await savedElsewhere(ctx, db) })
    await db.updateTable('users').set({ language }).where('users.id', '=', actor.id).execute()
    const change = { field: 'language', old: name, new: chosen.name }
    audit(entry(actor, 'Updated', before === language ? [] : [change]))
    return replyOf(services, language)
  })
}
