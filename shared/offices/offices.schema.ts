import { canListOffices, canManageOffices } from './offices.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { chosenId, IdParams } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { optionalText, plainLine, requiredText } from '../lib/plain-text.ts'

/** For the name of an office, wherever it is entered. */
export const OFFICE_NAME_LENGTH = { min: 2, max: 100 } as const
const ADDRESS_LENGTH = { min: 1, max: 300 } as const

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

/**
 * `seen_name` and `seen_address` are what the form showed; what has been changed since then is not changed again. Without
 * `address` the address stays; null removes it. Without `file_names_public` that stays as well.
 */
export const OfficePatch = z.object({
  name: requiredText('Name', OFFICE_NAME_LENGTH),
  seen_name: z.optional(plainLine('Name', OFFICE_NAME_LENGTH.max)),
  address: optionalText('Address', ADDRESS_LENGTH),
  seen_address: z.nullish(plainLine('Address', ADDRESS_LENGTH.max)),
  file_names_public: z.optional(z.boolean('Say whether names of files may be public.')),
})
export type OfficePatch = z.output<typeof OfficePatch>

export const MergeInput = z.object({ into_id: chosenId('Choose the office to merge with.') })
export type MergeInput = z.output<typeof MergeInput>

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
    body: MergeInput,
    reply: OfficeReply,
  }),
}
