import type { z } from 'zod/mini'
import { ApiError, firstFieldErrors } from '../lib/call.ts'

export type Sentences = Record<string, string>

/** Returns the first sentence of each field that failed validation in the browser. */
export function sentencesOf(error: z.core.$ZodError): Sentences {
  const sentences: Sentences = {}
  for (const { path, message } of error.issues) sentences[String(path[0])] ??= message
  return sentences
}

/** Splits the server's errors into those of the form's fields and the one above the form, so that none is lost. */
export function splitErrors(error: unknown, fields: readonly string[], message: string) {
  const all = firstFieldErrors(error)
  const own = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)))
  const others = Object.entries(all).filter(([field]) => !fields.includes(field))
  const general = Object.keys(own).length > 0 ? (others[0]?.[1] ?? null) : message
  return { own, general }
}

/** Returns the server's sentence; "Something went wrong." when there is none (000 §8, password screens). */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && (error.why !== null || error.code === null)
    ? error.message
    : 'Something went wrong.'
