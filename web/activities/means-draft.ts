import { z } from 'zod/mini'
import {
  type IndicatorFacts,
  type MeansInput,
  type SiteActivity,
  Upload,
  type VerificationEntry,
} from '../../shared/activities/activities.schema.ts'
import { figureValue, isBlankFigure } from '../../shared/activities/facts.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import { plural } from '../../shared/lib/format.ts'

/** Typed texts and numbers by figure id; what happened has the key 0. */
const TypedFacts = z.record(
  z.string(),
  z.object({
    value: z.string(),
    /**
     * the saved value when the field was first changed: a different value that another user saves later is not
     * overwritten (S-144); absent on work moved from an older batch
     */
    was: z.optional(z.string()),
  }),
)

/**
 * A person's unsaved changes under the indicators of one principle. A difference, not a copy, so that it still applies
 * after another user has saved.
 */
const MeansDraft = z.record(
  z.string(),
  z.object({
    added: z._default(z.array(Upload), []),
    removed: z._default(z.array(z.number()), []),
    facts: z._default(TypedFacts, {}),
  }),
)
export type MeansDraft = z.output<typeof MeansDraft>

export const NO_CHANGES: MeansDraft = {}

/** Returns the changes in a stored draft, or null when it contains none. */
export function readMeansDraft(stored: unknown): MeansDraft | null {
  const parsed = MeansDraft.safeParse(stored)
  return parsed.success && Object.keys(parsed.data).length > 0 ? parsed.data : null
}

type Changes = MeansDraft[string]
const EMPTY: Changes = { added: [], removed: [], facts: {} }
const changesOf = (draft: MeansDraft, indicator: number): Changes => draft[String(indicator)] ?? EMPTY
const withChanges = (draft: MeansDraft, indicator: number, changes: Partial<Changes>): MeansDraft => ({
  ...draft,
  [indicator]: { ...changesOf(draft, indicator), ...changes },
})

/** Converts an uploaded file to an evidence file. */
export const uploadOf = ({ id, name, url: _, ...facts }: UploadedFile): Upload => ({
  upload_id: id,
  upload_file_name: name,
  ...facts,
})

export const savedFilesOf = (verification: VerificationEntry[], indicator: number): Upload[] =>
  verification.find((entry) => entry.sites_criteria_indicator_id === indicator)?.upload ?? []

/** Returns the files of an indicator as a save would leave them. */
export function filesOf(draft: MeansDraft, verification: VerificationEntry[], indicator: number): Upload[] {
  const { removed } = changesOf(draft, indicator)
  const stored = savedFilesOf(verification, indicator).filter((file) => !removed.includes(file.upload_id))
  return [...stored, ...unsavedOf(draft, verification, indicator)]
}

/** Returns the uploaded files that are not part of the activity yet. */
export function unsavedOf(draft: MeansDraft, verification: VerificationEntry[], indicator: number): Upload[] {
  const saved = new Set(savedFilesOf(verification, indicator).map((file) => file.upload_id))
  return changesOf(draft, indicator).added.filter((file) => !saved.has(file.upload_id))
}

export function withAdded(draft: MeansDraft, indicator: number, file: Upload): MeansDraft {
  const { added } = changesOf(draft, indicator)
  // an upload interrupted at its very end is reported twice
  if (added.some((one) => one.upload_id === file.upload_id)) return draft
  return withChanges(draft, indicator, { added: [...added, file] })
}

/** Removes a file: an unsaved one from the draft, a saved one at the next save. */
export function withRemoved(draft: MeansDraft, indicator: number, upload_id: number): MeansDraft {
  const { added, removed } = changesOf(draft, indicator)
  const rest = added.filter((file) => file.upload_id !== upload_id)
  return withChanges(draft, indicator, { added: rest, removed: [...removed, upload_id] })
}

/** A figure of an indicator, or what happened (`figure` null). */
export type FactPlace = { indicator: number; figure: number | null }

const keyOf = (figure: number | null): string => String(figure ?? 0)
const figureOf = (key: string): number | null => Number(key) || null

/** Returns the saved text or figure; undefined for a figure without a value. */
const savedFact = (facts: readonly IndicatorFacts[], { indicator, figure }: FactPlace) => {
  const { what_happened, taken_from, figures } = savedFactsOf(facts, indicator)
  if (figure === null) return { value: what_happened ?? '', taken_from }
  return figures.find((one) => one.indicator_figure_id === figure)
}

/** Returns the value in the form in which it would be saved. */
const asSaved = (figure: number | null, value: string): string =>
  figure === null ? value.trim() : (figureValue(value) ?? '')

