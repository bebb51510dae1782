import { encodesSites, encodesSitesOfOffice } from '../access/encoders.ts'
import { canCreateSite, canDrawBoundary, canListSites, SITE_POLICIES } from './sites.policy.ts'
import { z } from 'zod/mini'
import { BoundaryGeometry, BoundaryReport } from '../boundary/boundary.schema.ts'
import { ScanStatus, UploadedFile } from '../files/files.schema.ts'
import { DeactivateInput } from '../access/deactivation.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { RECORD_KINDS } from '../access/record-kinds.ts'
import { DrawnFeature, FormLayerResult } from '../land/form-findings.ts'
import { FormKeyHeaders } from '../lib/form-key.ts'
import { Id, IdParams, IdText } from '../lib/ids.ts'
import { ChoiceQuery, extent, PageQuery, pageReply } from '../lib/paging.ts'
import { numberText, plainLine, word } from '../lib/plain-text.ts'
import { wrapped } from '../lib/replies.ts'
import { RECORD_FILTERS } from '../review/record-filters.ts'
import { hasPoints } from '../review/points.schema.ts'
import { BoundaryChangesReply, SiteChangesReply } from './site-changes.schema.ts'
import { ChangesQuery } from '../review/changes.schema.ts'
import {
  OptionalComment,
  QueueFacts,
  reviewCalls,
  reviewedFields,
  reviewedRowFields,
  SeenRevision,
  ReturnParts,
  ReviewFacts,
} from '../review/review.schema.ts'
import { AREA_LENGTH, INPUT_SHAPE, PARTNER_LENGTH, WIRE_SHAPE } from './sites.fields.ts'

/** project start from 2000 to the current year, project end from 1970 to 2050 (C-14) */
export const YEARS = { implemented_from: 1970, start_from: 2000, end_from: 1970, end_to: 2050 } as const

/** Sites of the National Capital Region have no province (LOCATIONS-04). */
export const REGION_WITHOUT_PROVINCES = 1

/** Tenure and Others require details (C-42). */
export const needsArrangementDetail = (arrangement: string | null | undefined): boolean =>
  arrangement === 'Tenure' || arrangement === 'Others'

/** The input of the profile form; rules over several fields are in `sites.rules.ts`. */
export const SiteProfileInput = z.object(INPUT_SHAPE)
export type SiteProfileInput = z.output<typeof SiteProfileInput>

/** The edit form may omit fields (unchanged) or send null (cleared); region and code never change (C-38, S-46). */
export const SiteProfilePatch = z.extend(z.partial(SiteProfileInput), {
  revision: z.optional(z.int()),
})
export type SiteProfilePatch = z.output<typeof SiteProfilePatch>

const text = z.string()
const maybe = z.nullable(z.string())

/** What is said of a document beside its name. */
const DocumentFacts = z.pick(UploadedFile, { size: true, sha256: true, created_at: true })

export const SiteProfile = z.object({
  ...reviewedFields,
  ...WIRE_SHAPE,
  agreement_scan_status: ScanStatus,
  map_kml_scan_status: ScanStatus,
  agreement_facts: DocumentFacts,
  map_kml_facts: DocumentFacts,
  map_kml_url: text,
  /** hectares inside the boundary, on the ellipsoid */
  mapped_area_ha: z.nullable(z.number()),
  returned_reason: maybe,
})
export type SiteProfile = z.output<typeof SiteProfile>

/** A row of a profile list: the fields for its table, the review column and the buttons. */
export const SiteRow = z.pick(SiteProfile, {
  ...reviewedRowFields,
  code: true,
  name_of_partner: true,
})
export type SiteRow = z.output<typeof SiteRow>

export const SiteQueueRow = z.extend(SiteRow, QueueFacts.shape)
export type SiteQueueRow = z.output<typeof SiteQueueRow>

const SiteReply = wrapped('siteProfile', SiteProfile)

/** The reason for a withdrawal, and the revision that the user saw. */
const WithdrawInput = z.extend(DeactivateInput, SeenRevision.shape)
export type WithdrawInput = z.output<typeof WithdrawInput>

export const SiteShowReply = z.object({
  siteProfile: SiteProfile,
  boundary: z.nullable(BoundaryReport),
  ...ReviewFacts.shape,
})
export type SiteShowReply = z.output<typeof SiteShowReply>

export const SiteSearch = z.extend(ChoiceQuery, {
  site_status: z.optional(word('Invalid status.')),
  open_activity: z.optional(z.enum(['none'])),
  /** only this one, if it matches */
  site_profile_id: z.optional(IdText),
})
export type SiteSearch = z.output<typeof SiteSearch>

/** A nearby site: code and partner, and outline and id, only if the reader may see them (S-114). */
export const SiteNeighbour = z.intersection(
  z.union([
    z.object({ code: text, name_of_partner: text }),
    z.object({ code: z.null(), name_of_partner: z.null() }),
  ]),
  z.object({ id: z.nullable(z.number()), area_ha: z.number(), geometry: z.nullable(BoundaryGeometry) }),
)
export type SiteNeighbour = z.output<typeof SiteNeighbour>

