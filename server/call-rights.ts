import { type Actor, holds, holdsAny, isAtLevel } from '../shared/access/actor.ts'
import { ACTIVITY_POLICIES, canCreateActivity } from '../shared/activities/activities.policy.ts'
import { activitiesApi } from '../shared/activities/activities.schema.ts'
import { canUploadFile } from '../shared/file-access/file-access.policy.ts'
import { filesApi } from '../shared/files/files.schema.ts'
import { canImport } from '../shared/imports/imports.policy.ts'
import { instrumentsApi } from '../shared/land/instruments.schema.ts'
import { importsApi } from '../shared/imports/imports.schema.ts'
import { landApi } from '../shared/land/findings.schema.ts'
import { canListLandTasks } from '../shared/land/land.policy.ts'
import { canChangeLayers } from '../shared/land/layers.policy.ts'
import { layersApi } from '../shared/land/layers.schema.ts'
import type { Endpoint } from '../shared/lib/endpoint.ts'
import { all, type Verdict } from '../shared/lib/verdict.ts'
import { canSaveCriteria } from '../shared/principles/principles.policy.ts'
import { canManageOffices } from '../shared/offices/offices.policy.ts'
import { officesApi } from '../shared/offices/offices.schema.ts'
import { canSetDemand } from '../shared/factors/demands.policy.ts'
import { factorsApi } from '../shared/factors/factors.schema.ts'
import { canListIdentities } from '../shared/oidc/oidc.policy.ts'
import { oidcApi } from '../shared/oidc/oidc.schema.ts'
import { principlesApi } from '../shared/principles/principles.schema.ts'
import { canAnswerPoints } from '../shared/review/points.policy.ts'
import { templatesApi } from '../shared/review/points.schema.ts'
import type { ReviewKeys } from '../shared/review/review.policy.ts'
import { mayWithdrawApprovals } from '../shared/review/withdrawals.policy.ts'
import { canReadTemplates, canUseTemplates } from '../shared/review/templates.policy.ts'
import { canCreateRole } from '../shared/roles/roles.policy.ts'
import { rolesApi } from '../shared/roles/roles.schema.ts'
import { canCreateSite, canDrawBoundary, SITE_POLICIES } from '../shared/sites/sites.policy.ts'
import { sitesApi } from '../shared/sites/sites.schema.ts'
import { commentsApi } from '../shared/summaries/comments.schema.ts'
import { crosswalkApi } from '../shared/summaries/crosswalk.schema.ts'
import { canDraftSummaries, canSaveCrosswalk, isSuper } from '../shared/summaries/summaries.policy.ts'
import { summariesApi } from '../shared/summaries/summaries.schema.ts'
import { canReviewTexts } from '../shared/translations/translations.policy.ts'
import { translationsApi } from '../shared/translations/translations.schema.ts'
import { canCreateUser } from '../shared/users/users.policy.ts'
import { usersApi } from '../shared/users/users.schema.ts'

type MayCall = (actor: Actor) => Verdict

/** The rights to the decisions on a kind of record. */
const decisions = (
  calls: Record<
    | 'approve'
    | 'return'
    | 'decideMany'
    | 'deactivate'
    | 'answerPoint'
    | 'withdrawPoint'
    | 'proposeWithdrawal'
    | 'confirmWithdrawal'
    | 'cancelWithdrawal',
    unknown
  >,
  { keys, mayReview }: { keys: ReviewKeys; mayReview: MayCall },
): [unknown, MayCall][] => [
  [calls.approve, (actor) => holds(actor, keys.approve)],
  [calls.return, (actor) => holds(actor, keys.return)],
  [calls.decideMany, mayReview],
  [calls.answerPoint, (actor) => canAnswerPoints(actor, holds(actor, keys.edit))],
  [calls.withdrawPoint, (actor) => holds(actor, keys.return)],
  [calls.deactivate, (actor) => holds(actor, keys.deactivate)],
  ...[calls.proposeWithdrawal, calls.confirmWithdrawal, calls.cancelWithdrawal].map(
    (call): [unknown, MayCall] => [call, (actor) => mayWithdrawApprovals(actor, keys)],
  ),
]

