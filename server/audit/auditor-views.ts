import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { isAuditor } from '../../shared/access/actor.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import { type CheckedCall, checkedCallOf } from '../http/http.ts'
import { writeAudit } from '../context/audit.ts'
import { hasSeenRecently, lockView, nameOfTarget } from './views.queries.ts'
import { inTransaction } from '../database/db.ts'

type EventOf = (endpoint: Endpoint) => 'Viewed' | 'Exported' | null

/** A part of an address in words: a text, a number, or the columns that a list is sorted by. */
const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(wordsOf).join(' ')
      : String(value)

/** What was asked for beside the record itself, as fields of the row; the first page is not named. */
const asked = (parts: unknown): FieldChange[] =>
  Object.entries(parts ?? {})
    .filter(([field, value]) => field !== 'id' && (field !== 'page' || value !== 1))
    .map(([field, value]) => ({ field, old: null, new: wordsOf(value ?? '') }))
    .filter((change) => change.new !== '')

/** The row about a call: the record, and in words what was seen and how it was narrowed. */
function rowOf({ endpoint: { summary }, input: { params, query } }: CheckedCall): {
  module: 'Auditor'
  id: number | null
  changes: FieldChange[]
} {
  const id = (params as { id?: unknown } | undefined)?.id
  const seen = summary.replaceAll('the caller’s', 'the auditor’s').replaceAll('the caller', 'the auditor')
  return {
    module: 'Auditor',
    id: typeof id === 'number' ? id : null,
    changes: [{ field: 'seen', old: null, new: seen }, ...asked(params), ...asked(query)],
  }
}

/** Logs a view, once a minute per person, call and target; an export each time. */
async function recordSeen(call: CheckedCall, event: 'Viewed' | 'Exported'): Promise<void> {
  const { actor, origin, services } = call.ctx
  const row = rowOf(call)
  // not `ctx.write`, which requires a row in the log: a repeated view writes none
  await inTransaction(services.db, async (db) => {
    if (event === 'Viewed') {
      await lockView(db, { user_id: actor.id, module: 'Auditor', id: row.id })
      if (await hasSeenRecently(db, { user_id: actor.id, ...row })) return
    }
    const code = row.id === null ? null : await nameOfTarget(db, call.endpoint.path, row.id)
    await writeAudit(db, actor, origin, { ...row, event, code })
  })
}

/** Headers of a file, which the refusal in its place does not have. */
const OF_FILES = ['content-disposition', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/**
 * Logs what auditors see and export: when the answer is ready, and before its first byte leaves. The row is committed by
 * then in a transaction of its own, so that no reading waits for it and none is lost; without the row the answer is
 * refused.
 */
export function logAuditors(routes: FastifyInstance, eventOf: EventOf) {
  routes.addHook('onSend', async (request, reply, payload) => {
    const call = checkedCallOf(request)
    if (!call || reply.statusCode >= 400 || !isAuditor(call.ctx.actor)) return
    const event = eventOf(call.endpoint)
    if (!event) return
    try {
      await recordSeen(call, event)
    } catch (error) {
      if (payload instanceof Readable) payload.destroy()
      for (const name of OF_FILES) reply.removeHeader(name)
      throw error
    }
  })
}
