import { z } from 'zod/mini'
import { endpoint, everyone } from '../access/endpoint.ts'
import { word } from '../lib/plain-text.ts'

export const NO_LANGUAGE = 'Choose one of the languages of mails.'
/** of the code of a language */
const CODE_MAX = 10

const LanguageCode = word(NO_LANGUAGE, CODE_MAX)

/** The language in which the caller reads mails. Which languages there are is known to the server alone. */
export const MailLanguageInput = z.object({
  language: LanguageCode,
  /** the language that the page showed; if it changed meanwhile, the save is refused (S-144) */
  was: z.optional(LanguageCode),
})
export type MailLanguageInput = z.output<typeof MailLanguageInput>

const MailLanguageReply = z.object({
  language: z.string(),
  /** each with its name in itself; an unofficial translation was not reviewed by FMB */
  languages: z.array(z.object({ code: z.string(), name: z.string(), unofficial: z.boolean() })),
})
export type MailLanguageReply = z.output<typeof MailLanguageReply>

export const mailLanguageApi = {
  own: endpoint('GET', '/my-profile/language', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'The language of mails to the caller, and the languages there are',
    reply: MailLanguageReply,
  }),
  choose: endpoint('PATCH', '/my-profile/language', {
    may: everyone,
    auditor: 'makes',
    summary: 'Choose the language of mails to the caller',
    body: MailLanguageInput,
    reply: MailLanguageReply,
  }),
}
