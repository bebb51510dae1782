import '@mantine/dates/styles.layer.css'
import { Button, Group, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type DayLimits, notADay } from '../../shared/lib/date-range.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { otherDayOf, parseTypedDate } from '../../shared/lib/typed-date.ts'
import { afterPointerUp } from '../lib/after-pointer-up.ts'

const NO_LIMITS: DayLimits = { min: null, max: null }
const MIDNIGHT = '00:00'

/** Whether a text has all digits of a date, so that an error can be shown. */
const isWhole = (text: string): boolean => text.replace(/\D/g, '').length >= 8

type DatePickerProps = {
  label: string
  /** yyyy-mm-dd, with time yyyy-mm-dd HH:mm; null when empty */
  value: string | null
  onChange: (value: string | null) => void
  /** the first and last day offered */
  limits?: DayLimits
  /** a sentence that says why a day is not allowed; null if it is */
  complaintOf?: (day: string) => string | null
  /** hears what is wrong with the text, null if nothing: a form with a day that may be empty must not be sent without it */
  onComplaint?: (complaint: string | null) => void
  withTime?: boolean
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
}

/**
 * A date, typed in the forms of `parseTypedDate` or picked in a calendar, and reported as yyyy-mm-dd (000 §5). What was
 * read is shown in words. An invalid date or a day that is not allowed is reported as null. Its text stays to be corrected, with an
 * error once it is complete, entered or left.
 */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, withTime = false, disabled = false } = props
  const [day = null, timeOfValue = MIDNIGHT] = value?.split(' ') ?? []
  // kept here, since the time may be typed before the day
  const [time, setTime] = useState(timeOfValue)
  if (!withTime) return <DayInput {...props} day={day} onDay={onChange} />

  const shownTime = day === null ? time : timeOfValue
  const tell = (newDay: string | null, newTime: string) =>
    onChange(newDay === null ? null : `${newDay} ${newTime || MIDNIGHT}`)
  return (
    <Group align="flex-start" gap="sm" role="group" aria-label={label}>
      <DayInput {...props} day={day} onDay={(newDay) => tell(newDay, shownTime)} />
      <TextInput
        type="time"
        label="Time"
        aria-label={`${label}, time`}
        value={shownTime}
        disabled={disabled}
        onChange={(event) => {
          setTime(event.currentTarget.value)
          tell(day, event.currentTarget.value)
        }}
      />
    </Group>
  )
}

/** What was read in words, and the other day that may have been meant (S-172). */
function ReadDay(props: { day: string; other: string | null; onChoose: (day: string) => void }) {
  const { day, other, onChoose } = props
  return (
    <Group gap={8} mt={4} role="status">
      <span>Read as {formatDay(day)}.</span>
      {other === null ? null : (
        <Button size="xs" variant="default" onClick={() => onChoose(other)}>
          Did you mean {formatDay(other)}?
        </Button>
      )}
    </Group>
  )
}

type DayInputProps = DatePickerProps & { day: string | null; onDay: (day: string | null) => void }

function DayInput({ day, onDay, ...props }: DayInputProps) {
  const { label, limits = NO_LIMITS, description, required = false, disabled = false } = props
  // the text typed since a day was last chosen
  const [typed, setTyped] = useState<string | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  const [lastTyped, setLastTyped] = useState('')

  const complaintOf = (text: string): string | null => {
    const found = parseTypedDate(text)
    return found === null ? notADay(label) : (props.complaintOf?.(found) ?? null)
  }
  const text = typed ?? day ?? ''
  const complaint = text.trim() === '' ? null : complaintOf(text)
  const { onComplaint } = props
  useEffect(() => onComplaint?.(complaint), [complaint, onComplaint])
  const isSaid = complaint !== null && (!isTyping || isWhole(text))
  const error = (isSaid ? complaint : null) ?? props.error

  return (
    <DateInput
      label={label}
      inputContainer={(input) => (
        <>
          {input}
          {day !== null && parseTypedDate(lastTyped) === day ? (
            <ReadDay day={day} other={otherDayOf(lastTyped)} onChoose={onDay} />
          ) : null}
        </>
      )}
      description={description}
      error={error}
      required={required}
      disabled={disabled}
      value={day}
      valueFormat="YYYY-MM-DD"
      placeholder="yyyy-mm-dd"
      dateParser={parseTypedDate}
      fixOnBlur={complaint === null}
      // the calendar would cover the error
      {...(isSaid && isTyping && { popoverProps: { opened: false } })}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      {...(limits.min === null ? {} : { minDate: limits.min })}
      {...(limits.max === null ? {} : { maxDate: limits.max })}
      onInput={(event: FormEvent<HTMLInputElement>) => {
        const now = event.currentTarget.value
        setTyped(now)
        setLastTyped(now)
        setIsTyping(true)
        if (day !== null && complaintOf(now) !== null) onDay(null)
      }}
      onChange={(chosen) => {
        // a picked day replaces the typed text
        if (chosen === null || parseTypedDate(typed ?? '') !== chosen) setTyped(null)
        onDay(chosen)
      }}
      onKeyDown={({ key }) => key === 'Enter' && setIsTyping(false)}
      onBlur={() => afterPointerUp(() => setIsTyping(false))}
    />
  )
}
