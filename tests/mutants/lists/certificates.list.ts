import type { Mutant } from '../mutant.ts'

const api = ['tests/api/certificates.test.ts']
const code = ['shared/certificates/code.test.ts']

export const CERTIFICATE_FAULTS: readonly Mutant[] = [
  {
    file: 'shared/certificates/code.ts',
    before: 'timesX(sum) ^ value',
    after: 'sum ^ value',
    fault: 'Two signs that changed places are taken for another code.',
    tests: code,
  },
  {
    file: 'shared/certificates/code.ts',
    before: ' && sumOf(values) === 0',
    after: '',
    fault: 'A typing mistake is told as a forged certificate.',
    tests: code,
  },
  {
    file: 'shared/certificates/code.ts',
    before: "{ I: '1', L: '1', O: '0' }",
    after: "{ I: '1', O: '0' }",
    fault: 'Who reads a 1 as an L is told of a mistake.',
    tests: code,
  },
  {
    file: 'shared/certificates/certificate.ts',
    before: 'Object.entries(printed).every(',
    after: 'Object.entries(today).every(',
    fault: 'A version that prints a field more calls every older certificate changed.',
    tests: ['shared/certificates/certificate.test.ts'],
  },
  {
    file: 'server/certificates/certificates.queries.ts',
    before: "    .where('site_activities.site_status', '=', 'Approved')\n",
    after: '',
    fault: 'A record in review leads to the certificate of its site.',
    tests: api,
    only: 'for nothing else',
  },
  {
    file: 'server/certificates/certificates.queries.ts',
    before: 'least(site_activities.deactivated_at, site_profiles.deactivated_at)',
    after: 'site_activities.deactivated_at',
    fault: 'The certificate of a deactivated site does not say since when.',
    tests: api,
    only: 'deactivated in',
  },
  {
    file: 'server/certificates/certificates.actions.ts',
    before: 'latest_id === null || deactivated_at !== null ? null',
    after: 'latest_id === null ? null',
    fault: 'A deactivated record is told as one that has changed, with the grades of an older one.',
    tests: api,
    only: 'older one',
  },
  {
    file: 'server/certificates/certificates.actions.ts',
    before: 'latest_id === site_activity_id ? await findApproved(db, site_activity_id) : null',
    after: 'await findApproved(db, site_activity_id)',
    fault: 'An approval that a newer one has replaced still gets a certificate.',
    tests: api,
    only: 'newer approval',
  },
  {
    file: 'server/certificates/certificates.actions.ts',
    before: 'row.log_index < published.size',
    after: 'row.log_index <= published.size',
    fault: 'A certificate prints a checkpoint that does not hold its approval.',
    tests: api,
    only: 'checkpoint that first holds',
  },
  {
    file: 'db/migrations/0044_certificates.sql',
    before: "if tg_op = 'UPDATE' and old.log_checkpoint is null",
    after: "if tg_op = 'UPDATE'",
    fault: 'The checkpoint that a certificate was printed with can be put in another one’s place.',
    tests: api,
    only: 'checkpoint that first holds',
  },
  {
    file: 'server/pages.ts',
    before: 'const READ_PATHS = [LIST_PATH, SUMMARY_PATH, CHECK_PATH, HOW_TO_CHECK_PATH]',
    after: 'const READ_PATHS = [LIST_PATH, SUMMARY_PATH, HOW_TO_CHECK_PATH]',
    fault: 'Codes can be tried without end.',
    tests: api,
    only: 'has one limit',
  },
  {
    file: 'server/pages.ts',
    before: 'at === path || at.startsWith(`${path}/`)',
    after: 'at.startsWith(path)',
    fault: 'Who checks codes uses up the limit of the page on which a password is changed.',
    tests: api,
    only: 'has one limit',
  },
]
