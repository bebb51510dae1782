import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { isPrincipleOff } from '../../shared/activities/switches.ts'
import { evidenceForm } from '../../shared/drafts/drafts.schema.ts'
import { DraftFooter } from '../drafts/DraftFooter.tsx'
import { DraftGate, DraftStatus } from '../drafts/DraftGate.tsx'
import { useRead } from '../lib/queries.ts'
import { CriteriaList } from '../principles/CriteriaList.tsx'
import { UploadAnnouncements, UploadsTotal } from '../files/TransferCard.tsx'
import { usePoints } from '../review/points/points-context.tsx'
import { FormPoints, PointsOrComments } from '../review/points/record-points.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import { AddMovSwitch, type SwitchWords } from './AddMovSwitch.tsx'
import { MigratedDraft } from './MigratedDraft.tsx'
import { addFilesButtonId } from './AddFiles.tsx'
import { criterionFolds } from './criterion-fold.tsx'
import { EvidenceLayout } from './EvidenceLayout.tsx'
import { FactFields } from './FactFields.tsx'
import { IndicatorEvidence } from './IndicatorEvidence.tsx'
import { ConflictingFacts } from './ConflictingFacts.tsx'
import { PrincipleChangesPanel } from './PrincipleChanges.tsx'
import { indicatorsAsked, isUnder } from './principle-points.ts'
import { PrincipleOutline } from './PrincipleOutline.tsx'
import { PrincipleGrade } from './PrincipleGrade.tsx'
import { ReturnedComment } from './ReturnedComment.tsx'
import { readMeansDraft } from './means-draft.ts'
import { type Editing, useMeansEditor } from './useMeansEditor.ts'
import { usePreview } from './usePreview.ts'

type MeansEditorProps = Editing & {
  /** the words of the Add MOV switches; null hides them, as on the edit page of a draft (A03, A12, S-108) */
  switches: SwitchWords | null
}

const nameOf = ({ principle, activity }: Pick<MeansEditorProps, 'principle' | 'activity'>): string =>
  `Principle #${principle.principle_number}${activity ? ` of ${activity.site_profile_name}` : ''}`

/** The editor for the evidence of one principle, starting with the person's unsaved work. */
export function MeansEditor(props: Omit<MeansEditorProps, 'openDraft'>) {
  const form = evidenceForm(props.principle.principle_number)
  return (
    <DraftGate of={{ form, name: nameOf(props), record_id: props.site_profile_id, read: readMeansDraft }}>
      {(openDraft) => (
        <MigratedDraft openDraft={openDraft} principle={props.principle}>
          {(migrated, notice) => <OpenEditor {...props} openDraft={migrated} notice={notice} />}
        </MigratedDraft>
      )}
    </DraftGate>
  )
}

type PrinciplePointsProps = { principle: number; children: ReactNode }

/** The points of a principle beside its evidence, each leading to its place; without any, the comment. */
const PrinciplePoints = ({ principle, children }: PrinciplePointsProps) => (
  <PointsOrComments principle={principle} isAnsweredThere={({ place }) => place.about !== 'principle'}>
    {children}
  </PointsOrComments>
)

type OpenEditorProps = MeansEditorProps & { notice: ReactNode }

