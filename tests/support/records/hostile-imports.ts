import { strToU8, unzipSync, zipSync } from 'fflate'
import { deflateRawSync } from 'node:zlib'
import { malformedZip } from './malformed-zip.ts'
import { aRow, csvOf, type Files, filesOf, HEADERS, linesOf, type Row, tableOf, zipOf } from './imports.ts'

/** Tables and archives that try to crash the server, built on demand. */

export type Hostile = {
  what: string
  table?: { name: string; bytes: Buffer }
  zip?: Buffer
  /** the sentence that rejects the import, its upload or its row; null where all of it is read */
  sentence: RegExp | null
  /** another finding */
  notice?: RegExp
}

const MB = 1_048_576
const row = aRow()
const good = { ...filesOf([row]) }
const goodZip = () => zipOf(good)

const SHEET = 'xl/worksheets/sheet1.xml'
const TEXTS = 'xl/sharedStrings.xml'
const partsOf = (rows: readonly Row[] = [row]) => unzipSync(tableOf(rows))
const packed = (parts: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(parts, { level: 1 }))

/** A workbook with one of its parts changed. */
function changed(part: string, change: (text: string) => string, rows?: readonly Row[]): Buffer {
  const parts = partsOf(rows)
  return packed({ ...parts, [part]: strToU8(change(Buffer.from(parts[part] ?? []).toString())) })
}

const xlsx = (bytes: Buffer) => ({ name: 'profiles.xlsx', bytes })
const csv = (bytes: Buffer | string) => ({ name: 'profiles.csv', bytes: Buffer.from(bytes) })
const inSheet = (change: (text: string) => string, rows?: readonly Row[]) =>
  xlsx(changed(SHEET, change, rows))
const insertBefore = (mark: string, text: string) => (all: string) =>
  all.replace(mark, () => `${text}${mark}`)
