import type { SiteActivity, Upload } from '../../shared/activities/activities.schema.ts'

/** Returns all saved files of one principle. */
export const filesOfPrinciple = (
  { verification }: Pick<SiteActivity, 'verification'>,
  principleId: number,
): Upload[] =>
  verification.filter((entry) => entry.sites_principle_id === principleId).flatMap((entry) => entry.upload)

/** Whether a file is newer than the last return, so that approvers see it first; never on an approved record. */
export const isNewSinceReturn = (
  { returned_at, approved_at }: Pick<SiteActivity, 'returned_at' | 'approved_at'>,
  { created_at }: Pick<Upload, 'created_at'>,
): boolean => returned_at !== null && approved_at === null && new Date(created_at) > new Date(returned_at)
