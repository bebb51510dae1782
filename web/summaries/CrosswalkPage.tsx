import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type Crosswalk, crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { useRead } from '../lib/queries.ts'
import { canSaveCrosswalk } from '../../shared/summaries/summaries.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { PencilIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { BackToSummaries } from './BackToSummaries.tsx'
import { CrosswalkDifferences } from './CrosswalkDifferences.tsx'
import { CrosswalkForm } from './CrosswalkForm.tsx'
import { CrosswalkTable } from './CrosswalkTable.tsx'
import { CrosswalkVersions } from './CrosswalkVersions.tsx'
import { crosswalkVersionRead } from './crosswalk.calls.ts'

/** The version in use, or another one with `?version=`. */
function ChosenVersion({ current }: { current: Crosswalk }) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const version = Number(search.version) || current.version
  const isCurrent = version === current.version
  const { data, error, refetch } = useQuery(crosswalkVersionRead(version, !isCurrent))
  const crosswalk = isCurrent ? current : data
  if (!crosswalk) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <>
      {isCurrent ? null : (
        <Notice title={`This is version ${version}; version ${current.version} is in use`}>
          <p>Summaries that were frozen with it keep it.</p>
        </Notice>
      )}
      <CrosswalkTable lines={crosswalk.lines} />
      <CrosswalkDifferences key={version} crosswalk={crosswalk} />
    </>
  )
}

/** Which principle answers which safeguard, and why; FMB administrators edit it in a window. */
export function CrosswalkPage() {
  const mayEdit = canSaveCrosswalk(useActor()).ok
  const editing = useRecordWindow<Crosswalk>()
  const { data, error, refetch } = useRead(crosswalkApi.current)
  const current = data?.crosswalk
  return (
    <>
      <PageHeader
        title="Crosswalk"
        intro="Which of the eight principles answers which of the seven Cancun safeguards. Summaries are computed with the version in use."
        back={<BackToSummaries />}
        actions={
          mayEdit && current ? (
            <Button variant="default" leftSection={<PencilIcon />} onClick={() => editing.show(current)}>
              Edit crosswalk
            </Button>
          ) : null
        }
      />
      {current ? (
        <Stack gap={24}>
          <ChosenVersion current={current} />
          <CrosswalkVersions />
        </Stack>
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
      <RecordWindow {...editing.window} title="Edit crosswalk" closeOnClickOutside={false}>
        {editing.shown ? <CrosswalkForm opened={editing.shown} state={editing} /> : null}
      </RecordWindow>
    </>
  )
}
