import { z } from 'zod/mini'
import {
  choice,
  fields,
  optionalChosen,
  optionalDay,
  optionalFile,
  optionalLine,
  line,
  own,
} from '../lib/fields.ts'
import { Id } from '../lib/ids.ts'
import { FINDINGS_MAX } from './accepted-findings.ts'
import { INSTRUMENT_KINDS } from './instrument-kinds.ts'

const LINE = 150

/** What is entered about an instrument. */
export const INSTRUMENT = fields({
  kind: choice('Kind', INSTRUMENT_KINDS, { needed: 'Choose a kind of instrument.', none: 'Choose a kind' }),
  other_kind: optionalLine('What it is called', { max: LINE, named: 'Kind' }),
  issuer: line('Issuer', {
    max: LINE,
    help: 'The office that issued it or is asked to, such as NCIP Regional Office IV-A',
  }),
  number: optionalLine('Number', { max: LINE }),
  /** an instrument of the same profile that this one renews; it is no longer announced once this one is issued */
  renews_id: optionalChosen('Renews', {
    none: 'None',
    help: 'The instrument that this one continues: its end is no longer announced once this one is issued',
  }),
  asked_on: optionalDay('Asked on', { help: 'When it was applied for, if known' }),
  issued_on: optionalDay('Issued on', { help: 'Leave it empty while it is only asked for' }),
  valid_until: optionalDay('Valid until', { help: 'Leave it empty if it has no end' }),
  /** findings of the profile: a consent or clearance counts for these alone; null until a person has ticked any */
  finding_ids: own('For this land', {
    help: 'A consent or clearance counts for the land that is ticked, and for no other',
    input: z.nullish(
      z.array(Id).check(z.maxLength(FINDINGS_MAX, `At most ${FINDINGS_MAX} findings can be ticked.`)),
    ),
    start: (stored) => (stored ?? null) as number[] | null,
    send: (typed) => typed,
  }),
  /** a file of the kind "pdf" or "image" */
  file_id: optionalFile('File'),
})
