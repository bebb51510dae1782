import { canListActivities } from '../../shared/activities/activities.policy.ts'
import { photosApi } from '../../shared/land/photos.schema.ts'
import { actions } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { listPhotos } from './photos.queries.ts'

/**
 * What the photographs of an activity say: for everyone who may see it, which nobody of another office may. Those of a
 * profile that name a place, for a map: of its activities that the caller may see.
 */
export const photoRoutes = <Site extends ReviewedRow, Activity extends ReviewedRow>(
  site: RecordKind<Site>,
  activity: RecordKind<Activity>,
) =>
  actions(photosApi, {
    ofActivity: async (ctx, { params, query }) => {
      const { id } = await seeRecord(ctx, activity, params.id)
      return listPhotos(ctx.db, ctx.actor, { site_activity_id: id }, query)
    },
    ofSite: async (ctx, { params, query: { page, length } }) => {
      const { id } = await seeRecord(ctx, site, params.id)
      // evidence of activities is for those who may list activities
      if (!canListActivities(ctx.actor).ok) return { data: [], totalCount: 0, filteredCount: 0 }
      return listPhotos(ctx.db, ctx.actor, { site_profile_id: id }, { page, length, placed: true })
    },
  })
