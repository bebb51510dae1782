import { NativeSelect } from '@mantine/core'
import {
  CATEGORIES,
  type DashboardChoice,
  visibleFilters,
  scopeChoices,
  scopeName,
  ALL_PRINCIPLE,
} from '../../shared/dashboard/dashboard.rules.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../../shared/principles/principle-titles.ts'
import { REPORT_OPTIONS } from '../../shared/reports/report-filter.ts'
import { ALL_PENRO } from '../../shared/dashboard/report-scope.ts'
import { useActor } from '../lib/useActor.ts'
import { useProvinces, useRegions } from '../places/places.calls.ts'
import { first, named, type Option } from '../ui/options.ts'
import type { ChoiceState } from './useDashboardChoice.ts'

const option = (value: string | number, label: string) => ({ value: String(value), label })

type SelectProps = {
  label: string
  of: keyof DashboardChoice
  locked?: boolean
  options: Option[]
}

/** The filters of the table and the charts: scope, place, category and grade (000 §2). */
export function DashboardFilters({ choice, choose }: ChoiceState) {
  const actor = useActor()
  const regions = useRegions()
  const provinces = useProvinces(Number(choice.region) || null)
  const shown = visibleFilters(actor, choice)

  const select = ({ label, of, locked = false, options }: SelectProps) => (
    <NativeSelect
      label={label}
      value={choice[of]}
      disabled={locked}
      data={options}
      onChange={(event) => choose({ [of]: event.currentTarget.value })}
    />
  )
  return (
    <section className="panel choices" aria-label="Filters">
      {select({
        label: 'Access Level',
        of: 'accessLevel',
        locked: shown.level === 'locked',
        options: scopeChoices(actor).map((level) => option(level, scopeName(level))),
      })}
      {shown.region === 'hidden'
        ? null
        : select({
            label: 'Region',
            of: 'region',
            locked: shown.region === 'locked',
            options:
              shown.region === 'open'
                ? first('All regions', named(regions.data?.data))
                : named(regions.data?.data),
          })}
      {shown.penro === 'hidden'
        ? null
        : select({
            label: 'PENRO',
            of: 'penro',
            locked: shown.penro === 'locked',
            options: first(ALL_PENRO, named(provinces.data?.data)),
          })}
      {select({ label: 'Category', of: 'category', options: CATEGORIES.map((one) => option(one, one)) })}
      {select({
        label: 'Principle',
        of: 'grade',
        locked: shown.principle === 'locked',
        options: REPORT_OPTIONS.principle.map(({ value, label }) =>
          option(value === ALL_PRINCIPLE ? '' : value, label),
        ),
      })}
      {choice.grade === ''
        ? null
        : select({
            label: 'Graded so at',
            of: 'principle',
            options: [
              option('', 'Any principle'),
              ...PRINCIPLE_NUMBERS.map((number) =>
                option(number, `${number} ${PRINCIPLE_SHORT_TITLES[number]}`),
              ),
            ],
          })}
    </section>
  )
}
