import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Loading } from './Loading.tsx'
import { RecordWindow } from './RecordWindow.tsx'
import type { RecordWord } from './inform-inactive.ts'
import type { RecordContent, RecordWindowState } from './useRecordWindow.ts'

const TITLES: Record<RecordWord, Record<RecordContent['kind'], string>> = {
  user: { add: 'Add User', view: 'User details', edit: 'Edit User' },
  role: { add: 'Add Role', view: 'Role details', edit: 'Edit Role' },
}

type RecordListWindowProps = {
  word: RecordWord
  state: RecordWindowState<RecordContent>
  add: () => ReactNode
  view: (id: number) => ReactNode
  edit: (id: number) => ReactNode
}

/** The window of a list: the details of a record, or the form. */
export function RecordListWindow({ word, state, add, view, edit }: RecordListWindowProps) {
  const { shown } = state
  return (
    <RecordWindow
      {...state.window}
      title={shown ? TITLES[word][shown.kind] : ''}
      closeOnClickOutside={shown?.kind === 'view'}
    >
      {shown?.kind === 'add' ? add() : null}
      {shown?.kind === 'view' ? <Fragment key={`view ${shown.id}`}>{view(shown.id)}</Fragment> : null}
      {shown?.kind === 'edit' ? <Fragment key={`edit ${shown.id}`}>{edit(shown.id)}</Fragment> : null}
    </RecordWindow>
  )
}

type FormLoadingProps = { error: unknown; onRetry: () => void; onClose: () => void }

/** Shown until the record of a form has loaded; after a failure, with a retry and a close button. */
export const FormLoading = ({ error, onRetry, onClose }: FormLoadingProps) => (
  <Loading
    error={error}
    onRetry={onRetry}
    action={
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    }
  />
)
