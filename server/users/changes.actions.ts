import { AppError } from '../lib/errors.ts'

/** Refuses with 409 a change that was made looking at an older state of the record (S-21). */
export function insistSeen(seen: string | undefined, record: { updated_at: string }): void {
  if (seen === undefined) return
  if (new Date(seen).getTime() !== new Date(record.updated_at).getTime()) throw new AppError('conflict')
}
