import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { gradeField, gradeOrMissing } from '../../shared/activities/grading.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { indicatorsOn, isPrincipleOff } from '../../shared/activities/switches.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { CriteriaList } from '../principles/CriteriaList.tsx'
import { useCopyHints } from '../files/files.calls.ts'
import { Notice } from '../ui/Notice.tsx'
import pills from '../ui/pills.module.css'
import { criterionFolds } from './criterion-fold.tsx'
import { EvidenceFile } from './EvidenceFiles.tsx'
import { EvidenceLayout } from './EvidenceLayout.tsx'
import { EvidenceProof } from './EvidenceProof.tsx'
import { previousFactsQuery } from './activities.calls.ts'
import { FactsView } from './FactsView.tsx'
import { filesOfPrinciple, isNewSinceReturn } from './evidence.ts'
import { savedFilesOf } from './means-draft.ts'
import { PrincipleChangesPanel } from './PrincipleChanges.tsx'
import { PrincipleOutline } from './PrincipleOutline.tsx'
import { PrincipleGrade } from './PrincipleGrade.tsx'
import { ReturnedComment } from './ReturnedComment.tsx'
import { usePreview } from './usePreview.ts'

type MeansViewProps = {
  activity: SiteActivity
  principle: SitePrinciple
  children?: React.ReactNode
}

/** The evidence of one principle, read only. */
export function MeansView({ activity, principle, children }: MeansViewProps) {
  const preview = usePreview()
  const last = useQuery(previousFactsQuery(activity)).data?.last ?? null
  const number = principle.principle_number
  const on = indicatorsOn(principle, activity)
  const evidenced = indicatorsWithFiles(activity.verification)
  const filesUnder = (indicator: number) => savedFilesOf(activity.verification, indicator)
  const hintOf = useCopyHints(filesOfPrinciple(activity, principle.id).map((file) => file.upload_id))
  return (
    <EvidenceLayout
      preview={preview}
      notes={
        <>
          <ReturnedComment activity={activity} principle={number} />
          <PrincipleChangesPanel activity={activity} principle={principle} />
          {preview.isWide ? (
            <PrincipleOutline
              principle={principle}
              stateOf={(id) =>
                !on.includes(id)
                  ? 'off'
                  : savedFilesOf(activity.verification, id).length > 0
                    ? 'evidence'
                    : 'none'
              }
            />
          ) : null}
        </>
      }
    >
      <PrincipleGrade
        principle={principle}
        grade={gradeOrMissing(activity.grades[gradeField(number)])}
        switches={activity}
        evidenced={evidenced}
        isFinal={activity.approved_at !== null}
      />
      {isPrincipleOff(principle, activity) ? (
        <Notice title="Add MOV is off">
          <p>The encoder marked this principle as not applicable to this site.</p>
        </Notice>
      ) : null}
      <CriteriaList
        principle={principle}
        foldOf={criterionFolds(principle, {
          ...{ site_profile_id: activity.site_profile_id, on, evidenced },
          countFiles: (indicator) => filesUnder(indicator).length,
          isInWork: (indicator) => filesUnder(indicator).some((file) => isNewSinceReturn(activity, file)),
        })}
      >
        {(indicator) => {
          const files = filesUnder(indicator.id)
          if (!on.includes(indicator.id)) return <p className={pills.off}>Add MOV is off</p>
          return (
            <>
              <FactsView activity={activity} indicator={indicator} last={last} />
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
                      actions={<EvidenceProof activity={activity} upload={upload} />}
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
