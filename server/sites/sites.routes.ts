import { siteNotesApi } from '../../shared/notes/notes.schema.ts'
import type { RecordFilters } from '../../shared/review/record-filters.ts'
import { type SiteRow, type SiteSearch, sitesApi } from '../../shared/sites/sites.schema.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { extentOf } from '../../shared/lib/paging.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { instrumentRoutes } from '../land/instruments.routes.ts'
import { landRoutes } from '../land/land.routes.ts'
import { sitePhotoRoutes } from '../land/photos.routes.ts'
import { noteRoutes } from '../notes/notes.routes.ts'
import { listRecords } from '../review/record-lists.queries.ts'
import { seeRecord, showReview } from '../review/review.actions.ts'
import { reviewRoutes } from '../review/review.routes.ts'
import { checkUploadedMap, listVisibleNeighbours, showBoundary } from './boundaries.actions.ts'
import { showBoundaryChanges, showSiteChanges } from './changes.queries.ts'
import { listDuplicates } from './duplicates.queries.ts'
import { SITE } from './site.kind.ts'
import { createSite, updateSite } from './sites.actions.ts'
import { type Site, SITE_CHOICES, SITE_LIST } from './sites.queries.ts'
import { withdrawSite } from './withdraw.actions.ts'

const reply = (siteProfile: Site) => ({ siteProfile })

/** The calls of profiles. */
export function siteRoutes(route: Routes, formRoute: FormRoutes) {
  route(sitesApi.list, async (ctx, { query }) => {
    const page = await listRecords<SiteRow>(ctx, SITE_LIST, query)
    return { siteProfiles: page.data, ...extentOf(page, query) }
  })
  route(sitesApi.search, async (ctx, { query }) => {
    const page = await listRecords<SiteRow, RecordFilters & SiteSearch>(ctx, SITE_CHOICES, query)
    return { siteProfiles: page.data, ...extentOf(page, query) }
  })
  route(sitesApi.datatable, async (ctx, { query }) => {
    return listRecords<SiteRow>(ctx, SITE_LIST, query)
  })
  route(sitesApi.show, async (ctx, { params }) => {
    const siteProfile = await seeRecord(ctx, SITE, params.id)
    const [boundary, review] = await Promise.all([
      showBoundary(ctx, siteProfile.id),
      showReview(ctx, SITE, siteProfile),
    ])
    return { siteProfile, boundary, ...review }
  })
  route(sitesApi.neighbours, async (ctx, { params }) => ({
    data: await listVisibleNeighbours(ctx, await seeRecord(ctx, SITE, params.id)),
  }))
  route(sitesApi.changes, async (ctx, { params, query }) =>
    showSiteChanges(ctx.db, await seeRecord(ctx, SITE, params.id), query.round),
  )
  route(sitesApi.boundaryChanges, async (ctx, { params, query }) =>
    showBoundaryChanges(ctx.db, await seeRecord(ctx, SITE, params.id), query.round),
  )
  route(sitesApi.checkBoundary, (ctx, { body }) => checkUploadedMap(ctx, body))
  route(sitesApi.duplicates, async (ctx, { body, headers }) => ({
    data: await listDuplicates(ctx.db, ctx.actor, { ...body, form_key: headers[FORM_KEY] }),
  }))
  formRoute(sitesApi.create, (ctx, { body, headers }) => createSite(ctx, body, headers[FORM_KEY]), reply)
  formRoute(sitesApi.withdraw, (ctx, { params, body }) => withdrawSite(ctx, params.id, body), reply)
  formRoute(sitesApi.update, (ctx, { params, body }) => updateSite(ctx, params.id, body), reply)
  reviewRoutes({ route, formRoute }, sitesApi, SITE, reply)
  noteRoutes({ route, formRoute }, siteNotesApi, SITE)
  landRoutes({ route, formRoute }, SITE)
  instrumentRoutes({ route, formRoute }, SITE)
  sitePhotoRoutes(route, SITE)
}
