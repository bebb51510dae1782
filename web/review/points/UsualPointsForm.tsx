import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PointTemplate, TEMPLATES_MAX, templatesApi } from '../../../shared/review/points.schema.ts'
import { isSameList, templatesDifference } from '../../../shared/review/templates.rules.ts'
import { DraftFooter } from '../../drafts/DraftFooter.tsx'
import { SaveConflict } from '../../drafts/SaveConflict.tsx'
import { ApiError } from '../../lib/call.ts'
import { useFormKey } from '../../lib/form-key.ts'
import { useChange } from '../../lib/queries.ts'
import { fail } from '../../ui/fail.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { useErrorFocus } from '../../ui/useErrorFocus.ts'
import { useLeaveGuard } from '../../ui/useLeaveGuard.ts'
import { useSend } from '../../ui/useSend.ts'
import { templatesQuery } from './templates.calls.ts'
import { ADD_ID, complaintsOf, type ListValues, listOf, useTemplateList, valuesOf } from './usual-points.ts'
import { UsualPointFields } from './UsualPointFields.tsx'
import styles from './UsualPoints.module.css'

/** What differs between two lists of usual points. */
function ListDifference({ before, after }: Record<'before' | 'after', readonly PointTemplate[]>) {
  const { left, joined, isReordered } = templatesDifference(before, after)
  const lines = [
    ...joined.map((words) => `Added: ${words}`),
    ...left.map((words) => `Removed: ${words}`),
    ...(isReordered ? ['The order.'] : []),
  ]
  if (lines.length === 0) return <p>Nothing.</p>
  return (
    <ul className="bullets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The list as a form. Unsaved work asks before it is left; a colleague's newer list is compared before it is replaced. */
export function UsualPointsForm({ opened }: { opened: PointTemplate[] }) {
  const client = useQueryClient()
  const { form: place, toFirstError } = useErrorFocus()
  const form = useForm<ListValues>({ initialValues: valuesOf(opened), validate: complaintsOf })
  const list = useTemplateList(form)
  const { lines } = form.values
  // what is stored, as far as this person has seen it
  const [stored, setStored] = useState(opened)
  const [conflict, setConflict] = useState<{ before: PointTemplate[]; isCompared: boolean } | null>(null)
  const isChanged = !isSameList(stored, listOf(form.values))
  const { mutateAsync } = useChange(templatesApi.save)
  const { busy, send } = useSend(useFormKey())
  useLeaveGuard({
    active: isChanged,
    title: 'Leave without saving?',
    message: 'Your changes to the usual points are not saved.',
    confirmLabel: 'Leave',
    cancelLabel: 'Continue editing',
  })

  const save = async (values: ListValues) => {
    try {
      const body = { templates: listOf(values), was: stored }
      const { templates } = await send((form_key) => mutateAsync({ body, form_key }))
      setStored(templates)
      setConflict(null)
      form.setValues(valuesOf(templates))
      notifyDone('The usual points are saved.')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'templates_changed') return fail(error)
      const theirs = await client.fetchQuery({ ...templatesQuery, staleTime: 0 }).catch(() => null)
      if (!theirs) return fail(error)
      setConflict({ before: stored, isCompared: false })
      setStored(theirs.templates)
    }
  }

  return (
    <form
      ref={place}
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void save(values), toFirstError)}
    >
      {conflict ? (
        <SaveConflict
          who="A colleague has changed this list since you opened it"
          theirs={<ListDifference before={conflict.before} after={stored} />}
          mine={<ListDifference before={stored} after={listOf(form.values)} />}
          isCompared={conflict.isCompared}
          onCompared={(isCompared) => setConflict({ ...conflict, isCompared })}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {list.said}
      </p>
      {lines.length === 0 ? <p>No usual points yet. Add one that you type again and again.</p> : null}
      <ol className={styles.lines}>
        {lines.map((line, index) => (
          <UsualPointFields
            key={line.key}
            form={form}
            list={list}
            line={line}
            index={index}
            count={lines.length}
          />
        ))}
      </ol>
      {lines.length < TEMPLATES_MAX ? (
        <Button id={ADD_ID} variant="default" leftSection={<PlusIcon size={16} />} onClick={list.add}>
          Add a point
        </Button>
      ) : (
        <p className="quiet">A list can have at most {TEMPLATES_MAX} points.</p>
      )}
      <DraftFooter stored={isChanged ? 'Not saved yet' : ''}>
        <Button type="submit" disabled={busy || !isChanged || (conflict !== null && !conflict.isCompared)}>
          Save
        </Button>
      </DraftFooter>
    </form>
  )
}
