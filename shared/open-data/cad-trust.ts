import { manilaDay } from '../lib/manila-days.ts'

/* The register in the names of the data dictionary of the Climate Action Data Trust, version 2.0.2: only what we hold. */

export const CAD_TRUST_DICTIONARY = 'CAD Trust Data Dictionary 2.0.2'

/** A site of the public list, as the dictionary needs it. */
export type CadTrustSite = {
  code: string
  region: string
  province: string | null
  name_of_partner: string
  redd_eligible_activities_area: readonly string[]
  approved_at: string
  /** null if the site has no public page yet */
  site_activity_id: number | null
}

/** A table or field of the dictionary that the file does not have, and why. */
type Gap = { table: string; field: string; why: string }

const NO_CREDITS = 'The register approves safeguards. It issues no credits and knows of none.'

/** What the file lacks; docs/adopt/cad-trust.md has the same with what we have in its place. */
export const CAD_TRUST_GAPS: readonly Gap[] = [
  {
    table: 'project',
    field: 'projectCreditingProgram',
    why: NO_CREDITS,
  },
  {
    table: 'project',
    field: 'projectDescription',
    why: 'Sites have no description of their own. The page at projectLink has areas, years and grades.',
  },
  {
    table: 'project',
    field: 'projectSector',
    why: 'The pick list has no entry for REDD+, and no person has chosen one.',
  },
  { table: 'project', field: 'projectUnitMetric', why: NO_CREDITS },
  {
    table: 'project',
    field: 'cadTrustProjectId, orgUid, cadTrustReferenceProjectId, createdAt, updatedAt',
    why: 'CAD Trust sets them.',
  },
  { table: 'program', field: 'all', why: 'The bureau runs no crediting program.' },
  { table: 'methodology, project_methodology', field: 'all', why: NO_CREDITS },
  {
    table: 'location',
    field: 'locationGis, locationMapType, locationMapFileLink',
    why: 'Boundaries stay with the bureau. The public sees a picture of them at projectLink.',
  },
  {
    table: 'stakeholder',
    field: 'stakeholderType',
    why: 'The register records the partner or implementer, not whether it is owner, developer or consultant.',
  },
  { table: 'stakeholder', field: 'stakeholderLink', why: 'The register holds no address of a partner.' },
  {
    table: 'validation, verification',
    field: 'all',
    why: 'They are events of a crediting program. The approval of the bureau is projectStatus with projectStatusDate.',
  },
  { table: 'estimation', field: 'all', why: 'The register holds hectares, no emission reductions.' },
  {
    table: 'rating',
    field: 'all',
    why: 'Its types are those of two rating agencies. The grades of the safeguards are in the CSV of the register.',
  },
  {
    table: 'co_benefit',
    field: 'all',
    why: 'The safeguard principles are not Sustainable Development Goals, and nothing is derived from them.',
  },
  { table: 'label, issuance, unit, unit_label', field: 'all', why: NO_CREDITS },
]

const COUNTRY = 'Philippines'
/** what each REDD+ site is, in the words of the pick list */
const PROJECT_TYPE = 'Agriculture, forestry and other land use (AFOLU)'
/** on a public register, and nothing more: no validation, no credits */
const PROJECT_STATUS = 'Listed'

type Publisher = { bureau: string; public_url: string }

/** A site as a project with its location and its stakeholder. */
export const cadTrustProject = (site: CadTrustSite, { bureau, public_url }: Publisher) => ({
  projectRegistryName: `${bureau}, REDD+ Safeguards Information System`,
  projectId: site.code,
  projectName: site.name_of_partner,
  ...(site.site_activity_id === null
    ? {}
    : { projectLink: `${public_url}/site/approved/${site.site_activity_id}` }),
  projectType: [PROJECT_TYPE],
  projectSubtype: site.redd_eligible_activities_area.join('; '),
  projectStatus: PROJECT_STATUS,
  projectStatusDate: manilaDay(new Date(site.approved_at)),
  location: [
    {
      locationCountry: COUNTRY,
      locationRegion: site.province === null ? site.region : `${site.province}, ${site.region}`,
    },
  ],
  stakeholder: [{ stakeholderName: site.name_of_partner }],
})

/** The columns of the table: a project with its one location and its one stakeholder. */
export const CAD_TRUST_COLUMNS = [
  'projectRegistryName',
  'projectId',
  'projectName',
  'projectLink',
  'projectType',
  'projectSubtype',
  'projectStatus',
  'projectStatusDate',
  'locationCountry',
  'locationRegion',
  'stakeholderName',
] as const

/** The cells of a site, in the order of the columns. */
export function cadTrustCells(site: CadTrustSite, publisher: Publisher): string[] {
  const { location, stakeholder, projectType, ...project } = cadTrustProject(site, publisher)
  const values: Record<string, string> = {
    ...project,
    projectType: projectType.join('; '),
    ...location[0],
    ...stakeholder[0],
  }
  return CAD_TRUST_COLUMNS.map((column) => values[column] ?? '')
}

/** "CAD_Trust_20310704.json", like the other files (S-83); `day` comes from `dayInName`. */
export const cadTrustFileName = (day: string, format: 'csv' | 'json'): string => `CAD_Trust_${day}.${format}`
