/** A part of a description of a coordinate system: a word with its values, such as `PARAMETER["scale_factor",0.9996]`. */
export type WktNode = { word: string; values: (string | number | WktNode)[] }

const LONGEST = 64 * 1024
const DEEPEST = 16

/** a quoted text, a number, a word, or a sign; each character can match only one part */
const TOKEN = /"([^"]*)"|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|([a-z_][a-z_0-9]*)|([[\](),])/giy

/** Reads the text form of a coordinate system, as ESRI and OGC (versions 1 and 2) write it; null where it is none. */
export function readWkt(text: string): WktNode | null {
  if (text.length > LONGEST) return null
  const root: WktNode = { word: '', values: [] }
  const open = [root]
  for (const token of tokensOf(text)) {
    const parent = open.at(-1)
    if (token === null || parent === undefined) return null
    const last = parent.values.at(-1)
    if (token === '[' || token === '(') {
      if (typeof last !== 'object' || open.length > DEEPEST) return null
      open.push(last)
    } else if (token === ']' || token === ')') open.pop()
    else if (token !== ',') parent.values.push(token)
  }
  const [first, ...others] = root.values
  // ESRI's programs write the system of the heights behind that of the map
  const isAlone = others.every((other) => typeof other === 'object' && other.word.startsWith('VERT'))
  return open.length === 1 && isAlone && typeof first === 'object' ? first : null
}

/**
 * Yields signs as they are, numbers, words as nodes, and quoted texts behind a blank, so that none is taken for a sign;
 * null for anything else.
 */
function* tokensOf(text: string): Generator<WktNode['values'][number] | null> {
  for (let at = 0; at < text.length; ) {
    while (/\s/.test(text.charAt(at))) at++
    if (at === text.length) return
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match) return yield null
    at = TOKEN.lastIndex
    const [, quoted, number, word, sign] = match
    if (quoted !== undefined) yield ` ${quoted}`
    else if (number !== undefined) yield Number(number)
    else if (word !== undefined) yield { word: word.toUpperCase(), values: [] }
    else yield sign ?? null
  }
}

const nodesIn = ({ values }: WktNode): WktNode[] => values.filter((value) => typeof value === 'object')

/** The first part of these words directly inside. */
export const childOf = (node: WktNode, ...words: string[]): WktNode | undefined =>
  nodesIn(node).find(({ word }) => words.includes(word))

/** All parts of this word, at any depth. */
export const allIn = (node: WktNode, word: string): WktNode[] =>
  nodesIn(node).flatMap((child) => [...(child.word === word ? [child] : []), ...allIn(child, word)])

/** The first part of these words at any depth. */
export function findIn(node: WktNode, ...words: string[]): WktNode | undefined {
  for (const child of nodesIn(node)) {
    const found = words.includes(child.word) ? child : findIn(child, ...words)
    if (found) return found
  }
  return undefined
}

/** The quoted text that stands first. */
export function nameOf({ values: [first] }: WktNode): string {
  return typeof first === 'string' ? first.trim() : ''
}

/** The numbers directly inside. */
export const numbersIn = ({ values }: WktNode): number[] =>
  values.filter((value) => typeof value === 'number')

/** The code of the EPSG that a part carries itself, not that of a part inside it. */
export function epsgOf(node: WktNode): string | null {
  const [authority, code] = childOf(node, 'AUTHORITY', 'ID')?.values ?? []
  if (typeof authority !== 'string' || authority.trim().toUpperCase() !== 'EPSG') return null
  return typeof code === 'object' || code === undefined ? null : `EPSG:${String(code).trim()}`
}
