import type { Mutant } from '../mutant.ts'

const composed = ['shared/summaries/compose.test.ts']
const recounted = ['shared/summaries/compose.property.test.ts']
const docx = ['server/summaries/summary-docx.test.ts']

export const SUMMARY_COMPOSE_FAULTS: readonly Mutant[] = [
  {
    file: 'shared/summaries/sums.ts',
    before: "decimals.padEnd(places, '0')",
    after: "decimals.padStart(places, '0')",
    fault: 'Half a hectare is added as five hundredths.',
    tests: ['shared/summaries/sums.test.ts'],
  },
  {
    file: 'shared/summaries/measures.ts',
    before: 'registered - sites',
    after: 'registered',
    fault: 'Sites with a record are counted among those without one.',
    tests: recounted,
  },
  {
    file: 'shared/summaries/measures.ts',
    before: "grades['Somewhat Compliant'] + grades['Not Compliant']",
    after: "grades['Somewhat Compliant'] + grades['Not Applicable']",
    fault: 'Sites to which a principle does not apply are told of as weak.',
    tests: recounted,
  },
  {
    file: 'shared/summaries/figure-sums.ts',
    before: 'JSON.stringify([indicator, name, unit])',
    after: 'JSON.stringify([indicator, name])',
    fault: 'Hectares and people are added up because their figures are called alike.',
    tests: recounted,
  },
  {
    file: 'shared/summaries/figure-sums.ts',
    before: 'facts.reporting_year).map((mine)',
    after: 'facts.indicator).map((mine)',
    fault: 'The years of a figure are told as one of them.',
    tests: composed,
  },
  {
    file: 'shared/summaries/respected.ts',
    before: 'if (!principles.some(isTold))',
    after: 'if (!principles.every(isTold))',
    fault: 'A safeguard has no records because one of its principles has none.',
    tests: composed,
  },
  {
    file: 'shared/summaries/respected.ts',
    before: "valueOf(key) === '1' ? one : more",
    after: "valueOf(key) <= '1' ? one : more",
    fault: '"0 was graded", as if it were one.',
    tests: recounted,
  },
  {
    file: 'shared/summaries/references.ts',
    before: 'refOf(key.toLowerCase())',
    after: 'refOf(typed)',
    fault: 'A number that is asked for with a blank or a capital letter is unknown.',
    tests: ['shared/summaries/references.test.ts'],
  },
  {
    file: 'shared/summaries/compose.ts',
    before: 'found && paragraphs.length > 0 ?',
    after: 'found ?',
    fault: 'A part without a word says when it was written.',
    tests: composed,
  },
  {
    file: 'shared/summaries/gaps.ts',
    before: 'blocks: true',
    after: 'blocks: false',
    fault: 'A summary is frozen though its text asks for a number that is not there.',
    tests: ['shared/summaries/gaps.test.ts'],
  },
  {
    file: 'shared/summaries/gaps.ts',
    before: 'if (respected.tables.length === 0)',
    after: 'if (statements.length === 0)',
    fault: 'A safeguard with records is told of as one without.',
    tests: ['shared/summaries/gaps.test.ts'],
  },
  {
    file: 'server/summaries/summary-files.ts',
    before: 'JSON.stringify(SummaryDocument.parse(document))',
    after: 'JSON.stringify(document)',
    fault: 'The same document has another SHA-256 when its keys were made in another order.',
    tests: ['server/summaries/summary-files.test.ts'],
  },
  {
    file: 'server/summaries/docx-bytes.ts',
    before: 'undefined, overrides)',
    after: 'undefined, [])',
    fault: 'A Word document tells when it was downloaded, so that no two are alike.',
    tests: docx,
  },
  {
    file: 'server/summaries/docx-parts.ts',
    before: 'tableHeader: isHeader',
    after: 'tableHeader: false',
    fault: 'The second page of a table has no header.',
    tests: docx,
  },
]
