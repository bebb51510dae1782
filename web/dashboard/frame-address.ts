import { type DashboardChoice, filterOf, fitsAddress } from '../../shared/dashboard/dashboard.rules.ts'

type Ids = { ids: number[]; site_activity_ids: number[] }

/**
 * The address of the bureau's own report with the filters behind it (S-77): principle, and the ids of activities and
 * profiles where they fit an address. The filters they follow from are there in any case.
 */
export function frameAddress(
  report: string,
  choice: DashboardChoice,
  { ids, site_activity_ids }: Ids,
): string {
  const { principle_grade, principle_number, ...scope } = filterOf(choice)
  const url = new URL(report)
  const add = (name: string, value: string) => value !== '' && url.searchParams.set(name, value)
  add('principle', principle_grade)
  add('principle_number', principle_number)
  for (const [name, value] of Object.entries(scope)) add(name, value)
  if (fitsAddress(ids, site_activity_ids)) {
    url.searchParams.set('site_activity_ids', site_activity_ids.join())
    url.searchParams.set('site_profile_ids', ids.join())
  }
  return url.href
}

/** What the report may do: run, and know itself by its own origin, but never act as a page of ours. */
export const frameRights = (report: string, ownOrigin: string): string =>
  ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-downloads']
    .concat(new URL(report).origin === ownOrigin ? [] : ['allow-same-origin'])
    .join(' ')