/** Adds a typed text or figure; one typed unchanged counts as confirmed. */
export function withFact(
  draft: MeansDraft,
  saved: readonly IndicatorFacts[],
  place: FactPlace,
  value: string,
): MeansDraft {
  const { facts } = changesOf(draft, place.indicator)
  const key = keyOf(place.figure)
  const was = facts[key]?.was ?? savedFact(saved, place)?.value ?? ''
  return withChanges(draft, place.indicator, { facts: { ...facts, [key]: { value, was } } })
}

/** A text or figure that was typed here, and saved differently by another user since. */
export type FactConflict = FactPlace & { theirs: string; mine: string }

/** Returns everything in a draft that another user has saved differently since it was first changed (S-144). */
export const factConflicts = (draft: MeansDraft, saved: readonly IndicatorFacts[]): FactConflict[] =>
  Object.entries(draft).flatMap(([id, { facts }]) =>
    Object.entries(facts).flatMap(([key, { value: mine, was }]) => {
      const place = { indicator: Number(id), figure: figureOf(key) }
      const theirs = savedFact(saved, place)?.value ?? ''
      const isSame = was === undefined || theirs === was || theirs === asSaved(place.figure, mine)
      return isSame ? [] : [{ ...place, theirs, mine }]
    }),
  )

/** Applies a choice: the person's own value is based on the other one from now on, or is dropped. */
export function withChoice(
  draft: MeansDraft,
  { indicator, figure, theirs, mine }: FactConflict,
  choice: 'theirs' | 'mine',
): MeansDraft {
  const { [keyOf(figure)]: _typed, ...others } = changesOf(draft, indicator).facts
  const own = { [keyOf(figure)]: { value: mine, was: theirs } }
  return withChanges(draft, indicator, { facts: { ...others, ...(choice === 'mine' ? own : {}) } })
}

/** A value as a save would leave it, and the year it was copied from, until it is confirmed. */
export type DraftValue = { value: string; taken_from: number | null }

export const savedFactsOf = (facts: readonly IndicatorFacts[], indicator: number): IndicatorFacts =>
  facts.find((one) => one.sites_criteria_indicator_id === indicator) ?? {
    sites_criteria_indicator_id: indicator,
    what_happened: null,
    taken_from: null,
    figures: [],
  }

/** Returns a text or figure as a save would leave it. */
export function factOf(draft: MeansDraft, saved: readonly IndicatorFacts[], place: FactPlace): DraftValue {
  const typed = changesOf(draft, place.indicator).facts[keyOf(place.figure)]
  if (typed) return { value: typed.value, taken_from: null }
  return savedFact(saved, place) ?? { value: '', taken_from: null }
}

/** Returns the draft without the changes under these indicators. */
export function withoutIndicators(draft: MeansDraft, indicators: number[]): MeansDraft {
  const removed = new Set(indicators.map(String))
  return Object.fromEntries(Object.entries(draft).filter(([indicator]) => !removed.has(indicator)))
}

/** Returns only the changes under these indicators. */
export function onlyIndicators(draft: MeansDraft, indicators: number[]): MeansDraft {
  const wanted = new Set(indicators.map(String))
  return Object.fromEntries(Object.entries(draft).filter(([indicator]) => wanted.has(indicator)))
}

/**
 * Returns what a save has not sent: the files that arrived while it ran. `sent` is the draft as it was when the save
 * began.
 */
export const withoutSent = (draft: MeansDraft, sent: MeansDraft): MeansDraft =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([indicator, { added, removed, facts }]): [string, Changes][] => {
      const before = changesOf(sent, Number(indicator))
      const rest = {
        added: added.filter(({ upload_id }) => !before.added.some((file) => file.upload_id === upload_id)),
        removed: removed.filter((id) => !before.removed.includes(id)),
        facts: Object.fromEntries(Object.entries(facts).filter(([key, fact]) => before.facts[key] !== fact)),
      }
      const isEmpty = rest.added.length + rest.removed.length + Object.keys(rest.facts).length === 0
      return isEmpty ? [] : [[indicator, rest]]
    }),
  )

/** The saved state that a draft is a difference from. */
export type SavedMeans = Pick<SiteActivity, 'verification' | 'facts'>
export const NOTHING_SAVED: SavedMeans = { verification: [], facts: [] }

/** Returns the texts and figures of an indicator that a save would change or confirm. */
const changedFacts = (draft: MeansDraft, facts: readonly IndicatorFacts[], indicator: number) =>
  Object.entries(changesOf(draft, indicator).facts).flatMap(([key, { value }]) => {
    const figure = figureOf(key)
    const saved = savedFact(facts, { indicator, figure })
    const isSame = saved
      ? asSaved(figure, value) === saved.value && saved.taken_from === null
      : isBlankFigure(value)
    return isSame ? [] : [{ figure, value }]
  })

