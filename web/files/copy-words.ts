import type { CopyPlace, FileCopies } from '../../shared/files/files.schema.ts'

const AS = { evidence: 'evidence', agreement: 'the agreement', map_kml: 'the location map' }

/** more than this nobody reads beside a file */
const MOST_NAMED = 4

function placeWords({ as, code, indicator, same_record }: CopyPlace): string {
  if (as !== 'evidence') return `${AS[as]} of ${same_record ? 'this site' : code}`
  return same_record ? `under ${indicator} here` : `under ${indicator} of ${code}`
}

const inOrder = new Intl.Collator('en', { numeric: true }).compare

/** "The same file is also attached under 2.1.3 here and to a site of another office." */
export function copyWords({ places, elsewhere }: FileCopies): string {
  const named = [...new Set(places.map(placeWords))].sort(inOrder)
  const rest = named.length - MOST_NAMED
  const words = [
    ...named.slice(0, MOST_NAMED).map((place) => (place.startsWith('under') ? place : `as ${place}`)),
    ...(rest > 0 ? [`in ${rest} more ${rest === 1 ? 'place' : 'places'}`] : []),
    ...(elsewhere ? ['to a site of another office'] : []),
  ]
  const last = words.pop() ?? ''
  return `The same file is also attached ${words.length > 0 ? `${words.join(', ')} and ${last}` : last}.`
}