function OpenEditor({ switches, notice, ...editing }: OpenEditorProps) {
  const { principle, activity } = editing
  const editor = useMeansEditor(editing)
  const pointed = usePoints()
  const preview = usePreview()
  const { form, toFirstError } = useErrorFocus<HTMLDivElement>()
  const { data } = useRead(activitiesApi.lastTime, {
    params: { id: activity?.id ?? 0 },
    enabled: activity !== null,
  })
  const last = data?.last ?? null
  const isOff = isPrincipleOff(principle, editor.switches)
  const switchesDisabled = editor.busy || editor.uploads.isMoving

  return (
    <div ref={form}>
      <EvidenceLayout
        preview={preview}
        notes={
          <>
            {activity ? (
              <PrinciplePoints principle={principle.principle_number}>
                <ReturnedComment activity={activity} principle={principle.principle_number} />
              </PrinciplePoints>
            ) : null}
            {activity && preview.isWide ? (
              <PrincipleChangesPanel activity={activity} principle={principle} />
            ) : null}
            {preview.isWide ? (
              <PrincipleOutline principle={principle} stateOf={editor.evidence.stateOf} />
            ) : null}
          </>
        }
      >
        {notice}
        <Group justify="space-between" gap="8px 24px">
          <PrincipleGrade
            principle={principle}
            grade={editor.evidence.grade}
            evidence={editor.evidence}
            isFinal={false}
          />
          {switches ? (
            <AddMovSwitch
              type="principle"
              words={switches}
              isOn={!isOff}
              hasFiles={editor.on.some(editor.hasFiles)}
              disabled={switchesDisabled}
              onChange={(isOn) => editor.setSwitch({ type: 'principle', id: principle.id }, isOn)}
            />
          ) : null}
        </Group>
        {isOff ? <p className="pill">Add MOV is off for this principle</p> : null}
        <CriteriaList
          principle={principle}
          foldOf={criterionFolds(principle, {
            site_profile_id: editing.site_profile_id,
            stateOf: editor.evidence.stateOf,
            countFiles: (indicator) => editor.files(indicator).length,
            isInWork: editor.isInWork,
            attention: new Set([...editor.attention, ...indicatorsAsked(principle, pointed)]),
          })}
          aside={(indicator, number) =>
            switches && !isOff ? (
              <AddMovSwitch
                type="indicator"
                words={switches}
                name={number}
                isOn={editor.on.includes(indicator.id)}
                hasFiles={editor.hasFiles(indicator.id)}
                disabled={switchesDisabled}
                onChange={(isOn) => editor.setSwitch({ type: 'indicator', id: indicator.id }, isOn)}
              />
            ) : null
          }
        >
          {(indicator, number) =>
            editor.on.includes(indicator.id) ? (
              <>
                <FormPoints place={{ about: 'indicator', sites_criteria_indicator_id: indicator.id }} />
                {activity ? (
                  <ConflictingFacts
                    activity={activity}
                    facts={editor.overtaken.filter((fact) => fact.indicator === indicator.id)}
                    figures={indicator.figures}
                    number={number}
                    onChoose={editor.choose}
                  />
                ) : null}
                <FactFields
                  indicator={indicator}
                  number={number}
                  factOf={(figure) => editor.fact({ indicator: indicator.id, figure })}
                  previous={last}
                  disabled={editor.busy}
                  onChange={(figure, text) => editor.write({ indicator: indicator.id, figure }, text)}
                />
                <IndicatorEvidence
                  activity={activity}
                  sites_principle_id={principle.id}
                  number={number}
                  indicator={indicator.id}
                  files={editor.files(indicator.id)}
                  unsaved={editor.unsaved(indicator.id)}
                  uploads={editor.uploads}
                  preview={preview}
                  complaints={editor.complaints(indicator.id)}
                  renamed={editor.renamed(indicator.id)}
                  onFiles={(files) => editor.addFiles(indicator.id, files)}
                  onRemove={(upload) => {
                    preview.closeIf(upload.upload_id)
                    editor.remove(indicator.id, upload)
                    // the pressed button is gone, so the focus needs another place
                    document.getElementById(addFilesButtonId(number))?.focus()
                  }}
                  onDismiss={() => editor.dismiss(indicator.id)}
                />
              </>
            ) : (
              <>
                <p className="pill">Add MOV is off</p>
                <FormPoints place={(point) => isUnder(point, number)} />
              </>
            )
          }
        </CriteriaList>
        <UploadAnnouncements uploads={editor.uploads} />
        <DraftFooter
          stored={
            <>
              <UploadsTotal total={editor.uploads.total} />
              <DraftStatus stored={editing.openDraft.stored} unsent={editor.savedState} />
            </>
          }
        >
          {editor.isChanged ? (
            <Button variant="default" onClick={() => void editor.discard()}>
              Discard changes
            </Button>
          ) : null}
          <ActionButton
            verdict={editor.saveVerdict}
            onClick={editor.save}
            onRefused={toFirstError}
            disabled={editor.busy}
          >
            Save Means of Verification
          </ActionButton>
        </DraftFooter>
      </EvidenceLayout>
    </div>
  )
}
