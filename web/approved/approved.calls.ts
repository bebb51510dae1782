import { z } from 'zod/mini'
import { ApprovedQuery, type ApprovedRow, approvedApi } from '../../shared/approved/approved.schema.ts'
import { readAsOf } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { ApiError, call } from '../lib/call.ts'
import { storeMapsKey } from '../lib/session.ts'

/*
 * Loaded when the reader first changes the list: until then the page uses the data that the server wrote into it, and a
 * phone does not load the contract and its validator.
 */

/** Returns the query in an address; unreadable parts get their default. */
export function readListAddress(search: string): ApprovedQuery {
  const parts = new URLSearchParams(search)
  const column = parts.get('order[0][column]')
  const order = column ? [{ column, dir: parts.get('order[0][dir]') ?? 'asc' }] : undefined
  const { as_of } = readAsOf(parts.get('as_of') ?? '', manilaDay(new Date()))
  return z.parse(ApprovedQuery, { ...Object.fromEntries(parts), as_of, ...(order ? { order } : {}) })
}

const PROBLEMS = {
  rate: 'list.rate',
  unavailable: 'list.unavailable',
  internal: 'list.internal',
  unanswered: 'list.unanswered',
} as const satisfies Record<string, PlainKey>

/** The key of the sentence for a list that could not be loaded: the server's own is in English. */
export type ListProblem = (typeof PROBLEMS)[keyof typeof PROBLEMS] | 'list.failed'

function problemOf(error: unknown): ListProblem {
  const kind = error instanceof ApiError ? (error.why ?? error.code ?? '') : ''
  return kind in PROBLEMS ? PROBLEMS[kind as keyof typeof PROBLEMS] : 'list.failed'
}

/** Returns a page of the list, or the key of the sentence for a failure; stores the maps key that comes with it (C-24). */
export async function fetchApproved(
  query: ApprovedQuery,
  signal: AbortSignal,
): Promise<{ list: PageReply<ApprovedRow> } | { problem: ListProblem }> {
  try {
    const { gkey, ...list } = await call(approvedApi.datatable, { query, signal })
    storeMapsKey(gkey)
    return { list }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}
