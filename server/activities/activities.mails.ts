import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { MailedRecord, Reviewable } from '../review/review.mails.ts'

/** How mails of the review chain speak of activities and where they lead. */
export const KIND: Reviewable = {
  noun: 'SITES activity',
  key: 'site_activities_approval',
  approvalPath: (id) => `/sites/activity/approval/view/${id}`,
  encoderPath: (id) => `/sites/activity/${id}`,
}

/** What a mail may say of an activity (S-75). */
export const mailed = (activity: SiteActivity): SiteActivity & MailedRecord => ({
  ...activity,
  code: activity.site_profile_code,
  name_of_partner: activity.site_profile_name,
})
