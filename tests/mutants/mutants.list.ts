import { ACTIVITY_FAULTS } from './lists/activities.list.ts'
import { AUDITOR_FAULTS } from './lists/auditor.list.ts'
import { ESCAPING_FAULTS } from './lists/escaping.list.ts'
import { PASSKEY_FAULTS } from './lists/passkeys.list.ts'
import { STORED_COUNT_FAULTS } from './lists/stored-counts.list.ts'
import { IDENTITY_FAULTS } from './lists/identity-check.list.ts'
import { REVIEW_FAULTS } from './lists/review.list.ts'
import { ROLE_FAULTS } from './lists/roles.list.ts'
import { SCOPE_FAULTS } from './lists/scope.list.ts'
import { SECOND_STEP_FAULTS } from './lists/second-step.list.ts'
import { SITE_FAULTS } from './lists/sites.list.ts'
import { SINGLE_SIGN_ON_FAULTS } from './lists/single-sign-on.list.ts'
import { TOKEN_FAULTS } from './lists/tokens.list.ts'
import { USER_FAULTS } from './lists/users.list.ts'
import type { Area } from './mutant.ts'

/** Everything that `npm run mutants` tries, by area. */
export const AREAS: readonly Area[] = [
  { name: 'policies of users', mutants: USER_FAULTS },
  { name: 'passkeys', mutants: PASSKEY_FAULTS },
  { name: 'policies of roles', mutants: ROLE_FAULTS },
  { name: 'policies of sites', mutants: SITE_FAULTS },
  { name: 'policies of activities and principles', mutants: ACTIVITY_FAULTS },
  { name: 'review chain', mutants: REVIEW_FAULTS },
  { name: 'scope', mutants: SCOPE_FAULTS },
  { name: 'kept counts', mutants: STORED_COUNT_FAULTS },
  { name: 'escaping', mutants: ESCAPING_FAULTS },
  { name: 'tokens', mutants: TOKEN_FAULTS },
  { name: 'second step of a login', mutants: SECOND_STEP_FAULTS },
  { name: 'single sign-on', mutants: SINGLE_SIGN_ON_FAULTS },
  { name: 'identity check', mutants: IDENTITY_FAULTS },
  { name: 'auditors', mutants: AUDITOR_FAULTS },
]
