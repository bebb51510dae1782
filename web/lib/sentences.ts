import type { z } from 'zod/mini'
import { messageIn, type Translate } from '../../shared/texts/translate.ts'
import { ApiError, firstFieldErrors, toMessage } from './call.ts'

export type Sentences = Record<string, string>

/** Returns the first sentence of each field that failed validation in the browser. */
export function sentencesOf(t: Translate, error: z.core.$ZodError): Sentences {
  const sentences: Sentences = {}
  for (const { path, message } of error.issues) sentences[String(path[0])] ??= messageIn(t, message)
  return sentences
}

/** Splits the server's errors into those of the form's fields and the one above the form, so that none is lost. */
export function splitErrors(error: unknown, fields: readonly string[], message: string) {
  const all = firstFieldErrors(error)
  const own = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)))
  const others = Object.entries(all).filter(([field]) => !fields.includes(field))
  const general = others[0]?.[1] ?? (Object.keys(own).length > 0 ? null : message)
  return { own, general }
}

/** Returns the sentence of a failed call, in the language of the page. */
export function failureIn(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('sign_in.went_wrong')
  if (error.code === 'unanswered') return t('sign_in.no_answer')
  return error.code === 'wordless' ? t('sign_in.no_message') : toMessage(error)
}

/** Returns the server's sentence; "Something went wrong." when there is none (000 §8, password screens). */
export const serverMessage = (t: Translate, error: unknown): string =>
  error instanceof ApiError && (error.why !== null || error.code === null)
    ? error.message
    : t('sign_in.went_wrong')
