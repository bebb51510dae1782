import { addDays } from '../lib/date-range.ts'
import { DAY_MS } from '../lib/durations.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import { formatDays } from '../lib/format.ts'
import { formatDay } from '../lib/manila-days.ts'
import { INSTRUMENT_KINDS, type InstrumentKind } from './instrument-kinds.ts'
import { EXPIRY_NOTICE_DAYS, type Instrument, type InstrumentInput } from './instruments.schema.ts'
import type { LayerKind } from './layer-kinds.ts'

/** an earlier day is a typing mistake: 0204 for 2024 */
const FIRST_DAY = '1900-01-01'

/** The input as it is stored: empty texts are null, and only the kind "Other" has words of its own. */
export const tidyInstrument = (input: InstrumentInput) => ({
  kind: input.kind,
  other_kind: input.kind === 'other' ? input.other_kind || null : null,
  number: input.number || null,
  issuer: input.issuer,
  asked_on: input.asked_on ?? null,
  issued_on: input.issued_on ?? null,
  valid_until: input.valid_until ?? null,
  renews_id: input.renews_id ?? null,
  finding_ids: [...new Set(input.finding_ids)],
  file_id: input.file_id ?? null,
})
export type TidyInstrument = ReturnType<typeof tidyInstrument>

/** Whether a paper of this kind answers what is asked about land of this kind. */
export const answersFinding = (layer: LayerKind, kind: InstrumentKind): boolean =>
  layer === 'ancestral_domain'
    ? INSTRUMENT_KINDS[kind].is_consent
    : layer === 'protected_area' && kind === 'pamb_clearance'

/** The found land that a new instrument is for, as far as that is certain: of the one it renews, or the only one. */
export function landMeant(
  kind: InstrumentKind | '',
  renewed: Pick<Instrument, 'findings'> | undefined,
  found: readonly { layer: { kind: LayerKind }; finding: { id: number } }[],
): number[] {
  if (renewed) return renewed.findings.map(({ id }) => id)
  const meant = found.filter(({ layer }) => kind !== '' && answersFinding(layer.kind, kind))
  return meant.length === 1 ? meant.map(({ finding }) => finding.id) : []
}

type Days = Pick<TidyInstrument, 'asked_on' | 'issued_on' | 'valid_until'>

/** Returns one sentence per day that cannot be right. An instrument that has expired can be recorded. */
export function dayErrors({ asked_on, issued_on, valid_until }: Days, today: string): FieldErrors {
  const complaints: [field: keyof Days, isWrong: boolean, sentence: string][] = [
    ['asked_on', asked_on !== null && asked_on < FIRST_DAY, 'Please check the year of Asked on.'],
    ['asked_on', asked_on !== null && asked_on > today, 'Asked on cannot be later than today.'],
    ['issued_on', issued_on !== null && issued_on < FIRST_DAY, 'Please check the year of Issued on.'],
    ['issued_on', issued_on !== null && issued_on > today, 'Issued on cannot be later than today.'],
    [
      'issued_on',
      issued_on !== null && asked_on !== null && asked_on <= today && issued_on < asked_on,
      'Issued on cannot be earlier than Asked on.',
    ],
    [
      'valid_until',
      valid_until !== null && issued_on === null,
      'Enter the day of issue too: what is not issued cannot expire.',
    ],
    [
      'valid_until',
      valid_until !== null && issued_on !== null && issued_on <= today && valid_until < issued_on,
      'Valid until cannot be earlier than Issued on.',
    ],
  ]
  const found = complaints.filter(([, isWrong]) => isWrong).toReversed()
  // of several sentences about one field the first one is said
  return Object.fromEntries(found.map(([field, , sentence]) => [field, [sentence]]))
}

/** The rules between the fields of an instrument, as sentences per field. */
export const instrumentErrors = (instrument: TidyInstrument, today: string): FieldErrors => ({
  ...(instrument.kind === 'other' && instrument.other_kind === null
    ? { other_kind: ['Kind is required: say what the instrument is called.'] }
    : {}),
  ...dayErrors(instrument, today),
})

/** "Certification Precondition"; of the kind "Other", what the office calls it. */
export const instrumentName = ({ kind, other_kind }: Pick<Instrument, 'kind' | 'other_kind'>): string =>
  other_kind ?? INSTRUMENT_KINDS[kind].label

/** "CBFMA 12": two of one kind are told apart by their numbers. */
export const instrumentTitle = (one: Pick<Instrument, 'kind' | 'other_kind' | 'number'>): string =>
  [instrumentName(one), one.number].filter(Boolean).join(' ')

type Renewal = Pick<Instrument, 'id' | 'renews_id'>

/**
 * Says what is wrong with the instrument that is renewed: one of those recorded for the profile, and not one that
 * renews this one itself, directly or through others. `id` is null for a new instrument.
 */
export function renewalErrors(
  id: number | null,
  renews_id: number | null,
  recorded: readonly Renewal[],
): FieldErrors {
  if (renews_id === null) return {}
  const renewedBy = new Map(recorded.map((one) => [one.id, one.renews_id]))
  if (renews_id === id || !renewedBy.has(renews_id))
    return { renews_id: ['Choose another instrument of this profile.'] }
  const passed = new Set<number>()
  for (
    let at = renewedBy.get(renews_id) ?? null;
    at !== null && !passed.has(at);
    at = renewedBy.get(at) ?? null
  ) {
    if (at === id) return { renews_id: ['That instrument renews this one already.'] }
    passed.add(at)
  }
  return {}
}

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

export type ExpiryState = 'requested' | 'valid' | 'expiring' | 'expired'

/** The state of an instrument on a day: requested only, valid, expiring within the days of the first notice, expired. */
export function expiryState(
  { issued_on, valid_until }: Pick<Days, 'issued_on' | 'valid_until'>,
  today: string,
): ExpiryState {
  if (valid_until !== null && valid_until < today) return 'expired'
  if (issued_on === null) return 'requested'
  const isSoon = valid_until !== null && valid_until <= addDays(today, EXPIRY_NOTICE_DAYS[0])
  return isSoon ? 'expiring' : 'valid'
}

/** "Expires in 30 days, on Dec 27, 2026", "Expired on Nov 01, 2026", "Valid", "Asked for, not issued yet". */
export function expiryWords(days: Pick<Days, 'issued_on' | 'valid_until'>, today: string): string {
  const { valid_until } = days
  const state = expiryState(days, today)
  if (state === 'requested') return 'Asked for, not issued yet'
  if (valid_until === null) return 'Valid, with no end'
  if (state === 'expired') return `Expired on ${formatDay(valid_until)}`
  if (state === 'valid') return `Valid until ${formatDay(valid_until)}`
  const left = daysBetween(today, valid_until)
  return left === 0 ? 'Expires today' : `Expires in ${formatDays(left)}, on ${formatDay(valid_until)}`
}

/** The name of a kind for the public; what an office calls another kind may name a community. */
export const publicKind = (kind: InstrumentKind): string =>
  kind === 'other' ? 'Other instrument' : INSTRUMENT_KINDS[kind].label
