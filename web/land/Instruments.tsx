import { Loader } from '@mantine/core'
import { useEffect } from 'react'
import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { useRead } from '../lib/queries.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { toElement } from '../ui/to-element.ts'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { InstrumentForm } from './InstrumentForm.tsx'
import { InstrumentItem } from './InstrumentItem.tsx'

/** The list of the instruments of a profile; an address that ends with `anchor` leads to it. */
export function Instruments({ siteId, anchor }: { siteId: number; anchor: string }) {
  const params = { id: siteId }
  const { data, error, refetch } = useRead(instrumentsApi.list, { params })
  const site = useRead(sitesApi.show, { params }).data?.siteProfile
  const editing = useRecordWindow<number>()
  const isRead = data !== undefined
  useEffect(() => {
    if (isRead && location.hash === `#${anchor}`) requestAnimationFrame(() => toElement(anchor, 'start'))
  }, [isRead, anchor])
  if (error && !data)
    return (
      <LoadFailed title="The instruments could not be loaded" error={error} onRetry={() => void refetch()} />
    )
  if (!data || !site) return <Loader aria-label="Loading the instruments" />
  const shown = data.instruments.find(({ id }) => id === editing.shown)
  return (
    <>
      {data.instruments.length === 0 ? (
        <p className="quiet">
          No instrument is recorded. Here are the papers about the right to the land: consents, clearances,
          titles and tenure.
        </p>
      ) : (
        <ul className="lined">
          {data.instruments.map((one) => (
            <InstrumentItem
              key={one.id}
              instrument={one}
              site={site}
              onCorrect={() => editing.show(one.id)}
            />
          ))}
        </ul>
      )}
      <RecordWindow {...editing.window} title="Correct the instrument" size="lg" closeOnClickOutside={false}>
        {shown ? <InstrumentForm siteId={siteId} state={editing} instrument={shown} /> : null}
      </RecordWindow>
    </>
  )
}
