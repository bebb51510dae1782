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

/** A text or number as it is typed, by the figure it is for; what happened is under 0. */
const TypedFacts = z.record(
  z.string(),
  z.object({
    value: z.string(),
    /**
     * what was saved when it was first touched: who saved it otherwise since is not overwritten (S-144); absent of what was
     * carried over from an older set
     */
    was: z.optional(z.string()),
  }),
)

/**
 * What a person changed under the indicators of one principle and has not saved yet. A difference, not a copy, so
 * that it still fits when a colleague has saved something in between.
 */
const MeansDraft = z.record(
  z.string(),
  z.object({ added: z.array(Upload), removed: z.array(z.number()), facts: TypedFacts }),
)
export type MeansDraft = z.output<typeof MeansDraft>

export const NO_CHANGES: MeansDraft = {}

/** A kept draft, or null when it is none. */
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
  const stored = savedFilesOf(verification, indicator).filter((file) => !removed.includes(file.upload_id))
  return [...stored, ...unsavedOf(draft, verification, indicator)]
}

/** Files that are uploaded but not part of the activity yet. */
export function unsavedOf(draft: MeansDraft, verification: VerificationEntry[], indicator: number): Upload[] {
  const saved = new Set(savedFilesOf(verification, indicator).map((file) => file.upload_id))
  return changesOf(draft, indicator).added.filter((file) => !saved.has(file.upload_id))
}

export function withAdded(draft: MeansDraft, indicator: number, file: Upload): MeansDraft {
  const { added } = changesOf(draft, indicator)
  // an upload that was interrupted at its very end arrives a second time
  if (added.some((one) => one.upload_id === file.upload_id)) return draft
  return withChanges(draft, indicator, { added: [...added, file] })
}

/** A file that is not saved yet is forgotten, a saved one is noted to go. */
export function withRemoved(draft: MeansDraft, indicator: number, upload_id: number): MeansDraft {
  const { added, removed } = changesOf(draft, indicator)
  const rest = added.filter((file) => file.upload_id !== upload_id)
  return withChanges(draft, indicator, { added: rest, removed: [...removed, upload_id] })
}

/** What happened under an indicator, for which `figure` is null, or one of its figures. */
export type FactPlace = { indicator: number; figure: number | null }

const keyOf = (figure: number | null): string => String(figure ?? 0)
const figureOf = (key: string): number | null => Number(key) || null

/** What is saved of a text or figure now; undefined for a figure without a value. */
const savedFact = (facts: readonly IndicatorFacts[], { indicator, figure }: FactPlace) => {
  const { what_happened, taken_from, figures } = savedFactsOf(facts, indicator)
  if (figure === null) return { value: what_happened ?? '', taken_from }
  return figures.find((one) => one.indicator_figure_id === figure)
}

/** As it would be saved. */
const asSaved = (figure: number | null, value: string): string =>
  figure === null ? value.trim() : (figureValue(value) ?? '')

/** A text or figure as it is typed now; typed unchanged, it counts as checked. */
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

/** A text or a figure that was typed here and saved otherwise by another user since. */
export type FactConflict = FactPlace & { theirs: string; mine: string }

/** Everything of a draft that a colleague has saved otherwise since it was first touched (S-144). */
export const factConflicts = (draft: MeansDraft, saved: readonly IndicatorFacts[]): FactConflict[] =>
  Object.entries(draft).flatMap(([id, { facts }]) =>
    Object.entries(facts).flatMap(([key, { value: mine, was }]) => {
      const place = { indicator: Number(id), figure: figureOf(key) }
      const theirs = savedFact(saved, place)?.value ?? ''
      const isSame = was === undefined || theirs === was || theirs === asSaved(place.figure, mine)
      return isSame ? [] : [{ ...place, theirs, mine }]
    }),
  )

/** The draft after the person has chosen: their own text now knows of the other one, or gives way to it. */
export function withChoice(
  draft: MeansDraft,
  { indicator, figure, theirs, mine }: FactConflict,
  choice: 'theirs' | 'mine',
): MeansDraft {
  const { [keyOf(figure)]: _typed, ...others } = changesOf(draft, indicator).facts
  const own = { [keyOf(figure)]: { value: mine, was: theirs } }
  return withChanges(draft, indicator, { facts: { ...others, ...(choice === 'mine' ? own : {}) } })
}

