import type { PlainKey, Translate } from '../texts/translate.ts'
import type { InstrumentKind } from './instrument-kinds.ts'

const KIND_KEYS = {
  certification_precondition: 'land.certification_precondition',
  certificate_of_non_overlap: 'land.certificate_of_non_overlap',
  fpic_memorandum: 'land.fpic_memorandum',
  cadt_calt: 'land.cadt_calt',
  pamb_clearance: 'land.pamb_clearance',
  environmental_compliance_certificate: 'land.environmental_compliance_certificate',
  cbfma: 'land.cbfma',
  ifma: 'land.ifma',
  sifma: 'land.sifma',
  other: 'land.other',
} as const satisfies Record<InstrumentKind, PlainKey>

/** The kind of an instrument; what an office calls another kind may name a community. */
export const kindIn = (t: Translate, kind: InstrumentKind): string => t(KIND_KEYS[kind])
