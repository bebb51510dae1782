import { Group } from '@mantine/core'
import { DATE_RANGE_DAYS, type DayRange, rangeComplaint, rangeLimits } from '../../shared/lib/date-range.ts'
import { DatePicker } from './DatePicker.tsx'
import { useToday } from './useNow.ts'

type DateRangeProps = {
  value: DayRange
  onChange: (value: DayRange) => void
  label?: string
  errors?: { start?: string | undefined; end?: string | undefined }
}

/** A range of at most seven days; each picker offers what the other allows, and no start after today. */
export function DateRange({ value, onChange, label = 'Date range', errors = {} }: DateRangeProps) {
  const today = useToday()
  const limits = rangeLimits(value, today)
  return (
    <Group
      align="flex-start"
      gap="sm"
      grow
      wrap="nowrap"
      role="group"
      aria-label={`${label}, at most ${DATE_RANGE_DAYS} days`}
    >
      <DatePicker
        label="Start date"
        value={value.start}
        limits={limits.start}
        complaintOf={(start) => rangeComplaint('start', { ...value, start }, today)}
        error={errors.start}
        onChange={(start) => onChange({ ...value, start })}
      />
      <DatePicker
        label="End date"
        value={value.end}
        limits={limits.end}
        complaintOf={(end) => rangeComplaint('end', { ...value, end }, today)}
        error={errors.end}
        onChange={(end) => onChange({ ...value, end })}
      />
    </Group>
  )
}
