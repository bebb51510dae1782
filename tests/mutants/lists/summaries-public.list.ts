import type { Mutant } from '../mutant.ts'

const pages = ['tests/api/summary-pages.test.ts']

export const SUMMARY_PUBLIC_FAULTS: readonly Mutant[] = [
  {
    file: 'server/approved/approved.cache.ts',
    before: 'keptAnswers(approvedVersion, MOST_KEPT)',
    after: 'keptAnswers(async () => 1, MOST_KEPT)',
    fault: 'The public list does not hear of approvals.',
    tests: ['tests/api/approved.test.ts'],
  },
  {
    file: 'server/summaries/published-years.queries.ts',
    before: "    .where('published_at', 'is not', null)\n",
    after: '',
    fault: 'The public list leads to drafts.',
    tests: pages,
  },
  {
    file: 'server/summaries/published.pages.ts',
    before: '`${sha256} ${since.changed} ${since.records}`',
    after: 'sha256',
    fault: 'The page of a summary says for ever that nothing has changed.',
    tests: pages,
  },
  {
    file: 'server/summaries/published.downloads.ts',
    before: 'made(`${sha256} ${format}`, async',
    after: 'made(format, async',
    fault: 'The Word document of one year is given for another.',
    tests: pages,
  },
  {
    file: 'shared/summaries/since-words.ts',
    before: 'changed < 2',
    after: 'changed < 1',
    fault: 'One record "have" changed.',
    tests: ['shared/summaries/since-words.test.ts'],
  },
  {
    file: 'server/lib/last-made.ts',
    before: '    made.delete(fingerprint)\n    if (!known',
    after: '    if (!known',
    fault: 'The file that is asked for most goes first.',
    tests: ['server/lib/last-made.test.ts'],
  },
]
