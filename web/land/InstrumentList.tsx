import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Panel } from '../ui/Panel.tsx'

const Add = lazy(() =>
  import('./AddInstrument.tsx').then(({ AddInstrument }) => ({ default: AddInstrument })),
)
const Listed = lazy(() => import('./Instruments.tsx').then(({ Instruments }) => ({ default: Instruments })))

/** The end of an address that leads to the instruments of a profile, as in the mails about them. */
const INSTRUMENTS_ID = 'instruments'

/** The instruments of a profile: its office records, corrects and removes them, FMB confirms them. */
export const InstrumentList = ({ siteId }: { siteId: number }) => (
  <div id={INSTRUMENTS_ID} tabIndex={-1} style={{ scrollMarginTop: 32 }}>
    <Panel
      title="Instruments"
      actions={
        <Suspense fallback={null}>
          <Add siteId={siteId} />
        </Suspense>
      }
    >
      <Suspense fallback={<Loader aria-label="Loading the instruments" />}>
        <Listed siteId={siteId} anchor={INSTRUMENTS_ID} />
      </Suspense>
    </Panel>
  </div>
)