/** A return; points can replace its comment, which is then made of them (S-74). */
const SiteReturnInput = z.extend(ReturnParts, { returned_reason: OptionalComment }).check(
  z.check(({ value, issues }) => {
    if (value.returned_reason || hasPoints(value)) return
    issues.push({ code: 'custom', path: ['returned_reason'], message: 'Comment is required.', input: value })
  }),
)

const SiteListQuery = z.extend(PageQuery, RECORD_FILTERS)

export const sitesApi = {
  list: endpoint('GET', '/sites', {
    may: canListSites,
    summary: 'Profiles in the caller’s scope',
    query: SiteListQuery,
    reply: z.object({ siteProfiles: z.array(SiteRow), ...extent }),
  }),
  search: endpoint('GET', '/sites/search', {
    may: canListSites,
    summary: 'Profiles by status; with open_activity=none only those that can start an activity',
    query: SiteSearch,
    reply: z.object({ siteProfiles: z.array(SiteRow), ...extent }),
  }),
  datatable: endpoint('GET', '/sites/datatable', {
    may: canListSites,
    summary: 'Profiling of SITES list',
    query: SiteListQuery,
    reply: pageReply(SiteRow),
  }),
  show: endpoint('GET', '/sites/:id', {
    may: everyone,
    summary: 'One profile',
    params: IdParams,
    reply: SiteShowReply,
  }),
  create: endpoint('POST', '/sites', {
    may: canCreateSite,
    summary: 'Add Profile: creates and submits',
    form: true,
    body: SiteProfileInput,
    reply: SiteReply,
  }),
  update: endpoint('PATCH', '/sites/:id', {
    may: whoHolds('site_map_edit'),
    summary: 'Edit Profile',
    form: true,
    params: IdParams,
    body: SiteProfilePatch,
    reply: SiteReply,
  }),
  ...reviewCalls({
    rights: { ...SITE_POLICIES, maySubmit: encodesSites, mayRecall: encodesSitesOfOffice },
    names: RECORD_KINDS.site,
    summaries: {
      queue: 'Profiling of SITES Approval list',
      submit: 'Submit a returned profile again',
      return: 'Return with a comment',
    },
    row: SiteQueueRow,
    reply: SiteReply,
    comments: SiteReturnInput,
    someComments: z.object({ returned_reason: OptionalComment }),
  }),
  withdraw: endpoint('POST', '/sites/withdraw/:id', {
    may: encodesSitesOfOffice,
    summary: 'Deactivate, with a reason, a returned or recalled profile that no level has ever approved',
    form: true,
    params: IdParams,
    body: WithdrawInput,
    reply: SiteReply,
  }),
  /** Reads and checks a boundary before the profile is saved; warnings do not block. */
  checkBoundary: endpoint('POST', '/sites/boundary', {
    may: canDrawBoundary,
    summary: 'Check an uploaded location map against places, declared area and other sites',
    body: z.object({
      map_kml_id: Id,
      region_id: z.optional(Id),
      province_id: z.optional(Id),
      city_id: z.optional(Id),
      project_area: z.optional(numberText('Project Area', AREA_LENGTH.max)),
      /** the profile being edited, to exclude it from the overlaps */
      site_profile_id: z.optional(Id),
    }),
    reply: z.object({
      boundary: BoundaryReport,
      neighbours: z.array(SiteNeighbour),
      /** what it meets in each layer of land */
      land: z.array(FormLayerResult),
      /** the features around it, for the map; not complete where there are more than are drawn */
      land_around: z.object({ features: z.array(DrawnFeature), complete: z.boolean() }),
    }),
  }),
  /** A partner may run two sites, so duplicates are only a warning before saving (S-43). */
  duplicates: endpoint('POST', '/sites/duplicates', {
    may: canDrawBoundary,
    summary: 'Activated profiles of the same partner, municipality and project years',
    headers: FormKeyHeaders,
    body: z.object({
      name_of_partner: plainLine('Name of Partner/Implementer', PARTNER_LENGTH.max),
      city_id: Id,
      project_year_start: Id,
      project_year_end: Id,
      /** the profile being edited, which is not its own duplicate */
      site_profile_id: z.optional(Id),
    }),
    reply: wrapped('data', z.array(z.object({ id: z.number(), code: z.string() }))),
  }),
  neighbours: endpoint('GET', '/sites/:id/neighbours', {
    may: everyone,
    summary: 'Other active sites near this one, the nearest first, with outlines for drawing',
    params: IdParams,
    reply: wrapped('data', z.array(SiteNeighbour)),
  }),
  changes: endpoint('GET', '/sites/:id/changes', {
    may: everyone,
    summary: 'What changed in a profile since a return, by default the newest',
    params: IdParams,
    query: ChangesQuery,
    reply: SiteChangesReply,
  }),
  boundaryChanges: endpoint('GET', '/sites/:id/changes/boundary', {
    may: everyone,
    summary: 'The boundary before and after a return, with the land gained and lost',
    params: IdParams,
    query: ChangesQuery,
    reply: BoundaryChangesReply,
  }),
}
