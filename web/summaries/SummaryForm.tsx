import { Checkbox, TextInput } from '@mantine/core'
import { manilaYear } from '../../shared/lib/dates.ts'
import { SUMMARY } from '../../shared/summaries/summaries.fields.ts'
import { type SummaryInput, summariesApi, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { useRegions } from '../places/places.calls.ts'
import { Fields, useFields } from '../ui/Fields.tsx'
import { type FormWindow, RecordForm } from '../ui/RecordForm.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './SummaryForm.module.css'
import { useChange } from '../lib/queries.ts'
import { notifyDone } from '../ui/notify.ts'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { useNavigate } from '@tanstack/react-router'

type EditSummaryWindowProps = {
  /** the summary as it was when the window opened; it does not change under the form */
  state: RecordWindowState<SummaryRow>
  id: number
}

/** Changes the years, the regions and the title of a draft. */
export function EditSummaryWindow({ state, id }: EditSummaryWindowProps) {
  const edit = useChange(summariesApi.edit)
  const { shown } = state
  return (
    <RecordWindow {...state.window} title="Edit what it covers" size="lg" closeOnClickOutside={false}>
      {shown ? (
        <SummaryForm
          stored={{ ...shown, region_ids: shown.regions.map((region) => region.id) }}
          button="Save"
          state={state}
          save={async (input, form_key) => {
            const body = { ...input, updated_at: shown.updated_at }
            await edit.mutateAsync({ params: { id }, body, form_key })
            state.close(() => notifyDone('Saved. The numbers were computed again.'))
          }}
        />
      ) : null}
    </RecordWindow>
  )
}

/** Creates a summary and opens it. */
export function NewSummaryWindow({ state }: { state: RecordWindowState<'new'> }) {
  const navigate = useNavigate()
  const create = useChange(summariesApi.create)
  const year = manilaYear(useNow())
  return (
    <RecordWindow {...state.window} title="New summary" size="lg" closeOnClickOutside={false}>
      {state.shown ? (
        <SummaryForm
          stored={{ year, title: defaultTitle(`${year}`), reporting_years: [], region_ids: [] }}
          button="Begin summary"
          state={state}
          save={async (body, form_key) => {
            const { summary } = await create.mutateAsync({ body, form_key })
            state.close(
              () =>
                void navigate({ to: '/summary/draft/$id', params: { id: String(summary.id) }, search: {} }),
            )
          }}
        />
      ) : null}
    </RecordWindow>
  )
}

/** how many past years are offered */
const YEARS_OFFERED = 12

/** The title of a new summary of this year. */
const defaultTitle = (year: string) => `Summary of Information ${year}`.trim()

/** The reporting years to choose from, newest first, including those already chosen. */
function yearChoices(now: number, chosen: readonly number[]): string[] {
  const offered = Array.from({ length: YEARS_OFFERED }, (_, back) => now - back)
  return [...new Set([...offered, ...chosen])].sort((a, b) => b - a).map(String)
}

type SummaryFormProps = {
  stored: SummaryInput
  button: string
  save: (input: SummaryInput, form_key: string) => Promise<void>
  state: FormWindow
}

/** The year and title of a summary, its reporting years and regions. */
function SummaryForm({ stored, button, save, state }: SummaryFormProps) {
  const { data: regions, error } = useRegions()
  const form = useFields(SUMMARY, stored)
  const years = yearChoices(manilaYear(useNow()), stored.reporting_years)
  // a default title changes with the year, an edited one stays
  const withYear = (year: string) => ({
    year,
    title: form.values.title === defaultTitle(form.values.year) ? defaultTitle(year) : form.values.title,
  })
  return (
    <RecordForm
      form={form}
      state={state}
      save={(values, send) => send((form_key) => save(SUMMARY.body(values), form_key))}
      button={button}
    >
      <div className={styles.form}>
        <Fields
          of={SUMMARY}
          form={form}
          inputs={{
            year: ({ help: _, ...place }) => (
              <TextInput
                {...place}
                inputMode="numeric"
                onChange={(event) => form.setValues(withYear(event.currentTarget.value))}
              />
            ),
            reporting_years: ({ help, ...place }) => (
              <Checkbox.Group {...place} description={help} className={styles.wide ?? ''}>
                <div className={styles.years}>
                  {years.map((year) => (
                    <Checkbox key={year} value={year} label={year} />
                  ))}
                </div>
              </Checkbox.Group>
            ),
            region_ids: ({ help, ...place }) => (
              <Checkbox.Group
                {...place}
                description={
                  error
                    ? 'The regions could not be loaded. Without a choice it covers the whole country.'
                    : help
                }
                className={styles.wide ?? ''}
              >
                <div className={styles.regions}>
                  {regions?.data.map(({ id, name }) => (
                    <Checkbox key={id} value={String(id)} label={name} />
                  ))}
                </div>
              </Checkbox.Group>
            ),
          }}
        />
      </div>
    </RecordForm>
  )
}
