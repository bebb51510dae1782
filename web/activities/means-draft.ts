import { z } from 'zod/mini'
import { type MeansInput, Upload, type VerificationEntry } from '../../shared/activities/activities.schema.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'

/**
 * What a person changed under the indicators of one principle and has not saved yet. A difference, not a copy, so
 * that it still fits when a colleague has saved something in between.
 */
const MeansDraft = z.record(
  z.string(),
  z.object({
    added: z.array(Upload),
    removed: z.array(z.number()),
  }),
)
export type MeansDraft = z.output<typeof MeansDraft>

export const NO_CHANGES: MeansDraft = {}

/** A kept draft, or null when it is none. */
export function readMeansDraft(kept: unknown): MeansDraft | null {
  const parsed = MeansDraft.safeParse(kept)
  return parsed.success && Object.keys(parsed.data).length > 0 ? parsed.data : null
}

const EMPTY = { added: [] as Upload[], removed: [] as number[] }
const changesOf = (draft: MeansDraft, indicator: number) => draft[String(indicator)] ?? EMPTY

/** A stored file as evidence names it. */
export const uploadOf = ({ id, name, url: _, ...facts }: UploadedFile): Upload => ({
  upload_id: id,
  upload_file_name: name,
  ...facts,
})

export const savedFilesOf = (verification: VerificationEntry[], indicator: number): Upload[] =>
  verification.find((entry) => entry.sites_criteria_indicator_id === indicator)?.upload ?? []

/** The files of an indicator as they would be after a save. */
export function filesOf(draft: MeansDraft, verification: VerificationEntry[], indicator: number): Upload[] {
  const { removed } = changesOf(draft, indicator)
  const kept = savedFilesOf(verification, indicator).filter((file) => !removed.includes(file.upload_id))
  return [...kept, ...unsavedOf(draft, verification, indicator)]
}

/** Files that are uploaded but not part of the activity yet. */
export function unsavedOf(draft: MeansDraft, verification: VerificationEntry[], indicator: number): Upload[] {
  const saved = new Set(savedFilesOf(verification, indicator).map((file) => file.upload_id))
  return changesOf(draft, indicator).added.filter((file) => !saved.has(file.upload_id))
}

export function withAdded(draft: MeansDraft, indicator: number, file: Upload): MeansDraft {
  const { added, removed } = changesOf(draft, indicator)
  // an upload that was interrupted at its very end arrives a second time
  if (added.some((one) => one.upload_id === file.upload_id)) return draft
  return { ...draft, [indicator]: { added: [...added, file], removed } }
}

/** A file that is not saved yet is forgotten, a saved one is noted to go. */
export function withRemoved(draft: MeansDraft, indicator: number, upload_id: number): MeansDraft {
  const { added, removed } = changesOf(draft, indicator)
  const rest = added.filter((file) => file.upload_id !== upload_id)
  return { ...draft, [indicator]: { added: rest, removed: [...removed, upload_id] } }
}

/** The draft without what was changed under these indicators. */
export function without(draft: MeansDraft, indicators: number[]): MeansDraft {
  const gone = new Set(indicators.map(String))
  return Object.fromEntries(Object.entries(draft).filter(([indicator]) => !gone.has(indicator)))
}

/** Only what was changed under these indicators. */
export function within(draft: MeansDraft, indicators: number[]): MeansDraft {
  const wanted = new Set(indicators.map(String))
  return Object.fromEntries(Object.entries(draft).filter(([indicator]) => wanted.has(indicator)))
}

/** The full list of files of each indicator that a save would change (S-51); empty when nothing would. */
export function meansOf(draft: MeansDraft, verification: VerificationEntry[]): MeansInput[] {
  return Object.keys(draft)
    .map(Number)
    .map((indicator) => {
      const files = filesOf(draft, verification, indicator)
      return {
        sites_criteria_indicator_id: indicator,
        upload_id: files.map((file) => file.upload_id),
        files: files.map((file) => ({ id: file.upload_id, name: file.upload_file_name })),
      }
    })
    .filter(({ sites_criteria_indicator_id, upload_id }) => {
      const saved = savedFilesOf(verification, sites_criteria_indicator_id).map((file) => file.upload_id)
      return saved.length !== upload_id.length || saved.some((id) => !upload_id.includes(id))
    })
}

/** What became of unsaved files when their set of criteria was replaced. */
export type CarriedOver = {
  draft: MeansDraft
  /** whose indicator has no successor */
  left: Upload[]
}

/** Whether a draft holds files of another set of criteria, by an indicator of it; null when it does not. */
export const strangerIn = (draft: MeansDraft, known: readonly number[]): number | null =>
  Object.keys(draft)
    .map(Number)
    .find((indicator) => !known.includes(indicator) && changesOf(draft, indicator).added.length > 0) ?? null

/** The unsaved files of an older set under the indicators that have taken their place. */
export function carriedOver(
  draft: MeansDraft,
  known: readonly number[],
  successors: ReadonlyMap<number, number>,
): CarriedOver {
  const mine = within(draft, [...known])
  return Object.keys(draft)
    .map(Number)
    .filter((indicator) => !known.includes(indicator))
    .reduce<CarriedOver>(
      ({ draft: carried, left }, indicator) => {
        const { added } = changesOf(draft, indicator)
        const to = successors.get(indicator)
        return to === undefined
          ? { draft: carried, left: [...left, ...added] }
          : { draft: added.reduce((all, file) => withAdded(all, to, file), carried), left }
      },
      { draft: mine, left: [] },
    )
}

/** How many files of a draft wait for a save. */
export const countUnsaved = (draft: MeansDraft, verification: VerificationEntry[]): number =>
  Object.keys(draft).reduce(
    (sum, indicator) => sum + unsavedOf(draft, verification, Number(indicator)).length,
    0,
  )
