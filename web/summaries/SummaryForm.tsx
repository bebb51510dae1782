import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { manilaYear } from '../../shared/lib/dates.ts'
import type { SummaryInput } from '../../shared/summaries/summaries.schema.ts'
import { useRegions } from '../places/places.calls.ts'
import { type FormWindow, RecordForm } from '../ui/RecordForm.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './SummaryForm.module.css'
import {
  type SummaryFormValues,
  summaryComplaints,
  toSummaryInput,
  withYear,
  yearChoices,
} from './summary-form-values.ts'
import { LimitedLine } from '../ui/limited-text.tsx'

type SummaryFormProps = {
  start: SummaryFormValues
  button: string
  save: (input: SummaryInput, form_key: string) => Promise<void>
  state: FormWindow
}

/** The year and title of a summary, its reporting years and regions. */
export function SummaryForm({ start, button, save, state }: SummaryFormProps) {
  const { data: regions, error } = useRegions()
  const form = useForm<SummaryFormValues>({
    initialValues: start,
    validate: summaryComplaints,
  })
  const years = yearChoices(manilaYear(useNow()), start.reporting_years)
  return (
    <RecordForm
      form={form}
      state={state}
      save={(values, send) => send((form_key) => save(toSummaryInput(values), form_key))}
      button={button}
    >
      <Stack gap={24}>
        <div className={styles.head}>
          <TextInput
            {...form.getInputProps('year')}
            label="Year"
            required
            inputMode="numeric"
            onChange={(event) => form.setValues(withYear(form.values, event.currentTarget.value))}
          />
          <LimitedLine
            {...form.getInputProps('title')}
            value={form.values.title}
            label="Title"
            required
            max={200}
          />
        </div>
        <Checkbox.Group
          {...form.getInputProps('reporting_years')}
          label="Reporting years"
          description="Records of these years count. Grades and hectares are those of a site's last chosen year."
          required
        >
          <div className={styles.years}>
            {years.map((year) => (
              <Checkbox key={year} value={year} label={year} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox.Group
          {...form.getInputProps('region_ids')}
          label="Regions"
          description={
            error
              ? 'The regions could not be loaded. Without a choice it covers the whole country.'
              : 'Choose none for the whole country.'
          }
        >
          <div className={styles.regions}>
            {regions?.data.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      </Stack>
    </RecordForm>
  )
}
