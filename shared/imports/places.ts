import { searchForm } from '../lib/search-form.ts'

export type PlaceNames = {
  regions: readonly { id: number; name: string }[]
  provinces: readonly { id: number; name: string; region_id: number }[]
  cities: readonly { id: number; name: string; region_id: number; province_id: number | null }[]
  offices: readonly ImportOffice[]
}

export type ImportOffice = {
  id: number
  name: string
  province_id: number | null
  region_ids: readonly number[]
}

const plain = (name: string): string =>
  searchForm(name)
    .replace(/[^a-z0-9()]+/g, ' ')
    .trim()

/** The usual spellings of a place: complete, without its part in brackets, only that, a city without "City". */
function spellingsOf(name: string): string[] {
  const whole = plain(name)
  const outside = plain(whole.replace(/\([^()]*\)/g, ' '))
  const inside = [...whole.matchAll(/\(([^()]*)\)/g)].map(([, text = '']) => plain(text))
  const bare = [whole, outside].map((text) => text.replace(/^city of | city$/g, '').trim())
  return [...new Set([whole, outside, ...inside, ...bare])].filter((text) => text !== '')
}

/** Finds places with exactly this name, else those with it as one of their usual spellings. */
export function namesakes<Place extends { name: string }>(places: readonly Place[]) {
  const exact = new Map<string, Place[]>()
  const loose = new Map<string, Place[]>()
  const add = (to: Map<string, Place[]>, key: string, place: Place) =>
    to.set(key, [...(to.get(key) ?? []), place])
  for (const place of places) {
    add(exact, plain(place.name), place)
    for (const spelling of spellingsOf(place.name)) add(loose, spelling, place)
  }
  return (text: string): readonly Place[] => {
    const found = exact.get(plain(text))
    if (found) return found
    const close = new Set(spellingsOf(text).flatMap((spelling) => loose.get(spelling) ?? []))
    return [...close]
  }
}

/** `null`: no place has this name. */
type FoundPlace = number | null

/**
 * Finds places by the names people write. A place in another region or province is found too, so that the rules of the
 * form report it.
 */
export function createPlaceFinder(names: PlaceNames) {
  const regions = namesakes(names.regions)
  const provinces = namesakes(names.provinces)
  const cities = namesakes(names.cities)
  const offices = namesakes(names.offices)
  return {
    region: (text: string): FoundPlace => regions(text)[0]?.id ?? null,
    province: (text: string, region_id: number | undefined): FoundPlace => {
      const all = provinces(text)
      return (all.find((one) => one.region_id === region_id) ?? all[0])?.id ?? null
    },
    city: (text: string, near: { region_id?: number; province_id?: number | undefined }): FoundPlace => {
      const all = cities(text)
      const here =
        all.find((one) => near.province_id !== undefined && one.province_id === near.province_id) ??
        all.find((one) => one.region_id === near.region_id)
      return (here ?? all[0])?.id ?? null
    },
    office: (text: string, region_id: number | undefined): ImportOffice | null => {
      const all = offices(text)
      return (
        all.find((one) => region_id !== undefined && one.region_ids.includes(region_id)) ?? all[0] ?? null
      )
    },
  }
}
export type PlaceFinder = ReturnType<typeof createPlaceFinder>

/** Returns one sentence if the office of a row may not own its profile, otherwise null. */
export function officeComplaint(
  office: ImportOffice,
  place: { region_id: number; province_id: number | null },
): string | null {
  if (!office.region_ids.includes(place.region_id)) return 'This office does not serve the chosen region.'
  if (office.province_id !== null && place.province_id !== null && office.province_id !== place.province_id)
    return 'This office is not the one of the chosen province.'
  return null
}
