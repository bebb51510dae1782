import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CoversInput, LayerVersion } from '../../../shared/land/layers.schema.ts'
import { useAllProvinces, useRegions } from '../../places/places.calls.ts'
import { first, named } from '../../ui/options.ts'
import styles from './Layers.module.css'

/** What a version covers, as it is chosen: by its features, the whole country, or places by their ids. */
export type Covers = { by: 'touched' | 'country' | 'places'; regions: number[]; provinces: number[] }

/** What a version covers, to be changed or continued by the next one. */
export const coversOf = (version: Pick<LayerVersion, 'covers' | 'covers_touched'> | null): Covers => ({
  by: !version || version.covers_touched ? 'touched' : version.covers === null ? 'country' : 'places',
  regions: version?.covers?.regions.map(({ id }) => id) ?? [],
  provinces: version?.covers?.provinces.map(({ id }) => id) ?? [],
})

export const coversInput = ({ by, regions, provinces }: Covers): CoversInput =>
  by === 'places' ? { regions, provinces } : by

const CHOICES = [
  { value: 'touched', label: 'The provinces that its features touch' },
  { value: 'country', label: 'The whole country' },
  { value: 'places', label: 'Regions and provinces that I choose' },
]

type CoversFieldProps = { value: Covers; error?: ReactNode; onChange: (value: Covers) => void }

/** Where a version knows the land. Elsewhere a site is "not covered", never "nothing found". */
export function CoversField({ value, error, onChange }: CoversFieldProps) {
  const regions = useRegions().data?.data ?? []
  const provinces = useAllProvinces().data?.data ?? []
  const chosen = provinces.filter(({ id }) => value.provinces.includes(id))
  const others = provinces.filter(({ id }) => !value.provinces.includes(id))
  return (
    <Stack gap="xs">
      <NativeSelect
        label="What it covers"
        description="Elsewhere a site says “not covered”: that nothing is drawn there does not mean that nothing is there."
        value={value.by}
        data={CHOICES}
        error={error}
        onChange={(event) => onChange({ ...value, by: event.currentTarget.value as Covers['by'] })}
      />
      {value.by === 'places' ? (
        <>
          <Checkbox.Group
            label="Whole regions"
            value={value.regions.map(String)}
            onChange={(ids) => onChange({ ...value, regions: ids.map(Number) })}
          >
            <div className={styles.regions}>
              {regions.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </div>
          </Checkbox.Group>
          <NativeSelect
            label="Single provinces"
            value=""
            data={first('Add a province', named(others))}
            onChange={(event) =>
              onChange({ ...value, provinces: [...value.provinces, Number(event.currentTarget.value)] })
            }
          />
          <div className={styles.actions}>
            {chosen.map(({ id, name }) => (
              <Button
                key={id}
                size="compact-sm"
                variant="default"
                onClick={() => onChange({ ...value, provinces: value.provinces.filter((one) => one !== id) })}
              >
                Remove {name}
              </Button>
            ))}
          </div>
        </>
      ) : null}
    </Stack>
  )
}
