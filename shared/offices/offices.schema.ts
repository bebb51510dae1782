import { canListOffices, canManageOffices } from './offices.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { IdParams } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { MERGE, OfficePatch } from './offices.fields.ts'

export const Office = z.object({
  id: z.number(),
  name: z.string(),
  region_id: z.number(),
  region: z.string(),
  /** the province whose office it is; null if it was added by name */
  province: z.nullable(z.string()),
  /** where it is, for the public; null until FMB enters it */
  address: z.nullable(z.string()),
  /** whether published summaries name its evidence files; otherwise they have kind and SHA-256 alone */
  file_names_public: z.boolean(),
  users: z.number(),
  profiles: z.number(),
})
export type Office = z.output<typeof Office>

const OfficeReply = wrapped('office', Office)

export const officesApi = {
  datatable: endpoint('GET', '/offices/datatable', {
    may: canListOffices,
    summary: 'Offices with their region, users and profiles, for the administrators at FMB',
    query: PageQuery,
    reply: pageReply(Office),
  }),
  rename: endpoint('PATCH', '/offices/:id', {
    may: canManageOffices,
    // many lists show names of offices
    stale: 'everything',
    summary:
      'Rename an office, or set its address and whether names of its files may be public; 409 when another user did so since seen_name or seen_address',
    form: true,
    params: IdParams,
    body: OfficePatch,
    reply: OfficeReply,
  }),
  merge: endpoint('POST', '/offices/:id/merge', {
    may: canManageOffices,
    identity: 'every_caller',
    stale: 'everything',
    summary:
      'Move users, profiles, activities and files of an office into another one of its region, and remove it',
    form: true,
    params: IdParams,
    body: MERGE.input,
    reply: OfficeReply,
  }),
}
