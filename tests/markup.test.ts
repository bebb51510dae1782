import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** Code that turns a string into markup. */
const MARKUP =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|parseFromString|srcDoc|srcdoc|document\.write)\b/
/** Calls of the map library that accept HTML; only mapText() may follow. */
const MAP_STRING =
  /(\.(bindTooltip|bindPopup|setContent|setTooltipContent|setPopupContent|addAttribution|setPrefix)\(|\b(html|content|attribution|zoomInText|zoomOutText)\s*:)(?!\s*(mapText\(|''))/

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))

function faultsIn(text: string): string[] {
  const isMap = /from 'leaflet'/.test(text)
  return text.split('\n').filter((line) => MARKUP.test(line) || (isMap && MAP_STRING.test(line)))
}

describe('what people name', () => {
  test('never becomes markup of a page', () => {
    const found = sourcesOf('web').flatMap((file) =>
      faultsIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test.each([
    ['a tooltip of a string', `layer.bindTooltip(words, { sticky: true })`],
    ['a popup of a string', `layer.bindPopup(\`<b>\${name}</b>\`)`],
    ['the content of a tooltip', `L.tooltip().setContent(words)`],
    ['an icon', `L.divIcon({ html: \`<span>\${text}</span>\` })`],
    ['an attribution', `L.tileLayer(url, { attribution: source })`],
    ['a string set as HTML', `place.innerHTML = words`],
  ])('is found where a map is given %s', (_what, line) => {
    expect(faultsIn(`import L from 'leaflet'\n${line}`)).toEqual([line])
  })

  test('may stand in a text node on the map', () => {
    expect(faultsIn(`import L from 'leaflet'\nlayer.bindTooltip(mapText(words), { sticky: true })`)).toEqual(
      [],
    )
  })
})
