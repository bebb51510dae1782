import { z } from 'zod/mini'
import {
  type IndicatorFacts,
  type MeansInput,
  type SiteActivity,
  Upload,
  type VerificationEntry,
} from '../../shared/activities/activities.schema.ts'
import { figureValue, isNoFigure } from '../../shared/activities/facts.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import { plural } from '../../shared/lib/format.ts'

/**
 * What a person changed under the indicators of one principle and has not saved yet. A difference, not a copy, so
 * that it still fits when a colleague has saved something in between.
 */
const MeansDraft = z.record(
  z.string(),
  z.object({
    added: z.array(Upload),
    removed: z.array(z.number()),
    /** what happened as it is typed; left out while nobody touched it */
    what_happened: z.optional(z.string()),
    /** what is typed into the figures, by their ids */
    figures: z.optional(z.record(z.string(), z.string())),
    /** what was saved when each of these was first touched: who saved it otherwise since is not overwritten (S-144) */
    what_happened_was: z.optional(z.string()),
    figures_were: z.optional(z.record(z.string(), z.string())),
  }),
)
export type MeansDraft = z.output<typeof MeansDraft>

export const NO_CHANGES: MeansDraft = {}

/** A kept draft, or null when it is none. */
export function readMeansDraft(kept: unknown): MeansDraft | null {
  const parsed = MeansDraft.safeParse(kept)
  return parsed.success && Object.keys(parsed.data).length > 0 ? parsed.data : null
}

type Changes = MeansDraft[string]
const EMPTY: Changes = { added: [], removed: [] }
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
  const kept = savedFilesOf(verification, indicator).filter((file) => !removed.includes(file.upload_id))
  return [...kept, ...unsavedOf(draft, verification, indicator)]
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

/** What happened as it is typed now; typed as it stood, it counts as checked. `saved`: what is stored of it now. */
export function withStatement(
  draft: MeansDraft,
  indicator: number,
  what_happened: string,
  saved: string,
): MeansDraft {
  const { what_happened_was = saved } = changesOf(draft, indicator)
  return withChanges(draft, indicator, { what_happened, what_happened_was })
}

/** The same of a figure. */
export function withFigure(
  draft: MeansDraft,
  indicator: number,
  figure: number,
  value: string,
  saved: string,
): MeansDraft {
  const { figures, figures_were } = changesOf(draft, indicator)
  return withChanges(draft, indicator, {
    figures: { ...figures, [figure]: value },
    figures_were: { [figure]: saved, ...figures_were },
  })
}

/** A text or a figure that was typed here and saved otherwise by somebody else since; `figure` null for the text. */
export type OvertakenFact = { indicator: number; figure: number | null; theirs: string; mine: string }

/** Everything of a draft that a colleague has saved otherwise since it was first touched (S-144). */
export function overtakenFacts(draft: MeansDraft, facts: readonly IndicatorFacts[]): OvertakenFact[] {
  return Object.keys(draft)
    .map(Number)
    .flatMap((indicator): OvertakenFact[] => {
      const {
        what_happened,
        what_happened_was,
        figures = {},
        figures_were = {},
      } = changesOf(draft, indicator)
      const saved = savedFactsOf(facts, indicator)
      const theirs = saved.what_happened ?? ''
      const isText =
        what_happened !== undefined &&
        what_happened_was !== undefined &&
        theirs !== what_happened_was &&
        theirs !== what_happened.trim()
      const text = isText ? [{ indicator, figure: null, theirs, mine: what_happened }] : []
      const counts = Object.entries(figures).flatMap(([id, mine]) => {
        const now = saved.figures.find((one) => one.indicator_figure_id === Number(id))?.value ?? ''
        const was = figures_were[id]
        const isSame = was === undefined || now === was || now === (figureValue(mine) ?? '')
        return isSame ? [] : [{ indicator, figure: Number(id), theirs: now, mine }]
      })
      return [...text, ...counts]
    })
}

/** The draft after the person has chosen: their own text now knows of the other one, or gives way to it. */
export function withChoice(
  draft: MeansDraft,
  { indicator, figure, theirs }: OvertakenFact,
  choice: 'theirs' | 'mine',
): MeansDraft {
  const changes = changesOf(draft, indicator)
  if (figure === null) {
    if (choice === 'mine') return withChanges(draft, indicator, { what_happened_was: theirs })
    const { what_happened: _typed, what_happened_was: _was, ...rest } = changes
    return { ...draft, [indicator]: rest }
  }
  if (choice === 'mine')
    return withChanges(draft, indicator, { figures_were: { ...changes.figures_were, [figure]: theirs } })
  const others = (texts: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(texts).filter(([id]) => id !== String(figure)))
  return withChanges(draft, indicator, {
    figures: others(changes.figures),
    figures_were: others(changes.figures_were),
  })
}

/** A value as it would be after a save, and the year it was taken over from while nobody has checked it. */
export type Told = { value: string; taken_from: number | null }
const toldOf = (typed: string | undefined, value: string | null, taken_from: number | null): Told =>
  typed === undefined ? { value: value ?? '', taken_from } : { value: typed, taken_from: null }

