import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import type { Endpoint } from '../../shared/lib/endpoint.ts'
import { plural } from '../../shared/lib/format.ts'
import { oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'

const finalApproval = (one: string, many: string) => (count: number | null) =>
  `Final approval of ${count === null ? `this ${one}` : plural(count, one, many)}`

const SUBJECTS = new Map<Endpoint, string | ((count: number | null) => string)>([
  [sitesApi.approve, finalApproval('profile', 'profiles')],
  [sitesApi.decideMany, finalApproval('profile', 'profiles')],
  [activitiesApi.approve, finalApproval('activity', 'activities')],
  [activitiesApi.decideMany, finalApproval('activity', 'activities')],
  [summariesApi.freeze, 'Freezing this summary'],
  [summariesApi.publish, 'Publishing this summary'],
  [summariesApi.replace, 'Publishing this summary'],
  [rolesApi.create, 'Creating this role'],
  [rolesApi.update, 'Changing this role'],
  [rolesApi.activate, 'Activating this role'],
  [rolesApi.deactivate, 'Deactivating this role'],
  [auditApi.download, 'Download of the audit log, which names people'],
  [factorsApi.issueResetCode, 'Issuing a reset code'],
  [factorsApi.setDemand, 'Changing what a level demands'],
  [oidcApi.link, 'Link a user’s account to an identity that no account is linked to'],
  [oidcApi.unlink, 'Remove the link of a user’s account'],
])

/** What a person confirms with a proof of identity: "Final approval of 24 profiles". */
export function proofSubject({ endpoint, count }: { endpoint: Endpoint; count: number | null }): string {
  const found = SUBJECTS.get(endpoint) ?? 'This change'
  return typeof found === 'string' ? found : found(count)
}
