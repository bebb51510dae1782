import { Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayOpen, screenAt } from '../../../shared/access/screens.ts'
import { type PointTemplate, templatesApi } from '../../../shared/review/points.schema.ts'
import { TEMPLATE, TEMPLATES, TEMPLATES_MAX } from '../../../shared/review/templates.fields.ts'
import { isSameList, templatesDifference } from '../../../shared/review/templates.rules.ts'
import { DraftFooter } from '../../drafts/DraftFooter.tsx'
import { SaveConflict } from '../../drafts/SaveConflict.tsx'
import { ApiError } from '../../lib/call.ts'
import { useFormKey } from '../../lib/form-key.ts'
import { readOptions, useChange, useFresh } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { fail } from '../../ui/fail.ts'
import { useFields } from '../../ui/Fields.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx'
import { LineButtons, newLine, useLines } from '../../ui/Lines.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useErrorFocus } from '../../ui/useErrorFocus.ts'
import { useLeaveGuard } from '../../ui/useLeaveGuard.ts'
import { useSend } from '../../ui/useSend.ts'
import styles from './Points.module.css'

type ListValues = ReturnType<typeof TEMPLATES.start>

const ADD_ID = 'add-usual-point'
const textId = (key: string) => `point-${key}`

type UsualPointProps = {
  form: UseFormReturnType<ListValues>
  lines: ReturnType<typeof useLines>
  index: number
}

/** One line of the list: what is needed, the text, and the buttons that move and remove it. */
function UsualPoint({ form, lines, index }: UsualPointProps) {
  const number = index + 1
  const { templates } = form.values
  const id = textId(templates[index]?.key ?? '')
  const { kind } = TEMPLATE.fields
  return (
    <li className={styles.line}>
      <NativeSelect
        {...form.getInputProps(`templates.${index}.kind`)}
        label={kind.label}
        aria-label={`${kind.label} by point ${number}`}
        data={kind.choices}
      />
      <Textarea
        {...form.getInputProps(`templates.${index}.text`)}
        id={id}
        label={`Point ${number}`}
        required
        autosize
        minRows={1}
        maxRows={8}
      />
      <LineButtons
        name={`point ${number}`}
        id={id}
        index={index}
        count={templates.length}
        onMove={(by) => lines.move('templates', { index, id }, by, `The point is number ${number + by} now.`)}
        onRemove={() => lines.remove('templates', index, ADD_ID, `Point ${number} was removed.`)}
        className={styles.buttons ?? ''}
      />
    </li>
  )
}

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
function UsualPointsForm({ opened }: { opened: PointTemplate[] }) {
  const client = useQueryClient()
  const { form: place, toFirstError } = useErrorFocus()
  const form = useFields(TEMPLATES, { templates: opened })
  const lines = useLines(form)
  const { templates } = form.values
  const mine = TEMPLATES.sent(form.values).templates
  // what is stored, as far as this person has seen it
  const [stored, setStored] = useState(opened)
  const [conflict, setConflict] = useState<{ before: PointTemplate[]; isCompared: boolean } | null>(null)
  const isChanged = !isSameList(stored, mine)
  const { mutateAsync } = useChange(templatesApi.save)
  const { busy, send } = useSend(useFormKey())
  const add = () => {
    const line = newLine(TEMPLATE)
    lines.add('templates', line, textId(line.key))
  }
  useLeaveGuard({
    active: isChanged,
    title: 'Leave without saving?',
    message: 'Your changes to the usual points are not saved.',
    confirmLabel: 'Leave',
    cancelLabel: 'Continue editing',
  })

  const save = async (values: ListValues) => {
    try {
      const body = { ...TEMPLATES.sent(values), was: stored }
      const saved = await send((form_key) => mutateAsync({ body, form_key }))
      setStored(saved.templates)
      setConflict(null)
      form.setValues(TEMPLATES.start(saved))
      notifyDone('The usual points are saved.')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'templates_changed') return fail(error)
      const theirs = await client
        .fetchQuery(readOptions(templatesApi.list, { staleTime: 0 }))
        .catch(() => null)
      if (!theirs) return fail(error)
      setConflict({ before: stored, isCompared: false })
      setStored(theirs.templates)
    }
  }

  return (
    <form
      ref={place}
      className={styles.usual}
      noValidate
      onSubmit={form.onSubmit((values) => void save(values), toFirstError)}
    >
      {conflict ? (
        <SaveConflict
          who="A colleague has changed this list since you opened it"
          theirs={<ListDifference before={conflict.before} after={stored} />}
          mine={<ListDifference before={stored} after={mine} />}
          isCompared={conflict.isCompared}
          onCompared={(isCompared) => setConflict({ ...conflict, isCompared })}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {lines.said}
      </p>
      {templates.length === 0 ? <p>No usual points yet. Add one that you type again and again.</p> : null}
      <Stack component="ol" gap={16} maw={1000}>
        {templates.map(({ key }, index) => (
          <UsualPoint key={key} form={form} lines={lines} index={index} />
        ))}
      </Stack>
      {templates.length < TEMPLATES_MAX ? (
        <Button id={ADD_ID} variant="default" leftSection={<PlusIcon size={16} />} onClick={add}>
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

const LISTS = ['/sites/approval', '/sites/activity/approval'] as const

/** The points that an office, a region or FMB sends often, to be chosen while a return is written. */
export function UsualPointsPage() {
  const actor = useActor()
  const { data, error, refetch } = useFresh(readOptions(templatesApi.list))
  const list = LISTS.find((path) => mayOpen(actor, screenAt(path) ?? {})) ?? LISTS[0]
  const whose = actor.access_level === 'PENRO' ? (actor.penro ?? 'your office') : actor.access_level
  return (
    <>
      <PageHeader
        title="Usual points"
        intro={`What ${whose === 'Region' ? 'your region' : whose} asks for again and again. A return can begin with any of them. Everyone there who returns records can change this list.`}
        back={
          <Link to={list as '/sites/approval'}>
            <ArrowLeftIcon size={16} />
            SITES Approval
          </Link>
        }
      />
      {data ? (
        <UsualPointsForm opened={data.templates} />
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}
