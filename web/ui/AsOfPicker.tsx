import { asOfComplaint } from '../../shared/lib/as-of.ts'
import { DatePicker } from './DatePicker.tsx'
import { useToday } from './useNow.ts'

type AsOfPickerProps = {
  /** yyyy-mm-dd; '' for now */
  value: string
  onChange: (day: string) => void
}

/** A day as of which something is shown; without one it is shown as it is now. */
export function AsOfPicker({ value, onChange }: AsOfPickerProps) {
  const today = useToday()
  return (
    <DatePicker
      label="As of"
      value={value || null}
      limits={{ min: null, max: today }}
      complaintOf={(day) => asOfComplaint(day, today)}
      onChange={(day) => onChange(day ?? '')}
    />
  )
}