export const savedFactsOf = (facts: readonly IndicatorFacts[], indicator: number): IndicatorFacts =>
  facts.find((one) => one.sites_criteria_indicator_id === indicator) ?? {
    sites_criteria_indicator_id: indicator,
    what_happened: null,
    taken_from: null,
    figures: [],
  }

/** What happened under an indicator, as it would be after a save. */
export function statementOf(draft: MeansDraft, facts: readonly IndicatorFacts[], indicator: number): Told {
  const { what_happened, taken_from } = savedFactsOf(facts, indicator)
  return toldOf(changesOf(draft, indicator).what_happened, what_happened, taken_from)
}

/** The same of a figure. */
export function figureOf(
  draft: MeansDraft,
  facts: readonly IndicatorFacts[],
  indicator: number,
  figure: number,
): Told {
  const saved = savedFactsOf(facts, indicator).figures.find((one) => one.indicator_figure_id === figure)
  const typed = changesOf(draft, indicator).figures?.[figure]
  return toldOf(typed, saved?.value ?? null, saved?.taken_from ?? null)
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

/** What an activity has saved, for which a draft is a difference. */
export type SavedMeans = Pick<SiteActivity, 'verification' | 'facts'>
export const NOTHING_SAVED: SavedMeans = { verification: [], facts: [] }

/** What happened, where a save would change it or count it as checked. */
function statementIn(
  draft: MeansDraft,
  facts: readonly IndicatorFacts[],
  indicator: number,
): string | undefined {
  const { what_happened: typed } = changesOf(draft, indicator)
  const saved = savedFactsOf(facts, indicator)
  const isSame = typed?.trim() === (saved.what_happened ?? '') && saved.taken_from === null
  return isSame ? undefined : typed
}

/** The same of its figures. */
function figuresIn(draft: MeansDraft, facts: readonly IndicatorFacts[], indicator: number) {
  const saved = savedFactsOf(facts, indicator).figures
  return Object.entries(changesOf(draft, indicator).figures ?? {}).flatMap(([id, value]) => {
    const before = saved.find((one) => one.indicator_figure_id === Number(id))
    const isSame = before
      ? figureValue(value) === before.value && before.taken_from === null
      : isNoFigure(value)
    return isSame ? [] : [{ indicator_figure_id: Number(id), value }]
  })
}

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
      const what_happened = statementIn(draft, facts, indicator)
      const figures = figuresIn(draft, facts, indicator)
      const isSame = saved.length === upload_id.length && saved.every((id) => upload_id.includes(id))
      if (isSame && what_happened === undefined && figures.length === 0) return []
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

const withCarriedFigure = (draft: MeansDraft, indicator: number, figure: number, value: string): MeansDraft =>
  withChanges(draft, indicator, { figures: { ...changesOf(draft, indicator).figures, [figure]: value } })

/** What became of unsaved work when its set of criteria was replaced. */
export type CarriedOver = {
  draft: MeansDraft
  /** whose indicator has no successor */
  left: Upload[]
  /** texts and numbers that have no place any more, to be copied where they fit */
  leftTexts: string[]
}

const holdsWork = ({ added, what_happened, figures }: Changes): boolean =>
  added.length > 0 || Boolean(what_happened) || Object.values(figures ?? {}).some(Boolean)

/** Whether a draft holds work on another set of criteria, by an indicator of it; null when it does not. */
export const strangerIn = (draft: MeansDraft, known: readonly number[]): number | null =>
  Object.keys(draft)
    .map(Number)
    .find((indicator) => !known.includes(indicator) && holdsWork(changesOf(draft, indicator))) ?? null

/** Which indicator, and which figure, of a newer set has taken the place of one of an older, by their ids. */
export type Successors = { indicators: ReadonlyMap<number, number>; figures: ReadonlyMap<number, number> }

/** The unsaved work on an older set under the indicators that have taken their place. */
export function carriedOver(draft: MeansDraft, known: readonly number[], to: Successors): CarriedOver {
  const mine = within(draft, [...known])
  return Object.keys(draft)
    .map(Number)
    .filter((indicator) => !known.includes(indicator))
    .reduce<CarriedOver>(
      (all, indicator) => {
        const { added, what_happened, figures = {} } = changesOf(draft, indicator)
        const place = to.indicators.get(indicator)
        if (place === undefined)
          return {
            draft: all.draft,
            left: [...all.left, ...added],
            leftTexts: [
              ...all.leftTexts,
              ...[what_happened, ...Object.values(figures)].filter((text) => !!text),
            ],
          } as CarriedOver
        const told =
          what_happened === undefined ? all.draft : withChanges(all.draft, place, { what_happened })
        const files = added.reduce((carried, file) => withAdded(carried, place, file), told)
        return Object.entries(figures).reduce<CarriedOver>(
          (carried, [id, value]) => {
            const figure = to.figures.get(Number(id))
            return figure === undefined
              ? { ...carried, leftTexts: [...carried.leftTexts, value] }
              : { ...carried, draft: withCarriedFigure(carried.draft, place, figure, value) }
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
