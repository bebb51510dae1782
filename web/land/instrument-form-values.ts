import type { UploadedFile } from '../../shared/files/files.schema.ts'
import type { Instrument, InstrumentInput, InstrumentKind } from '../../shared/land/instruments.schema.ts'

type PaperFile = Pick<UploadedFile, 'id' | 'name'> & Partial<UploadedFile>

/** What is typed into the form of an instrument; an empty kind is not chosen yet. */
export type InstrumentValues = {
  kind: InstrumentKind | ''
  other_kind: string
  number: string
  issuer: string
  asked_on: string | null
  issued_on: string | null
  valid_until: string | null
  /** "" renews none */
  renews_id: string
  /** null until a person has ticked or unticked land */
  finding_ids: number[] | null
  file_id: PaperFile | null
}

/** The values to start from: those of an instrument, or an empty form. */
export const instrumentValues = (instrument: Instrument | null, kind?: InstrumentKind): InstrumentValues => ({
  kind: instrument?.kind ?? kind ?? '',
  other_kind: instrument?.other_kind ?? '',
  number: instrument?.number ?? '',
  issuer: instrument?.issuer ?? '',
  asked_on: instrument?.asked_on ?? null,
  issued_on: instrument?.issued_on ?? null,
  valid_until: instrument?.valid_until ?? null,
  renews_id: String(instrument?.renews_id ?? ''),
  finding_ids: instrument ? instrument.findings.map(({ id }) => id) : null,
  file_id:
    instrument && instrument.file_id !== null
      ? { id: instrument.file_id, name: instrument.file_name ?? 'file', ...instrument.file_facts }
      : null,
})

/** The body of the call; `kind` is chosen by then. */
export const instrumentInput = (
  { kind, file_id, renews_id, ...values }: InstrumentValues,
  chosen: InstrumentKind = kind as InstrumentKind,
): InstrumentInput => ({
  ...values,
  kind: chosen,
  renews_id: renews_id === '' ? null : Number(renews_id),
  file_id: file_id?.id ?? null,
})
