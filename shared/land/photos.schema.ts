import { z } from 'zod/mini'
import { Position } from '../boundary/boundary.schema.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'

/** What photographs say of themselves: claims, for their office and its reviewers alone (decision 33). */

/** Where the camera says that it was: `metres` outside the boundary, 0 inside, null until they are measured. */
const PhotoPlace = z.object({ point: Position, metres: z.nullable(z.number()) })

export const PhotoFacts = z.object({
  file_id: z.number(),
  name: z.string(),
  site_activity_id: z.number(),
  /** the outcome indicator, such as "3.2.1" */
  indicator: z.string(),
  /** null if the photograph names no place */
  place: z.nullable(PhotoPlace),
  /** as the camera wrote them, without a time zone: 2026-03-01T14:05:09 */
  taken_at: z.nullable(z.string()),
  written_at: z.nullable(z.string()),
  /** the time of the satellites, UTC */
  gps_at: z.nullable(z.string()),
  camera: z.nullable(z.string()),
  /** why nothing could be read */
  fault: z.nullable(z.string()),
  /** what the office and its reviewers should know, one sentence each */
  remarks: z.array(z.string()),
})
export type PhotoFacts = z.output<typeof PhotoFacts>

export const photosApi = {
  ofActivity: endpoint('GET', '/sites/activities/:id/photos', {
    reads: 'photos',
    may: everyone,
    summary: 'What the photographs of an activity say of place and time; not for other offices, never public',
    params: IdParams,
    query: z.extend(PageQuery, { sites_principle_id: z.optional(IdText) }),
    reply: pageReply(PhotoFacts),
  }),
  ofSite: endpoint('GET', '/sites/:id/photos', {
    reads: 'photos',
    may: everyone,
    summary: 'The same for the photographs of all activities of a profile that name a place',
    params: IdParams,
    query: PageQuery,
    reply: pageReply(PhotoFacts),
  }),
}