const merges = (refs: readonly string[]) =>
  insertBefore(
    '</worksheet>',
    `<mergeCells count="${refs.length}">${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
  )
const inline = (cell: string, text: string) => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
/** every part as an entry of an archive with false headers */
const entriesOf = (parts: Record<string, Uint8Array>) =>
  Object.entries(parts).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }))

const DAMAGED = /^The table is damaged or is not an \.xlsx workbook\. [^.]+\.xlsx and upload that\.$/
const TOO_LARGE = /^The table unpacks to far more than an import can have\./
const PACKED_DAMAGED =
  /is damaged or is not a (PDF|ZIP) file\. Please open it, save it again and upload it\.$/
const ole = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2000),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(2000),
  ])

/** A deflated run of zeros, about a thousandth of its size. */
const zeros = (megabytes: number): Buffer => deflateRawSync(Buffer.alloc(megabytes * MB))

const agreement = String(row['Agreement file'])
const withEntry = (
  entry: Parameters<typeof malformedZip>[0][number],
  form: Parameters<typeof malformedZip>[1] = {},
) => malformedZip([...entriesOf(goodParts()).filter(({ name }) => name !== entry.name), entry], form)
const goodParts = (): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(good as Files).map(([name, bytes]) => [
      name,
      typeof bytes === 'string' ? strToU8(bytes) : bytes,
    ]),
  )

/** The short run sends the first five. */
export const HOSTILE: readonly (() => Hostile)[] = [
  () => ({
    what: '19,990 merged ranges over 2,000 rows',
    table: inSheet(
      merges(many(19_990, () => 'A1:S2000')),
      many(2_000, () => row),
    ),
    sentence: /^Merged cells of the table overlap each other\. Please unmerge them and upload it again\.$/,
  }),
  () => ({
    what: 'a workbook whose texts are 100 MB',
    table: xlsx(
      changed(TEXTS, insertBefore('</sst>', `<si><t>${'a'.repeat(1000)}</t></si>`.repeat(100_000))),
    ),
    sentence: TOO_LARGE,
  }),
  () => ({
    what: 'an archive in ZIP64 form with an absurd count',
    zip: malformedZip(entriesOf(goodParts()), { zip64: true, end: { count: 1n << 50n } }),
    sentence: /^files\.zip was not accepted: it contains more than 60,000 files\.$/,
  }),
  () => ({
    what: 'only quotation marks',
    table: csv('"'.repeat(10 * MB + 1)),
    sentence: /^A quotation mark in row 1 is never closed\./,
  }),
  () => ({
    what: 'a file that unpacks to a hundred times what it says',
    zip: withEntry({ name: agreement, bytes: 'x'.repeat(1000), packed: zeros(100) }),
    sentence: PACKED_DAMAGED,
  }),
  // ---- workbooks
  () => ({
    what: '30,000 merged ranges',
    table: inSheet(merges(many(30_000, (at) => `A${at * 2 + 3}:A${at * 2 + 4}`))),
    sentence: /^The table has too many merged cells\./,
  }),
  () => ({
    what: '16,384 columns',
    table: inSheet((text) =>
      text.replace(/<\/row>/, `${many(16_300, () => '<c t="str"><v>stray</v></c>').join('')}</row>`),
    ),
    sentence: null,
  }),
  () => ({
    what: '1,048,576 empty rows',
    table: inSheet(insertBefore('</sheetData>', many(1_048_574, (at) => `<row r="${at + 3}"/>`).join(''))),
    sentence: null,
  }),
  () => ({
    what: 'a row beyond every spreadsheet',
    table: inSheet(insertBefore('</sheetData>', '<row r="1e300"><c r="A9"><v>1</v></c></row>')),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'entities that multiply',
    table: xlsx(
      changed(
        TEXTS,
        insertBefore('<sst', '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'),
      ),
    ),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'an entity that is a file of the server',
    table: xlsx(
      changed(TEXTS, insertBefore('<sst', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')),
    ),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'a million elements in each other',
    table: inSheet(insertBefore('<sheetData', '<x>'.repeat(1_000_000))),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'an element of half a million attributes',
    table: inSheet(insertBefore('<sheetData', `<x ${many(500_000, (at) => `a${at}="1"`).join(' ')}/>`)),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'a text without an end',
    table: xlsx(changed(TEXTS, insertBefore('</sst>', `<si><t>${'a'.repeat(20_000_000)}</t></si>`))),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'a sheet of 400 MB of zeros',
    table: xlsx(
      malformedZip([
        ...entriesOf(partsOf()).filter(({ name }) => name !== SHEET),
        { name: SHEET, bytes: '', packed: zeros(400), declared: { size: BigInt(400 * MB), crc: 0 } },
      ]),
    ),
    sentence: TOO_LARGE,
  }),
  () => ({
    what: 'a cell of a megabyte',
    table: inSheet((text) =>
      text.replace('</sheetData>', `<row r="3">${inline('A3', 'a '.repeat(MB / 2))}</row></sheetData>`),
    ),
    sentence: /^(A cell in row 3 has more text than a spreadsheet cell can have\.|The table is damaged)/,
  }),
  () => ({
    what: 'formulas without results',
    table: inSheet((text) =>
      text.replace(/<c r="F2"[^>]*>.*?<\/c>/, '<c r="F2"><f>WEBSERVICE("http://127.0.0.1/")</f></c>'),
    ),
    sentence: /^This cell has a formula without a result\./,
  }),
  () => ({
    what: 'links to other workbooks',
    table: xlsx(
      packed({
        ...partsOf(),
        'xl/externalLinks/externalLink1.xml': strToU8('<externalLink><externalBook/></externalLink>'),
        'xl/externalLinks/_rels/externalLink1.xml.rels': strToU8(
          '<Relationships><Relationship Id="a" Type="x/externalLinkPath" Target="http://127.0.0.1:9/a.xlsx" TargetMode="External"/></Relationships>',
        ),
      }),
    ),
    sentence: null,
  }),
  () => ({
    what: 'a part that stands twice',
    table: xlsx(malformedZip([...entriesOf(partsOf()), { name: SHEET, bytes: '<worksheet/>' }])),
    sentence: DAMAGED,
  }),
  () => ({
    what: '100,000 styles',
    table: xlsx(
      changed('xl/styles.xml', (text) =>
        text.replace(/<cellXfs[^>]*>/, (all) => all + '<xf numFmtId="14"/>'.repeat(100_000)),
      ),
    ),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'a number format of a megabyte',
    table: xlsx(
      changed('xl/styles.xml', (text) =>
        text.replace(
          /<fonts/,
          () => `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(900_000)}"/></numFmts><fonts`,
        ),
      ),
    ),
    sentence: null,
  }),
  () => ({
    what: 'a number beyond all years',
    table: inSheet((text) => text.replace(/<c r="G2"[^>]*>.*?<\/c>/, '<c r="G2"><v>1e300</v></c>')),
    sentence: /^Year Implemented must be a year such as 2024\.$/,
  }),
  () => {
    const typed = aRow({
      ...row,
      'Year Implemented': '2021',
      'Project Year Start': '2021',
      'Project Year End': '2030',
    })
    const cell = '<c r="F2" s="0" t="n"><v>1e300</v></c>'
    const parts = unzipSync(changed(SHEET, (text) => text.replace(/<c r="F2"[^>]*>.*?<\/c>/, cell), [typed]))
    const styles = Buffer.from(parts['xl/styles.xml'] ?? [])
      .toString()
      .replaceAll('numFmtId="0"', 'numFmtId="14"')
    return {
      what: 'a date that no calendar has',
      table: xlsx(packed({ ...parts, 'xl/styles.xml': strToU8(styles) })),
      sentence: /^This cell has a date that does not exist\./,
    }
  },
  () => ({
    what: 'texts that are not there',
    table: inSheet((text) =>
      text.replace(/<c r="F2"[^>]*>.*?<\/c>/, '<c r="F2" t="s"><v>4000000000</v></c>'),
    ),
    sentence: /^The text of this cell is missing in the file\./,
  }),
  () => ({
    what: 'a relation that leads out',
    table: xlsx(
      changed('xl/_rels/workbook.xml.rels', (text) =>
        text.replace(/worksheets\/sheet1\.xml/, '../'.repeat(300_000)),
      ),
    ),
    sentence: /^(The table is damaged|None of the first rows)/,
  }),
  () => ({
    what: '5,000 sheets with the headers',
    table: xlsx(
      changed('xl/workbook.xml', (text) =>
        text.replace(
          /(<sheet )name="Profiles"([^>]*\/>)/,
          (all, one: string, rest: string) =>
            all + many(5_000, (at) => `${one}name="S${at}"${rest}`).join(''),
        ),
      ),
    ),
    sentence: null,
    notice: /^The sheets .+ and 239 more have the same headers and were not read/,
  }),
  () => ({
    what: 'a wrong sum',
    table: xlsx(
      malformedZip(
        entriesOf(partsOf()).map((entry) =>
          entry.name === SHEET ? { ...entry, declared: { crc: 7 } } : entry,
        ),
      ),
    ),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'a workbook that is cut off',
    table: xlsx(tableOf([row]).subarray(0, 3000)),
    sentence: /^(profiles\.xlsx|The table) is damaged/,
  }),
  () => ({
    what: 'parts that lie over each other',
    table: xlsx(
      malformedZip([
        ...entriesOf(partsOf()),
        ...many(40, (at) => ({ name: `x${at}`, bytes: '', declared: { packed: 900n, at: 0n } })),
      ]),
    ),
    sentence: DAMAGED,
  }),
  () => ({
    what: 'a workbook in ZIP64 form with an absurd count',
    table: xlsx(malformedZip(entriesOf(partsOf()), { zip64: true, end: { count: 1n << 40n } })),
    sentence: TOO_LARGE,
  }),
  () => ({
    what: 'a workbook with a password',
    table: xlsx(ole('EncryptedPackage')),
    sentence: /^profiles\.xlsx is locked with a password\./,
  }),
  () => ({
    what: 'an old workbook',
    table: xlsx(ole('Workbook')),
    sentence: /^profiles\.xlsx is in the old Excel format \(\.xls\)/,
  }),
  () => ({
    what: 'a Word document',
    table: xlsx(zipOf({ 'word/document.xml': '<w/>' })),
    sentence: /^The table is a Word document\./,
  }),
  // ---- CSV
  () => ({
    what: 'one line of 50 MB',
    table: csv(Buffer.alloc(50 * MB, 'a,')),
    sentence: /^File size exceeds the maximum limit of 20MB\.$/,
  }),
  () => ({
    what: 'one cell of 19 MB',
    table: csv(Buffer.alloc(19 * MB, 'a')),
    sentence: /^A cell in row 1 has more than 32,767 characters\.$/,
  }),
  () => ({
    what: '10 MB of zeros',
    table: csv(Buffer.alloc(10 * MB)),
    sentence: /^profiles\.csv is empty\./,
  }),
  () => ({
    what: '10 MB of line breaks',
    table: csv(Buffer.alloc(10 * MB, '\n')),
    sentence: /^profiles\.csv is empty\./,
  }),
  () => ({
    what: '15 MB of commas',
    table: csv(Buffer.alloc(15 * MB, ',')),
    sentence: /^None of the first rows contains the headers/,
  }),
  () => ({
    what: 'bytes of nothing known',
    table: csv(Buffer.from(many(200_000, (at) => (at * 7919 + (at >> 3)) % 256))),
    sentence: /^profiles\.csv is damaged/,
  }),
  () => ({
    what: '20,001 rows',
    table: csv(`${csvOf([])}\r\n${many(20_001, () => '"x","x","x","","x"\r\n').join('')}`),
    sentence: /^The table has more than 20,000 rows\./,
  }),
  () => ({
    what: 'a code page of an old Mac',
    table: csv(Buffer.from(csvOf([row]).replaceAll('ñ', '\u0096'), 'latin1')),
    sentence: /^The letters of this table can be read in several ways: line 2 has /,
  }),
  () => ({
    what: 'UTF-32',
    table: csv(
      Buffer.concat([
        Buffer.from('fffe0000', 'hex'),
        Buffer.from(many(400, (at) => (at % 4 === 0 ? 97 : 0))),
      ]),
    ),
    sentence: /^The table is in UTF-32\./,
  }),
  () => ({
    what: 'UTF-16 that ends with half a letter',
    table: csv(Buffer.concat([Buffer.from(`\ufeff${csvOf([row], '\t')}\r\n`, 'utf16le'), Buffer.from([65])])),
    sentence: null,
  }),
  () => ({
    what: 'names of 32,000 letters',
    table: csv(
      [
        HEADERS.join(','),
        ...many(100, () => linesOf([{ ...row, Office: 'x'.repeat(32_000) }])[0]?.join(',') ?? ''),
      ].join('\n'),
    ),
    sentence: /^There is no office called "x{100}…"\./,
  }),
  // ---- archives
  () => ({
    what: 'a bomb that says so',
    zip: zipOf({ ...good, 'bomb.pdf': new Uint8Array(50_000_000) }),
    sentence: /^files\.zip was not accepted: bomb\.pdf in it unpacks to 48 MB of nearly nothing\.$/,
  }),
  () => ({
    what: '70,000 files',
    zip: malformedZip(
      many(65_535, (at) => ({
        name: `${at}.txt`,
        bytes: '',
        packed: Buffer.alloc(0),
        declared: { method: 0 },
      })),
      {
        zip64: true,
        end: { count: 70_000n },
      },
    ),
    sentence: /^files\.zip was not accepted: it contains more than 60,000 files\.$/,
  }),
  () => ({
    what: 'an archive in it',
    zip: zipOf({ ...good, 'a/b/inner.7z': '7z' }),
    sentence: /^files\.zip was not accepted: it contains another archive, a\/b\/inner\.7z\./,
  }),
  () => ({
    what: 'a name that leads out',
    zip: zipOf({ ...good, 'maps/../../../../etc/cron.d/x': 'x' }),
    sentence: /^files\.zip was not accepted: the name "maps\/\.\.\/[^"]+" in it leads out of it\.$/,
  }),
  () => ({
    what: 'a name of 60,000 letters',
    zip: malformedZip([...entriesOf(goodParts()), { name: 'a'.repeat(60_000), bytes: 'x' }]),
    sentence: /^files\.zip was not accepted: a name in it has more than 1,000 letters\.$/,
  }),
  () => ({
    what: 'a file with a wrong sum',
    zip: withEntry({ name: agreement, bytes: goodParts()[agreement] as Buffer, declared: { crc: 9 } }),
    sentence: PACKED_DAMAGED,
  }),
  () => ({
    what: 'a file with a packing of its own',
    zip: withEntry({ name: agreement, bytes: 'x', declared: { method: 98 } }),
    sentence: PACKED_DAMAGED,
  }),
  () => ({
    what: 'files that lie over each other',
    zip: malformedZip([
      ...entriesOf(goodParts()),
      ...many(300, (at) => ({
        name: `${at}.pdf`,
        bytes: 'x'.repeat(99),
        declared: { packed: 400n, at: 0n },
      })),
    ]),
    sentence: /^files\.zip is damaged or is not a ZIP file\./,
  }),
  () => ({
    what: 'a ZIP64 list beyond its end',
    zip: malformedZip(entriesOf(goodParts()), { zip64: true, end: { at: 1n << 50n } }),
    sentence: /^files\.zip is damaged or is not a ZIP file\./,
  }),
  () => ({
    what: 'a ZIP64 list of a petabyte',
    zip: malformedZip(entriesOf(goodParts()), { zip64: true, end: { size: 1n << 50n } }),
    // the list is as long as its entries, whatever its declared size
    sentence: null,
  }),
  () => ({
    what: 'a file that stands twice',
    zip: malformedZip([...entriesOf(goodParts()), ...entriesOf(goodParts())]),
    sentence: /^files\.zip was not accepted: .+ is in the zip files twice\./,
  }),
  () => ({
    what: 'a locked file',
    zip: withEntry({ name: agreement, bytes: 'x', declared: { flags: 0x801 } }),
    sentence: /^files\.zip was not accepted: it is locked with a password\./,
  }),
  () => ({
    what: 'an archive in ZIP64 form that is as it says',
    zip: malformedZip(entriesOf(goodParts()), { zip64: true }),
    sentence: null,
  }),
]

/** Completes a hostile import: a good table for an archive, a good archive for a table. */
export const completeImport = ({ table, zip }: Hostile) => ({
  table: table ?? { name: 'profiles.xlsx', bytes: tableOf([row]) },
  zip: zip ?? goodZip(),
})
