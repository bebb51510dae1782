import type { Level } from '../../shared/access/levels.ts'
import { areaHectares, roundHectares } from '../../shared/boundary/area.ts'
import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf, countsOf } from '../../shared/boundary/shape.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { nextSiteCode } from '../sites/sites.queries.ts'
import { kmlDocument, pdfDocument } from './demo-documents.ts'
import { addFile } from './demo-files.ts'
import { saveDemoSiteSnapshots } from './demo-changes.ts'
import { SITE } from '../sites/site.kind.ts'
import { addHistory, comment, datedColumns, type End, isCommented, simulateChain } from './demo-history.ts'
import { PARTNERS } from './demo-names.ts'
import type { Bureau, Office } from './demo-office.ts'

/** A rounded polygon of about a square kilometre, on a grid of sites around the office's forest. */
function drawSite(bureau: Bureau, office: Office, index: number): BoundaryGeometry {
  const { random } = bureau
  const [lon, lat] = office.centre
  const centre = [lon + ((index % 5) - 2) * 0.021, lat + (Math.floor(index / 5) - 2) * 0.021] as const
  const corners = 14 + Math.floor(random() * 14)
  // every ninth site is too wide and overlaps its neighbour, as real ones do
  const reach = index % 9 === 4 ? 0.0125 : 0.0055 + random() * 0.003
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * corner) / corners
    const radius = reach * (0.78 + random() * 0.22)
    const round = (value: number) => Math.round(value * 1e6) / 1e6
    return [round(centre[0] + radius * Math.cos(angle)), round(centre[1] + radius * Math.sin(angle))]
  })
  const first = ring[0]
  return { type: 'MultiPolygon', coordinates: [[first ? [...ring, first] : ring]] }
}

/** The data of a profile that its activities need. */
export type Site = { id: number; code: string; name: string; city_id: number; approved: number }

/** The declared area, near the mapped one, divided among the chosen activities so that the parts add up exactly. */
function areas(bureau: Bureau, mapped: number, count: number) {
  const total = Math.round(mapped * (0.97 + bureau.random() * 0.06) * 100)
  const start = Math.floor(bureau.random() * ELIGIBLE_ACTIVITIES.length)
  const chosen = Array.from({ length: count }, (_, index) => {
    const activity = ELIGIBLE_ACTIVITIES[(start + index) % ELIGIBLE_ACTIVITIES.length]
    return activity ?? ELIGIBLE_ACTIVITIES[0]
  })
  const share = Math.floor(total / count)
  const parts = chosen.map((activity, index) => [
    activity.field,
    ((index === count - 1 ? total - share * (count - 1) : share) / 100).toFixed(2),
  ])
  return {
    project_area: (total / 100).toFixed(2),
    redd_eligible_activities_area: chosen.map((activity) => activity.name),
    ...(Object.fromEntries(parts) as Record<(typeof ELIGIBLE_ACTIVITIES)[number]['field'], string>),
  }
}

/** Adds one profile with agreement, boundary and history. */
export async function addProfile(
  bureau: Bureau,
  office: Office,
  end: End,
  number: number,
  index: number,
  returned_by: Level | null,
): Promise<Site> {
  const { db, random, now } = bureau
  const created = end === 'At PENRO' ? now - (3 + random() * 20) * DAY_MS : now - (420 - number * 4) * DAY_MS
  const history = simulateChain(
    bureau,
    end,
    created,
    end === 'Approved' ? created + 60 * DAY_MS : now - DAY_MS * (2 + random() * 20),
    true,
    returned_by,
  )
  const geometry = drawSite(bureau, office, index)
  const area_ha = roundHectares(areaHectares(geometry))
  const partner = PARTNERS[number % PARTNERS.length] ?? 'Samahan ng Kagubatan'
  const city = office.cities[index % office.cities.length]
  if (!city) throw new Error('The demo bureau names a municipality that is not in the reference data.')
  const code = await nextSiteCode(db, office.region_id, new Date(created).getUTCFullYear())
  const arrangement = (['Tenure', 'MOA/MOU', 'Others'] as const)[number % 3] ?? 'MOA/MOU'
  const detail = { Tenure: 'CBFMA', 'MOA/MOU': null, Others: 'Special use permit' }[arrangement]
  const agreement = pdfDocument('Implementation agreement', [
    code,
    partner,
    `${city.name}`,
    'Copy for the demo bureau',
  ])
  const agreement_id = await addFile(bureau, office, 'pdf', `${code}-agreement.pdf`, agreement, created)
  const map = kmlDocument(`${code} ${partner}`, geometry)
  const map_kml_id = await addFile(bureau, office, 'kml', `${code}-boundary.kml`, map, created)
  const start = 2019 + (number % 6)
  const returnComment = comment(bureau)
  const dates = datedColumns(history, office, created)
  const { id, record_id } = await db
    .insertInto('site_profiles')
    .values({
      code,
      region_id: office.region_id,
      province_id: office.province_id,
      city_id: city.id,
      office_id: office.id,
      name_of_partner: partner,
      ...areas(bureau, area_ha, 1 + (number % 3)),
      year_implemented: start,
      project_year_start: start,
      project_year_end: start + 5 + (number % 10),
      implementation_arrangement: arrangement,
      implementation_arrangement_others: detail,
      agreement_id,
      map_kml_id,
      ...history.review,
      returned_reason: isCommented(history) ? returnComment : null,
      ...dates,
    })
    .returning(['id', 'record_id'])
    .executeTakeFirstOrThrow()
  const [min_lon, min_lat, max_lon, max_lat] = bboxOf(geometry)
  await db
    .insertInto('site_boundaries')
    .values({
      site_profile_id: id,
      map_kml_id,
      geometry: JSON.stringify(geometry),
      area_ha: area_ha.toFixed(2),
      vertex_count: countsOf(geometry).vertex_count,
      valid: true,
      min_lon,
      min_lat,
      max_lon,
      max_lat,
    })
    .execute()
  await addHistory(bureau, office, { kind: SITE, id, record_id, code }, history, created, () => ({
    comment: returnComment,
    comments: [],
  }))
  await saveDemoSiteSnapshots(bureau, id, history, number)
  const approvedAt = dates.approved_at ? Date.parse(dates.approved_at) : created
  return { id, code, name: partner, city_id: city.id, approved: approvedAt }
}
