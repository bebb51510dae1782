import { Box, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Covers } from '../../../shared/land/covers.ts'
import { useAllProvinces, useRegions } from '../../places/places.calls.ts'
import { first, named } from '../../ui/options.ts'

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
            <Box mt={8} className="tiles" data-tile="small" data-kept>
              {regions.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </Box>
          </Checkbox.Group>
          <NativeSelect
            label="Single provinces"
            value=""
            data={first('Add a province', named(others))}
            onChange={(event) =>
              onChange({ ...value, provinces: [...value.provinces, Number(event.currentTarget.value)] })
            }
          />
          <Group gap={8} mt="md">
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
          </Group>
        </>
      ) : null}
    </Stack>
  )
}
