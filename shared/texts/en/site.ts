/** The public page of an approved site. */
export const SITE = {
  'site.back': '← Back to REDD+ SITES',
  'site.kind': 'REDD+ site {code}',
  'site.certificate': 'Certificate',
  'site.about': 'About this site',
  'site.city': 'City or municipality',
  'site.area': 'Project area',
  'site.hectares': '{hectares} hectares',
  'site.year': 'Year implemented',
  'site.years': 'Project years',
  'site.from_to': '{from} to {to}',
  'site.reporting_year': 'Reporting year',
  'site.no_reporting_year': 'Not stated',
  'site.approved': 'Approved',

  'site.inside':
    '{hectares} hectares measured inside the boundary; the project area is what the office declared. The middle is {towns}.',
  'site.neighbours': 'Gray: other approved SITES beside it',
  'site.credit': 'A simplified drawing. Region: made with Natural Earth. Towns: GeoNames, CC BY 4.0.',

  'site.replaced': 'This approval was replaced on {day}.',
  'site.see_current': 'See the current one, approved {day}',
  'site.earlier': 'Earlier approvals',
  'site.approved_on': 'Approved {day}',
  'site.reporting_year_is': 'Reporting year {year}',
  'site.reporting_year_missing': 'Reporting year not stated',

  'site.compliance': 'Compliance to Safeguards',
  'site.lead': 'Grades of the eight safeguard principles: {grades}.',
  'site.grades_mean':
    'A grade counts the outcome indicators that have evidence which the reviewers accepted. It does not say how good the evidence is, or how well the work was done.',
  'site.criteria': 'Criteria and outcome indicators',
  'site.principle_1':
    'The work follows Philippine law and forest policy, on land the partner has a right to use.',
  'site.principle_2': 'People can find out who decides, how money is used and where to complain.',
  'site.principle_3':
    'The rights, lands and customs of indigenous peoples and local communities are respected, and nothing starts without their consent.',
  'site.principle_4':
    'Everyone the work affects, women and youth among them, can take part in decisions about it.',
  'site.principle_5': 'The people who look after the site get the training and means to do so.',
  'site.principle_6': 'The gains from the forest are shared fairly with those who protect it.',
  'site.principle_7':
    'Gains for the climate last: risks such as fire are watched, and cutting does not simply move elsewhere.',
  'site.principle_8':
    'Natural forest, threatened plants and animals, and what the forest gives, such as water, are protected.',
} as const
