import { Group, Stack, Textarea } from '@mantine/core'
import type { PrincipleInput } from '../../shared/principles/principles.fields.ts'
import { indicatorNumber, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import styles from './CriteriaForm.module.css'
import type { CriteriaItem } from './criteria-form.ts'
import { AddButton } from './AddButton.tsx'
import { FigureFields } from './FigureFields.tsx'
import { LineButtons } from '../ui/Lines.tsx'
import { NoteField } from './NoteField.tsx'
import {
  type CriteriaFormState,
  type CriteriaLists,
  criteriaId,
  indicatorId,
  type IndicatorsPath,
  type Line,
  titleId,
} from './useCriteriaLists.ts'

type Shared = { form: CriteriaFormState; lists: CriteriaLists }

type TitleFieldProps = { form: CriteriaFormState; path: `criteria.${string}`; name: string; id: string }

/** The title of a line; it also shows an error of the line's number. */
function TitleField({ form, path, name, id }: TitleFieldProps) {
  const field = form.getInputProps(`${path}.title`)
  return (
    <Textarea
      {...field}
      id={titleId(id)}
      label="Title"
      aria-label={`Title of ${name}`}
      required
      autosize
      minRows={1}
      maxRows={8}
      error={field.error ?? form.errors[`${path}.order`]}
    />
  )
}

/** The button below the last criteria. */
export const CriteriaListFoot = ({ form, lists }: Shared) => (
  <div>
    <AddButton
      path="criteria"
      error={form.errors.criteria}
      label="Add criteria"
      onClick={lists.addCriteria}
    />
  </div>
)

const removalWords = ({ title, criteria_indicator }: CriteriaItem): string => {
  const count = criteria_indicator.length
  const isBlank = title.trim() === '' && criteria_indicator.every((one) => one.title.trim() === '')
  if (isBlank) return ''
  return `${count === 1 ? 'Its outcome indicator goes' : `Its ${count} outcome indicators go`} with it. Sets that were saved before keep it.`
}

type CriteriaFieldsProps = Shared & { principle: SitePrinciple; input: PrincipleInput; index: number }

/** One criteria with its outcome indicators. */
export function CriteriaFields({ form, lists, principle, input, index }: CriteriaFieldsProps) {
  const all = form.values.criteria
  const item = all[index] as CriteriaItem
  const number = `${principle.principle_number}.${input.criteria[index]?.order}`
  const id = criteriaId(item.key)
  const line: Line = { path: 'criteria', index, count: all.length, name: `criteria ${number}`, id }
  const path: IndicatorsPath = `criteria.${index}.criteria_indicator`
  return (
    <section className="panel list" aria-labelledby={`${id}-head`}>
      <Group justify="space-between" gap="8px 16px" className="numbers">
        <h2 id={`${id}-head`} className="panel-title">
          Criteria {number}
        </h2>
        <LineButtons
          {...line}
          onMove={(by) => lists.move(line, by)}
          onRemove={() => void lists.remove(line, removalWords(item))}
        />
      </Group>
      <TitleField form={form} path={`criteria.${index}`} name={line.name} id={id} />
      <Stack component="ol" gap="md">
        {item.criteria_indicator.map((indicator, place) => (
          <li key={indicator.key}>
            <IndicatorFields
              form={form}
              lists={lists}
              criteria={item}
              path={path}
              place={place}
              number={indicatorNumber(
                principle.principle_number,
                input.criteria[index]?.order ?? 0,
                input.criteria[index]?.criteria_indicator[place]?.order ?? 0,
              )}
            />
          </li>
        ))}
      </Stack>
      <AddButton
        path={path}
        error={form.errors[path]}
        label={`Add outcome indicator to ${number}`}
        onClick={() => lists.addIndicator(index)}
      />
    </section>
  )
}

type IndicatorFieldsProps = Shared & {
  criteria: CriteriaItem
  path: IndicatorsPath
  place: number
  number: string
}

function IndicatorFields({ form, lists, criteria, path, place, number }: IndicatorFieldsProps) {
  const indicator = criteria.criteria_indicator[place]
  if (!indicator) return null
  const id = indicatorId(criteria.key, indicator.key)
  const count = criteria.criteria_indicator.length
  const line: Line = { path, index: place, count, name: `outcome indicator ${number}`, id }
  const holds = indicator.title.trim() === '' ? '' : `${indicator.title} Sets that were saved before keep it.`
  return (
    <section className={`card ${styles.indicator}`} aria-labelledby={`${id}-head`}>
      <Group justify="space-between" gap="8px 16px" className="numbers">
        <h3 id={`${id}-head`} className="card-title">
          Outcome indicator {number}
        </h3>
        <LineButtons
          {...line}
          onMove={(by) => lists.move(line, by)}
          onRemove={() => void lists.remove(line, holds)}
        />
      </Group>
      <TitleField form={form} path={`${path}.${place}`} name={line.name} id={id} />
      <NoteField
        number={number}
        helper={indicator.helper}
        error={form.errors[`${path}.${place}.helper`]}
        onChange={(helper) => lists.setNote(criteria.key, indicator.key, helper)}
      />
      <FigureFields
        form={form}
        lists={lists}
        path={`${path}.${place}.figures`}
        figures={indicator.figures}
        number={number}
      />
    </section>
  )
}
