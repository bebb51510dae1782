import { Button, NativeSelect } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { CrosswalkVersion } from '../../shared/summaries/crosswalk.schema.ts'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import styles from './Crosswalk.module.css'

const originOf = ({ version, created_at, created_by }: CrosswalkVersion): string =>
  created_by === null
    ? `Version ${version}: the first one`
    : `Version ${version}: ${formatDate(created_at)}, ${created_by}`

function usedBy({ summaries }: CrosswalkVersion): string {
  if (summaries === 0) return 'No frozen summary was made with it.'
  return summaries === 1
    ? '1 frozen summary was made with it.'
    : `${summaries.toLocaleString('en-PH')} frozen summaries were made with it.`
}

/** Who saved a version, when, and what was made with it. */
const Facts = ({ of }: { of: CrosswalkVersion }) => (
  <p>
    {of.created_by === null
      ? `Version ${of.version} is the one the product came with.`
      : `Version ${of.version} was saved ${formatDateTime(of.created_at)} by ${of.created_by}.`}{' '}
    {usedBy(of)}
  </p>
)

type CrosswalkVersionsProps = {
  versions: UseInfiniteQueryResult<InfiniteData<PageReply<CrosswalkVersion>>>
  shown: number
  compared: number | null
}

/** Which version is shown, who saved it, and what it is compared with. */
export function CrosswalkVersions({ versions, shown, compared }: CrosswalkVersionsProps) {
  const change = useAddressChange()
  const all = versions.data?.pages.flatMap(({ data }) => data) ?? []
  const own = all.find(({ version }) => version === shown)
  const [current] = all
  return (
    <Panel title="Versions">
      {versions.isPending || versions.error ? (
        <Loading error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <>
          {all.length > 1 ? (
            <div className={styles.choices}>
              <NativeSelect
                label="Version"
                value={String(shown)}
                data={all.map((one) => ({ value: String(one.version), label: originOf(one) }))}
                onChange={(event) => {
                  const version = Number(event.currentTarget.value)
                  change({ version: version === current?.version ? undefined : version })
                }}
              />
              <NativeSelect
                label="Compare with"
                value={String(compared ?? '')}
                data={[
                  { value: '', label: 'No other version' },
                  ...all
                    .filter(({ version }) => version !== shown)
                    .map((one) => ({ value: String(one.version), label: originOf(one) })),
                ]}
                onChange={(event) => change({ compare: Number(event.currentTarget.value) || undefined })}
              />
            </div>
          ) : null}
          {own ? <Facts of={own} /> : null}
          {versions.hasNextPage ? (
            <Button
              mt="sm"
              variant="default"
              size="sm"
              loading={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              List older versions
            </Button>
          ) : null}
        </>
      )}
    </Panel>
  )
}
