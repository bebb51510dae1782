import { all } from '../lib/verdict.ts'
import { isAtLevel } from './actor.ts'
import { type MayCall, whoHolds } from './endpoint.ts'

/** Those who enter profiles, and before that check what they enter. */
export const encodesSites: MayCall = whoHolds('site_map_create', 'site_map_edit')

/** Those who enter profiles of their office. */
export const encodesSitesOfOffice: MayCall = (actor) => all(isAtLevel(actor, 'PENRO'), encodesSites(actor))

/** Those who enter the activities of their office. */
export const encodesActivities: MayCall = (actor) =>
  all(isAtLevel(actor, 'PENRO'), whoHolds('sites_activity_create', 'sites_activity_edit')(actor))

/** Those of a profile's office, and its reviewers, who record which body was asked. */
export const asksBodies: MayCall = whoHolds('site_map_create', 'site_map_edit', 'site_maps_approval')
