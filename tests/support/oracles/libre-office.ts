import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { requireProgram } from '../product/debian-program.ts'

const PARTS = { fods: 'localc', html: 'lowriter', pdf: 'lowriter' } as const

/** Returns the number of pages on which LibreOffice prints a document. */
export const pagesByLibreOffice = (name: string, bytes: Buffer): number =>
  convertedByLibreOffice(name, bytes, 'pdf')
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)?.length ?? 0

/**
 * Returns a file as LibreOffice reads it: a spreadsheet as flat XML with cells, formats and colours; a document as
 * HTML.
 */
export const readByLibreOffice = (name: string, bytes: Buffer, kind: 'fods' | 'html' = 'fods'): string =>
  convertedByLibreOffice(name, bytes, kind).toString('utf8')

function convertedByLibreOffice(name: string, bytes: Buffer, kind: keyof typeof PARTS): Buffer {
  requireProgram(PARTS[kind])
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-office-'))
  try {
    writeFileSync(path.join(folder, name), bytes)
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        // a conversion does not detect the encoding: commas, quotes, UTF-8
        ...(name.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1'] : []),
        '--headless',
        '--norestore',
        '--convert-to',
        kind,
        '--outdir',
        path.join(folder, 'out'),
        path.join(folder, name),
      ],
      { stdio: 'ignore', timeout: 300_000, env: { ...process.env, HOME: folder } },
    )
    const [converted] = readdirSync(path.join(folder, 'out'))
    if (!converted) throw new Error(`LibreOffice could not read ${name}.`)
    return readFileSync(path.join(folder, 'out', converted))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type OfficeCell = { text: string; type: string; value: string | null; ground: string | null }

const unescaped = (text: string) =>
  text.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name] ?? '',
  )

/** Returns the cells of the first table, row by row, with their background colour. */
export function cellsOf(flat: string): OfficeCell[][] {
  const grounds = new Map<string, string>()
  for (const [, name = '', body = ''] of flat.matchAll(
    /<style:style style:name="([^"]+)" style:family="table-cell"[^>]*>(.*?)<\/style:style>/gs,
  )) {
    const colour = /fo:background-color="(#[0-9a-f]{6})"/i.exec(body)?.[1]
    if (colour) grounds.set(name, colour.toLowerCase())
  }
  const table = /<table:table [^>]*>.*?<\/table:table>/s.exec(flat)?.[0] ?? ''
  const attribute = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? null
  const repeated = (tag: string) => Math.min(Number(attribute(tag, 'table:number-columns-repeated') ?? 1), 30)
  // a cell with the default style of its column names none
  const ofColumn = [...table.matchAll(/<table:table-column([^>]*)\/>/g)].flatMap(([, tag = '']) =>
    Array.from({ length: repeated(tag) }, () => attribute(tag, 'table:default-cell-style-name') ?? ''),
  )
  return [...table.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)]
      .flatMap(([, tag = '', body = '']) => Array.from({ length: repeated(tag) }, () => ({ tag, body })))
      .map(({ tag, body }, column) => ({
        text: [...body.matchAll(/<text:p[^>]*>(.*?)<\/text:p>/gs)]
          .map(([, text = '']) => unescaped(text.replace(/<[^>]+>/g, '')))
          .join('\n'),
        type: attribute(tag, 'office:value-type') ?? '',
        value: attribute(tag, 'office:date-value') ?? attribute(tag, 'office:value'),
        ground: grounds.get(attribute(tag, 'table:style-name') ?? ofColumn[column] ?? '') ?? null,
      })),
  )
}

/** Returns the heights of the first table's rows in inches, one per row element. */
export function rowHeights(flat: string): number[] {
  const heights = new Map<string, number>()
  for (const [, name = '', height = ''] of flat.matchAll(
    /<style:style style:name="([^"]+)" style:family="table-row">\s*<style:table-row-properties[^>]*style:row-height="([\d.]+)in"/g,
  ))
    heights.set(name, Number(height))
  const table = /<table:table [^>]*>.*?<\/table:table>/s.exec(flat)?.[0] ?? ''
  return [...table.matchAll(/<table:table-row[^>]*table:style-name="([^"]+)"/g)].map(
    ([, name = '']) => heights.get(name) ?? Number.NaN,
  )
}
