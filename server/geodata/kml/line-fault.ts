/** Explains an XML error in a line of a map, so that the encoder can act on it (S-137). */
export function lineFault(line: number, what: 'ampersand' | 'control' | 'other'): string {
  if (what === 'ampersand')
    return `Line ${line} of the map has an "&" that is not valid in XML; write it as "&amp;", or export the boundary again.`
  if (what === 'control')
    return `Line ${line} of the map has an invisible control character; remove it, or export the boundary again.`
  return `Line ${line} of the map is not XML; correct it, or export the boundary again.`
}
