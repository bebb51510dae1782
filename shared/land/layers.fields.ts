import {
  choice,
  day,
  fields,
  file,
  line,
  optionalChoice,
  optionalDay,
  own,
  paragraphs,
} from '../lib/fields.ts'
import { type Covers, coversInput, CoversInput, coversOf } from './covers.ts'
import { CRS } from './crs.ts'
import { LAYER_KINDS } from './layer-kinds.ts'

/** of the texts of a consideration, and of the reason of a withdrawal */
export const SENTENCE = 600
/** of source, licence and attribution */
const LINE = 200

/** The four sentences of a layer, in their order, with what each must say; the fifth comes from its version. */
export const CONSIDERATION = fields({
  purpose: paragraphs('Why it is needed and for whom', {
    max: SENTENCE,
    help: 'Who reads the findings of this layer, and what they decide with them.',
  }),
  effect: paragraphs('Whether it is a constraint', {
    max: SENTENCE,
    help: 'What follows for a site with land in it: nothing, a consent, a clearance, or that no project is allowed.',
  }),
  legal_base: paragraphs('Legal base', {
    max: SENTENCE,
    help: 'The law or order that says so, such as Republic Act 8371.',
  }),
  not_good_for: paragraphs('What it is not good for', {
    max: SENTENCE,
    help: 'Scale, gaps and age: what a reader must not conclude from it.',
  }),
})

export const AUDIENCES = {
  staff: { label: 'Staff only', help: 'Nothing of it is on public pages.' },
  public: { label: 'Public', help: 'It is drawn on the public picture of a site as well.' },
} as const

/** What is entered about a layer. */
export const LAYER = fields({
  name: line('Name', {
    max: 120,
    help: 'As it is named beside each finding, such as Ancestral domains of MIMAROPA',
  }),
  kind: choice('Kind', LAYER_KINDS, {
    needed: 'Choose a kind of layer.',
    none: 'Select a kind',
    help: 'An ancestral domain needs a consent; of NCIP and PAMB the page says who must be asked.',
  }),
  audience: choice('Seen by', AUDIENCES, { needed: 'Choose who may see the layer.', start: 'staff' }),
  ...CONSIDERATION.fields,
})

/** Each coordinate system with its code. */
const CODED_CRS = Object.fromEntries(
  Object.entries(CRS).map(([code, words]) => [code, `${words} (${code})`]),
) as typeof CRS

/** What is entered about a version: its file, and the fifth sentence of its layer. */
export const VERSION = fields({
  file_id: file('File', {
    missing: 'Please add the file of the layer.',
    help: 'KML, KMZ, GeoJSON, zipped Shapefile or GeoPackage',
  }),
  crs: optionalChoice('Coordinate system', CODED_CRS, {
    needed: 'Choose a coordinate system.',
    none: 'As the file says',
    help: 'Leave this as it is where the file names its own, as a .prj does; otherwise you are asked.',
  }),
  covers: own('What it covers', {
    input: CoversInput,
    start: (stored) => (stored as Covers | undefined) ?? coversOf(null),
    send: coversInput,
    words: ({ by }) => by,
  }),
  source: line('Source', { max: LINE, help: 'Who made it: the office, and the name of its data' }),
  source_date: day('Date of the source', { help: 'The day as of which it is right, as its maker says' }),
  licence: line('Licence', {
    max: LINE,
    help: 'What allows the bureau to use it, such as a data sharing agreement or CC BY 4.0',
  }),
  attribution: line('Attribution', { max: LINE, help: 'The words to show beside a map of it' }),
  valid_from: optionalDay('Start of validity', {
    help: 'Of outlines that changed on a day, such as those of a province that was divided',
  }),
  valid_until: optionalDay('End of validity'),
})