/** A value as it would be after a save, and the year it was taken over from while no one has checked it. */
export type DraftValue = { value: string; taken_from: number | null }

export const savedFactsOf = (facts: readonly IndicatorFacts[], indicator: number): IndicatorFacts =>
  facts.find((one) => one.sites_criteria_indicator_id === indicator) ?? {
    sites_criteria_indicator_id: indicator,
    what_happened: null,
    taken_from: null,
    figures: [],
  }

/** A text or figure as it would be after a save. */
export function factOf(draft: MeansDraft, saved: readonly IndicatorFacts[], place: FactPlace): DraftValue {
  const typed = changesOf(draft, place.indicator).facts[keyOf(place.figure)]
  if (typed) return { value: typed.value, taken_from: null }
  return savedFact(saved, place) ?? { value: '', taken_from: null }
}

/** The draft without what was changed under these indicators. */
export function withoutIndicators(draft: MeansDraft, indicators: number[]): MeansDraft {
  const removed = new Set(indicators.map(String))
  return Object.fromEntries(Object.entries(draft).filter(([indicator]) => !removed.has(indicator)))
}

/** Only what was changed under these indicators. */
export function onlyIndicators(draft: MeansDraft, indicators: number[]): MeansDraft {
  const wanted = new Set(indicators.map(String))
  return Object.fromEntries(Object.entries(draft).filter(([indicator]) => wanted.has(indicator)))
}

/** What an activity has saved, for which a draft is a difference. */
export type SavedMeans = Pick<SiteActivity, 'verification' | 'facts'>
export const NOTHING_SAVED: SavedMeans = { verification: [], facts: [] }

/** The texts and figures of an indicator that a save would change or count as checked. */
const changedFacts = (draft: MeansDraft, facts: readonly IndicatorFacts[], indicator: number) =>
  Object.entries(changesOf(draft, indicator).facts).flatMap(([key, { value }]) => {
    const figure = figureOf(key)
    const saved = savedFact(facts, { indicator, figure })
    const isSame = saved
      ? asSaved(figure, value) === saved.value && saved.taken_from === null
      : isBlankFigure(value)
    return isSame ? [] : [{ figure, value }]
  })

/**
 * Each indicator that a save would change: the full list of its files (S-51), and what was written beside them; empty
 * when nothing would.
 */
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

/** What became of unsaved work when its set of criteria was replaced. */
export type MigratedDraftResult = {
  draft: MeansDraft
  /** whose indicator has no successor */
  left: Upload[]
  /** texts and numbers that have no place any more, to be copied where they fit */
  leftTexts: string[]
}

const holdsWork = ({ added, facts }: Changes): boolean =>
  added.length > 0 || Object.values(facts).some(({ value }) => value !== '')

/** Whether a draft holds work on another set of criteria, by an indicator of it; null when it does not. */
export const unknownIndicatorIn = (draft: MeansDraft, known: readonly number[]): number | null =>
  Object.keys(draft)
    .map(Number)
    .find((indicator) => !known.includes(indicator) && holdsWork(changesOf(draft, indicator))) ?? null

/** Which indicator, and which figure, of a newer set has replaced one of an older, by their ids. */
export type Successors = { indicators: ReadonlyMap<number, number>; figures: ReadonlyMap<number, number> }

/** The unsaved work on an older set under the indicators that have taken their place. */
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

/** How many statements and figures of an activity were taken over and are not checked yet. */
export const countUnchecked = (facts: readonly IndicatorFacts[]): number =>
  facts.reduce(
    (sum, { taken_from, figures }) =>
      sum + (taken_from === null ? 0 : 1) + figures.filter((one) => one.taken_from !== null).length,
    0,
  )

/** "2 files, texts or figures not saved yet": what of a draft waits for a save; '' when nothing does. */
export function unsavedWords(draft: MeansDraft, saved: SavedMeans): string {
  const files = Object.keys(draft).reduce(
    (sum, indicator) => sum + unsavedOf(draft, saved.verification, Number(indicator)).length,
    0,
  )
  const isTold = meansOf(draft, saved).some((one) => one.what_happened !== undefined || one.figures)
  const waiting = [...(files > 0 ? [plural(files, 'file')] : []), ...(isTold ? ['texts or figures'] : [])]
  return waiting.length === 0 ? '' : `${waiting.join(', ')} not saved yet`
}
