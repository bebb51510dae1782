import type { SiteActivity, Upload } from '../../shared/activities/activities.schema.ts'

/** Every saved file of one principle. */
export const filesOfPrinciple = (
  { verification }: Pick<SiteActivity, 'verification'>,
  principleId: number,
): Upload[] =>
  verification.filter((entry) => entry.sites_principle_id === principleId).flatMap((entry) => entry.upload)

/** Whether a file came after the last return: what a reviewer looks at first; nothing is new on a finished record. */
export const isNewSinceReturn = (
  { returned_at, approved_at }: Pick<SiteActivity, 'returned_at' | 'approved_at'>,
  { created_at }: Pick<Upload, 'created_at'>,
): boolean => returned_at !== null && approved_at === null && new Date(created_at) > new Date(returned_at)
