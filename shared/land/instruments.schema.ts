import { encodesSitesOfOffice } from '../access/encoders.ts'
import { all } from '../lib/verdict.ts'
import { holds, isAtLevel } from '../access/actor.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { IdParams, IdText } from '../lib/ids.ts'
import { INSTRUMENT } from './instruments.fields.ts'
import { requiredParagraphs } from '../lib/plain-text.ts'

/** Instruments: papers about the right to the land of a site (decision 32). */

/** the most instruments of a site that are not removed */
export const INSTRUMENTS_MAX = 100
/** the days before an expiry on which the office is mailed; the list names it from the first of them on */
export const EXPIRY_NOTICE_DAYS = [90, 30] as const

const REASON = 600

export const Instrument = z.object({
  id: z.number(),
  kind: INSTRUMENT.input.shape.kind,
  /** of the kind "other" */
  other_kind: z.nullable(z.string()),
  number: z.nullable(z.string()),
  issuer: z.string(),
  asked_on: z.nullable(z.string()),
  issued_on: z.nullable(z.string()),
  valid_until: z.nullable(z.string()),
  /** the instrument that this one renews, and what that is called */
  renews_id: z.nullable(z.number()),
  renews: z.nullable(z.string()),
  file_id: z.nullable(z.number()),
  file_name: z.nullable(z.string()),
  file_facts: z.nullable(
    z.object({
      size: z.number(),
      sha256: z.string(),
      created_at: z.string(),
      scan_status: z.enum(['checking', 'clean', 'quarantined', 'not scanned']),
    }),
  ),
  /** the found land that it is for, also such that is no longer found */
  findings: z.array(
    z.object({
      id: z.number(),
      feature_code: z.nullable(z.string()),
      feature_name: z.nullable(z.string()),
    }),
  ),
  recorded_by: z.string(),
  recorded_at: z.string(),
  /** since when FMB has confirmed it: only then are its kind and year public */
  confirmed_at: z.nullable(z.string()),
  revision: z.number(),
})
export type Instrument = z.output<typeof Instrument>

export type InstrumentInput = z.output<typeof INSTRUMENT.input>

const InstrumentParams = z.extend(IdParams, { instrument_id: IdText })
const InstrumentReply = wrapped('instrument', Instrument)

export const instrumentsApi = {
  list: endpoint('GET', '/sites/:id/instruments', {
    may: everyone,
    summary: 'The instruments of a profile, the newest first',
    params: IdParams,
    reply: wrapped('instruments', z.array(Instrument)),
  }),
  add: endpoint('POST', '/sites/:id/instruments', {
    may: encodesSitesOfOffice,
    summary: 'Record an instrument of a profile',
    form: true,
    params: IdParams,
    body: INSTRUMENT.input,
    status: 201,
    reply: InstrumentReply,
  }),
  update: endpoint('PATCH', '/sites/:id/instruments/:instrument_id', {
    may: encodesSitesOfOffice,
    summary: 'Correct an instrument; one that FMB has confirmed must be confirmed again',
    params: InstrumentParams,
    body: z.extend(INSTRUMENT.input, { revision: z.int() }),
    reply: InstrumentReply,
  }),
  remove: endpoint('POST', '/sites/:id/instruments/:instrument_id/remove', {
    may: encodesSitesOfOffice,
    summary: 'Remove an instrument, with a reason; it stays in the log',
    form: true,
    params: InstrumentParams,
    body: z.object({ reason: requiredParagraphs('Reason', REASON) }),
    status: 204,
  }),
  confirm: endpoint('POST', '/sites/:id/instruments/:instrument_id/confirm', {
    may: (actor) => all(isAtLevel(actor, 'FMB'), holds(actor, 'site_maps_approval')),
    summary: 'FMB confirms an instrument: its kind and year become public with the approved profile',
    form: true,
    params: InstrumentParams,
    body: z.object({ revision: z.int() }),
    reply: InstrumentReply,
  }),
}
