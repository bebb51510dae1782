import { ACTIVITY_FAULTS } from './lists/activities.list.ts'
import { AREA_FAULTS } from './lists/areas.list.ts'
import { AUDIT_FAULTS } from './lists/audit.list.ts'
import { BULK_FAULTS } from './lists/bulk.list.ts'
import { CERTIFICATE_FAULTS } from './lists/certificates.list.ts'
import { DRAFT_FAULTS } from './lists/drafts.list.ts'
import { ESCAPING_FAULTS } from './lists/escaping.list.ts'
import { EXPORT_FAULTS } from './lists/exports.list.ts'
import { FACT_FAULTS } from './lists/facts.list.ts'
import { FILE_FAULTS } from './lists/files.list.ts'
import { GRADING_FAULTS } from './lists/grading.list.ts'
import { KEPT_COUNT_FAULTS } from './lists/kept-counts.list.ts'
import { IMPORT_FAULTS } from './lists/imports.list.ts'
import { LIST_FAULTS } from './lists/lists.list.ts'
import { INSTANCE_FAULTS } from './lists/instances.list.ts'
import { MIGRATION_FAULTS } from './lists/migrations.list.ts'
import { OPERATED_FAULTS } from './lists/operated.list.ts'
import { QUEUE_FAULTS } from './lists/queues.list.ts'
import { PUBLIC_LOG_FAULTS } from './lists/public-log.list.ts'
import { REVIEW_FAULTS } from './lists/review.list.ts'
import { ROLE_FAULTS } from './lists/roles.list.ts'
import { SCOPE_FAULTS } from './lists/scope.list.ts'
import { SESSION_FAULTS } from './lists/sessions.list.ts'
import { SITE_FAULTS } from './lists/sites.list.ts'
import { SUMMARY_FAULTS } from './lists/summaries.list.ts'
import { SUMMARY_COMPOSE_FAULTS } from './lists/summaries-compose.list.ts'
import { SUMMARY_PUBLIC_FAULTS } from './lists/summaries-public.list.ts'
import { SUMMARY_RECORD_FAULTS } from './lists/summaries-records.list.ts'
import { THROTTLE_FAULTS } from './lists/throttle.list.ts'
import { TOKEN_FAULTS } from './lists/tokens.list.ts'
import { USER_FAULTS } from './lists/users.list.ts'
import type { Area } from './mutant.ts'

/** Everything `npm run mutants` tries, by area. A new area is a new list. */
export const AREAS: readonly Area[] = [
  { name: 'policies of users', mutants: USER_FAULTS },
  { name: 'policies of roles', mutants: ROLE_FAULTS },
  { name: 'policies of sites', mutants: SITE_FAULTS },
  { name: 'policies of activities and principles', mutants: ACTIVITY_FAULTS },
  { name: 'figures, statements and the register as of a day', mutants: FACT_FAULTS },
  { name: 'summaries and the crosswalk', mutants: SUMMARY_FAULTS },
  { name: 'composing summaries', mutants: SUMMARY_COMPOSE_FAULTS },
  { name: 'records of summaries', mutants: SUMMARY_RECORD_FAULTS },
  { name: 'public pages of summaries', mutants: SUMMARY_PUBLIC_FAULTS },
  { name: 'certificates', mutants: CERTIFICATE_FAULTS },
  { name: 'review chain', mutants: REVIEW_FAULTS },
  { name: 'decisions on many', mutants: BULK_FAULTS },
  { name: 'scope', mutants: SCOPE_FAULTS },
  { name: 'grading', mutants: GRADING_FAULTS },
  { name: 'areas', mutants: AREA_FAULTS },
  { name: 'throttle', mutants: THROTTLE_FAULTS },
  { name: 'escaping', mutants: ESCAPING_FAULTS },
  { name: 'tokens', mutants: TOKEN_FAULTS },
  { name: 'sessions', mutants: SESSION_FAULTS },
  { name: 'kept counts', mutants: KEPT_COUNT_FAULTS },
  { name: 'lists', mutants: LIST_FAULTS },
  { name: 'queues', mutants: QUEUE_FAULTS },
  { name: 'migrations', mutants: MIGRATION_FAULTS },
  { name: 'audit', mutants: AUDIT_FAULTS },
  { name: 'public log', mutants: PUBLIC_LOG_FAULTS },
  { name: 'files', mutants: FILE_FAULTS },
  { name: 'drafts', mutants: DRAFT_FAULTS },
  { name: 'exports', mutants: EXPORT_FAULTS },
  { name: 'imports', mutants: IMPORT_FAULTS },
  { name: 'operated', mutants: OPERATED_FAULTS },
  { name: 'several instances', mutants: INSTANCE_FAULTS },
]
