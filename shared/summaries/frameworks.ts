import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../principles/principle-titles.ts'

/** The other frameworks that FMB may relate each principle to, by short codes; without schemas, for public pages. */
export const FRAMEWORKS = {
  trees: 'ART TREES 2.0',
  ess: 'World Bank ESS',
  undp: 'UNDP carbon registry',
} as const
export type Framework = keyof typeof FRAMEWORKS
export const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS) as Framework[]

/** The codes of one principle; a framework without codes is absent. */
export type FrameworkCodes = { [Of in Framework]?: string[] | undefined }

/** What a code looks like, for the help under its field. */
export const CODE_EXAMPLES: Record<Framework, string> = {
  trees: 'Themes, such as 1.1, 3.2',
  ess: 'Standards, such as ESS5, ESS10',
  undp: 'Numbers of its safeguard questions, such as 2, 7',
}

export const CODES_MAX = 20
export const CODE_LENGTH = 20

/** The codes in a text, separated by commas, semicolons or line breaks, each once. */
export const codesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,;\n]/)
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
]

/** Without empty frameworks, in their order; undefined if nothing is left. */
export function filledCodes(codes: FrameworkCodes | undefined): FrameworkCodes | undefined {
  const filled = FRAMEWORK_NAMES.flatMap((name) => {
    const own = codes?.[name] ?? []
    return own.length === 0 ? [] : [[name, own] as const]
  })
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** "ART TREES 2.0: 1.1, 1.2; World Bank ESS: ESS5"; empty without codes. */
export const frameworkWords = (codes: FrameworkCodes | undefined): string =>
  FRAMEWORK_NAMES.flatMap((name) => {
    const own = codes?.[name] ?? []
    return own.length === 0 ? [] : [`${FRAMEWORKS[name]}: ${own.join(', ')}`]
  }).join('; ')

export const FRAMEWORKS_CAPTION = 'Principles, and the codes of other frameworks that FMB relates them to'

/** The table "Other frameworks" of a summary: a column for each framework that has codes, a row for each principle. */
export type FrameworkTable = {
  columns: string[]
  rows: { principle_number: number; short_title: string; cells: string[][] }[]
}

/** Its rows as texts: the principle, and its codes in each column. */
export const frameworkRows = ({ rows }: FrameworkTable): { label: string; cells: string[] }[] =>
  rows.map(({ principle_number, short_title, cells }) => ({
    label: `${principle_number}. ${short_title}`,
    cells: cells.map((codes) => codes.join(', ') || '–'),
  }))

/** The safeguards that each principle answers above all, and those that it supports. */
export const answersOf = (
  lines: readonly { principle_number: number; primary: readonly string[]; supporting: readonly string[] }[],
): FrameworkTable => ({
  columns: ['Answers above all', 'Supports'],
  rows: lines
    .toSorted((a, b) => a.principle_number - b.principle_number)
    .map(({ principle_number, primary, supporting }) => ({
      principle_number,
      short_title: PRINCIPLE_SHORT_TITLES[principle_number as PrincipleNumber],
      cells: [primary, supporting].map((letters) => letters.toSorted().map((letter) => `(${letter})`)),
    })),
})

type Lines = readonly { principle_number: number; frameworks?: FrameworkCodes | undefined }[]

/** Returns the filled part of a crosswalk's other frameworks; null if nothing is filled. */
export function frameworksOf({ lines }: { lines: Lines }): FrameworkTable | null {
  const filled = FRAMEWORK_NAMES.filter((name) => lines.some(({ frameworks }) => frameworks?.[name]?.length))
  if (filled.length === 0) return null
  return {
    columns: filled.map((name) => FRAMEWORKS[name]),
    rows: lines
      .filter(({ frameworks }) => filledCodes(frameworks) !== undefined)
      .toSorted((a, b) => a.principle_number - b.principle_number)
      .map(({ principle_number, frameworks }) => ({
        principle_number,
        short_title: PRINCIPLE_SHORT_TITLES[principle_number as PrincipleNumber],
        cells: filled.map((name) => [...(frameworks?.[name] ?? [])]),
      })),
  }
}
