import { faults, type Mutant } from '../mutant.ts'

const CSV = 'server/sheets/csv.ts'
const csv = ['server/sheets/csv.test.ts']
const page = { tests: ['tests/api/pages.test.ts'], only: 'no text of a record becomes markup' }

/** Mails are plain text and have nothing to escape. */
export const ESCAPING_FAULTS: readonly Mutant[] = [
  ...faults(
    { file: CSV, tests: csv },
    ['A formula hides behind a tab.', String.raw`/^[=+\-@\t\r]/`, String.raw`/^[=+\-@]/`],
    ['A quotation mark in a text ends its cell.', `text.replaceAll('"', '""')`, 'text'],
    ['A carriage return in a text begins a new row.', String.raw`/[",;\r\n]/`, String.raw`/[",;\n]/`],
    [
      'A semicolon in a text begins a new cell where a comma is the decimal sign.',
      String.raw`/[",;\r\n]/`,
      String.raw`/[",\r\n]/`,
    ],
  ),
  ...faults(
    {
      file: 'server/database/datatable.ts',
      tests: ['tests/api/approved.test.ts'],
      only: 'ignoring case and without wildcards',
    },
    ['A per cent sign in a search stands for any text.', String.raw`/[\\%_]/g`, String.raw`/[\\_]/g`],
  ),
  ...faults({ file: 'server/http/page-files.ts', ...page }, [
    'The name of a partner becomes markup in the title of the page.',
    'title: escapeHtml(title)',
    'title',
  ]),
  ...faults({ file: 'server/http/page-head.ts', ...page }, [
    'The name of a partner ends the script of the page.',
    String.raw`JSON.stringify(value).replaceAll('<', '\\u003c')`,
    'JSON.stringify(value)',
  ]),
  ...faults({ file: 'web/lib/markup.ts', tests: ['web/lib/markup.test.ts'] }, [
    'A text that has been escaped already becomes markup on the map.',
    '/[<&]/',
    '/[<]/',
  ]),
  ...faults(
    {
      file: 'server/sheets/xml.ts',
      tests: ['server/sheets/sheets.test.ts'],
      only: 'any texts and numbers come back',
    },
    ['An ampersand breaks the spreadsheet.', '.replace(/[&<>"]/g,', '.replace(/[<>"]/g,'],
  ),
  ...faults(
    { file: 'shared/principles/helper-blocks.ts', tests: ['shared/principles/helper-blocks.test.ts'] },
    ['A note links to a script.', '(?:https?:\\/\\/|mailto:)', '(?:https?:\\/\\/|mailto:|\\w+:)'],
  ),
  ...faults(
    { file: 'server/http/content-disposition.ts', tests: ['server/documents/content-check.test.ts'] },
    [
      'A quotation mark in a file name ends it in the header.',
      String.raw`/[^\x20-\x7e]|["\\%]/g`,
      String.raw`/[^\x20-\x7e]/g`,
    ],
  ),
  ...faults({ file: 'shared/lib/text-form.ts', tests: ['shared/lib/text-form.test.ts'] }, [
    'A name turns the reading direction of what stands behind it.',
    String.raw`\u202A-\u202E`,
    '',
  ]),
]
