import type { UseFormReturnType } from '@mantine/form'
import { CHECK, FIGURE, INDICATOR } from '../../shared/principles/principles.fields.ts'
import { confirm } from '../ui/dialogs.tsx'
import { newLine, useLines } from '../ui/Lines.tsx'
import { type CriteriaFormValues, newCriteria } from './criteria-form.ts'

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
export const checkId = (key: string) => `check-${key}`
export const criteriaId = (key: string) => `criteria-${key}`
export const indicatorId = (criteriaKey: string, key: string) => `criteria-${criteriaKey}-${key}`

/** Adds, moves and removes lines, and moves the focus to where keyboard users continue. */
export function useCriteriaLists(form: CriteriaFormState) {
  const { said, ...lines } = useLines(form)

  const addCriteria = () => {
    const added = newCriteria()
    lines.add('criteria', added, titleId(criteriaId(added.key)))
  }
  const addIndicator = (index: number) => {
    const added = newLine(INDICATOR)
    const criteriaKey = form.values.criteria[index]?.key ?? ''
    lines.add(`criteria.${index}.criteria_indicator`, added, titleId(indicatorId(criteriaKey, added.key)))
  }
  const addCheck = () => {
    const added = newLine(CHECK)
    lines.add('checks', added, titleId(checkId(added.key)))
  }
  const addFigure = (path: FigurePath) => {
    const added = newLine(FIGURE)
    lines.add(path, added, figureId(added.key))
  }
  const removeFigure = (path: FigurePath, index: number, name: string) =>
    lines.remove(path, index, addId(path), `${name === '' ? 'The figure' : name} was removed.`)

  const move = (line: Line, by: -1 | 1) =>
    lines.move(line.path, line, by, `${line.name} was moved ${by < 0 ? 'up' : 'down'}.`)

  /** `holds` is what is lost with the line; '' of a blank line, which is removed without asking. */
  const remove = async ({ path, index, name }: Line, holds: string) => {
    const answer =
      holds === '' ||
      (await confirm({
        title: `Remove ${name}?`,
        message: holds,
        confirmLabel: 'Remove',
        danger: true,
      }))
    if (answer) lines.remove(path, index, addId(path), `${name} was removed.`)
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
