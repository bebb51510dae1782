/**
 * Text for the map, as a text node in an element of its own. Leaflet reads strings as HTML, so pass it nothing else:
 * the name of a site could otherwise run script for every reader of its map.
 */
export function mapText(words: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = words
  return element
}
