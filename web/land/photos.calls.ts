import { queryOptions, useQuery } from '@tanstack/react-query'
import { canListActivities } from '../../shared/activities/activities.policy.ts'
import { type PhotoFacts, photosApi } from '../../shared/land/photos.schema.ts'
import { MAX_ROWS, type PageReply } from '../../shared/lib/paging.ts'
import { call } from '../lib/call.ts'
import { keyOf } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'

/** the most pages that one screen loads: more photographs are a list, not a view */
const MAX_PAGES = 10

export type PhotoList = { photos: PhotoFacts[]; totalCount: number }

/** Reads page after page until all are there, or as many as one screen shows. */
async function allPages(read: (page: number) => Promise<PageReply<PhotoFacts>>): Promise<PhotoList> {
  const photos: PhotoFacts[] = []
  for (let page = 1; ; page += 1) {
    const { data, totalCount } = await read(page)
    photos.push(...data)
    if (photos.length >= totalCount || data.length === 0 || page === MAX_PAGES) return { photos, totalCount }
  }
}

const FRESH_MS = 60_000
const LOOK_MS = 2_000
const MOST_LOOKS = 4

/** What the photographs under one principle of an activity say of place and time. */
export const photosOfPrincipleQuery = (
  activity: { id: number; revision: number },
  sites_principle_id: number,
) =>
  queryOptions({
    queryKey: [...keyOf(photosApi.ofActivity), activity.id, activity.revision, sites_principle_id],
    queryFn: ({ signal }) =>
      allPages((page) =>
        call(photosApi.ofActivity, {
          params: { id: activity.id },
          query: { page, length: MAX_ROWS, sites_principle_id },
          signal,
        }),
      ),
    staleTime: FRESH_MS,
    // distances are measured within seconds of a save; asked a few times, not for ever
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < MOST_LOOKS && data?.photos.some(({ place }) => place && place.metres === null)
        ? LOOK_MS
        : false,
  })

/**
 * The photographs of all activities of a profile that name a place, as many as a map shows; `totalCount` says how many
 * there are. Not asked for by people who may not list activities.
 */
export function useSitePhotos(siteId: number) {
  const actor = useActor()
  return useQuery({
    queryKey: [...keyOf(photosApi.ofSite), siteId],
    queryFn: ({ signal }) =>
      allPages((page) =>
        call(photosApi.ofSite, { params: { id: siteId }, query: { page, length: MAX_ROWS }, signal }),
      ),
    enabled: canListActivities(actor).ok,
    staleTime: FRESH_MS,
  })
}
