import { Button, Group, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import { textsTableComplaint } from '../../shared/translations/table-file.ts'
import {
  type CheckedSheet,
  type TranslatedLanguage,
  translationsApi,
} from '../../shared/translations/translations.schema.ts'
import { UploadField } from '../files/UploadField.tsx'
import { firstFieldErrors, toMessage } from '../lib/call.ts'
import { useChange, useRead } from '../lib/queries.ts'
import { confirm } from '../ui/dialogs.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useAction } from '../ui/useAction.ts'
import { TableLines } from './TableLines.tsx'
import { savedWords } from './text-words.ts'
import { useLanguage } from './useLanguage.ts'

type SaveButtonProps = { language: TranslatedLanguage; table_id: number; table: CheckedSheet }

/** Saves the rows without a fault, after a question that says what they do. */
function SaveButton({ language, table_id, table }: SaveButtonProps) {
  const navigate = useNavigate()
  const { mutateAsync } = useChange(translationsApi.saveTable)
  const { busy, run } = useAction()
  const { good, lines, seen } = table
  const texts = `${formatCount(good)} of ${plural(lines.length, 'text')}`
  const reviewed = lines.filter((line) => line.fault === null && line.reviewed).length
  const save = async () => {
    const answer = await confirm({
      title: `Save ${texts}?`,
      message: `They are shown at once. ${formatCount(reviewed)} of them will count as reviewed by you.`,
      confirmLabel: `Save ${texts}`,
    })
    if (!answer) return
    const input = { params: { language: language.code }, body: { table_id, seen } }
    const done = await run((form_key) => mutateAsync({ ...input, form_key }))
    if (!done) return
    await navigate({ to: '/translations', search: { language: language.code } })
    notifyDone(`${savedWords(done)} saved.`)
  }
  return (
    <Button disabled={good === 0} loading={busy} onClick={() => void save()}>
      Save {texts}
    </Button>
  )
}

function UploadTexts({ language }: { language: TranslatedLanguage }) {
  const [file, setFile] = useState<UploadedFile | null>(null)
  const [moving, setMoving] = useState(false)
  // read again after a save that was refused
  const checked = useRead(translationsApi.check, {
    params: { language: language.code },
    body: { table_id: file?.id ?? 0 },
    enabled: file !== null,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const problem = checked.error
    ? (firstFieldErrors(checked.error).table_id ?? toMessage(checked.error))
    : null
  const table = checked.data?.table
  return (
    <Stack gap={24}>
      <Panel title="Your table">
        <UploadField
          label="Table of texts"
          help="The downloaded table with your changes, as .xlsx, at most 2 MB"
          kinds={['table']}
          form="translations:table_id"
          check={textsTableComplaint}
          value={file}
          error={moving ? null : problem}
          onChange={setFile}
          onBusy={setMoving}
        />
      </Panel>
      {file && table && !checked.error ? (
        <section aria-label="Result">
          <Group justify="space-between" gap="sm" mb="sm">
            <p>
              {formatCount(table.good)} of {plural(table.lines.length, 'row')} can be saved;{' '}
              {plural(table.unchanged, 'row')} of the table {table.unchanged === 1 ? 'says' : 'say'} what is
              saved already. Nothing is saved yet.
            </p>
            {table.lines.length > 0 ? (
              <SaveButton language={language} table_id={file.id} table={table} />
            ) : null}
          </Group>
          <TableLines table={table} />
        </section>
      ) : null}
      {file && checked.isFetching && !table ? <Loading error={null} onRetry={() => undefined} /> : null}
    </Stack>
  )
}

/** Takes in a table of texts: what it changes is shown first, row by row. */
export function UploadTextsPage() {
  const { data, error, refetch } = useRead(translationsApi.languages)
  const language = useLanguage(data?.languages ?? [])
  return (
    <>
      <PageHeader
        title="Upload translations"
        intro={`Every row is checked first, and nothing is saved before you have seen what changes.${language ? ` The texts are in ${language.name}.` : ''}`}
        back={
          <Link to="/translations" search={language ? { language: language.code } : {}}>
            <ArrowLeftIcon size={16} /> Back to Translations
          </Link>
        }
      />
      {data ? null : <Loading error={error} onRetry={() => void refetch()} />}
      {language ? <UploadTexts key={language.code} language={language} /> : null}
    </>
  )
}
