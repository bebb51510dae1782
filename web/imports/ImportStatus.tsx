import type { Import } from '../../shared/imports/imports.schema.ts'
import { Notice } from '../ui/Notice.tsx'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import { outcomeOf, partOf, progressOf } from './import-words.ts'

const LABELS = {
  reading: 'Reading the table',
  checking: 'Checking the rows',
  importing: 'Importing the rows',
}

function WorkInProgress({ of, onCancel }: { of: Import; onCancel?: (() => void) | undefined }) {
  const progress = progressOf(of)
  const label = of.state === 'Importing' ? LABELS.importing : progress ? LABELS.checking : LABELS.reading
  const far = progress ? `${partOf(progress.done, progress.total)}. ` : ''
  return (
    <WorkProgress
      label={label}
      share={progress && progress.total > 0 ? progress.done / progress.total : null}
      detail={`${far}You may leave this page: the work continues, and the result appears here.`}
      {...(onCancel ? { onCancel } : {})}
    />
  )
}

type ImportStatusProps = {
  of: Import
  atWork: boolean
  /** absent for a reader who may not cancel it */
  onCancel?: () => void
}

/** The progress of an import, or its outcome; a screen reader announces changes. */
export function ImportStatus({ of, atWork, onCancel }: ImportStatusProps) {
  const outcome = outcomeOf(of)
  return (
    <>
      {atWork ? <WorkInProgress of={of} onCancel={onCancel} /> : null}
      <div role="status">
        {atWork && of.trouble !== null ? (
          <Notice tone="warning" title="Waiting; it continues by itself">
            <p>{of.trouble}</p>
          </Notice>
        ) : null}
        {outcome ? (
          <Notice tone={outcome.tone} title={outcome.title}>
            <p>{outcome.sentences.join(' ')}</p>
          </Notice>
        ) : null}
      </div>
      {of.notices.length > 0 ? (
        <Notice tone="warning" title="About this table">
          {of.notices.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      ) : null}
      {of.ignored_columns.length > 0 ? (
        <Notice title="Columns that were not read">
          <p>
            Their headers are not those of the template: {of.ignored_columns.join(', ')}. They are not
            imported.
          </p>
        </Notice>
      ) : null}
    </>
  )
}
