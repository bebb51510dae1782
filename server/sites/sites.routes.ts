import { siteNotesApi } from '../../shared/notes/notes.schema.ts'
import type { RecordFilters } from '../../shared/review/record-filters.ts'
import { type SiteRow, type SiteSearch, sitesApi } from '../../shared/sites/sites.schema.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { extentOf } from '../../shared/lib/paging.ts'
import { actions } from '../http/http.ts'
import { instrumentRoutes } from '../land/instruments.routes.ts'
import { landRoutes } from '../land/land.routes.ts'
import { noteRoutes } from '../notes/notes.routes.ts'
import { listRecords } from '../review/record-lists.queries.ts'
import { seeRecord, showRecord } from '../review/review.actions.ts'
import { reviewActions } from '../review/review.routes.ts'
import { checkUploadedMap, listVisibleNeighbours, showBoundary } from './boundaries.actions.ts'
import { showBoundaryChanges, showSiteChanges } from './changes.queries.ts'
import { listDuplicates } from './duplicates.queries.ts'
import { SITE } from './site.kind.ts'
import { createSite, updateSite } from './sites.actions.ts'
import { SITE_CHOICES, SITE_LIST } from './sites.queries.ts'
import { withdrawSite } from './withdraw.actions.ts'

const profileRoutes = actions(sitesApi, {
  list: async (ctx, { query }) => {
    const page = await listRecords<SiteRow>(ctx, SITE_LIST, query)
    return { siteProfiles: page.data, ...extentOf(page, query) }
  },
  search: async (ctx, { query }) => {
    const page = await listRecords<SiteRow, RecordFilters & SiteSearch>(ctx, SITE_CHOICES, query)
    return { siteProfiles: page.data, ...extentOf(page, query) }
  },
  datatable: (ctx, { query }) => listRecords<SiteRow>(ctx, SITE_LIST, query),
  show: async (ctx, { params }) => {
    const { record, own, review } = await showRecord(ctx, SITE, params.id, (held) =>
      showBoundary(held, params.id),
    )
    return { siteProfile: record, boundary: own, ...review }
  },
  neighbours: async (ctx, { params }) => listVisibleNeighbours(ctx, await seeRecord(ctx, SITE, params.id)),
  changes: async (ctx, { params, query }) =>
    showSiteChanges(ctx.db, await seeRecord(ctx, SITE, params.id), query.round),
  boundaryChanges: async (ctx, { params, query }) =>
    showBoundaryChanges(ctx.db, await seeRecord(ctx, SITE, params.id), query.round),
  checkBoundary: (ctx, { body }) => checkUploadedMap(ctx, body),
  duplicates: (ctx, { body, headers }) =>
    listDuplicates(ctx.db, ctx.actor, { ...body, form_key: headers[FORM_KEY] }),
  create: (ctx, { body, headers }) => createSite(ctx, body, headers[FORM_KEY]),
  update: (ctx, { params, body }) => updateSite(ctx, params.id, body),
  withdraw: (ctx, { params, body }) => withdrawSite(ctx, params.id, body),
  ...reviewActions(sitesApi, SITE),
})

/** Profiles, with their notes, land and instruments. */
export const siteRoutes = [
  ...profileRoutes,
  ...noteRoutes(siteNotesApi, SITE),
  ...landRoutes(SITE),
  ...instrumentRoutes(SITE),
]
