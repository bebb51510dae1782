/** What the public list of approved sites and the page of a site have in common. */
export const APPROVED = {
  'approved.title': 'REDD+ SITES',
  'approved.title_as_of': 'REDD+ SITES as of {day}',
  'approved.description': 'Approved REDD+ sites and their compliance with the eight safeguard principles',
  'approved.region': 'Region',
  'approved.province': 'Province',
  'approved.code': 'SITES Code',
  'approved.no_province': 'N/A',
  'approved.grades_label': 'Compliance grade per principle',
  'approved.principle': 'Principle {number}: {what}',
  'approved.very_compliant_means': 'Reviewers accepted evidence for every point that applies.',
  'approved.somewhat_compliant_means': 'There is accepted evidence for some points, but not for all of them.',
  'approved.not_compliant_means': 'No evidence has been uploaded for this principle yet.',
  'approved.not_applicable_means': 'This principle does not apply to the site, so no evidence was asked for.',
} as const
