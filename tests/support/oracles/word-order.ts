/* What Word demands of a document beside being XML: the order of elements, and names and numbers that occur once. */

/** The order of some elements' children in WordprocessingML (ISO/IEC 29500-1, transitional), as far as we use them. */
const ORDERS: Record<string, readonly string[]> = {
  'w:pPr': [
    'pStyle',
    'keepNext',
    'keepLines',
    'pageBreakBefore',
    'widowControl',
    'numPr',
    'pBdr',
    'shd',
    'tabs',
    'suppressAutoHyphens',
    'spacing',
    'ind',
    'contextualSpacing',
    'jc',
    'outlineLvl',
    'rPr',
    'sectPr',
  ],
  'w:rPr': [
    'rStyle',
    'rFonts',
    'b',
    'bCs',
    'i',
    'iCs',
    'caps',
    'smallCaps',
    'strike',
    'color',
    'spacing',
    'position',
    'sz',
    'szCs',
    'highlight',
    'u',
    'shd',
    'vertAlign',
    'lang',
  ],
  'w:tblPr': [
    'tblStyle',
    'tblW',
    'jc',
    'tblCellSpacing',
    'tblInd',
    'tblBorders',
    'shd',
    'tblLayout',
    'tblCellMar',
    'tblLook',
    'tblCaption',
    'tblDescription',
  ],
  'w:tblBorders': ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'],
  'w:tblCellMar': ['top', 'left', 'bottom', 'right'],
  'w:tbl': ['tblPr', 'tblGrid', 'tr'],
  'w:tr': ['trPr', 'tc'],
  'w:tc': ['tcPr', 'p'],
  'w:tcPr': ['tcW', 'gridSpan', 'vMerge', 'tcBorders', 'shd', 'noWrap', 'tcMar', 'vAlign'],
  'w:sectPr': ['headerReference', 'footerReference', 'type', 'pgSz', 'pgMar', 'pgNumType', 'cols', 'titlePg'],
  'w:style': [
    'name',
    'aliases',
    'basedOn',
    'next',
    'link',
    'uiPriority',
    'semiHidden',
    'unhideWhenUsed',
    'qFormat',
    'pPr',
    'rPr',
    'tblPr',
  ],
  'w:styles': ['docDefaults', 'latentStyles', 'style'],
  'w:docDefaults': ['rPrDefault', 'pPrDefault'],
  'w:settings': ['zoom', 'updateFields', 'defaultTabStop', 'compat', 'themeFontLang'],
}

type Element = { name: string; attributes: string; children: Element[] }

/** The elements of some XML; throws if they do not fit into each other. */
function elementsOf(xml: string): Element {
  const root: Element = { name: '', attributes: '', children: [] }
  const open = [root]
  for (const [, closing, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    const last = open.at(-1) as Element
    if (closing) {
      if (last.name !== name) throw new Error(`</${name}> ends <${last.name}>.`)
      open.pop()
      continue
    }
    const element = { name, attributes, children: [] }
    last.children.push(element)
    if (!empty) open.push(element)
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> does not end.`)
  return root
}

const eachOf = (element: Element): Element[] => [element, ...element.children.flatMap(eachOf)]
const attribute = ({ attributes }: Element, name: string): string =>
  new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

/** What Word would repair in the parts of a document, as sentences. */
export function wordFaults(parts: Record<string, string>): string[] {
  const faults: string[] = []
  for (const [part, xml] of Object.entries(parts)) {
    const all = eachOf(elementsOf(xml))
    for (const { name, children } of all) {
      const order = ORDERS[name]
      if (!order) continue
      const places = children.map((child) => order.indexOf(child.name.replace(/^w:/, '')))
      for (const [at, place] of places.entries()) {
        if (place === -1) faults.push(`${part}: ${children[at]?.name} in ${name}`)
        if (at > 0 && place < (places[at - 1] ?? 0))
          faults.push(`${part}: ${children[at]?.name} too late in ${name}`)
      }
      if (name === 'w:tc' && children.at(-1)?.name !== 'w:p')
        faults.push(`${part}: a cell without a paragraph`)
    }
    const starts = all.filter(({ name }) => name === 'w:bookmarkStart')
    const ends = all.filter(({ name }) => name === 'w:bookmarkEnd').map((one) => attribute(one, 'w:id'))
    for (const field of ['w:id', 'w:name']) {
      const used = starts.map((one) => attribute(one, field))
      if (new Set(used).size < used.length) faults.push(`${part}: ${field} of bookmarks is used twice`)
    }
    if (
      ends.toSorted().join() !==
      starts
        .map((one) => attribute(one, 'w:id'))
        .toSorted()
        .join()
    )
      faults.push(`${part}: bookmarks do not end`)
    const names = new Set(starts.map((one) => attribute(one, 'w:name')))
    for (const name of names) if (!/^[A-Za-z_]\w{0,39}$/.test(name)) faults.push(`${part}: bookmark ${name}`)
    for (const link of all.filter(({ name }) => name === 'w:hyperlink'))
      if (!names.has(attribute(link, 'w:anchor')))
        faults.push(`${part}: no place ${attribute(link, 'w:anchor')}`)
    const kinds = all.filter(({ name }) => name === 'w:fldChar').map((one) => attribute(one, 'w:fldCharType'))
    let depth = 0
    for (const kind of kinds) {
      depth += kind === 'begin' ? 1 : kind === 'end' ? -1 : 0
      if (depth < 0) faults.push(`${part}: a field ends that did not begin`)
    }
    if (depth !== 0) faults.push(`${part}: a field does not end`)
  }
  const styles = [...(parts['word/styles.xml'] ?? '').matchAll(/w:styleId="(\w+)"/g)].map(([, id]) => id)
  if (new Set(styles).size < styles.length) faults.push('a style is defined twice')
  for (const [, style] of Object.values(parts)
    .join('')
    .matchAll(/<w:(?:pStyle|basedOn|next) w:val="(\w+)"\/>/g))
    if (!styles.includes(style)) faults.push(`no style ${style}`)
  const types = parts['[Content_Types].xml'] ?? ''
  for (const name of Object.keys(parts))
    if (!name.endsWith('.rels') && name !== '[Content_Types].xml' && !types.includes(`"/${name}"`))
      faults.push(`no content type of ${name}`)
  return faults
}
