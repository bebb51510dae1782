import type { Mutant } from '../mutant.ts'

const GRADING = 'shared/activities/grading.ts'
const tests = ['shared/activities/grading.test.ts']
const MESSAGES = 'shared/dashboard/messages.ts'
const messages = ['shared/dashboard/messages.test.ts']

export const GRADING_FAULTS: readonly Mutant[] = [
  {
    file: GRADING,
    before: "return evidenced > 0 ? 'Somewhat Compliant'",
    after: "return evidenced > 1 ? 'Somewhat Compliant'",
    fault: 'Evidence under a single indicator counts for nothing.',
    tests,
  },
  {
    file: GRADING,
    before: "  if (on.length === 0) return 'Not Applicable'\n",
    after: '',
    fault: 'A principle that is switched off is Very Compliant.',
    tests,
  },
  {
    file: GRADING,
    before: '  if (evidenced === on.length)',
    after: '  if (indicatorsWithFiles.size >= on.length)',
    fault: 'Evidence of other principles makes a principle Very Compliant.',
    tests,
  },
  {
    file: GRADING,
    before: "grade ?? 'Not Compliant'",
    after: "grade ?? 'Not Applicable'",
    fault: 'A missing grade reads as Not Applicable.',
    tests,
  },
  {
    file: 'shared/activities/switches.ts',
    before: 'filter((id) => !switches.disabled_indicator.includes(String(id)))',
    after: 'filter((id) => !switches.disabled_principle.includes(id))',
    fault: 'An indicator that is switched off still asks for evidence.',
    tests,
  },
  {
    file: 'shared/activities/switches.ts',
    before: '  if (!isPrincipleOff(principle, on)) return on\n',
    after: '  if (isPrincipleOff(principle, on)) return on\n',
    fault: 'Turning a principle on turns all its indicators on, or none.',
    tests: ['shared/activities/switches.test.ts'],
  },
  {
    file: 'shared/activities/verification.ts',
    before: "  scan_status !== 'quarantined'",
    after: "  scan_status === 'clean'",
    fault: 'Without a virus scanner no file is evidence.',
    tests: ['shared/activities/verification.test.ts'],
  },
  {
    file: 'shared/activities/verification.ts',
    before: "name.normalize('NFC').toLowerCase()",
    after: "name.normalize('NFC')",
    fault: 'An indicator holds two files whose names differ in case only.',
    tests: ['shared/activities/verification.test.ts'],
  },
  {
    file: 'server/activities/means.actions.ts',
    before: 'saveActivity(db, activity.id, now, grades)',
    after: 'saveActivity(db, activity.id, now, activity.grades)',
    fault: 'New evidence does not change the grades.',
    tests: ['tests/api/activities.test.ts'],
  },
  {
    file: 'server/activities/drafts.actions.ts',
    before: 'const principle_batch_number = await findCurrentBatch(db)',
    after: 'const principle_batch_number = 1',
    fault: 'A new activity is graded by the first batch of criteria.',
    tests: ['tests/api/principles.test.ts'],
  },
  {
    file: 'server/files/quarantine.actions.ts',
    before: '    if (activity && !isFinal(activity)) await',
    after: '    if (activity) await',
    fault: 'A virus found later changes grades that were approved.',
    tests: ['tests/api/virus-scan.test.ts'],
    only: 'after the final approval the frozen grades stay',
  },
  {
    file: MESSAGES,
    before: 'very + somewhat + not\n',
    after: 'very + somewhat + not + 1\n',
    fault: 'A principle counts against sites where it is switched off.',
    tests: messages,
  },
  {
    file: MESSAGES,
    before: "slowest.length === held.length ? 'equally long' : 'longest'",
    after: "'longest'",
    fault: 'Of levels that take equally long one is called the slowest.',
    tests: messages,
  },
  {
    file: MESSAGES,
    before: "principle_grade === null ? '' : ` graded",
    after: "principle_grade !== null ? '' : ` graded",
    fault: 'A picture of sites with one grade is titled as if it were of all.',
    tests: messages,
  },
]
