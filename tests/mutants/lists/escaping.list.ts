import type { Mutant } from '../mutant.ts'

const CSV = 'server/sheets/csv.ts'
const csv = ['server/sheets/csv.test.ts']
const page = { tests: ['tests/api/pages.test.ts'], only: 'no text of a record becomes markup' }

/** Mails are plain text and have nothing to escape. */
export const ESCAPING_FAULTS: readonly Mutant[] = [
  {
    file: CSV,
    before: String.raw`/^[=+\-@\t\r]/`,
    after: String.raw`/^[=+\-@]/`,
    fault: 'A formula hides behind a tab.',
    tests: csv,
  },
  {
    file: CSV,
    before: `text.replaceAll('"', '""')`,
    after: 'text',
    fault: 'A quotation mark in a text ends its cell.',
    tests: csv,
  },
  {
    file: CSV,
    before: String.raw`/[",;\r\n]/`,
    after: String.raw`/[",;\n]/`,
    fault: 'A carriage return in a text begins a new row.',
    tests: csv,
  },
  {
    file: CSV,
    before: String.raw`/[",;\r\n]/`,
    after: String.raw`/[",\r\n]/`,
    fault: 'A semicolon in a text begins a new cell where a comma is the decimal sign.',
    tests: csv,
  },
  {
    file: 'server/database/datatable.ts',
    before: String.raw`/[\\%_]/g`,
    after: String.raw`/[\\_]/g`,
    fault: 'A per cent sign in a search stands for any text.',
    tests: ['tests/api/approved.test.ts'],
    only: 'ignoring case and without wildcards',
  },
  {
    file: 'server/http/page-files.ts',
    before: 'title: escapeHtml(title)',
    after: 'title',
    fault: 'The name of a partner becomes markup in the title of the page.',
    ...page,
  },
  {
    file: 'server/http/page-files.ts',
    before: String.raw`JSON.stringify(value).replaceAll('<', '\\u003c')`,
    after: 'JSON.stringify(value)',
    fault: 'The name of a partner ends the script of the page.',
    ...page,
  },
  {
    file: 'web/lib/markup.ts',
    before: '/[<&]/',
    after: '/[<]/',
    fault: 'A text that has been escaped already becomes markup on the map.',
    tests: ['web/lib/markup.test.ts'],
  },
  {
    file: 'server/sheets/xml.ts',
    before: '.replace(/[&<>"]/g,',
    after: '.replace(/[<>"]/g,',
    fault: 'An ampersand breaks the spreadsheet.',
    tests: ['server/sheets/sheets.test.ts'],
    only: 'any texts and numbers come back',
  },
  {
    file: 'shared/principles/helper-blocks.ts',
    before: '(?:https?:\\/\\/|mailto:)',
    after: '(?:https?:\\/\\/|mailto:|\\w+:)',
    fault: 'A note links to a script.',
    tests: ['shared/principles/helper-blocks.test.ts'],
  },
  {
    file: 'server/http/content-disposition.ts',
    before: String.raw`/[^\x20-\x7e]|["\\%]/g`,
    after: String.raw`/[^\x20-\x7e]/g`,
    fault: 'A quotation mark in a file name ends it in the header.',
    tests: ['server/files/content-check.test.ts'],
  },
  {
    file: 'shared/lib/text-form.ts',
    before: String.raw`\u202A-\u202E`,
    after: '',
    fault: 'A name turns the reading direction of what stands behind it.',
    tests: ['shared/lib/text-form.test.ts'],
  },
]
