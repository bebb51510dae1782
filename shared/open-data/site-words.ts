import { gradeField } from '../activities/grades.ts'
import type { ApprovedSite } from '../approved/approved.schema.ts'
import { formatHectares } from '../lib/decimals.ts'
import { shortened } from '../lib/format.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import type { Translate } from '../texts/translate.ts'
import { gradeCounts } from './grade-counts.ts'

/** what search engines show of a description */
const MOST = 160

/** A site in one line, for search engines and shared links: grades, area and place, as much as fits. */
export function siteWords(t: Translate, site: ApprovedSite): string {
  const area = t('open_data.site_area', { hectares: formatHectares(site.project_area) })
  const grades = gradeCounts(
    t,
    PRINCIPLE_NUMBERS.map((number) => site.grades[gradeField(number)]),
  )
  const places = [[site.city, site.province, site.region], [site.city, site.province], [site.city]].map(
    (parts) => parts.filter((part) => part !== null && part !== '').join(', '),
  )
  const lines = places.map((place) => `${place}. ${area}. ${grades}.`)
  return lines.find((line) => line.length <= MOST) ?? shortened(lines.at(-1) ?? '', MOST - 1)
}
