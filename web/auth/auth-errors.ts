import type { z } from 'zod/mini'
import { ApiError, firstFieldErrors } from '../lib/call.ts'

export type Sentences = Record<string, string>

/** The first sentence of each field that a form refused before it was sent. */
export function sentencesOf(error: z.core.$ZodError): Sentences {
  const sentences: Sentences = {}
  for (const { path, message } of error.issues) sentences[String(path[0])] ??= message
  return sentences
}

/** What the server said under each of the form's own fields, and what is above the form: a refusal is never lost. */
export function splitErrors(error: unknown, fields: readonly string[], message: string) {
  const all = firstFieldErrors(error)
  const own = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)))
  const others = Object.entries(all).filter(([field]) => !fields.includes(field))
  const general = Object.keys(own).length > 0 ? (others[0]?.[1] ?? null) : message
  return { own, general }
}

/** The server's own sentence; "Something went wrong." when it gave none (000 §8, password screens). */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && (error.why !== null || error.code === null)
    ? error.message
    : 'Something went wrong.'