const encodesActivities: MayCall = (actor) =>
  all(isAtLevel(actor, 'PENRO'), holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'))
const encodesSites: MayCall = (actor) => holdsAny(actor, 'site_map_create', 'site_map_edit')

const encodesSitesOfOffice: MayCall = (actor) => all(isAtLevel(actor, 'PENRO'), encodesSites(actor))
/** Those of a profile's office, and its reviewers, record who was asked. */
const asksBodies: MayCall = (actor) =>
  holdsAny(actor, 'site_map_create', 'site_map_edit', 'site_maps_approval')

const RIGHTS: [unknown, MayCall][] = [
  [usersApi.create, canCreateUser],
  [usersApi.update, (actor) => holds(actor, 'user_edit')],
  [usersApi.deactivate, (actor) => holds(actor, 'user_activate_deactivate')],
  [usersApi.resetPassword, (actor) => holds(actor, 'user_reset_password')],
  [
    factorsApi.issueResetCode,
    (actor) => holdsAny(actor, 'user_reset_password', 'site_maps_approval', 'site_activities_approval'),
  ],
  [factorsApi.endSessions, (actor) => holds(actor, 'user_reset_password')],
  [factorsApi.forgetComputer, (actor) => holds(actor, 'user_reset_password')],
  [oidcApi.link, canListIdentities],
  [rolesApi.create, canCreateRole],
  [rolesApi.update, (actor) => holds(actor, 'role_edit')],
  [rolesApi.deactivate, (actor) => holds(actor, 'role_activate_deactivate')],
  [rolesApi.view, (actor) => holds(actor, 'role_show')],
  [sitesApi.create, canCreateSite],
  [sitesApi.update, (actor) => holds(actor, 'site_map_edit')],
  [sitesApi.submit, encodesSites],
  [sitesApi.recall, encodesSitesOfOffice],
  [sitesApi.withdraw, encodesSitesOfOffice],
  [instrumentsApi.add, encodesSitesOfOffice],
  [instrumentsApi.update, encodesSitesOfOffice],
  [instrumentsApi.remove, encodesSitesOfOffice],
  [instrumentsApi.confirm, (actor) => all(isAtLevel(actor, 'FMB'), holds(actor, 'site_maps_approval'))],
  [officesApi.rename, canManageOffices],
  [officesApi.merge, canManageOffices],
  [factorsApi.setDemand, canSetDemand],
  [filesApi.answerBoundary, (actor) => canUploadFile(actor, 'boundary')],
  [sitesApi.checkBoundary, canDrawBoundary],
  [sitesApi.duplicates, canDrawBoundary],
  ...decisions(sitesApi, SITE_POLICIES),
  [landApi.explain, (actor) => all(isAtLevel(actor, 'PENRO'), encodesSites(actor))],
  [landApi.ask, asksBodies],
  [landApi.answerRequest, asksBodies],
  [landApi.tasks, canListLandTasks],
  [landApi.export, canListLandTasks],
  [activitiesApi.create, canCreateActivity],
  [activitiesApi.saveMeans, encodesActivities],
  [activitiesApi.setReportingYear, encodesActivities],
  [activitiesApi.copyFromPrevious, encodesActivities],
  [activitiesApi.discard, encodesActivities],
  [activitiesApi.setDisabled, encodesActivities],
  [activitiesApi.submit, encodesActivities],
  [activitiesApi.recall, encodesActivities],
  ...decisions(activitiesApi, ACTIVITY_POLICIES),
  [templatesApi.list, canReadTemplates],
  [templatesApi.save, canUseTemplates],
  [principlesApi.save, canSaveCriteria],
  [importsApi.create, canImport],
  [importsApi.start, canImport],
  [importsApi.leaveOut, canImport],
  [layersApi.create, canChangeLayers],
  [layersApi.update, canChangeLayers],
  [layersApi.withdraw, canChangeLayers],
  [layersApi.addVersion, canChangeLayers],
  [layersApi.answer, canChangeLayers],
  [layersApi.importVersion, canChangeLayers],
  [layersApi.discard, canChangeLayers],
  [crosswalkApi.save, canSaveCrosswalk],
  [translationsApi.save, canReviewTexts],
  [translationsApi.confirm, canReviewTexts],
  [translationsApi.takeBack, canReviewTexts],
  [translationsApi.review, canReviewTexts],
  [translationsApi.reviewPart, canReviewTexts],
  [translationsApi.check, canReviewTexts],
  [translationsApi.saveTable, canReviewTexts],
  [summariesApi.create, canDraftSummaries],
  [summariesApi.edit, canDraftSummaries],
  [summariesApi.write, canDraftSummaries],
  [summariesApi.choose, canDraftSummaries],
  [commentsApi.add, canDraftSummaries],
  [commentsApi.answer, canDraftSummaries],
  [commentsApi.settle, canDraftSummaries],
  [commentsApi.askAgain, canDraftSummaries],
  [summariesApi.freeze, isSuper],
  [summariesApi.replace, isSuper],
  [summariesApi.withdraw, isSuper],
]

const RIGHT_OF = new Map(RIGHTS)

/**
 * Returns the right to make a call at all, whatever its target, checked before its body is read; the policies of the
 * action decide afterwards. Null for calls open to anyone, and for those decided by their target alone.
 */
export const rightTo = (endpoint: Endpoint): MayCall | null => RIGHT_OF.get(endpoint) ?? null
