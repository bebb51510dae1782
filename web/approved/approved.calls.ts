import { z } from 'zod/mini'
import { ApprovedQuery, type ApprovedRow, approvedApi } from '../../shared/approved/approved.schema.ts'
import { readAsOf } from '../../shared/lib/as-of.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { call, toMessage } from '../lib/call.ts'
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

/** Returns a page of the list, or the sentence for a failure; stores the maps key that comes with it (C-24). */
export async function fetchApproved(
  query: ApprovedQuery,
  signal: AbortSignal,
): Promise<{ list: PageReply<ApprovedRow> } | { problem: string }> {
  try {
    const { gkey, ...list } = await call(approvedApi.datatable, { query, signal })
    storeMapsKey(gkey)
    return { list }
  } catch (error) {
    return { problem: toMessage(error) }
  }
}
