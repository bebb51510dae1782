import type { Mutant } from '../mutant.ts'

const POLICY = 'shared/summaries/summaries.policy.ts'
const CROSSWALK = 'server/summaries/crosswalk.actions.ts'
const TEXTS = 'server/summaries/summary-texts.queries.ts'
const WRITING = 'server/summaries/writing.actions.ts'
const CHOOSING = 'server/summaries/choosing.actions.ts'
const FREEZE = 'server/summaries/freeze.actions.ts'
const PUBLISHED = 'server/summaries/published.queries.ts'
const policy = ['shared/summaries/summaries.policy.test.ts']
const crosswalk = ['tests/api/crosswalk.test.ts']
const drafted = ['tests/api/summaries.test.ts']
const frozen = ['tests/api/summaries-frozen.test.ts']

export const SUMMARY_FAULTS: readonly Mutant[] = [
  {
    file: POLICY,
    before: 'const LOWEST_HIERARCHY = 2',
    after: 'const LOWEST_HIERARCHY = 3',
    fault: 'An approver changes the crosswalk.',
    tests: policy,
  },
  {
    file: POLICY,
    before: 'all(isSuper(actor), isDraft(summary))',
    after: 'all(canDraftSummaries(actor), isDraft(summary))',
    fault: 'Anybody at FMB freezes a summary.',
    tests: policy,
  },
  {
    file: POLICY,
    before: 'chosen < STATEMENTS_MAX',
    after: 'chosen <= STATEMENTS_MAX',
    fault: 'A safeguard cites twenty-one statements.',
    tests: policy,
  },
  {
    file: 'shared/summaries/crosswalk.rules.ts',
    before: ' && a.why === b.why',
    after: '',
    fault: 'Another reason cannot be saved: it counts as no change.',
    tests: ['shared/summaries/crosswalk.rules.test.ts'],
  },
  {
    file: 'shared/summaries/text-changes.ts',
    before: 'end < shorter - start',
    after: 'end < shorter',
    fault: 'The log leaves out a paragraph that was taken away beside one like it.',
    tests: ['shared/summaries/text-changes.test.ts'],
  },
  {
    file: 'server/summaries/crosswalk.queries.ts',
    before: '  await sql`lock table crosswalks in share row exclusive mode`.execute(db)\n',
    after: '',
    fault: 'Two who save the crosswalk at once: one meets a fault of the server instead of a sentence.',
    tests: crosswalk,
    only: 'of many at the same moment',
  },
  {
    file: CROSSWALK,
    before: '    insist(isFromVersion(input.version, current.version))\n',
    after: '',
    fault: 'A crosswalk that began from an older version overwrites what was saved meanwhile.',
    tests: crosswalk,
  },
  {
    file: TEXTS,
    before: " and before.text <> ''",
    after: '',
    fault: 'A part that was emptied is taken over as if it were written.',
    tests: drafted,
    only: 'takes over what was written last',
  },
  {
    file: TEXTS,
    before: 'before.taken_from is null desc, ',
    after: '',
    fault: 'A text is said to be of a year for which nobody has confirmed it.',
    tests: drafted,
    only: 'takes over what was written last',
  },
  {
    file: WRITING,
    before: '    insist(isTextUnchanged(input.written_at, before))\n',
    after: '',
    fault: 'Who writes last overwrites what somebody else wrote meanwhile.',
    tests: drafted,
    only: 'writing a part',
  },
  {
    file: WRITING,
    before: 'if (before?.text === text) await',
    after: 'if (before?.text === text && !before.taken_from) await',
    fault: 'A text that is confirmed says it was written today.',
    tests: drafted,
    only: 'confirms what was taken over',
  },
  {
    file: CHOOSING,
    before: 'if (!(await isCitable(db, scopeOf(summary), statement)))',
    after: 'if (false as boolean)',
    fault: 'A statement that was never approved can be chosen.',
    tests: drafted,
    only: 'cannot cite is refused',
  },
  {
    file: 'server/lib/form-submissions.ts',
    before: '    written_at: _seen_text,\n',
    after: '',
    fault: 'A text whose answer was lost is refused when the page has looked at it again.',
    tests: drafted,
    only: 'writing a part sent again',
  },
  {
    file: 'server/summaries/summaries.queries.ts',
    before: "greatest(${updated_at}::timestamptz, updated_at + interval '1 millisecond')",
    after: '${updated_at}::timestamptz',
    fault: 'Two changes within a millisecond look like one, and the second form overwrites the first.',
    tests: drafted,
    only: 'clock stands still',
  },
  {
    file: FREEZE,
    before: '    insist(isUnchanged(updated_at, draft))\n',
    after: '',
    fault: 'What nobody has looked at is frozen for ever.',
    tests: frozen,
  },
  {
    file: FREEZE,
    before: '.find(({ blocks }) => blocks)',
    after: '.find(({ blocks }) => blocks && false)',
    fault: 'A summary with an unknown number in its text is frozen.',
    tests: frozen,
  },
  {
    file: PUBLISHED,
    before: ".where('summaries.published_at', 'is not', null)",
    after: ".where('summaries.frozen_at', 'is not', null)",
    fault: 'The public reads what is frozen and not published, or withdrawn.',
    tests: frozen,
  },
  {
    file: PUBLISHED,
    before: 'const kept = keptAnswers(approvedVersion, MOST_KEPT)',
    after: 'const kept = keptAnswers(async () => 1, MOST_KEPT)',
    fault: 'The page of a summary does not hear of records that have changed since.',
    tests: frozen,
    only: 'at once on every instance',
  },
  {
    file: 'server/summaries/summary-downloads.ts',
    before: "if (summary.status !== 'Draft') return findFrozen",
    after: "if (summary.status === 'Published') return findFrozen",
    fault: 'The files of a frozen summary are made of what is so today.',
    tests: ['tests/api/summaries-frozen.test.ts'],
    only: 'JSON is the kept bytes',
  },
]
