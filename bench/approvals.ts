import { randomUUID } from 'node:crypto'
import type { AtWork } from './at-work.ts'
import { mustSend } from './requests.ts'

/** Approvals of FMB in one region, one by one, as a screen sends them. */
export function approvalsAt({ bench, pool, product }: Pick<AtWork, 'bench' | 'pool' | 'product'>) {
  const { apiKey, tokens, fmb, addWaiting } = bench
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${tokens.fmb}` }
  return {
    headers,
    /** So many records. They have no boundary, which is a warning that their approver has looked at. */
    waiting: async (count: number): Promise<number[]> => {
      const ids = await addWaiting(count)
      await pool.query(
        `insert into record_openings (user_id, site_profile_id, revision, marks)
         select $1, id, revision, array['No boundary is drawn'] from site_profiles where id = any($2)`,
        [fmb.id, ids],
      )
      return ids
    },
    approve: async (id: number): Promise<void> => {
      const own = { ...headers, 'idempotency-key': randomUUID() }
      const path = `/api/sites/approved/${id}`
      await mustSend(product.origin, { method: 'POST', path, headers: own, body: { revision: 1 } })
    },
  }
}
