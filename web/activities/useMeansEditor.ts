import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteActivity, Upload } from '../../shared/activities/activities.schema.ts'
import { evidenceOfPrinciple } from '../../shared/activities/grading.ts'
import { factComplaints, hasFacts } from '../../shared/activities/fact-plan.ts'
import { indicatorsOn, NO_SWITCHES, type SwitchOf } from '../../shared/activities/switches.ts'
import { isEvidence } from '../../shared/activities/verification.ts'
import { displayName, movUploadFailed, sortEvidence } from '../../shared/files/file-checks.ts'
import { fileKindOf } from '../../shared/files/files.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { no, type Verdict, yes } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { Choice } from '../drafts/SideBySide.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useDraftGuard } from '../drafts/useDraftGuard.ts'
import { useUploads } from '../files/useUploads.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { useCreateActivity, useSaveMeans, useSwitchMeans } from './activities.calls.ts'
import { filesOfPrinciple } from './evidence.ts'
import {
  type FactPlace,
  factOf,
  filesOf,
  type MeansDraft,
  meansOf,
  NOTHING_SAVED,
  type FactConflict,
  factConflicts,
  savedFactsOf,
  unsavedWords,
  savedFilesOf,
  unsavedOf,
  uploadOf,
  withAdded,
  withChoice,
  withFact,
  onlyIndicators,
  withoutIndicators,
  withRemoved,
} from './means-draft.ts'
import { useAction } from '../ui/useAction.ts'
import { useMeansDraft } from './useMeansDraft.ts'

export type Editing = {
  principle: SitePrinciple
  /** null until the first save or the first switch creates it (S-49) */
  activity: SiteActivity | null
  site_profile_id: number
  onCreated: (activity: SiteActivity) => Promise<void>
  openDraft: OpenDraft<MeansDraft>
}

const indicatorIds = (principle: SitePrinciple): number[] =>
  principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map((one) => one.id))

type SaveState = {
  isMoving: boolean
  hasFaults: boolean
  isOvertaken: boolean
  isAttached: boolean
  isChanged: boolean
}

/** Unfinished uploads do not prevent saving: what has arrived is saved, and the rest by the next save. */
function canSaveNow(state: SaveState): Verdict {
  if (state.hasFaults) return no('marked_first')
  if (state.isOvertaken) return no('choose_first')
  if (state.isMoving && !state.isChanged) return no('files_moving')
  if (!state.isAttached) return no('nothing_attached')
  return state.isChanged ? yes : no('all_saved')
}

