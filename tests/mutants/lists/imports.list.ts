import type { Mutant } from '../mutant.ts'

const imports = ['tests/api/imports.test.ts']
const hostile = ['tests/api/imports-hostile.test.ts']
const ROW = 'server/imports/import-row.ts'

export const IMPORT_FAULTS: readonly Mutant[] = [
  {
    file: 'shared/imports/imports.policy.ts',
    before: '    actor.hierarchy_role <= LOWEST_HIERARCHY\n',
    after: '    actor.hierarchy_role <= LOWEST_HIERARCHY + 1\n',
    fault: 'Approvers at FMB import profiles.',
    tests: ['shared/imports/imports.policy.test.ts'],
  },
  {
    file: 'shared/imports/imports.policy.ts',
    before: '    isOn(actor),\n',
    after: '',
    fault: 'Whoever had an administrator’s role that is switched off imports profiles.',
    tests: ['shared/imports/imports.policy.test.ts'],
  },
  {
    file: 'server/imports/imports.actions.ts',
    before: '    if (Good !== rows) throw',
    after: '    if (Good < rows) throw',
    fault: 'More rows are imported than the person confirmed.',
    tests: imports,
    only: 'confirming',
  },
  {
    file: ROW,
    before: "    if ((await holdState(db, import_id)) !== 'Importing') throw new PassedOn()\n",
    after: '',
    fault: 'A row is added after the import was cancelled.',
    tests: imports,
    only: 'a cancelled import',
  },
  {
    file: ROW,
    before: '    if (earlier) throw new AlreadyThere(earlier)\n',
    after: '',
    fault: 'Two imports of the same rows stand still at the first row that both have.',
    tests: imports,
    only: 'two imports of the same rows',
  },
  {
    file: 'server/imports/judge.ts',
    before: "FORM_FIELDS.filter((field) => field !== 'agreement_id' && field !== 'map_kml_id')",
    after: "FORM_FIELDS.filter((field) => field === 'name_of_partner')",
    fault: 'A row that was corrected is taken for the one that was wrong.',
    tests: imports,
    only: 'the same file again',
  },
  {
    file: 'server/imports/judge.ts',
    before: '      result.errors[field] = [there.sentence]\n',
    after: '',
    fault: 'A row whose file is missing stays without a sentence.',
    tests: imports,
    only: 'a broken boundary is never a blank',
  },
  {
    file: 'server/imports/tables/xlsx-table.ts',
    before: '  const from = top === bottom ? left + 1 : left\n',
    after: '  const from = left + 1\n',
    fault:
      'A cell that is merged over several rows counts for the first of them, and is empty in the others.',
    tests: hostile,
    only: 'merged cells',
  },
  {
    file: 'shared/imports/cells.ts',
    before: 'from1904 ? Date.UTC(1904, 0, 1)',
    after: 'from1904 ? Date.UTC(1900, 0, 1)',
    fault: 'The dates of a workbook from a Mac are four years too early.',
    tests: ['shared/imports/cells.test.ts'],
  },
  {
    file: 'server/imports/archives.ts',
    before: '  if (size > HARMLESS_BYTES && size > packed * MOST_RATIO)\n',
    after: '  if (size > HARMLESS_BYTES && size > packed * MOST_RATIO * 10)\n',
    fault: 'A zip bomb is unpacked for each row that names it.',
    tests: hostile,
    only: 'a bomb',
  },
  {
    file: 'server/imports/imports.actions.ts',
    before: '    [files.table, ...files.archives].flatMap(',
    after: '    [files.table].flatMap(',
    fault: 'The zip files of an import that has ended stay for ever.',
    tests: imports,
    only: 'let go when it has ended',
  },
  {
    file: 'server/imports/imports.actions.ts',
    before: "    await dropDraft(ctx, db, 'import-add')\n",
    after: '',
    fault: 'Files that are an import already are offered again as a form that was never sent.',
    tests: imports,
    only: 'a form that is not sent yet',
  },
  {
    file: 'shared/files/file-checks.ts',
    before: 'if (others.length + taken.length >= IMPORT_MAX_ARCHIVES)',
    after: 'if (others.length + taken.length > IMPORT_MAX_ARCHIVES)',
    fault: 'An eleventh zip file is uploaded for an import that is refused then.',
    tests: ['shared/files/file-checks.test.ts'],
  },
  {
    file: 'web/imports/import-words.ts',
    before: '  return { done, total: done + rows.Good }\n',
    after: '  return { done, total: rows_total }\n',
    fault: 'An import that leaves wrong rows out never comes to the end of its bar.',
    tests: ['web/imports/import-words.test.ts'],
  },
]
