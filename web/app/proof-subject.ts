import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import type { Endpoint } from '../../shared/lib/endpoint.ts'
import { plural } from '../../shared/lib/format.ts'
import { importsApi } from '../../shared/imports/imports.schema.ts'
import { layersApi } from '../../shared/land/layers.schema.ts'
import { officesApi } from '../../shared/offices/offices.schema.ts'
import { oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { principlesApi } from '../../shared/principles/principles.schema.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { translationsApi } from '../../shared/translations/translations.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'

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
  [oidcApi.link, 'Offering a link for single sign-on'],
  [oidcApi.unlink, 'Removing a link for single sign-on'],
  [usersApi.create, 'Adding this user'],
  [usersApi.update, 'Changing this user'],
  [usersApi.activate, 'Activating this user'],
  [usersApi.deactivate, 'Deactivating this user'],
  [usersApi.resetPassword, 'Resetting the password of this user'],
  [factorsApi.endSessions, 'Ending the session of this user'],
  [factorsApi.forgetComputer, 'Forgetting a computer of this user'],
  [officesApi.merge, 'Merging these offices'],
  [principlesApi.save, 'Saving the criteria'],
  [crosswalkApi.save, 'Saving the crosswalk'],
  [summariesApi.withdraw, 'Withdrawing this summary'],
  [layersApi.update, 'Changing this layer'],
  [layersApi.withdraw, 'Withdrawing this layer'],
  [layersApi.importVersion, 'Importing this version'],
  [importsApi.start, 'Importing these profiles'],
  [translationsApi.save, 'Changing a text that everybody reads'],
  [translationsApi.review, 'Reviewing texts that everybody reads'],
  [translationsApi.reviewPart, 'Reviewing texts that everybody reads'],
  [translationsApi.saveTable, 'Changing texts that everybody reads'],
])

/** What a person confirms with a proof of identity: "Final approval of 24 profiles". */
export function proofSubject({ endpoint, count }: { endpoint: Endpoint; count: number | null }): string {
  const found = SUBJECTS.get(endpoint) ?? 'This change'
  return typeof found === 'string' ? found : found(count)
}
