import { Box, Checkbox, Group, Input, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { IdName } from '../../shared/lib/replies.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import {
  ELIGIBLE_ACTIVITIES,
  type EligibleActivity,
  FORM_FIELDS,
  type FormPart,
  type Having,
  IMPLEMENTATION_ARRANGEMENTS,
  SITE_FIELDS,
} from '../../shared/sites/sites.fields.ts'
import { needsArrangementDetail } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { useMunicipalities, useProvinces, useRegions } from '../places/places.calls.ts'
import { FormPoints } from '../review/points/record-points.tsx'
import { first, named } from '../ui/options.ts'
import { useNow } from '../ui/useNow.ts'
import { fieldOfPoint } from './form-points.ts'
import styles from './SiteForm.module.css'
import {
  areaSum,
  hasNoProvinces,
  type SiteFormValues,
  withActivities,
  withRegion,
  yearChoices,
} from './site-form-values.ts'

type SiteFormApi = UseFormReturnType<SiteFormValues>

type FieldBoxProps = {
  name: keyof SiteFormValues
  /** fields that have no place of their own now */
  alsoOf?: readonly (keyof SiteFormValues)[]
  children: ReactNode
}

/** The place of a field and of the points about it; the first one with an error can be focused. */
export const FieldBox = ({ name, alsoOf = [], children }: FieldBoxProps) => (
  <div data-field={name}>
    {children}
    <FormPoints
      place={(point) => {
        const field = fieldOfPoint(point)
        return field !== null && (field === name || alsoOf.includes(field))
      }}
    />
  </div>
)

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <Group align="flex-start" gap="sm" wrap="nowrap">
    <span className={styles.number} aria-hidden="true">
      {number}
    </span>
    <Box flex={1} miw={0}>
      {children}
    </Box>
  </Group>
)

const asId = (text: string): number | null => (text === '' ? null : Number(text))

type PlaceStepsProps = { form: SiteFormApi; regionFixed: boolean }

/** Region, province and municipality, each enabled by the one before (001 §2, C-25). */
export function PlaceSteps({ form, regionFixed }: PlaceStepsProps) {
  const actor = useActor()
  const { values } = form
  const noProvinces = hasNoProvinces(values.region_id)
  const regions = useRegions().data?.data
  const ownProvince = ({ id }: IdName) => actor.province_id === null || id === actor.province_id
  const provinces = useProvinces(asId(values.region_id)).data?.data.filter(ownProvince)
  const cities = useMunicipalities(asId(values.region_id), asId(values.province_id)).data?.data
  return (
    <Stack gap="md">
      <Step number={1}>
        <FieldBox name="region_id">
          <NativeSelect
            {...form.getInputProps('region_id')}
            label="Select a Region"
            required
            description={regionFixed ? 'Fixed: the region of your office' : undefined}
            disabled={regionFixed}
            data={first('Select a Region', named(regions))}
            onChange={(event) => form.setValues(withRegion(values, event.currentTarget.value))}
          />
        </FieldBox>
      </Step>
      <Step number={2}>
        <FieldBox name="province_id">
          <NativeSelect
            {...form.getInputProps('province_id')}
            label="Select a Province"
            required={!noProvinces}
            disabled={values.region_id === '' || noProvinces}
            data={noProvinces ? [{ value: '', label: 'N/A' }] : first('Select a Province', named(provinces))}
            onChange={(event) => form.setValues({ province_id: event.currentTarget.value, city_id: '' })}
          />
        </FieldBox>
      </Step>
      <Step number={3}>
        <FieldBox name="city_id">
          <NativeSelect
            {...form.getInputProps('city_id')}
            label="Select a Municipality"
            required
            disabled={!noProvinces && values.province_id === ''}
            data={first('Select a Municipality', named(cities))}
          />
        </FieldBox>
      </Step>
    </Stack>
  )
}

type PartProps = { form: SiteFormApi }

function YearFields({ form }: PartProps) {
  const choices = yearChoices(manilaYear(useNow()))
  return (
    <div className="tiles" data-tile="small">
      {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
        <FieldBox key={name} name={name}>
          <NativeSelect
            {...form.getInputProps(name)}
            label={SITE_FIELDS[name].label}
            required
            data={[{ value: '', label: 'Select a year' }, ...choices[name]]}
          />
        </FieldBox>
      ))}
    </div>
  )
}

