import { type DashboardChoice, filterOf, fitsAddress } from '../../shared/dashboard/dashboard.rules.ts'

type Ids = { ids: number[]; site_activity_ids: number[] }

/**
 * Returns the address of the bureau's own report with the filters (S-77): the principle, and the ids of activities and
 * profiles if they fit an address. The filters that select them are always included.
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

/** Returns the sandbox rights of the report: scripts and its own origin, but never the origin of our pages. */
export const frameRights = (report: string, ownOrigin: string): string =>
  ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-downloads']
    .concat(new URL(report).origin === ownOrigin ? [] : ['allow-same-origin'])
    .join(' ')
