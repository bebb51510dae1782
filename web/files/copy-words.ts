import type { CopyPlace, FileCopies } from '../../shared/files/files.schema.ts'
import { compareNames, plural } from '../../shared/lib/format.ts'

const PLACE_WORDS = {
  evidence: 'evidence',
  agreement: 'the agreement',
  map_kml: 'the location map',
  land: 'a paper about the land',
}

/** a longer list is not readable beside a file */
const MAX_NAMED = 4

function placeWords({ as, code, indicator, same_record }: CopyPlace): string {
  if (as !== 'evidence') return `${PLACE_WORDS[as]} of ${same_record ? 'this site' : code}`
  return same_record ? `under ${indicator} here` : `under ${indicator} of ${code}`
}

/** "The same file is also attached under 2.1.3 here and to a site of another office." */
export function copyWords({ places, elsewhere }: FileCopies): string {
  const named = [...new Set(places.map(placeWords))].sort(compareNames)
  const rest = named.length - MAX_NAMED
  const words = [
    ...named.slice(0, MAX_NAMED).map((place) => (place.startsWith('under') ? place : `as ${place}`)),
    ...(rest > 0 ? [`in ${plural(rest, 'more place')}`] : []),
    ...(elsewhere ? ['to a site of another office'] : []),
  ]
  const last = words.pop() ?? ''
  return `The same file is also attached ${words.length > 0 ? `${words.join(', ')} and ${last}` : last}.`
}
