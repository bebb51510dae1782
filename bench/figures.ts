/** How figures are written in the tables of the page. */

export const ms = (value: number): string => value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0)
export const perSecond = (value: number): string => value.toFixed(value < 10 ? 1 : 0)
export const ratio = (value: number): string => value.toFixed(value < 0.1 ? 3 : value < 100 ? 2 : 0)
export const times = (value: number): string => `${ratio(value)} ×`
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`
export const percent = (value: number): string => `${(100 * value).toFixed(0)} %`
export const seconds = (value: number): string => `${value.toFixed(1)} s`

/** A table in Markdown. */
export function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n')
}
