import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { evidenceOfPrinciple, gradeField, gradeOrMissing } from '../../shared/activities/grading.ts'
import { activitiesApi, type SiteActivity, type Upload } from '../../shared/activities/activities.schema.ts'
import { isPrincipleOff } from '../../shared/activities/switches.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import { mayHaveOriginal } from '../../shared/file-access/file-access.policy.ts'
import { previewOf } from '../../shared/files/file-checks.ts'
import type { CriteriaIndicator, SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { CriteriaList } from '../principles/CriteriaList.tsx'
import { useCopyHints } from '../files/files.calls.ts'
import { LazyPhotoFacts } from '../land/LazyPhotoFacts.tsx'
import { useRead } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'
import { useActor } from '../lib/useActor.ts'
import { AddPoint, PointsAt, usePointKey } from '../review/points/PointsAt.tsx'
import { UnlessPointed } from '../review/points/record-points.tsx'
import { NoteMark } from '../notes/NoteMark.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProofButton } from '../ui/ProofButton.tsx'
import { criterionFolds } from './criterion-fold.tsx'
import { EvidenceFile } from './EvidenceFiles.tsx'
import { EvidenceLayout } from './EvidenceLayout.tsx'
import { FactsView } from './FactsView.tsx'
import { changedIndicators } from './changes.ts'
import { filesOfPrinciple, isNewSinceReturn } from './evidence.ts'
import { savedFactsOf, savedFilesOf } from './means-draft.ts'
import { PrincipleChangesPanel, principleChangesQuery } from './PrincipleChanges.tsx'
import { PrincipleOutline } from './PrincipleOutline.tsx'
import { PrincipleGrade } from './PrincipleGrade.tsx'
import { ReturnedComment } from './ReturnedComment.tsx'
import { usePreview } from './usePreview.ts'

const pointOn = ({ id, title }: CriteriaIndicator, number: string) => ({
  place: { about: 'indicator' as const, sites_criteria_indicator_id: id },
  label: `${number} ${title}`,
})

const pointOnFile = ({ upload_id, upload_file_name }: Upload, number: string) => ({
  place: { about: 'file' as const, file_id: upload_id },
  label: `${number} ${upload_file_name}`,
})

const OF_ORIGINAL =
  'The proof is for the original photograph. Your copy, without location and camera data, has a different fingerprint.'

/** Downloads the proof of an evidence file, for a person who shares the file. */
function EvidenceProof({ activity, upload }: { activity: SiteActivity; upload: Upload }) {
  const { upload_id, upload_file_name } = upload
  const { office_id, created_by_id: uploaded_by } = activity
  const isOwn = mayHaveOriginal(useActor(), {
    record: { ...activity, kind: 'site_activities' },
    office_id,
    uploaded_by,
  })
  const isCopy = previewOf(upload_file_name) === 'image' && !isOwn
  return (
    <ProofButton
      of={upload_file_name}
      save={() => saveReply(publicLogApi.uploadedFile, { params: { id: upload_id } })}
      limits={isCopy ? OF_ORIGINAL : undefined}
    />
  )
}

type MeansViewProps = {
  activity: SiteActivity
  principle: SitePrinciple
  children?: React.ReactNode
}

/** The evidence of one principle, read only. */
export function MeansView({ activity, principle, children }: MeansViewProps) {
  const preview = usePreview()
  const last = useRead(activitiesApi.lastTime, { params: { id: activity.id } }).data?.last ?? null
  const changes = useQuery(principleChangesQuery(activity, principle)).data
  const number = principle.principle_number
  const place = { about: 'principle', principle_number: number } as const
  usePointKey(place)
  const evidence = evidenceOfPrinciple(principle, activity, indicatorsWithFiles(activity.verification))
  const filesUnder = (indicator: number) => savedFilesOf(activity.verification, indicator)
  const isFilled = (indicator: number) => {
    const { what_happened, figures } = savedFactsOf(activity.facts, indicator)
    return filesUnder(indicator).length > 0 || what_happened !== null || figures.length > 0
  }
  const hintOf = useCopyHints(filesOfPrinciple(activity, principle.id).map((file) => file.upload_id))
  return (
    <EvidenceLayout
      preview={preview}
      notes={
        <>
          <UnlessPointed>
            <ReturnedComment activity={activity} principle={number} />
          </UnlessPointed>
          <PrincipleChangesPanel activity={activity} principle={principle} />
          {preview.isWide ? <PrincipleOutline principle={principle} stateOf={evidence.stateOf} /> : null}
        </>
      }
    >
      <Group gap="4px 12px">
        <PrincipleGrade
          principle={principle}
          grade={gradeOrMissing(activity.grades[gradeField(number)])}
          evidence={evidence}
          isFinal={activity.approved_at !== null}
        />
        <AddPoint place={place} label={`Principle #${number}`} about="about this principle" />
      </Group>
      <PointsAt place={place} label={`Principle #${number}`} withButton={false} />
      {isPrincipleOff(principle, activity) ? (
        <Notice title="Add MOV is off">
          <p>The encoder marked this principle as not applicable to this site.</p>
        </Notice>
      ) : null}
      <CriteriaList
        principle={principle}
        foldOf={criterionFolds(principle, {
          site_profile_id: activity.site_profile_id,
          stateOf: evidence.stateOf,
          countFiles: (indicator) => filesUnder(indicator).length,
          isInWork: isFilled,
          changed: new Set(changes ? changedIndicators(principle, changes) : []),
        })}
        aside={(indicator, at) => <AddPoint {...pointOn(indicator, at)} />}
      >
        {(indicator, at) => {
          const files = filesUnder(indicator.id)
          const points = <PointsAt {...pointOn(indicator, at)} withButton={false} />
          if (evidence.stateOf(indicator.id) === 'off')
            return (
              <>
                {points}
                <p className="pill">Add MOV is off</p>
              </>
            )
          return (
            <>
              {points}
              <NoteMark
                place={{ about: 'indicator', sites_criteria_indicator_id: indicator.id }}
                label={indicator.title}
              />
              <FactsView activity={activity} indicator={indicator} number={at} last={last} />
              {files.length === 0 ? (
                <p className="quiet">No evidence</p>
              ) : (
                <Stack component="ul" gap={8} aria-label="Evidence">
                  {files.map((upload) => (
                    <EvidenceFile
                      key={upload.upload_id}
                      upload={upload}
                      indicator={indicator.id}
                      preview={preview}
                      note={isNewSinceReturn(activity, upload) ? 'New since the return' : null}
                      hint={hintOf(upload.upload_id)}
                      actions={
                        <>
                          <EvidenceProof activity={activity} upload={upload} />
                          <AddPoint {...pointOnFile(upload, at)} />
                        </>
                      }
                      below={
                        <>
                          <LazyPhotoFacts
                            activity={activity}
                            sites_principle_id={principle.id}
                            upload={upload}
                            number={at}
                          />
                          <PointsAt {...pointOnFile(upload, at)} withButton={false} />
                        </>
                      }
                    />
                  ))}
                </Stack>
              )}
            </>
          )
        }}
      </CriteriaList>
      {children}
    </EvidenceLayout>
  )
}
