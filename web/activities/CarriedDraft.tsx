import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { successors } from '../../shared/principles/batch-difference.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { principleOfIndicatorQuery } from '../principles/principles.calls.ts'
import { Notice } from '../ui/Notice.tsx'
import { type CarriedOver, carriedOver, type MeansDraft, NO_CHANGES, strangerIn } from './means-draft.ts'

type CarriedDraftProps = {
  kept: OpenDraft<MeansDraft>
  principle: SitePrinciple
  /** `notice` says where files of an older set of criteria stand now */
  children: (kept: OpenDraft<MeansDraft>, notice: ReactNode) => ReactNode
}

function Carried({ left }: Pick<CarriedOver, 'left'>) {
  return (
    <Notice tone="warning" title="The criteria were changed while your files were not saved yet">
      <p>
        Your files stand under the indicators that have taken the place of theirs. Please check them and save.
      </p>
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
    </Notice>
  )
}

/** Opens unsaved evidence with the files of an older set of criteria carried over to this one. */
export function CarriedDraft({ kept, principle, children }: CarriedDraftProps) {
  const known = principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map(({ id }) => id))
  const draft = kept.start ?? NO_CHANGES
  const stranger = strangerIn(draft, known)
  const { data: older, isPending } = useQuery({
    ...principleOfIndicatorQuery(stranger ?? 0),
    enabled: stranger !== null,
  })
  if (stranger === null) return children(kept, null)
  if (isPending) return <Loader aria-label="Loading" />
  const carried = carriedOver(draft, known, older ? successors(older, principle) : new Map())
  return children({ ...kept, start: carried.draft }, <Carried left={carried.left} />)
}
