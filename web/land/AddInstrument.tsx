import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import { canRecordInstrument } from '../../shared/sites/site-land.policy.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'

const Form = lazy(() =>
  import('./InstrumentForm.tsx').then(({ InstrumentForm }) => ({ default: InstrumentForm })),
)

type AddInstrumentProps = {
  siteId: number
  /** the kind that is chosen already, such as a consent for a finding */
  kind?: InstrumentKind
  label?: string
}

/** A button that opens the form of a new instrument; absent for those who may not record one. */
export function AddInstrument({ siteId, kind, label = 'Record an instrument' }: AddInstrumentProps) {
  const site = useRead(sitesApi.show, { params: { id: siteId } }).data?.siteProfile
  const actor = useActor()
  const window = useRecordWindow<'add'>()
  if (!site) return null
  return (
    <>
      <ActionButton
        verdict={canRecordInstrument(actor, site)}
        variant="default"
        size="sm"
        leftSection={<PlusIcon />}
        onClick={() => window.show('add')}
      >
        {label}
      </ActionButton>
      <RecordWindow {...window.window} title={label} size="lg" closeOnClickOutside={false}>
        {window.shown ? (
          <Suspense fallback={<Loader aria-label="Loading the form" />}>
            <Form siteId={siteId} state={window} instrument={null} {...(kind ? { kind } : {})} />
          </Suspense>
        ) : null}
      </RecordWindow>
    </>
  )
}