/** Returns what a save would change, per indicator: the full list of its files (S-51), and its texts and figures. */
export function meansOf(draft: MeansDraft, { verification, facts }: SavedMeans): MeansInput[] {
  return Object.keys(draft)
    .map(Number)
    .flatMap((indicator): MeansInput[] => {
      const files = filesOf(draft, verification, indicator)
      const upload_id = files.map((file) => file.upload_id)
      const saved = savedFilesOf(verification, indicator).map((file) => file.upload_id)
      const changed = changedFacts(draft, facts, indicator)
      const what_happened = changed.find(({ figure }) => figure === null)?.value
      const figures = changed.flatMap(({ figure, value }) =>
        figure === null ? [] : [{ indicator_figure_id: figure, value }],
      )
      const isSame = saved.length === upload_id.length && saved.every((id) => upload_id.includes(id))
      if (isSame && changed.length === 0) return []
      return [
        {
          sites_criteria_indicator_id: indicator,
          upload_id,
          files: files.map((file) => ({ id: file.upload_id, name: file.upload_file_name })),
          ...(what_happened === undefined ? {} : { what_happened }),
          ...(figures.length === 0 ? {} : { figures }),
        },
      ]
    })
}

/** Unsaved work after its batch was replaced. */
export type MigratedDraftResult = {
  draft: MeansDraft
  /** files whose indicator has no successor */
  left: Upload[]
  /** texts and numbers that have no place in the new batch, to be copied by hand */
  leftTexts: string[]
}

const holdsWork = ({ added, facts }: Changes): boolean =>
  added.length > 0 || Object.values(facts).some(({ value }) => value !== '')

/** Returns an indicator of another batch under which the draft contains work; null when there is none. */
export const unknownIndicatorIn = (draft: MeansDraft, known: readonly number[]): number | null =>
  Object.keys(draft)
    .map(Number)
    .find((indicator) => !known.includes(indicator) && holdsWork(changesOf(draft, indicator))) ?? null

/** The successors of indicators and figures in a newer batch, by their ids. */
export type Successors = { indicators: ReadonlyMap<number, number>; figures: ReadonlyMap<number, number> }

/** Moves the unsaved work on an older batch to the indicators that replaced its own. */
export function migrateDraft(
  draft: MeansDraft,
  known: readonly number[],
  to: Successors,
): MigratedDraftResult {
  const mine = onlyIndicators(draft, [...known])
  return Object.keys(draft)
    .map(Number)
    .filter((indicator) => !known.includes(indicator))
    .reduce<MigratedDraftResult>(
      (all, indicator) => {
        const { added, facts } = changesOf(draft, indicator)
        const place = to.indicators.get(indicator)
        if (place === undefined) {
          const texts = Object.values(facts).flatMap(({ value }) => value || [])
          return { ...all, left: [...all.left, ...added], leftTexts: [...all.leftTexts, ...texts] }
        }
        const files = added.reduce((carried, file) => withAdded(carried, place, file), all.draft)
        return Object.entries(facts).reduce<MigratedDraftResult>(
          (carried, [key, { value }]) => {
            const older = figureOf(key)
            const figure = older === null ? null : to.figures.get(older)
            if (figure === undefined) return { ...carried, leftTexts: [...carried.leftTexts, value] }
            const { facts: before } = changesOf(carried.draft, place)
            const withStatements = { facts: { ...before, [keyOf(figure)]: { value } } }
            return { ...carried, draft: withChanges(carried.draft, place, withStatements) }
          },
          { ...all, draft: files },
        )
      },
      { draft: mine, left: [], leftTexts: [] },
    )
}

/** Counts the texts and figures that were copied from last time and are not confirmed yet. */
export const countUnchecked = (facts: readonly IndicatorFacts[]): number =>
  facts.reduce(
    (sum, { taken_from, figures }) =>
      sum + (taken_from === null ? 0 : 1) + figures.filter((one) => one.taken_from !== null).length,
    0,
  )

/** "2 files, texts or figures not saved yet"; '' when everything is saved. */
export function unsavedWords(draft: MeansDraft, saved: SavedMeans): string {
  const files = Object.keys(draft).reduce(
    (sum, indicator) => sum + unsavedOf(draft, saved.verification, Number(indicator)).length,
    0,
  )
  const isTold = meansOf(draft, saved).some((one) => one.what_happened !== undefined || one.figures)
  const waiting = [...(files > 0 ? [plural(files, 'file')] : []), ...(isTold ? ['texts or figures'] : [])]
  return waiting.length === 0 ? '' : `${waiting.join(', ')} not saved yet`
}
