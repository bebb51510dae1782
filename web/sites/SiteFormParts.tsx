import { Checkbox, Input, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { IdName } from '../../shared/lib/replies.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import {
  AREA_LENGTH,
  ARRANGEMENT_LENGTH,
  ELIGIBLE_ACTIVITIES,
  type EligibleActivity,
  IMPLEMENTATION_ARRANGEMENTS,
  needsArrangementDetail,
  PARTNER_LENGTH,
} from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { useMunicipalities, useProvinces, useRegions } from '../places/places.calls.ts'
import { useNow } from '../ui/useNow.ts'
import styles from './SiteForm.module.css'
import {
  areaSum,
  hasNoProvinces,
  type SiteFormValues,
  withActivities,
  withRegion,
  yearChoices,
} from './site-form-values.ts'

export type SiteFormApi = UseFormReturnType<SiteFormValues>

/** Marks where a field stands, so that the first wrong one can be found and focused. */
export const FieldBox = ({ name, children }: { name: keyof SiteFormValues; children: ReactNode }) => (
  <div data-field={name}>{children}</div>
)

const options = (places: IdName[] | undefined, prompt: string) => [
  { value: '', label: prompt },
  ...(places ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
]

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <div className={styles.step}>
    <span className={styles.number} aria-hidden="true">
      {number}
    </span>
    <div className={styles.field}>{children}</div>
  </div>
)

const asId = (text: string): number | null => (text === '' ? null : Number(text))

type PlaceStepsProps = { form: SiteFormApi; regionFixed: boolean }

/** Where the site lies: region, province, municipality, each opening the next (001 §2, C-25). */
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
            data={options(regions, 'Select a Region')}
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
            data={noProvinces ? [{ value: '', label: 'N/A' }] : options(provinces, 'Select a Province')}
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
            data={options(cities, 'Select a Municipality')}
          />
        </FieldBox>
      </Step>
    </Stack>
  )
}

/** Who runs the site, how large it is and in which years. */
export function ProjectFields({ form }: { form: SiteFormApi }) {
  const choices = yearChoices(manilaYear(useNow()))
  const year = (name: keyof typeof choices, label: string) => (
    <FieldBox name={name}>
      <NativeSelect
        {...form.getInputProps(name)}
        label={label}
        required
        data={[{ value: '', label: 'Select a year' }, ...choices[name]]}
      />
    </FieldBox>
  )
  return (
    <>
      <FieldBox name="name_of_partner">
        <TextInput
          {...form.getInputProps('name_of_partner')}
          label="Name of Partner/Implementer"
          required
          maxLength={PARTNER_LENGTH.max}
        />
      </FieldBox>
      <FieldBox name="project_area">
        <TextInput
          {...form.getInputProps('project_area')}
          label="Project Area (hectares)"
          description="As declared in the agreement, up to 4 decimals"
          required
          inputMode="decimal"
          maxLength={AREA_LENGTH.max}
        />
      </FieldBox>
      <div className={styles.years}>
        {year('year_implemented', 'Year Implemented')}
        {year('project_year_start', 'Project Year Start')}
        {year('project_year_end', 'Project Year End')}
      </div>
    </>
  )
}

function AreaSum({ values }: { values: SiteFormValues }) {
  const { sum, equal } = areaSum(values)
  return (
    <p className={styles.sum} data-equal={equal ?? undefined} role="status">
      Sum of the chosen areas: <strong>{sum} ha</strong>
      {values.project_area ? ` of ${values.project_area} ha` : ''}
      {equal === true ? ', equal to the Project Area' : ''}
      {equal === false ? ', not equal to the Project Area yet' : ''}
    </p>
  )
}

/** The five eligible activities, each with its hectares once chosen, and their sum as it is typed. */
export function ActivityFields({ form }: { form: SiteFormApi }) {
  const { values } = form
  const chosen = values.redd_eligible_activities_area
  return (
    <FieldBox name="redd_eligible_activities_area">
      <Checkbox.Group
        label="REDD+ Eligible Activities"
        description="Choose each that applies and enter its hectares"
        required
        value={chosen}
        error={form.errors.redd_eligible_activities_area}
        onChange={(names) => form.setValues(withActivities(values, names as EligibleActivity[]))}
      >
        <div className={styles.activities}>
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
                    maxLength={AREA_LENGTH.max}
                  />
                </FieldBox>
              ) : null}
            </div>
          ))}
          {chosen.length > 0 ? <AreaSum values={values} /> : null}
        </div>
      </Checkbox.Group>
    </FieldBox>
  )
}

/** On what the project rests; Tenure and Others say which (C-42). */
export function ArrangementFields({ form }: { form: SiteFormApi }) {
  const { values } = form
  return (
    <>
      <FieldBox name="implementation_arrangement">
        <Radio.Group
          {...form.getInputProps('implementation_arrangement')}
          label="Implementation Arrangement"
          required
        >
          <div className={styles.choices}>
            {IMPLEMENTATION_ARRANGEMENTS.map((arrangement) => (
              <Radio key={arrangement} value={arrangement} label={arrangement} />
            ))}
          </div>
        </Radio.Group>
      </FieldBox>
      {needsArrangementDetail(values.implementation_arrangement) ? (
        <FieldBox name="implementation_arrangement_others">
          <TextInput
            {...form.getInputProps('implementation_arrangement_others')}
            label="Please specify"
            required
            maxLength={ARRANGEMENT_LENGTH.max}
          />
        </FieldBox>
      ) : null}
      {form.errors.form ? <Input.Error>{form.errors.form}</Input.Error> : null}
    </>
  )
}
