import { MAP_EXTENSIONS } from '../files/files.schema.ts'
import { formatList } from '../lib/format.ts'
import {
  ELIGIBLE_ACTIVITIES,
  FORM_FIELDS,
  type Having,
  IMPLEMENTATION_ARRANGEMENTS,
  SITE_FIELDS,
} from '../sites/sites.fields.ts'

/** The columns of an import: the fields of the form, and the office that owns the profile. */
export type ImportField = Having<'input'> | 'office'

type ColumnHelp = {
  /** if different from the label of the form */
  header?: string
  needed: string
  what: string
  example: string
}

const area = (name: string): ColumnHelp => ({
  needed: 'Where this activity is listed',
  what: `Hectares of ${name.toLowerCase()}, more than 0, with at most 4 decimals. Empty where the activity is not listed.`,
  example: '60.25',
})

/** What the template explains about each column; the compiler requires an entry for every field of the form. */
const COLUMN_HELP: Record<ImportField, ColumnHelp> = {
  region_id: {
    needed: 'Always',
    what: 'The name of the region as written in the sheet "Places".',
    example: 'Region IV-A (CALABARZON)',
  },
  province_id: {
    needed: 'Except in the National Capital Region',
    what: 'The name of the province as written in the sheet "Places".',
    example: 'Laguna',
  },
  city_id: {
    needed: 'Always',
    what: 'The name of the city or municipality as written in the sheet "Places".',
    example: 'Pangil',
  },
  office: {
    header: 'Office',
    needed: 'In the National Capital Region',
    what: 'The field office whose profile it is. Left empty, it is the PENRO of the province.',
    example: 'PENRO Laguna',
  },
  name_of_partner: {
    needed: 'Always',
    what: 'From 2 to 200 characters.',
    example: 'Samahan ng mga Tagapangalaga ng Kagubatan',
  },
  project_area: {
    needed: 'Always',
    what: 'Hectares as declared in the agreement, more than 0, with at most 4 decimals. The areas of the activities add up to it exactly.',
    example: '100.50',
  },
  year_implemented: { needed: 'Always', what: 'A year of four digits.', example: '2021' },
  project_year_start: { needed: 'Always', what: 'A year of four digits.', example: '2021' },
  project_year_end: {
    needed: 'Always',
    what: 'A year of four digits, not before the start.',
    example: '2030',
  },
  redd_eligible_activities_area: {
    needed: 'Always',
    what: `One or more, separated by semicolons: ${ELIGIBLE_ACTIVITIES.map(({ name }) => name).join('; ')}.`,
    example: 'Reducing emissions from deforestation; Conservation of forest-carbon stocks',
  },
  [ELIGIBLE_ACTIVITIES[0].field]: area(ELIGIBLE_ACTIVITIES[0].name),
  [ELIGIBLE_ACTIVITIES[1].field]: area(ELIGIBLE_ACTIVITIES[1].name),
  [ELIGIBLE_ACTIVITIES[2].field]: area(ELIGIBLE_ACTIVITIES[2].name),
  [ELIGIBLE_ACTIVITIES[3].field]: area(ELIGIBLE_ACTIVITIES[3].name),
  [ELIGIBLE_ACTIVITIES[4].field]: area(ELIGIBLE_ACTIVITIES[4].name),
  implementation_arrangement: {
    needed: 'Always',
    what: `One of ${IMPLEMENTATION_ARRANGEMENTS.join(', ')}.`,
    example: 'Tenure',
  },
  implementation_arrangement_others: {
    needed: 'With Tenure and Others',
    what: 'Which tenure or arrangement it is, from 2 to 50 characters.',
    example: 'CBFMA',
  },
  agreement_id: {
    header: 'Agreement file',
    needed: 'Always',
    what: 'The name of the agreement in the zip file, a .pdf, with its folder where several have this name.',
    example: 'agreements/pangil.pdf',
  },
  map_kml_id: {
    header: 'Boundary file',
    needed: 'Always',
    what: `The name of the location map in the zip file (${formatList(MAP_EXTENSIONS.map((extension) => `.${extension}`))}; a .zip has the files of one Shapefile), with its folder where several have this name.`,
    example: 'maps/pangil.kml',
  },
}

/** The columns of an import in the order of the template: that of the form, with the office after the places. */
export const IMPORT_FIELDS: readonly ImportField[] = FORM_FIELDS.flatMap((field): ImportField[] =>
  field === 'city_id' ? [field, 'office'] : [field],
)

export type ImportColumn = {
  field: ImportField
  header: string
  type: (typeof SITE_FIELDS)[ImportField]['type']
} & Omit<ColumnHelp, 'header'>

export const IMPORT_COLUMNS: readonly ImportColumn[] = IMPORT_FIELDS.map((field) => {
  const { header = SITE_FIELDS[field].label, ...explained } = COLUMN_HELP[field]
  return { field, header, type: SITE_FIELDS[field].type, ...explained }
})

const COLUMN_OF = new Map(IMPORT_COLUMNS.map((column) => [column.field, column]))

export function columnOfField(field: ImportField): ImportColumn {
  const column = COLUMN_OF.get(field)
  if (!column) throw new Error(`An import has no column for ${field}.`)
  return column
}

export const headerOf = (field: ImportField): string => columnOfField(field).header

export const isImportField = (field: string): field is ImportField => COLUMN_OF.has(field as ImportField)

/** The columns that a correction file adds to those of the uploaded table; imports ignore them. */
export const CORRECTION_HEADERS = { what: 'What to correct', row: 'Row in your table' }
