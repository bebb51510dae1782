import type { Mutant } from '../mutant.ts'

const CSV = 'server/lib/csv.ts'
const csv = ['server/lib/csv.test.ts']
const pages = ['tests/api/pages.test.ts']
const markup = 'no text of a record becomes markup'

/** Mails are plain text and have nothing to escape. */
export const ESCAPING_FAULTS: readonly Mutant[] = [
  {
    file: CSV,
    before: String.raw`/^[=+\-@\t\r]/`,
    after: String.raw`/^[=+\-\t\r]/`,
    fault: 'A cell that begins with @ is a formula.',
    tests: csv,
  },
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
    file: 'server/lib/datatable.ts',
    before: String.raw`/[\\%_]/g`,
    after: '/[%]/g',
    fault: 'An underscore in a search stands for any letter.',
    tests: ['tests/api/audit.test.ts'],
    only: 'takes % literally',
  },
  {
    file: 'server/lib/datatable.ts',
    before: String.raw`/[\\%_]/g`,
    after: '/[%_]/g',
    fault: 'A backslash in a search is not looked for.',
    tests: ['tests/api/audit.test.ts'],
    only: 'takes % literally',
  },
  {
    file: 'server/lib/page-files.ts',
    before: 'title: escapeHtml(title)',
    after: 'title',
    fault: 'The name of a partner becomes markup in the title of the page.',
    tests: pages,
    only: markup,
  },
  {
    file: 'server/lib/page-files.ts',
    before: String.raw`JSON.stringify(value).replaceAll('<', '\\u003c')`,
    after: 'JSON.stringify(value)',
    fault: 'The name of a partner ends the script of the page.',
    tests: pages,
    only: markup,
  },
  {
    file: 'server/lib/sheets/xml.ts',
    before: '.replace(/[&<>"]/g,',
    after: '.replace(/[<>"]/g,',
    fault: 'An ampersand breaks the spreadsheet.',
    tests: ['server/lib/sheets/sheets.test.ts'],
  },
  {
    file: 'shared/principles/helper-blocks.ts',
    before: '(?:https?:\\/\\/|mailto:)',
    after: '(?:https?:\\/\\/|mailto:|\\w+:)',
    fault: 'A note links to a script.',
    tests: ['shared/principles/helper-blocks.test.ts'],
  },
  {
    file: 'server/lib/content-disposition.ts',
    before: String.raw`/[^\x20-\x7e]|["\\%]/g`,
    after: String.raw`/[^\x20-\x7e]/g`,
    fault: 'A quotation mark in a file name ends it in the header.',
    tests: ['server/files/content-check.test.ts'],
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: 'audit_logs.search_text like ${searchPattern(text)}',
    after: "audit_logs.search_text like search_form(${'%' + text + '%'})",
    fault: 'A per cent sign in a search of the log finds everything.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: 'shared/lib/plain-text.ts',
    before: String.raw`\p{Cs}\u202A-\u202E\u2066-\u2069`,
    after: String.raw`\p{Cs}`,
    fault: 'A name turns the reading direction of what stands behind it.',
    tests: ['shared/lib/plain-text.test.ts'],
  },
]
