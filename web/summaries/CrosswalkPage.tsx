import { Button, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import { crosswalkDifference, differingTexts } from '../../shared/summaries/crosswalk.rules.ts'
import {
  type Crosswalk,
  crosswalkApi,
  type CrosswalkVersion,
} from '../../shared/summaries/crosswalk.schema.ts'
import { canSaveCrosswalk } from '../../shared/summaries/summaries.policy.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PencilIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useTableState } from '../ui/useTableState.ts'
import { BackToSummaries } from './BackToSummaries.tsx'
import styles from './Crosswalk.module.css'
import { CrosswalkForm } from './CrosswalkForm.tsx'
import { CrosswalkTable } from './CrosswalkTable.tsx'

/** Reads a version, which never changes. */
const useVersion = (version: number, enabled = true) =>
  useRead(crosswalkApi.show, { params: { version }, enabled, staleTime: Number.POSITIVE_INFINITY })

const NO_CODES = 'no other frameworks'

/** What differs between a version and the one before it, principle by principle. */
function Differences({ crosswalk: { version, lines } }: { crosswalk: Crosswalk }) {
  const { data, error, refetch } = useVersion(version - 1)
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <ul className={styles.differences} aria-label={`What version ${version} changed`}>
      {crosswalkDifference(data.crosswalk.lines, lines).map((line) => (
        <li key={line.principle_number}>
          <strong>
            {line.principle_number}. {PRINCIPLE_SHORT_TITLES[line.principle_number as PrincipleNumber]}
          </strong>
          {differingTexts(line).map(({ field, old, new: now }) => (
            <p key={field}>
              <del>{old ?? NO_CODES}</del> <ins>{now ?? NO_CODES}</ins>
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The version in use, or another one with `?version=`; what it changed is shown on request. */
function ChosenVersion({ current, version }: { current: Crosswalk; version: number }) {
  const [isCompared, setCompared] = useState(false)
  const isCurrent = version === current.version
  const { data, error, refetch } = useVersion(version, !isCurrent)
  const crosswalk = isCurrent ? current : data?.crosswalk
  if (!crosswalk) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <>
      {isCurrent ? null : (
        <Notice title={`This is version ${version}; version ${current.version} is in use`}>
          <p>Summaries that were frozen with it keep it.</p>
        </Notice>
      )}
      <CrosswalkTable lines={crosswalk.lines} />
      {version === 1 ? null : (
        <div>
          <Button variant="default" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            {isCompared ? 'Hide what changed' : `What changed since version ${version - 1}`}
          </Button>
          {isCompared ? <Differences crosswalk={crosswalk} /> : null}
        </div>
      )}
    </>
  )
}

const COLUMNS: Column<CrosswalkVersion>[] = [
  { key: 'version', header: 'Version', sortable: 'number' },
  {
    key: 'created_at',
    header: 'Saved on',
    sortable: 'time',
    nowrap: true,
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  {
    key: 'created_by',
    header: 'Saved by',
    long: true,
    cell: ({ created_by }) => created_by ?? 'Came with the product',
  },
  { key: 'summaries', header: 'Frozen summaries', align: 'right' },
]

const NEWEST_FIRST = { column: 'version', dir: 'desc' } as const

/** Who saved each version, when, and how many summaries were frozen with it; a row opens its version. */
function Versions() {
  const state = useTableState({ defaultSort: NEWEST_FIRST })
  const change = useAddressChange()
  return (
    <DataTable
      title="Versions"
      columns={COLUMNS}
      rows={useRead(crosswalkApi.versions, { query: state.query })}
      state={state}
      searched={false}
      onRow={({ version }) => change({ version })}
    />
  )
}

/** Which principle answers which safeguard, and why; FMB administrators edit it in a window. */
export function CrosswalkPage() {
  const mayEdit = canSaveCrosswalk(useActor()).ok
  const editing = useRecordWindow<Crosswalk>()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const { data, error, refetch } = useRead(crosswalkApi.current)
  const current = data?.crosswalk
  const version = Number(search.version) || current?.version
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
      {current && version ? (
        <Stack gap={24}>
          <ChosenVersion key={version} current={current} version={version} />
          <Versions />
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
