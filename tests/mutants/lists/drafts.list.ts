import type { Mutant } from '../mutant.ts'

const QUERIES = 'server/drafts/drafts.queries.ts'
const tests = ['tests/api/drafts.test.ts']

const FORMS = 'server/lib/form-submissions.ts'
const again = ['tests/api/form-submissions.test.ts']

export const DRAFT_FAULTS: readonly Mutant[] = [
  {
    file: QUERIES,
    before:
      "    .where('form_drafts.user_id', '=', user_id)\n    .where('form_drafts.form', '=', form)\n    .where('form_drafts.record_id', '=', record_id)\n    .executeTakeFirst()",
    after:
      "    .where('form_drafts.form', '=', form)\n    .where('form_drafts.record_id', '=', record_id)\n    .executeTakeFirst()",
    fault: 'A draft is shown to somebody else.',
    tests,
  },
  {
    file: QUERIES,
    before: "    .where('form_drafts.record_id', '=', record_id)\n    .execute()\n}",
    after: '    .execute()\n}',
    fault: 'Discarding one draft discards those of all records.',
    tests,
  },
  {
    file: QUERIES,
    before: "        .where('form_drafts.user_id', '=', user_id)\n        .orderBy",
    after: '        .orderBy',
    fault: 'The drafts of one person push out those of others.',
    tests,
  },
  {
    file: QUERIES,
    before: "        .orderBy('form_drafts.updated_at', 'desc')\n",
    after: "        .orderBy('form_drafts.updated_at')\n",
    fault: 'The newest drafts go instead of the oldest.',
    tests,
  },
  {
    file: QUERIES,
    before: "db.deleteFrom('form_drafts').where('form_drafts.user_id', '=', user_id).execute()",
    after: "db.deleteFrom('form_drafts').execute()",
    fault: 'Whoever discards all drafts discards those of everybody.',
    tests,
  },
  {
    file: 'server/drafts/drafts.jobs.ts',
    before: 'DRAFT_DAYS * DAY_MS',
    after: 'DRAFT_DAYS',
    fault: 'The daily clean-up forgets what was typed a moment ago.',
    tests,
  },
  {
    file: 'server/sites/sites.actions.ts',
    before: "    await dropDraft(ctx, db, 'site-add')\n",
    after: '',
    fault: 'A profile that was added is offered again as a draft.',
    tests,
  },
  {
    file: 'server/activities/means.actions.ts',
    before: 'evidenceForm(principle.principle_number), activity.site_profile_id)',
    after: 'evidenceForm(1), activity.site_profile_id)',
    fault: 'Saved evidence forgets the draft of another principle.',
    tests,
  },
  {
    file: FORMS,
    before: '    if (earlier) return earlier.answer',
    after: '',
    fault: 'Who sends a form again is told of a fault.',
    tests: again,
  },
  {
    file: FORMS,
    before: 'if (!found.body_hash.equals(submission.body_hash))',
    after: 'if (found === null)',
    fault: 'A form that was changed after it was saved is told that the change is saved.',
    tests: again,
  },
  {
    file: FORMS,
    before: "    .where('form_submissions.user_id', '=', submission.user_id)\n",
    after: '',
    fault: 'The answer to one person is given to another who has the key.',
    tests: again,
  },
]
