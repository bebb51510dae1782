import type { Mutant } from '../mutant.ts'

const DECIMALS = 'shared/lib/decimals.ts'
const CHECKS = 'shared/boundary/boundary-checks.ts'
const decimals = ['shared/lib/decimals.test.ts']
const checks = ['shared/boundary/boundary-checks.test.ts']
const OVERLAPS = 'server/sites/overlaps.queries.ts'
const boundaries = ['tests/api/sites-boundary.test.ts']

export const AREA_FAULTS: readonly Mutant[] = [
  {
    file: DECIMALS,
    before: 'units !== null && units > 0n',
    after: 'units !== null && units >= 0n',
    fault: 'An area of nothing is taken.',
    tests: decimals,
  },
  {
    file: DECIMALS,
    before: '(part ?? 0n), 0n) === total',
    after: '(part ?? 0n), 0n) <= total',
    fault: 'Areas that fall short of the whole are taken.',
    tests: decimals,
  },
  {
    file: DECIMALS,
    before: "places.padEnd(4, '0')",
    after: "places.padStart(4, '0')",
    fault: '0.5 hectares are read as 0.0005.',
    tests: decimals,
  },
  {
    file: 'shared/sites/sites.rules.ts',
    before: '  const parts = chosen.map(({ field }) => written(input[field]))\n',
    after: '  const parts = ELIGIBLE_ACTIVITIES.map(({ field }) => written(input[field])).filter(Boolean)\n',
    fault: 'The area of an activity that is no longer chosen still counts.',
    tests: ['shared/sites/sites.rules.test.ts'],
  },
  {
    file: 'db/migrations/0006_site_profiles.sql',
    before: '+ coalesce(sustainable_management_of_forest_area, 0) = project_area',
    after: '+ coalesce(sustainable_management_of_forest_area, 0) <= project_area',
    fault: 'The database holds areas that do not add up.',
    tests: ['tests/api/database.test.ts'],
  },
  {
    file: 'shared/boundary/area.ts',
    before: 'area -= ringHectares(hole)',
    after: 'area += ringHectares(hole)',
    fault: 'Holes count as land.',
    tests: ['shared/boundary/area.test.ts'],
  },
  {
    file: 'shared/boundary/area.ts',
    before: 'polygon.AddPoint(lat, lon)',
    after: 'polygon.AddPoint(lon, lat)',
    fault: 'Latitude and longitude change places.',
    tests: ['shared/boundary/area.test.ts'],
  },
  {
    file: CHECKS,
    before: 'differs: Math.abs(exact) > AREA_TOLERANCE_PERCENT',
    after: 'differs: exact > AREA_TOLERANCE_PERCENT',
    fault: 'A boundary that is too small is not told.',
    tests: checks,
  },
  {
    file: CHECKS,
    before: '((area_ha - declared_ha) / declared_ha) * 100',
    after: '((area_ha - declared_ha) / area_ha) * 100',
    fault: 'The difference is told in per cent of the mapped area.',
    tests: checks,
  },
  {
    file: CHECKS,
    before: 'const SMALLEST_OVERLAP_HA = 0.01',
    after: 'const SMALLEST_OVERLAP_HA = 1',
    fault: 'Overlaps of less than a hectare are not told.',
    tests: checks,
  },
  {
    file: CHECKS,
    before: 'validity.valid ? geometry : repaired(geometry)',
    after: 'geometry',
    fault: 'A boundary that crosses itself is measured as it is drawn.',
    tests: checks,
  },
  {
    file: 'shared/boundary/shape.ts',
    before: '  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]',
    after: '  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[2]',
    fault: 'Boxes are compared across the axes, so that nothing lies north of anything.',
    tests: ['shared/boundary/shape.test.ts'],
  },
  {
    file: 'shared/boundary/region-check.ts',
    before: 'const TELLING_SHARE = 0.25',
    after: 'const TELLING_SHARE = 0.75',
    fault: 'A boundary half outside its region is not told.',
    tests: ['shared/boundary/region-check.test.ts'],
  },
  {
    file: 'shared/boundary/region-check.ts',
    before: 'outside: reach_km > OUTLINE_ERROR_KM',
    after: 'outside: reach_km > 0',
    fault: 'A site on the coast is told to lie outside its region.',
    tests: ['shared/boundary/region-check.test.ts'],
  },
  {
    file: OVERLAPS,
    before: "    .where('site_profiles.status', '=', 'Activated')\n    .orderBy('site_overlaps.overlap_ha'",
    after: "    .orderBy('site_overlaps.overlap_ha'",
    fault: 'Deactivated profiles are told as overlaps.',
    tests: boundaries,
  },
  {
    file: OVERLAPS,
    before:
      "    .$if(except !== null, (others) => others.where('site_boundaries.site_profile_id', '<>', except ?? 0))\n",
    after: '',
    fault: 'A profile overlaps itself while it is edited.',
    tests: boundaries,
  },
  {
    file: OVERLAPS,
    before: 'around.maps.get(one.site_profile_id) !== one.map_kml_id',
    after: 'false',
    fault: 'Two sites that are saved at the same moment never learn that they overlap.',
    tests: boundaries,
  },
  {
    file: 'shared/sites/sites.policy.ts',
    before: "  if (covers(actor, met).ok) return 'open'",
    after: "  if (actor.access_level === 'PENRO') return 'open'",
    fault: 'An office reads the sites in review at another where they meet its own.',
    tests: boundaries,
  },
  {
    file: 'shared/sites/sites.policy.ts',
    before: "met.site_status === 'Approved' ? 'named' : 'unnamed'",
    after: "'named'",
    fault: 'Code and partner of a site in review at another office are told.',
    tests: boundaries,
  },
  {
    file: 'shared/sites/meetings.ts',
    before: 'geometry: told.id === null ? null : geometry',
    after: 'geometry',
    fault: 'The outline of a neighbour of another office is sent.',
    tests: boundaries,
  },
  {
    file: 'server/sites/boundaries.actions.ts',
    before: '  insist(covers(ctx.actor, site))\n',
    after: '',
    fault: 'Leaving profiles out one by one tells which one an unnamed overlap is.',
    tests: boundaries,
  },
  {
    file: CHECKS,
    before: 'if (exact_ha >= SMALLEST_SITE_HA)',
    after: 'if (exact_ha >= 0)',
    fault: 'A site of a square metre is no problem.',
    tests: checks,
  },
  {
    file: CHECKS,
    before: '      left -= steps\n',
    after: '',
    fault: 'The overlaps of one boundary have no budget together.',
    tests: checks,
  },
  {
    file: 'shared/boundary/place-check.ts',
    before: 'nearest.km * 2 >= own',
    after: 'nearest.km >= 0',
    fault: 'A site in the middle of another province is no problem.',
    tests: checks,
  },
  {
    file: 'server/lib/fair-turns.ts',
    before: 'runningOf(narrowest(turn)) < (limits.at_once_each ?? limits.at_once)',
    after: 'true',
    fault: 'One person’s maps hold every place at once.',
    tests: ['server/lib/fair-turns.test.ts'],
  },
]
