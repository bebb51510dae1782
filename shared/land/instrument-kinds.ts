/** Each kind with its name, and whether it records the consent of an ancestral domain. */
export const INSTRUMENT_KINDS = {
  certification_precondition: { label: 'Certification Precondition', is_consent: true },
  certificate_of_non_overlap: { label: 'Certificate of non-overlap', is_consent: false },
  fpic_memorandum: { label: 'FPIC memorandum of agreement', is_consent: true },
  cadt_calt: { label: 'CADT or CALT', is_consent: false },
  pamb_clearance: { label: 'PAMB clearance', is_consent: false },
  environmental_compliance_certificate: { label: 'Environmental compliance certificate', is_consent: false },
  cbfma: { label: 'CBFMA', is_consent: false },
  ifma: { label: 'IFMA', is_consent: false },
  sifma: { label: 'SIFMA', is_consent: false },
  other: { label: 'Other', is_consent: false },
} as const
export type InstrumentKind = keyof typeof INSTRUMENT_KINDS
