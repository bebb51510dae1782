import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import {
  canCancelImport,
  canDownloadCorrections,
  canImport,
  canStartImport,
  isAtWork,
} from '../../shared/imports/imports.policy.ts'
import type { Import } from '../../shared/imports/imports.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { useActor } from '../lib/useActor.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BackToImports } from './BackToImports.tsx'
import { ImportDetails } from './ImportDetails.tsx'
import { ImportStatus } from './ImportStatus.tsx'
import { TotalRows } from './LeaveOut.tsx'
import { partOf } from './import-words.ts'
import { importRead } from './imports.calls.ts'
import { useImportActions } from './useImportActions.ts'

const originWords = ({ table_name, archive_names, created_by, created_at }: Import): string =>
  `${table_name} with ${archive_names.join(', ')}, uploaded ${formatDateTime(created_at)} by ${created_by}.`

type ActionsProps = { of: Import; atWork: boolean; actions: ReturnType<typeof useImportActions> }

function Actions({ of, atWork, actions }: ActionsProps) {
  const actor = useActor()
  const { rows, rows_total, state } = of
  const hasWrong = rows.Wrong + rows.Failed > 0 && canDownloadCorrections(actor, of).ok
  return (
    <>
      {state === 'Refused' && canImport(actor).ok ? (
        <Button renderRoot={(props) => <Link to="/sitemap/imports/add" search={{}} {...props} />}>
          New import
        </Button>
      ) : null}
      {/* while the import is running, the button is beside the progress */}
      {canCancelImport(actor, of).ok && !atWork ? (
        <Button variant="default" onClick={() => void actions.cancel()}>
          Cancel import
        </Button>
      ) : null}
      {hasWrong ? (
        <Button
          variant="default"
          leftSection={<DownloadIcon size={18} />}
          loading={actions.saving}
          onClick={actions.save}
        >
          Download the rows to correct
        </Button>
      ) : null}
      {canStartImport(actor, of).ok && rows.Good > 0 ? (
        <Button onClick={() => void actions.start()}>Import {partOf(rows.Good, rows_total ?? 0)}</Button>
      ) : null}
    </>
  )
}

function ImportView({ of }: { of: Import }) {
  const actions = useImportActions(of)
  const atWork = isAtWork(of)
  const mayCancel = canCancelImport(useActor(), of).ok
  return (
    <>
      <PageHeader
        title={`Import ${of.id}`}
        intro={originWords(of)}
        back={<BackToImports />}
        actions={<Actions of={of} atWork={atWork} actions={actions} />}
      />
      <Stack gap={24}>
        <ImportStatus
          of={of}
          atWork={atWork}
          {...(mayCancel ? { onCancel: () => void actions.cancel() } : {})}
        />
        <TotalRows of={of} />
        {of.state === 'Refused' ? null : <ImportDetails of={of} />}
      </Stack>
    </>
  )
}

/** One import: its progress, the findings in its cells, the state of its rows. */
export function ImportPage() {
  const { id } = useParams({ from: '/sitemap/imports/view/$id' })
  const { data, error, refetch } = useQuery(importRead(id))
  if (data) return <ImportView key={id} of={data.import} />
  return (
    <>
      <PageHeader title="Import" back={<BackToImports />} />
      <Loading error={error} onRetry={() => void refetch()} />
    </>
  )
}
