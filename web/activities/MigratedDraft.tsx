import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { pairedFigures, pairedIndicators } from '../../shared/principles/batch-difference.ts'
import { principlesApi, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useRead } from '../lib/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import {
  type MeansDraft,
  type MigratedDraftResult,
  migrateDraft,
  NO_CHANGES,
  type Successors,
  unknownIndicatorIn,
} from './means-draft.ts'

type MigratedDraftProps = {
  openDraft: OpenDraft<MeansDraft>
  principle: SitePrinciple
  /** `notice` says where the files of an older batch are now */
  children: (openDraft: OpenDraft<MeansDraft>, notice: ReactNode) => ReactNode
}

function MigrationNotice({ left, leftTexts }: Pick<MigratedDraftResult, 'left' | 'leftTexts'>) {
  return (
    <Notice tone="warning" title="The criteria were changed before your work was saved">
      <p>Your files and texts were moved to the matching new indicators. Please check them and save.</p>
      {left.length > 0 ? (
        <>
          <p>These files belong to indicators that no longer exist. Please add them again where they fit:</p>
          <ul>
            {left.map((file) => (
              <li key={file.upload_id}>{file.upload_file_name}</li>
            ))}
          </ul>
        </>
      ) : null}
      {leftTexts.length > 0 ? (
        <>
          <p>These texts have no matching place in the new criteria. Please copy them to where they fit:</p>
          <ul>
            {leftTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  )
}

const NO_SUCCESSORS: Successors = { indicators: new Map(), figures: new Map() }

/** Pairs the indicators and figures of an older batch with those of this one. */
function successorsIn(older: SitePrinciple, newer: SitePrinciple): Successors {
  const pairs = pairedIndicators(older, newer)
  return {
    indicators: new Map(pairs.map(({ before, after }) => [before.id, after.id])),
    figures: new Map(pairs.flatMap(({ before, after }) => pairedFigures(before.figures, after.figures))),
  }
}

/** Opens unsaved evidence; work begun under an older batch is moved to the indicators of this one. */
export function MigratedDraft({ openDraft, principle, children }: MigratedDraftProps) {
  const known = principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map(({ id }) => id))
  const draft = openDraft.start ?? NO_CHANGES
  const stranger = unknownIndicatorIn(draft, known)
  // of any batch; none if there is no such indicator
  const { data, isPending } = useRead(principlesApi.search, {
    query: { sites_criteria_indicator_id: stranger ?? 0 },
    enabled: stranger !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const older = data?.sitePrinciples[0]
  if (stranger === null) return children(openDraft, null)
  if (isPending) return <Loader aria-label="Loading" />
  const migrated = migrateDraft(draft, known, older ? successorsIn(older, principle) : NO_SUCCESSORS)
  return children({ ...openDraft, start: migrated.draft }, <MigrationNotice {...migrated} />)
}
