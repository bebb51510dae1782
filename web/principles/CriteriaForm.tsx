import { Button, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { batchDifference } from '../../shared/principles/batch-difference.ts'
import { PRINCIPLE, type PrincipleInput } from '../../shared/principles/principles.fields.ts'
import { principlesApi, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { DraftFooter } from '../drafts/DraftFooter.tsx'
import { DraftStatus } from '../drafts/DraftGate.tsx'
import { SaveConflict } from '../drafts/SaveConflict.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useFormDraft } from '../drafts/useDraftGuard.ts'
import { useRead } from '../lib/queries.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { useFields } from '../ui/Fields.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import { useHasAside, WithAside } from '../ui/WithAside.tsx'
import { ChecklistFields } from './ChecklistFields.tsx'
import { CriteriaFields, CriteriaListFoot } from './CriteriaFields.tsx'
import styles from './CriteriaForm.module.css'
import { DifferenceList } from './DifferenceList.tsx'
import { type CriteriaFormValues, criteriaComplaints, storedOf, toInput } from './criteria-form.ts'
import { useCriteriaLists } from './useCriteriaLists.ts'
import { useCriteriaSave } from './useCriteriaSave.tsx'

type CriteriaFormProps = {
  principle: SitePrinciple
  draft: OpenDraft<CriteriaFormValues>
  onCancel: () => void
}

/** Edits the criteria and outcome indicators of one principle, which are saved as a new set. */
export function CriteriaForm({ principle, draft, onCancel }: CriteriaFormProps) {
  const { form: place, toFirstError } = useErrorFocus()
  const form = useFields(PRINCIPLE, principle, {
    typed: draft.start,
    validate: (values) => criteriaComplaints(principle, values),
  })
  const { values } = form
  const hasAside = useHasAside()
  const lists = useCriteriaLists(form)
  const input = useMemo(() => toInput(principle, values), [principle, values])
  const differences = useMemo(() => batchDifference(principle, input), [principle, input])

  // the changes to the set since this draft was begun
  const theirs = useMemo(
    () => (draft.began ? batchDifference(storedOf(principle.principle_number, draft.began), principle) : []),
    [principle, draft.began],
  )
  const isOvertaken = draft.start !== null && (theirs.length > 0 || draft.began === null)
  const [isCompared, setCompared] = useState(false)
  const { principle_number, batch_number } = principle
  // for who saved it and when
  const sets = useRead(principlesApi.batches, { query: { principle_number }, enabled: isOvertaken })
  const maker = sets.data?.data.find((one) => one.batch_number === batch_number)

  const release = useFormDraft({ draft, form, title: 'Cancel editing criterias & outcome indicators?' })
  const { busy, save } = useCriteriaSave({
    principle,
    key: draft.key,
    onRefused: (errors) => {
      form.setErrors(errors)
      toFirstError()
    },
    onSaved: draft.drop,
    release,
  })
  const submit = (valid: CriteriaFormValues) => {
    const sent: PrincipleInput = toInput(principle, valid)
    void save(sent, batchDifference(principle, sent))
  }

  return (
    <form
      ref={place}
      className={styles.form}
      noValidate
      onSubmit={(event) => form.onSubmit(submit, toFirstError)(event)}
    >
      {isOvertaken ? (
        <SaveConflict
          who={`${maker ? `${maker.created_by ?? 'Another user'} saved set ${principle.batch_number} on ${formatDateTime(maker.created_at)}` : `Set ${principle.batch_number} was saved`} after this form was begun`}
          theirs={<DifferenceList differences={theirs} withNotes />}
          mine={<DifferenceList differences={differences} withNotes />}
          isCompared={isCompared}
          onCompared={setCompared}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {lists.said}
      </p>
      <WithAside
        lead={
          <div className={styles.lines}>
            <p>
              Saving makes a new set of criteria. Numbers are never used again: a removed line leaves a gap,
              and lines that change places exchange their numbers.
            </p>
            <Stack component="ol" gap="md">
              {values.criteria.map((item, index) => (
                <li key={item.key}>
                  <CriteriaFields
                    form={form}
                    lists={lists}
                    principle={principle}
                    input={input}
                    index={index}
                  />
                </li>
              ))}
            </Stack>
            <CriteriaListFoot form={form} lists={lists} />
            <ChecklistFields form={form} lists={lists} />
          </div>
        }
        aside={
          hasAside && differences.length > 0 ? (
            <Panel title={`Changes to set ${principle.batch_number} so far`}>
              <DifferenceList differences={differences} />
            </Panel>
          ) : null
        }
      />
      <DraftFooter stored={<DraftStatus stored={draft.stored} />}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy || differences.length === 0 || (isOvertaken && !isCompared)}>
          Save
        </Button>
      </DraftFooter>
    </form>
  )
}
