import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortened } from '../../../shared/lib/format.ts'
import { KIND_CHOICES } from '../../../shared/review/points.rules.ts'
import type { PointTemplate } from '../../../shared/review/points.schema.ts'
import { templatesQuery } from './templates.calls.ts'

/** the most letters of a usual point in the list */
const SHOWN = 70

type UsualPointsProps = { onChoose: (point: PointTemplate, before: PointTemplate | null) => void }

/** The usual points of the reviewer's office, to start from; absent while there are none. */
export function UsualPoints({ onChoose }: UsualPointsProps) {
  const { data = [] } = useQuery({ ...templatesQuery, retry: false })
  const [chosen, setChosen] = useState('')
  if (data.length === 0) return null
  return (
    <NativeSelect
      label="Usual points of your office"
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        const point = data[Number(value)]
        setChosen(value)
        if (value !== '' && point) onChoose(point, chosen === '' ? null : (data[Number(chosen)] ?? null))
      }}
      data={[
        { value: '', label: 'Choose one to start from' },
        ...data.map(({ kind, text }, place) => ({
          value: String(place),
          label: `${KIND_CHOICES[kind]}: ${shortened(text, SHOWN)}`,
        })),
      ]}
    />
  )
}
