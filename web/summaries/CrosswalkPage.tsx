import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { canSaveCrosswalk } from '../../shared/summaries/summaries.policy.ts'
import type { Crosswalk } from '../../shared/summaries/crosswalk.schema.ts'
import { useActor } from '../app/actor.tsx'
import { PencilIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BackToSummaries } from './BackToSummaries.tsx'
import { CrosswalkComparison } from './CrosswalkComparison.tsx'
import { CrosswalkTable } from './CrosswalkTable.tsx'
import { CrosswalkVersions } from './CrosswalkVersions.tsx'
import { crosswalkQuery, crosswalkVersionQuery, crosswalkVersionsQuery } from './crosswalk.calls.ts'

/** Only for those who may save, and only the version that summaries are made with. */
function EditButton() {
  const actor = useActor()
  if (!canSaveCrosswalk(actor).ok) return null
  return (
    <Button
      variant="default"
      leftSection={<PencilIcon />}
      renderRoot={(props) => <Link to="/summary/crosswalk/edit" search={{}} {...props} />}
    >
      Edit crosswalk
    </Button>
  )
}

/** `?version=` shows an older version, `?compare=` what differs from another. */
function Shown({ current }: { current: Crosswalk }) {
  const { version, compare } = useSearch({ strict: false }) as Record<string, unknown>
  const versions = useInfiniteQuery(crosswalkVersionsQuery)
  const wanted = Number(version) || current.version
  const other = Number(compare) || null
  const {
    data: crosswalk,
    error,
    refetch,
  } = useQuery({
    ...crosswalkVersionQuery(wanted),
    ...(wanted === current.version ? { initialData: current } : {}),
  })
  return (
    <Stack gap={24}>
      {wanted < current.version ? (
        <Notice title={`This is version ${wanted}; version ${current.version} is in use`}>
          <p>Summaries that were frozen with it keep it.</p>
        </Notice>
      ) : null}
      <CrosswalkVersions versions={versions} shown={wanted} compared={other} />
      {other !== null && other !== wanted ? <CrosswalkComparison versions={[wanted, other]} /> : null}
      {crosswalk ? (
        <CrosswalkTable lines={crosswalk.lines} />
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
    </Stack>
  )
}

/** Which principle answers which safeguard, and why: now and in earlier versions. */
export function CrosswalkPage() {
  const { data: current, error, refetch } = useQuery(crosswalkQuery)
  return (
    <>
      <PageHeader
        title="Crosswalk"
        intro="Which of the eight principles answers which of the seven Cancun safeguards. Summaries are computed with the version in use."
        back={<BackToSummaries />}
        actions={<EditButton />}
      />
      {current ? <Shown current={current} /> : <Loading error={error} onRetry={() => void refetch()} />}
    </>
  )
}
