import { Button, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Level } from '../../shared/access/levels.ts'
import { canSetDemand, demandErrors, firstDemandedDay } from '../../shared/factors/demands.policy.ts'
import { type Demand, type FactorDemand, factorsApi } from '../../shared/factors/factors.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { typedDayComplaint } from '../../shared/lib/typed-date.ts'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { errorsOfForm } from '../lib/failures.ts'
import { DayField } from '../ui/DatePicker.tsx'
import { fail } from '../ui/fail.ts'
import { notifyDone } from '../ui/notify.ts'
import { Panel } from '../ui/Panel.tsx'
import { useToday } from '../ui/useNow.ts'
import { useOnce } from '../ui/useOnce.ts'

/** The people of a level, within a sentence. */
const LEVELS_OF_PEOPLE: Record<Level, string> = {
  FMB: 'people of FMB',
  Region: 'people of the regions',
  PENRO: 'people of the PENROs',
}

const WORDS: Record<Demand, { label: string; description: string }> = {
  off: {
    label: 'Not asked',
    description: 'People log in with their password. A factor they have set up is asked.',
  },
  offered: { label: 'Offered', description: 'People are asked to set one up, and can work without.' },
  required: { label: 'Required', description: 'From a chosen day, people cannot work without one.' },
}

/** What one level demands, with how many of its people have a second factor. */
export function DemandForm({ stored }: { stored: FactorDemand }) {
  const { access_level, demand, required_from, revision, people, with_factor } = stored
  const maySet = canSetDemand(useActor()).ok
  const setDemand = useChange(factorsApi.setDemand)
  const form = useForm<Pick<FactorDemand, 'demand' | 'required_from'>>({
    initialValues: { demand, required_from },
  })
  const today = useToday()
  const errorOf = (values: Pick<FactorDemand, 'demand' | 'required_from'>) =>
    (values.required_from === null ? null : typedDayComplaint('Required from', values.required_from)) ??
    demandErrors(values, { stored: required_from, today }).required_from?.[0] ??
    null
  const isRequired = form.values.demand === 'required'

  const save = useOnce(async () => {
    const values = {
      demand: form.values.demand,
      required_from: isRequired ? form.values.required_from : null,
    }
    const error = errorOf(values)
    if (error !== null) return form.setFieldError('required_from', error)
    try {
      await setDemand.mutateAsync({ body: { access_level, revision, ...values } })
      notifyDone(`Saved: what ${LEVELS_OF_PEOPLE[access_level]} need to log in.`)
    } catch (error) {
      const errors = errorsOfForm(error, values)
      if (Object.keys(errors).length === 0) return fail(error)
      form.setErrors(errors)
    }
  })

  return (
    <Panel title={`P${LEVELS_OF_PEOPLE[access_level].slice(1)}`}>
      <p>
        {formatCount(with_factor)} of {formatCount(people)} have a second factor.
        {stored.updated_by_name
          ? ` Set by ${stored.updated_by_name} on ${formatDate(stored.updated_at)}.`
          : ''}
      </p>
      {maySet ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Stack align="flex-start">
            <Radio.Group label="Second factor" {...form.getInputProps('demand')}>
              <Stack gap="xs" mt="xs">
                {Object.entries(WORDS).map(([value, { label, description }]) => (
                  <Radio key={value} value={value} label={label} description={description} />
                ))}
              </Stack>
            </Radio.Group>
            {isRequired ? (
              <DayField
                label="Required from"
                required
                description="People without one are mailed 14 days before."
                value={form.values.required_from}
                onChange={(day) => form.setFieldValue('required_from', day)}
                limits={{ min: firstDemandedDay(today), max: null }}
                complaintOf={(day) => errorOf({ demand: 'required', required_from: day })}
                error={form.errors.required_from}
              />
            ) : null}
            <Button type="submit">Save</Button>
          </Stack>
        </form>
      ) : (
        <p>
          Second factor: {WORDS[demand].label}
          {required_from ? ` from ${formatDate(required_from)}` : ''}. {WORDS[demand].description}
        </p>
      )}
    </Panel>
  )
}
