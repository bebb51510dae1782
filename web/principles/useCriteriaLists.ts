import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { confirm } from '../ui/dialogs.tsx'
import { type CriteriaFormValues, newCheck, newCriteria, newFigure, newIndicator } from './criteria-form.ts'
import { useNextFocus } from '../ui/useNextFocus.ts'

export type CriteriaFormState = UseFormReturnType<CriteriaFormValues>

/** The list of criteria, the indicators of one of them, or the checklist. */
export type ListPath = 'criteria' | 'checks' | IndicatorsPath
export type IndicatorsPath = `criteria.${number}.criteria_indicator`

export type FigurePath = `criteria.${number}.criteria_indicator.${number}.figures`

/** A line of a list, with its name and the id of its element. */
export type Line = { path: ListPath; index: number; count: number; name: string; id: string }

export const titleId = (lineId: string) => `${lineId}-title`
export const addId = (path: ListPath | FigurePath) => `${path}-add`
export const figureId = (key: string) => `figure-${key}`
export const moveId = (lineId: string, by: -1 | 1) => `${lineId}-${by < 0 ? 'up' : 'down'}`
export const checkId = (key: string) => `check-${key}`
export const criteriaId = (key: string) => `criteria-${key}`
export const indicatorId = (criteriaKey: string, key: string) => `criteria-${criteriaKey}-${key}`

/** Adds, moves and removes lines, and moves the focus to where keyboard users continue. */
export function useCriteriaLists(form: CriteriaFormState) {
  const [said, setSaid] = useState('')
  const focusNext = useNextFocus()

  const addCriteria = () => {
    const added = newCriteria()
    focusNext(titleId(criteriaId(added.key)))
    form.insertListItem('criteria', added)
    form.clearFieldError('criteria')
  }
  const addIndicator = (index: number) => {
    const added = newIndicator()
    const path: ListPath = `criteria.${index}.criteria_indicator`
    focusNext(titleId(indicatorId(form.values.criteria[index]?.key ?? '', added.key)))
    form.insertListItem(path, added)
    form.clearFieldError(path)
  }

  const addCheck = () => {
    const added = newCheck()
    focusNext(titleId(checkId(added.key)))
    form.insertListItem('checks', added)
    form.clearFieldError('checks')
  }
  const addFigure = (path: FigurePath) => {
    const added = newFigure()
    focusNext(figureId(added.key))
    form.insertListItem(path, added)
    form.clearFieldError(path)
  }
  const removeFigure = (path: FigurePath, index: number, name: string) => {
    focusNext(addId(path))
    form.removeListItem(path, index)
    setSaid(`${name === '' ? 'The figure' : name} was removed.`)
  }

  const move = ({ path, index, id, name }: Line, by: -1 | 1) => {
    focusNext(moveId(id, by), moveId(id, by < 0 ? 1 : -1))
    form.reorderListItem(path, { from: index, to: index + by })
    setSaid(`${name} was moved ${by < 0 ? 'up' : 'down'}.`)
  }

  const remove = async ({ path, index, name }: Line, holds: string) => {
    const answer =
      holds === '' ||
      (await confirm({
        title: `Remove ${name}?`,
        message: holds,
        confirmLabel: 'Remove',
        danger: true,
      }))
    if (!answer) return
    focusNext(addId(path))
    form.removeListItem(path, index)
    setSaid(`${name} was removed.`)
  }

  /** Finds the indicator by its key, since its position may change before the debounced note arrives. */
  const setNote = (criteriaKey: string, key: string, helper: string) => {
    const { criteria } = form.getValues()
    const place = criteria.findIndex((one) => one.key === criteriaKey)
    const line = criteria[place]?.criteria_indicator.findIndex((one) => one.key === key) ?? -1
    if (line < 0) return
    form.setFieldValue(`criteria.${place}.criteria_indicator.${line}.helper`, helper)
  }

  return { said, addCriteria, addIndicator, addCheck, addFigure, removeFigure, move, remove, setNote }
}

export type CriteriaLists = ReturnType<typeof useCriteriaLists>
