import { Box, Button, Group, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { hasPrincipleFilter, REPORT_OPTIONS, type ReportFilter } from '../../shared/reports/report-filter.ts'
import {
  ALL_PENRO,
  canChooseLevel,
  hasPenroFilter,
  regionFilter,
} from '../../shared/dashboard/report-scope.ts'
import { useActor } from '../lib/useActor.ts'
import { useProvinces, useRegions } from '../places/places.calls.ts'
import { AsOfPicker } from '../ui/AsOfPicker.tsx'
import { usePhone } from '../ui/usePhone.ts'
import { first, named, type Option } from '../ui/options.ts'
import { useErrorFocus } from '../ui/useErrorFocus.ts'

type Form = UseFormReturnType<ReportFilter>

/** Level, region and PENRO; fields that the person may not choose are locked to their own place (000 §2). */
function PlaceFields({ form, regions, provinces }: { form: Form; regions: Option[]; provinces: Option[] }) {
  const actor = useActor()
  const { accessLevel, region, penro } = form.values
  const regionState = regionFilter(actor, accessLevel)
  const isLevelLocked = !canChooseLevel(actor)
  const levels = REPORT_OPTIONS.accessLevel

  // a PENRO belongs to one region
  const chooseRegion = (value: string) => form.setValues({ region: value, penro: '' })
  const penros = region === '' ? [] : [{ value: ALL_PENRO, label: ALL_PENRO }, ...provinces]
  return (
    <>
      <NativeSelect
        {...form.getInputProps('accessLevel')}
        label="Access Level"
        required={!isLevelLocked}
        disabled={isLevelLocked}
        data={isLevelLocked ? [...levels] : first('Select an access level', levels)}
        onChange={(event) => {
          form.setFieldValue('accessLevel', event.currentTarget.value as ReportFilter['accessLevel'])
          chooseRegion('')
        }}
      />
      {regionState === 'hidden' ? null : (
        <NativeSelect
          {...form.getInputProps('region')}
          label="Region"
          required={regionState === 'open'}
          disabled={regionState === 'locked'}
          data={first('Select a region', regions)}
          onChange={(event) => chooseRegion(event.currentTarget.value)}
        />
      )}
      {hasPenroFilter(actor, accessLevel) ? (
        <NativeSelect
          {...form.getInputProps('penro')}
          label="PENRO"
          required
          disabled={region === ''}
          data={penro === '' ? first('Select a PENRO', penros) : penros}
        />
      ) : null}
    </>
  )
}

type ReportFiltersProps = {
  form: Form
  busy: boolean
  onGenerate: (filter: ReportFilter) => void
}

/** The filters of the report and its file format. "Generate report" opens the preview once all is filled in. */
export function ReportFilters({ form, busy, onGenerate }: ReportFiltersProps) {
  const { form: place, toFirstError } = useErrorFocus()
  const isPhone = usePhone()
  const { category, status, principle } = REPORT_OPTIONS
  const regions = named(useRegions().data?.data)
  const provinces = named(useProvinces(Number(form.values.region) || null).data?.data)
  const nameOf = (options: Option[], id: string) => options.find(({ value }) => value === id)?.label ?? id
  const generate = (filter: ReportFilter) => {
    const region_name = nameOf(regions, filter.region)
    onGenerate({ ...filter, region_name, penro_name: nameOf(provinces, filter.penro) })
  }
  return (
    <Box
      component="form"
      ref={place}
      noValidate
      className="list"
      aria-label="Report filters"
      onSubmit={(event) => form.onSubmit(generate, toFirstError)(event)}
    >
      <div className="choices">
        <PlaceFields form={form} regions={regions} provinces={provinces} />
        <NativeSelect
          {...form.getInputProps('category')}
          label="Category"
          required
          data={first('Select a category', category)}
        />
        <NativeSelect
          {...form.getInputProps('status')}
          label="Status"
          required
          data={first('Select a status', status)}
        />
        {hasPrincipleFilter(form.values) ? (
          <NativeSelect
            {...form.getInputProps('principle')}
            label="Principle"
            required={form.values.category === 'Safeguard Activities'}
            data={first('Select a grade', principle)}
          />
        ) : null}
        <AsOfPicker value={form.values.as_of} onChange={(day) => form.setFieldValue('as_of', day)} />
        <NativeSelect
          {...form.getInputProps('downloadAs')}
          label="Download as"
          required
          data={[...REPORT_OPTIONS.downloadAs]}
        />
      </div>
      <Group>
        <Button type="submit" disabled={busy} fullWidth={isPhone}>
          Generate report
        </Button>
      </Group>
    </Box>
  )
}
