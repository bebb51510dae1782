import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import { KIND_CHOICES } from '../../../shared/review/points.rules.ts'
import { POINT_KINDS, type PointKind, type PointTemplate } from '../../../shared/review/points.schema.ts'
import { useNextFocus } from '../../ui/useNextFocus.ts'

/** The kinds of a point as choices. */
export const KIND_OPTIONS = POINT_KINDS.map((value) => ({ value, label: KIND_CHOICES[value] }))

/** A line of the form; the key stays with it when it moves. */
export type ListLine = { key: string; kind: PointKind; text: string }
export type ListValues = { lines: ListLine[] }

export const valuesOf = (templates: readonly PointTemplate[]): ListValues => ({
  lines: templates.map((one) => ({ ...one, key: crypto.randomUUID() })),
})

export const listOf = ({ lines }: ListValues): PointTemplate[] =>
  lines.map(({ kind, text }) => ({ kind, text: text.trim() }))

const POINT_LENGTH = 1000

/** A sentence for each line that cannot be saved, by its path in the form. */
export const complaintsOf = ({ lines }: ListValues): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ text }, index) => {
      const complaint =
        text.trim() === ''
          ? 'Write the point, or remove this line.'
          : paragraphsComplaint('Point', POINT_LENGTH, text)
      return complaint === null ? [] : [[`lines.${index}.text`, complaint]]
    }),
  )

export const ADD_ID = 'add-usual-point'
export const textId = (key: string) => `point-${key}`
export const moveId = (key: string, by: -1 | 1) => `point-${key}-${by < 0 ? 'up' : 'down'}`

/** Adds, moves and removes lines, says so, and moves the focus to where keyboard users continue. */
export function useTemplateList(form: UseFormReturnType<ListValues>) {
  const [said, setSaid] = useState('')
  const focusNext = useNextFocus()
  return {
    said,
    add: () => {
      const key = crypto.randomUUID()
      focusNext(textId(key))
      form.insertListItem('lines', { key, kind: 'correct', text: '' } satisfies ListLine)
    },
    move: (index: number, key: string, by: -1 | 1) => {
      focusNext(moveId(key, by), moveId(key, by < 0 ? 1 : -1))
      form.reorderListItem('lines', { from: index, to: index + by })
      setSaid(`The point is number ${index + by + 1} now.`)
    },
    remove: (index: number) => {
      focusNext(ADD_ID)
      form.removeListItem('lines', index)
      setSaid(`Point ${index + 1} was removed.`)
    },
  }
}
export type TemplateList = ReturnType<typeof useTemplateList>