/** The editor's state for one principle: files, uploads, switches, the resulting grade, saving. */
export function useMeansEditor({
  principle,
  activity,
  site_profile_id,
  onCreated,
  openDraft: stored,
}: Editing) {
  const { busy, run } = useAction(stored.key)
  const create = useCreateActivity()
  const saveMeans = useSaveMeans(activity?.id ?? null)
  const switchMeans = useSwitchMeans(activity?.id ?? null)
  const client = useQueryClient()
  const [complaints, setComplaints] = useState<Record<number, string[]>>({})
  const [renamed, setRenamed] = useState<Record<number, File[]>>({})

  const switches = activity ?? NO_SWITCHES
  const saved = activity ?? NOTHING_SAVED
  const { verification, facts } = saved
  const { draft, change, clear, saved: dropSaved } = useMeansDraft(stored, saved)
  const uploads = useUploads({
    form: `means:${site_profile_id}:${principle.id}`,
    onDone: (place, file) => change((now) => withAdded(now, Number(place), uploadOf(file))),
    failed: movUploadFailed,
  })
  const all = indicatorIds(principle)
  const on = indicatorsOn(principle, switches)
  // work under indicators that were switched off meanwhile, or belong to an older batch, is not saved
  const live = onlyIndicators(draft, on)
  const files = (indicator: number) => filesOf(live, verification, indicator)
  const unsaved = (indicator: number) =>
    new Set(unsavedOf(live, verification, indicator).map((file) => file.upload_id))
  const savedFiles = all.reduce((sum, id) => sum + files(id).length - unsaved(id).size, 0)
  const evidenced = new Set(all.filter((id) => files(id).some(isEvidence)))
  const means = meansOf(live, saved)
  const overtaken = factConflicts(live, facts)
  const faulty = Object.keys(factComplaints(principle, means)).flatMap(
    (key) => means[Number(key.split('.')[1])]?.sites_criteria_indicator_id ?? [],
  )
  const failed = uploads.transfers.filter(({ error }) => error !== null)
  const isChanged = means.length > 0
  const tells = (indicator: number) =>
    savedFactsOf(facts, indicator).what_happened !== null || savedFactsOf(facts, indicator).figures.length > 0
  const hadFiles = activity !== null && filesOfPrinciple(activity, principle.id).length > 0

  const release = useDraftGuard({
    draft: stored,
    active: isChanged || uploads.transfers.length > 0,
    title: uploads.isMoving && !isChanged ? 'Leave while files are uploading?' : 'Leave without saving?',
    message: uploads.isMoving
      ? 'Unfinished uploads pause, and continue when you come back to this page. Uploaded files are kept as a draft and can be saved later.'
      : 'Your files are kept as a draft and can be saved later. Until then they are not part of the SITES activity.',
    onDiscard: () => {
      for (const transfer of uploads.transfers) uploads.cancel(transfer.stored.id)
    },
  })

  const settle = async (changed: SiteActivity) => {
    if (activity) return
    release()
    await onCreated(changed)
  }

  const save = async () => {
    const body = { sites_principle_id: principle.id, criteria_means: means }
    const saved = await run((form_key) =>
      activity
        ? saveMeans.mutateAsync({
            params: { id: activity.id },
            body: { ...body, revision: activity.revision },
            form_key,
          })
        : create.mutateAsync({ body: { site_profile_id, ...body }, form_key }),
    )
    // the batch may have been replaced
    if (!saved) return void client.invalidateQueries({ queryKey: ['principles'] })
    dropSaved()
    await settle(saved.siteActivities)
    const rest = uploads.isMoving
      ? ' Files that are still uploading can be saved when they have arrived.'
      : ''
    await inform({
      title: 'Save Means of Verification Successful',
      message: `The evidence of Principle #${principle.principle_number} is saved.${rest}`,
    })
  }

  const setSwitch = async ({ type, id }: SwitchOf, isOn: boolean) => {
    const ids = activity ? { site_activity_id: activity.id, site_profile_id } : { site_profile_id }
    const changed = await run(() => switchMeans.mutateAsync({ ...ids, id, type, isDisabled: !isOn }))
    if (!changed) return
    if (!isOn) change((now) => withoutIndicators(now, type === 'principle' ? all : [id]))
    await settle(changed.siteActivities)
  }

  const addFiles = (indicator: number, chosen: File[]) => {
    const moving = uploads.transfers.filter(({ stored }) => stored.place === String(indicator))
    const names = [
      ...files(indicator).map((file) => file.upload_file_name),
      ...moving.map(({ stored }) => displayName(stored.name)),
    ]
    const sorted = sortEvidence(chosen, names)
    const { taken, refused } = sorted
    setComplaints((now) => ({ ...now, [indicator]: refused }))
    const offered = sorted.renamed.map(({ file, name }) => new File([file], name, file))
    setRenamed((now) => ({ ...now, [indicator]: offered }))
    uploads.start(
      String(indicator),
      taken.flatMap((file) => {
        const kind = fileKindOf(displayName(file.name))
        return kind ? [{ kind, file }] : []
      }),
    )
  }

  const discard = async () => {
    const answer = await confirm({
      title: 'Discard the changes?',
      message:
        'Unsaved files are removed, and files you removed come back. Your texts return to what is saved.',
      confirmLabel: 'Discard',
      danger: true,
    })
    if (answer) clear()
  }

  return {
    busy,
    switches,
    on,
    /** with the files that are not saved yet, and without those that were removed */
    evidence: evidenceOfPrinciple(principle, switches, evidenced),
    uploads,
    isChanged,
    saveVerdict: canSaveNow({
      isMoving: uploads.isMoving,
      hasFaults: faulty.length > 0,
      isOvertaken: overtaken.length > 0,
      isAttached: evidenced.size > 0 || hadFiles || means.some(hasFacts) || facts.length > 0,
      isChanged,
    }),
    files,
    /** ids of the indicators with an error, a conflict or a failed upload */
    attention: new Set([
      ...faulty,
      ...overtaken.map(({ indicator }) => indicator),
      ...failed.map(({ stored: { place } }) => Number(place)),
    ]),
    /** whether the person has unsaved changes or uploads under the indicator */
    isInWork: (indicator: number) =>
      means.some((one) => one.sites_criteria_indicator_id === indicator) ||
      uploads.transfers.some(({ stored: { place } }) => place === String(indicator)),
    /** whether turning it off deletes something: saved, or uploaded and not saved yet */
    hasFiles: (indicator: number) =>
      files(indicator).length + savedFilesOf(verification, indicator).length > 0 || tells(indicator),
    unsaved,
    /** "2 files not saved yet, 3 files saved." */
    savedState: isChanged
      ? `${unsavedWords(live, saved) || 'Changes not saved yet'}${savedFiles > 0 ? `, ${plural(savedFiles, 'file')} saved` : ''}.`
      : undefined,
    complaints: (indicator: number) => complaints[indicator] ?? [],
    /** files that were refused for their name alone, under a free one */
    renamed: (indicator: number) => renamed[indicator] ?? [],
    dismiss: (indicator: number) => setComplaints((now) => ({ ...now, [indicator]: [] })),
    fact: (place: FactPlace) => factOf(live, facts, place),
    write: (place: FactPlace, text: string) => change((now) => withFact(now, facts, place, text)),
    overtaken,
    choose: (fact: FactConflict, choice: Choice) => change((now) => withChoice(now, fact, choice)),
    addFiles,
    remove: (indicator: number, { upload_id }: Upload) =>
      change((now) => withRemoved(now, indicator, upload_id)),
    save,
    discard,
    setSwitch,
  }
}
