import { Stack, TextInput } from '@mantine/core'
import { CHECKS_MAX } from '../../shared/principles/principles.fields.ts'
import { AddButton } from './AddButton.tsx'
import styles from './CriteriaForm.module.css'
import { LineButtons } from '../ui/Lines.tsx'
import {
  checkId,
  type CriteriaFormState,
  type CriteriaLists,
  type Line,
  titleId,
} from './useCriteriaLists.ts'

type ChecklistFieldsProps = { form: CriteriaFormState; lists: CriteriaLists }

/** The lines that reviewers of the principle may tick. */
export function ChecklistFields({ form, lists }: ChecklistFieldsProps) {
  const lines = form.values.checks
  return (
    <section className="panel list" aria-labelledby="checklist-head">
      <h2 id="checklist-head" className="panel-title">
        Checklist for reviewers
      </h2>
      <p>
        Reviewers may tick what they have looked at; a decision never waits for it. The history of the SITES
        activity shows who ticked what.
      </p>
      {lines.length > 0 ? (
        <Stack component="ol" gap="sm">
          {lines.map(({ key, text }, index) => {
            const id = checkId(key)
            const name = `line ${index + 1} of the checklist`
            const line: Line = { path: 'checks', index, count: lines.length, name, id }
            return (
              <li key={key} className={styles.check}>
                <TextInput
                  {...form.getInputProps(`checks.${index}.text`)}
                  id={titleId(id)}
                  aria-label={`Line ${index + 1} of the checklist`}
                  placeholder="Dates and signatures of the minutes"
                />
                <LineButtons
                  {...line}
                  onMove={(by) => lists.move(line, by)}
                  onRemove={() =>
                    void lists.remove(
                      line,
                      text.trim() === '' ? '' : `${text} Sets that were saved before keep it.`,
                    )
                  }
                />
              </li>
            )
          })}
        </Stack>
      ) : null}
      {lines.length < CHECKS_MAX ? (
        <AddButton
          path="checks"
          error={form.errors.checks}
          label="Add line to the checklist"
          onClick={lists.addCheck}
        />
      ) : null}
    </section>
  )
}