function LineField({ form, name }: PartProps & { name: Having<'input'> }) {
  const { type, form: part } = SITE_FIELDS[name]
  if (part.part !== 'line') return null
  return (
    <FieldBox name={name}>
      <TextInput
        {...form.getInputProps(name)}
        label={part.label}
        description={part.help}
        required={part.required}
        inputMode={type === 'hectares' ? 'decimal' : undefined}
      />
    </FieldBox>
  )
}

/** The fields of the additional information in the order of the table, each with its component. */
export function ProjectFields({ form }: PartProps) {
  return FORM_FIELDS.map((name) => {
    const { part } = SITE_FIELDS[name].form
    if (part === 'line') return <LineField key={name} form={form} name={name} />
    const Part = PARTS[part]
    return Part ? <Part key={name} form={form} /> : null
  })
}

function AreaSum({ values }: { values: SiteFormValues }) {
  const { sum, equal } = areaSum(values)
  return (
    <p className="pill" data-tone={equal === null ? undefined : equal ? 'success' : 'warning'} role="status">
      Sum of the chosen areas: <strong>{sum} ha</strong>
      {values.project_area ? ` of ${values.project_area} ha` : ''}
      {equal === true ? ', equal to the Project Area' : ''}
      {equal === false ? ', not equal to the Project Area yet' : ''}
    </p>
  )
}

/** The five eligible activities, each with its hectares once chosen, and their sum while typing. */
function ActivityFields({ form }: PartProps) {
  const { values } = form
  const chosen = values.redd_eligible_activities_area
  return (
    <FieldBox
      name="redd_eligible_activities_area"
      alsoOf={ELIGIBLE_ACTIVITIES.filter(({ name }) => !chosen.includes(name)).map(({ field }) => field)}
    >
      <Checkbox.Group
        label="REDD+ Eligible Activities"
        description="Choose each that applies and enter its hectares"
        required
        value={chosen}
        error={form.errors.redd_eligible_activities_area}
        onChange={(names) => form.setValues(withActivities(values, names as EligibleActivity[]))}
      >
        <Stack gap="sm" mt={8}>
          {ELIGIBLE_ACTIVITIES.map(({ name, field }) => (
            <div key={field} className={styles.activity}>
              <Checkbox value={name} label={name} />
              {chosen.includes(name) ? (
                <FieldBox name={field}>
                  <TextInput
                    {...form.getInputProps(field)}
                    label={
                      <span>
                        Area in hectares<span className="visually-hidden">: {name}</span>
                      </span>
                    }
                    required
                    inputMode="decimal"
                  />
                </FieldBox>
              ) : null}
            </div>
          ))}
          {chosen.length > 0 ? <AreaSum values={values} /> : null}
        </Stack>
      </Checkbox.Group>
    </FieldBox>
  )
}

/** The arrangements of the project; Tenure and Others ask which (C-42). */
function ArrangementFields({ form }: PartProps) {
  const { values } = form
  return (
    <>
      <FieldBox name="implementation_arrangement">
        <Radio.Group
          {...form.getInputProps('implementation_arrangement')}
          label="Implementation Arrangement"
          required
        >
          <Group gap="12px 24px" mt={8}>
            {IMPLEMENTATION_ARRANGEMENTS.map((arrangement) => (
              <Radio key={arrangement} value={arrangement} label={arrangement} />
            ))}
          </Group>
        </Radio.Group>
      </FieldBox>
      {needsArrangementDetail(values.implementation_arrangement) ? (
        <FieldBox name="implementation_arrangement_others">
          <TextInput
            {...form.getInputProps('implementation_arrangement_others')}
            label="Please specify"
            required
          />
        </FieldBox>
      ) : null}
      {form.errors.form ? <Input.Error>{form.errors.form}</Input.Error> : null}
    </>
  )
}

/**
 * The component of each part; null for places and files, which are elsewhere, and for `within`, which its field
 * renders.
 */
const PARTS: Record<Exclude<FormPart['part'], 'line'>, ((props: PartProps) => ReactNode) | null> = {
  years: YearFields,
  activities: ActivityFields,
  arrangement: ArrangementFields,
  place: null,
  document: null,
  within: null,
}
