import type { Reply } from '../../shared/access/endpoint.ts'
import type { sitesApi } from '../../shared/sites/sites.schema.ts'
import { LazyFormFindings } from '../land/LazyFormFindings.tsx'
import { FoldedList } from '../ui/FoldedList.tsx'
import { Notice } from '../ui/Notice.tsx'

/** What the check of the boundary found with the values that are sent; null if it could not be made. */
type BoundaryWarningProps = { found: Reply<typeof sitesApi.checkBoundary> | null }

/** Repeats warnings and land in the question before sending; nothing without any. */
export function BoundaryWarning({ found }: BoundaryWarningProps) {
  if (!found)
    return (
      <Notice tone="warning" title="The boundary could not be checked with these entries">
        Warnings about it are shown on the profile once it is saved.
      </Notice>
    )
  const { boundary, land } = found
  return (
    <>
      {boundary.warnings.length > 0 ? (
        <Notice tone="warning" title="The boundary has warnings">
          <FoldedList lines={boundary.warnings.map(({ message }) => message)} />
        </Notice>
      ) : null}
      <LazyFormFindings land={land} />
    </>
  )
}
