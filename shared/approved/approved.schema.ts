import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { Grade, Gradient, Grades, maybeGrades } from '../activities/grading.ts'
import { endpoint } from '../access/endpoint.ts'
import { AsOf } from '../lib/as-of.ts'
import { IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply, SearchText } from '../lib/paging.ts'

/** A row of the public list: it names no person and no file (S-90, S-91). */
export const ApprovedRow = z.object({
  /** the latest approved activity; null if the site has none yet, and the row cannot be opened */
  site_activity_id: z.nullable(z.number()),
  site_profile_id: z.number(),
  region_id: z.number(),
  region: z.string(),
  province: z.nullable(z.string()),
  name_of_partner: z.string(),
  gradient: Gradient,
  code: z.string(),
  approved_at: z.string(),
  /** hectares inside the boundary, which has a small picture then; not in a list of a past day */
  boundary_ha: z.optional(z.number()),
  /** only for a record that does not match the log; its grades are then omitted */
  altered: z.optional(z.literal(true)),
})
export type ApprovedRow = z.output<typeof ApprovedRow>

/** An earlier approval of the site; `reporting_year` is null where it has none. */
const EarlierApproval = z.object({
  id: z.number(),
  approved_at: z.string(),
  reporting_year: z.nullable(z.number()),
  grades: Grades,
})

/** An instrument that FMB has confirmed: its kind and the year of issue, and nothing else of it. */
const PublicInstrument = z.object({ kind: z.string(), year: z.number(), expired: z.boolean() })
export type PublicInstrument = z.output<typeof PublicInstrument>

export const ApprovedSite = z.object({
  id: z.number(),
  code: z.string(),
  region_id: z.number(),
  region: z.string(),
  province: z.nullable(z.string()),
  city: z.string(),
  name_of_partner: z.string(),
  project_area: z.string(),
  year_implemented: z.number(),
  project_year_start: z.number(),
  project_year_end: z.number(),
  redd_eligible_activities_area: z.array(z.object({ name: z.string(), hectares: z.string() })),
  grades: Grades,
  approved_at: z.string(),
  reporting_year: z.nullable(z.number()),
  /** when a newer approval replaced it, and the newest one; null if it is the newest (S-150) */
  replaced: z.nullable(z.object({ at: z.string(), id: z.number(), approved_at: z.string() })),
  /** earlier approvals of the site, newest first */
  earlier: z.array(EarlierApproval),
  /** by kind and year, each once */
  instruments: z.array(PublicInstrument),
  principles: z.array(
    z.object({
      principle_number: z.number(),
      title: z.string(),
      criteria: z.array(
        z.object({
          order: z.number(),
          title: z.string(),
          indicators: z.array(z.object({ order: z.number(), title: z.string() })),
        }),
      ),
    }),
  ),
})
export type ApprovedSite = z.output<typeof ApprovedSite>

export const RegionCount = z.object({ region_id: z.number(), region_name: z.string(), count: z.number() })
export type RegionCount = z.output<typeof RegionCount>

/** the region, and a grade that at least one principle has (C-34) */
const filterFields = {
  region_id: z.catch(z.optional(IdText), undefined),
  principle_grade: z.catch(z.optional(Grade), undefined),
}

/** page, search, order and filters of the public list, and its as-of day */
export const ApprovedQuery = z.extend(PageQuery, { ...filterFields, as_of: AsOf })
export type ApprovedQuery = z.output<typeof ApprovedQuery>

/** Filters and as-of day of the downloaded list, which is always sorted by the newest approval. */
export const ApprovedFilter = z.object({ search: SearchText, ...filterFields, as_of: AsOf })
export type ApprovedFilter = z.output<typeof ApprovedFilter>

/** An approved site as open data: what the public list and the page of the site show. */
export const ApprovedProperties = z.object({
  code: z.string(),
  region: z.string(),
  province: z.nullable(z.string()),
  city: z.nullable(z.string()),
  name_of_partner: z.string(),
  /** of the latest approved activity; null if there is none */
  ...maybeGrades,
  reporting_year: z.nullable(z.number()),
  /** hectares */
  project_area: z.nullable(z.number()),
  redd_eligible_activities_area: z.nullable(z.array(z.object({ name: z.string(), hectares: z.number() }))),
  year_implemented: z.nullable(z.number()),
  project_year_start: z.nullable(z.number()),
  project_year_end: z.nullable(z.number()),
  approved_at: z.string(),
  /** the address of the site's page; null if it has no approved activity */
  page: z.nullable(z.string()),
  /** only for a record that does not match the log; grades, hectares, activities and years are then null */
  altered: z.optional(z.literal(true)),
})
export type ApprovedProperties = z.output<typeof ApprovedProperties>

/** The public list as GeoJSON (RFC 7946): one feature per site, at the fixed point of its region. */
export const ApprovedGeoJson = z.object({
  type: z.literal('FeatureCollection'),
  description: z.string(),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.string(),
      geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
      properties: ApprovedProperties,
    }),
  ),
})
export type ApprovedGeoJson = z.output<typeof ApprovedGeoJson>

export const approvedApi = {
  counts: endpoint('GET', '/sites/dashboard/count', {
    summary: 'Approved SITES per region, every region listed',
    access: 'public',
    limited: true,
    reply: wrapped('data', z.array(RegionCount)),
  }),
  datatable: endpoint('GET', '/sites/activities/dashboard/datatable', {
    summary: 'Approved SITES with their compliance grades',
    access: 'public',
    limited: true,
    query: ApprovedQuery,
    reply: z.extend(pageReply(ApprovedRow), { gkey: z.string() }),
  }),
  csv: endpoint('GET', '/sites/activities/dashboard/sites.csv', {
    summary: 'Approved SITES with their compliance grades as CSV',
    access: 'public',
    limited: true,
    query: ApprovedFilter,
    file: { type: 'text/csv' },
  }),
  geojson: endpoint('GET', '/sites/activities/dashboard/sites.geojson', {
    summary: 'Approved SITES with their compliance grades as GeoJSON, each at the point of its region',
    access: 'public',
    limited: true,
    query: ApprovedFilter,
    file: { type: 'application/geo+json', schema: ApprovedGeoJson },
  }),
  show: endpoint('GET', '/sites/activities/dashboard/:id', {
    summary: 'An approved activity as the public sees it',
    access: 'public',
    limited: true,
    params: IdParams,
    reply: wrapped('data', ApprovedSite),
  }),
}
