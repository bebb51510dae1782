/**
 * Words for the map: a text node in an element of their own. The map's library reads a string as HTML, so nothing else is ever
 * given to it; anyone who names a site would otherwise write into the page of everyone who looks at its map.
 */
export function mapText(words: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = words
  return element
}
