import cities from '../../db/seed/cities.json'
import offices from '../../db/seed/offices.json'
import provinces from '../../db/seed/provinces.json'
import regions from '../../db/seed/regions.json'
import type { Altered } from '../../shared/claims/altered.ts'
import { textSum } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import { type ClaimedSite, type Named, readSites, type ShownPlaces } from './stated.queries.ts'
import { readStatedWords, type StatedText, type StatedWords, statedWords } from './stated-words.ts'

const byId = (rows: readonly Named[]) => new Map(rows.map((row) => [row.id, row]))
/** Places are renamed by a release, together with these files. */
const SHIPPED = { region: byId(regions), province: byId(provinces), city: byId(cities) }
type Place = keyof ShownPlaces
const TABLES: Record<Place, string> = { region: 'regions', province: 'provinces', city: 'cities' }

/** Returns the places whose names are not those of the product. */
const renamed = (places: ShownPlaces): Place[] =>
  (Object.keys(SHIPPED) as Place[]).filter((place) => {
    const shown = places[place]
    return shown && SHIPPED[place].get(shown.id)?.name !== shown.name
  })

/** Whether these places have the names that came with the product. Nothing is read. */
export const haveShippedNames = (places: ShownPlaces): boolean => renamed(places).length === 0

/** Returns the name that the product gives a region, whatever the table says; that of the table for one of another release. */
export const shippedRegion = ({ id, name }: Named): string => SHIPPED.region.get(id)?.name ?? name

const REGION_OF_OFFICE = new Map(offices.map(({ id, region_id }) => [id, region_id]))
/** Returns the region of an office: no change of an office moves it to another one. */
export const regionOfOffice = (office: number, region_id: number): number =>
  REGION_OF_OFFICE.get(office) ?? region_id

/** Why the log does not state this text, as a sentence; null where it does. */
function faultOf(stated: StatedText | undefined, sha256: string): string | null {
  if (!stated) return 'No row of the log states it.'
  return stated.fault ?? (stated.sha256 === sha256 ? null : 'The log states another text.')
}

/** The SHA-256 of the wording of sets of criteria, by number. */
export type Wordings = ReadonlyMap<number, string>

/**
 * Returns how names and wording that are public with a site differ from what came with the product, or was stated in the log
 * since. Of the sets of criteria those of the site are compared, as far as `wordings` has them.
 */
function wordDifferences(site: ClaimedSite, stated: StatedWords, wordings: Wordings): Altered[] {
  const { id, places = {}, office } = site
  const name = site.facts?.code ?? `profile ${id}`
  const found = renamed(places).map((place) => {
    const shown = places[place]
    const known = SHIPPED[place].get(shown?.id ?? 0)?.name ?? 'nothing'
    return `The product names the ${place} of ${name} ${known}; the table ${TABLES[place]} says ${shown?.name}.`
  })
  const ofOffice = office && faultOf(stated.offices.get(office.id), textSum([office.name, office.address]))
  if (ofOffice)
    found.push(
      `The table offices says that the office of ${name} is ${office.name}, address ${office.address ?? 'none'}. ${ofOffice}`,
    )
  for (const number of new Set(site.activities.map(({ facts }) => Number(facts?.principle_batch_number)))) {
    const wording = wordings.get(number)
    const fault = wording === undefined ? null : faultOf(stated.criteria.get(number), wording)
    if (fault) found.push(`The tables have a wording of criteria set ${number}, used by ${name}. ${fault}`)
  }
  return found.map((sentence) => ({ kind: 'site', record: id, sentence }))
}

/**
 * Returns the same for a site that was just read. A difference counts if it is one in a single snapshot of the database as
 * well: an office may have been renamed between two readings.
 */
export async function findWordDifferences(db: Db, site: ClaimedSite, wordings: Wordings): Promise<Altered[]> {
  if (wordDifferences(site, await statedWords(db), wordings).length === 0) return []
  const snapshot = db.transaction().setIsolationLevel('repeatable read')
  return snapshot.execute(async (held) => {
    const stated = await readStatedWords(held)
    return (await readSites(held, [site.id])).flatMap((now) => wordDifferences(now, stated, wordings))
  })
}
