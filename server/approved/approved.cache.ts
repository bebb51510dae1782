import type { OpenFormat } from '../../shared/approved/approved.files.ts'
import type {
  ApprovedFilter,
  ApprovedQuery,
  ApprovedRow,
  ApprovedSite,
  RegionCount,
} from '../../shared/approved/approved.schema.ts'
import { publicKind } from '../../shared/land/instruments.rules.ts'
import type { InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import type { ApprovedSiteMap, ResponsibleOffice } from '../../shared/public/public-page.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { type Worded, wordingOf } from '../../shared/principles/wording.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { recordAlteredSites } from '../claims/altered-sites.actions.ts'
import { requireRecordMatches } from '../claims/require-match.actions.ts'
import type { Services } from '../context/context.ts'
import { textSum } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import { cacheAnswers } from '../database/cached-answers.ts'
import { cacheByRegion } from '../database/cached-by-region.ts'
import { cacheFiles } from '../lib/cached-files.ts'
import { listPublicInstruments } from '../land/instruments.queries.ts'
import { listRegionVersions } from '../review/record-changes.queries.ts'
import {
  countApproved,
  findApproved,
  findResponsibleOffice,
  listApproved,
  listApprovedCounts,
  listApprovedIds,
} from './approved.queries.ts'
import { siteMapIn } from './land-words.ts'
import { registerVersion, siteVersion } from './register.queries.ts'
import { publicLayersVersion, readSiteMap, readSmallPicture } from './site-map.queries.ts'

/** cached answers; nearly all visitors read the first pages of the regions */
const MAX_CACHED = 200

/** Answers since the last approval, so that a burst of visitors costs one query. */
const cachedLists = cacheAnswers(registerVersion, MAX_CACHED)

/** counts of a few past days */
const cachedCounts = cacheByRegion(12)

/** Returns the counts of all regions: the stored ones now, or those as of a day, which are cached. */
export async function approvedCounts(db: Db, as_of?: string): Promise<RegionCount[]> {
  if (as_of === undefined) return listApprovedCounts(db)
  const versions = await listRegionVersions(db)
  const parts = await cachedCounts(
    db,
    `counts ${as_of}`,
    versions.map(({ region_id, approvals }) => ({ region_id, version: approvals })),
    (regions) => countApproved(db, regions, as_of),
  )
  return parts
    .flatMap(({ part }) => part ?? [])
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .map(({ sort_order: _order, ...count }) => count)
}

/** Returns a page of the public list; what does not match the log is recorded. */
export const approvedList = (
  services: Pick<Services, 'db' | 'readDb'>,
  query: ApprovedQuery,
): Promise<PageReply<ApprovedRow>> => {
  const { readDb: db } = services
  return cachedLists(db, JSON.stringify(query), async () => {
    const page = await listApproved(db, query, () => approvedCounts(db, query.as_of))
    const altered = page.data.filter((row) => row.altered)
    await recordAlteredSites(
      services,
      altered.map((row) => row.site_profile_id),
    )
    return page
  })
}

/** few entries: the ids of the whole list are up to a megabyte, a cached file about half of one */
const cachedFiles = cacheAnswers(registerVersion, 20)

/** Returns the profile ids of the public list, newest approval first. */
export const approvedIds = (db: Db, filter: ApprovedFilter): Promise<Int32Array> =>
  cachedFiles(db, JSON.stringify(['ids', filter]), () => listApprovedIds(db, filter))

/** Returns the public list as a file, from `read` if it is not cached. */
export const approvedFile = (
  db: Db,
  format: OpenFormat,
  filter: ApprovedFilter,
  read: () => Promise<Buffer>,
): Promise<Buffer> => cachedFiles(db, JSON.stringify([format, filter]), read)

/** pages and pictures of sites: a few kilobytes each, as those with the same criteria share the wording */
const cachedSites = cacheAnswers(siteVersion, 1000)

const MINUTE_MS = 60_000

/**
 * Returns what `read` finds of an activity and compares with the log. It is read anew as soon as a row of the site was written, by
 * whomever, and in each minute, because what it is only compared with may be altered.
 */
export const provenAnswer = <T>(
  { readDb, now }: Services,
  { what, id }: { what: string; id: number },
  read: () => Promise<T>,
): Promise<T> =>
  cachedSites(readDb, JSON.stringify([what, id, Math.floor(now().getTime() / MINUTE_MS)]), read, id)

/** sets of criteria of the stored sites */
const wordings = cacheFiles<Worded[]>(8)

async function readSite(services: Services, id: number) {
  const { readDb: db } = services
  const site = await findApproved(db, id)
  if (!site) return null
  const { principles } = site
  const [instruments, responsible] = await Promise.all([
    listPublicInstruments(db, id, manilaDay(services.now())),
    findResponsibleOffice(db, id),
    requireRecordMatches(services, 'activity', id, { tree: false, db, principles }),
  ])
  const shared = await wordings(textSum(wordingOf(principles)), async () => principles)
  return { ...site, principles: shared, instruments, responsible }
}

const provenSite = (services: Services, id: number) =>
  provenAnswer(services, { what: 'site', id }, () => readSite(services, id))

/**
 * Returns one approved activity with the office that entered its site, or null; rejects if it does not match the log. `kindOf`
 * names the kind of an instrument.
 */
export async function findApprovedSite(
  services: Services,
  id: number,
  kindOf: (kind: InstrumentKind) => string = publicKind,
): Promise<(ApprovedSite & { responsible: ResponsibleOffice }) | null> {
  const found = await provenSite(services, id)
  return (
    found && { ...found, instruments: found.instruments.map((one) => ({ ...one, kind: kindOf(one.kind) })) }
  )
}

const siteMap = async (db: Db, id: number) =>
  cachedLists(db, JSON.stringify(['map', id, await publicLayersVersion(db)]), () => readSiteMap(db, id))

/** Returns the map of an activity that `findApprovedSite` has returned, in words; null without a boundary. */
export async function findSiteMap(db: Db, id: number, t: Translate): Promise<ApprovedSiteMap | null> {
  const found = await siteMap(db, id)
  return found && siteMapIn(t, found.facts)
}

/**
 * Returns the same map as an SVG document, or null; rejects if the record does not match the log, before the picture is
 * made, so that none of an altered boundary is cached.
 */
export async function findSitePicture(services: Services, id: number): Promise<string | null> {
  const map = (await provenSite(services, id)) && (await siteMap(services.readDb, id))
  return map?.picture ?? null
}

/** Returns the small picture of an activity's boundary as an SVG document, or null; rejects as `findSitePicture` does. */
export const findSmallPicture = (services: Services, id: number): Promise<string | null> =>
  provenAnswer(services, { what: 'small picture', id }, async () => {
    const { readDb: db } = services
    await requireRecordMatches(services, 'activity', id, { tree: false, db })
    return readSmallPicture(db, id)
  })
