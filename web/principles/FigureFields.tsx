import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Line } from '../../shared/lib/fields.ts'
import { FIGURES_MAX } from '../../shared/principles/principle-titles.ts'
import type { FIGURE } from '../../shared/principles/principles.fields.ts'
import { TrashIcon } from '../ui/icons.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import { AddButton } from './AddButton.tsx'
import styles from './CriteriaForm.module.css'
import { type CriteriaFormState, type CriteriaLists, type FigurePath, figureId } from './useCriteriaLists.ts'

type FigureFieldsProps = {
  form: CriteriaFormState
  lists: CriteriaLists
  path: FigurePath
  figures: readonly Line<typeof FIGURE.fields>[]
  /** "3.2.1" */
  number: string
}

/** The numbers that an outcome indicator asks for besides its files. */
export function FigureFields({ form, lists, path, figures, number }: FigureFieldsProps) {
  return (
    <section className="list" aria-label={`Figures of ${number}`}>
      {figures.map(({ key, name }, index) => (
        <div key={key} className={styles.figure}>
          <TextInput
            {...form.getInputProps(`${path}.${index}.name`)}
            id={figureId(key)}
            label="Figure"
            aria-label={`Figure ${index + 1} of ${number}`}
            placeholder="Trainings held"
            required
          />
          <TextInput
            {...form.getInputProps(`${path}.${index}.unit`)}
            label="Unit"
            aria-label={`Unit of figure ${index + 1} of ${number}`}
            placeholder="trainings"
            required
          />
          <NativeSelect
            {...form.getInputProps(`${path}.${index}.part_of`)}
            label="Part of"
            aria-label={`Figure ${index + 1} of ${number} is part of`}
            data={[
              { value: '', label: 'None' },
              ...figures.flatMap((other) =>
                other.key !== key && other.name.trim() !== '' ? [other.name.trim()] : [],
              ),
            ]}
          />
          <Group gap="8px 20px" className={styles.figureChoices ?? ''}>
            <Checkbox
              {...form.getInputProps(`${path}.${index}.is_whole`, { type: 'checkbox' })}
              label="Whole number"
            />
            <Checkbox
              {...form.getInputProps(`${path}.${index}.adds_up`, { type: 'checkbox' })}
              label="Adds up over sites"
            />
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<TrashIcon size={16} />}
              onClick={() => lists.removeFigure(path, index, name)}
            >
              <ActionName action="Remove" name={name === '' ? `figure ${index + 1}` : name} />
            </Button>
          </Group>
        </div>
      ))}
      {figures.length < FIGURES_MAX ? (
        <AddButton
          path={path}
          error={form.errors[path]}
          label={`Add figure to ${number}`}
          onClick={() => lists.addFigure(path)}
        />
      ) : null}
    </section>
  )
}
