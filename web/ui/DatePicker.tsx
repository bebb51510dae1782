import '@mantine/dates/styles.layer.css'
import { Button, Group, Input, Popover, TextInput } from '@mantine/core'
import { Calendar } from '@mantine/dates'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import type { DayLimits } from '../../shared/lib/date-range.ts'
import { formatDayInWords } from '../../shared/lib/manila-days.ts'
import { readDay, readDays, typedDayComplaint } from '../../shared/lib/typed-date.ts'
import { afterPointerUp } from '../lib/after-pointer-up.ts'

const NO_LIMITS: DayLimits = { min: null, max: null }
const MIDNIGHT = '00:00'

/** Whether a text has all digits of a date, so that an error can be shown. */
const isWhole = (text: string): boolean => text.replace(/\D/g, '').length >= 8

type DayFieldProps = {
  label: string
  /** yyyy-mm-dd, or a text that does not mean one day; null when empty */
  value: string | null
  onChange: (value: string | null) => void
  /** the first and last day offered */
  limits?: DayLimits
  /** a sentence that says why a day is not allowed; null if it is */
  complaintOf?: (day: string) => string | null
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
}

/**
 * A day of a form, typed in the forms of `readDays` or picked in a calendar, and reported as yyyy-mm-dd (000 §5). What was
 * read is shown in words, and a text that can mean two days is asked about (S-172). A text that does not mean one day is
 * reported as it was typed, so that a draft keeps it; the form refuses it with `typedDayComplaint`.
 */
export function DayField({ value, onChange, limits = NO_LIMITS, complaintOf, ...field }: DayFieldProps) {
  const { label, required = false, disabled = false } = field
  const input = useRef<HTMLInputElement>(null)
  // the text as it is typed; null when it is the value
  const [typed, setTyped] = useState<string | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  // what the words under the field are about
  const [lastTyped, setLastTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [month, setMonth] = useState<string>()

  const text = typed ?? value ?? ''
  const days = readDays(text)
  const day = readDay(text)
  const isAsked = days.length > 1
  const complaint =
    text.trim() === '' ? null : day === null ? typedDayComplaint(label, text) : (complaintOf?.(day) ?? null)
  const isSaid = complaint !== null && (!isTyping || (!isAsked && isWhole(text)))

  const openCalendar = (at: string | null = day) => {
    setOpen(true)
    if (at !== null) setMonth(at)
  }
  const type = (text: string) => {
    setTyped(text)
    setLastTyped(text)
    setIsTyping(true)
    openCalendar(readDay(text))
    onChange(text.trim() === '' ? null : (readDay(text) ?? text))
  }
  const choose = (chosen: string | null) => {
    setTyped(null)
    setIsTyping(false)
    onChange(chosen)
    // the button that was pressed goes away
    input.current?.focus()
    setOpen(false)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // the choice between two days is part of the field
    if (isAsked && currentTarget.contains(relatedTarget)) return
    setTyped(null)
    afterPointerUp(() => setIsTyping(false))
  }

  return (
    <Popover
      // the calendar would cover the question and the error
      opened={isOpen && !isAsked && !(isSaid && isTyping)}
      trapFocus={false}
      position="bottom-start"
      disabled={disabled}
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...field}
          ref={input}
          error={(isSaid ? complaint : null) ?? field.error}
          placeholder="yyyy-mm-dd"
          autoComplete="off"
          value={text}
          inputContainer={(control) => (
            <>
              {control}
              <ReadDays
                days={isAsked || readDays(lastTyped).some((read) => read === day) ? days : []}
                onChoose={(chosen) => {
                  setLastTyped(text)
                  choose(chosen)
                }}
              />
            </>
          )}
          rightSection={
            day !== null && !required && !disabled ? (
              <Input.ClearButton aria-label={`Clear ${label}`} onClick={() => choose(null)} />
            ) : null
          }
          wrapperProps={{ onBlur: leave }}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => openCalendar()}
          onClick={() => openCalendar()}
          onBlur={() => setOpen(false)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setOpen(false)
            if (key === 'Enter') setIsTyping(false)
          }}
        />
      </Popover.Target>
      {/* the focus stays in the field */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Calendar
          __preventFocus
          {...(month === undefined ? {} : { date: month })}
          onDateChange={setMonth}
          {...(limits.min === null ? {} : { minDate: limits.min })}
          {...(limits.max === null ? {} : { maxDate: limits.max })}
          getDayProps={(offered) => ({
            selected: offered === day,
            onClick: () => {
              setLastTyped('')
              choose(offered === day && !required ? null : offered)
            },
          })}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What was read in words, or the two days that may be meant to choose from. Announced when it changes. */
const ReadDays = ({ days, onChoose }: { days: string[]; onChoose: (day: string) => void }) => (
  <div aria-live="polite">
    {days.length === 1 ? <p>Read as {days.map(formatDayInWords)}.</p> : null}
    {days.length > 1 ? (
      <Group gap={8} mt={4} role="group" aria-label="Which day do you mean?">
        <span>Which day do you mean?</span>
        {days.map((day) => (
          <Button key={day} size="xs" variant="default" onClick={() => onChoose(day)}>
            {formatDayInWords(day)}
          </Button>
        ))}
      </Group>
    ) : null}
  </div>
)

type DatePickerProps = DayFieldProps & {
  /** the value is yyyy-mm-dd HH:mm */
  withTime?: boolean
}

/**
 * The same where only a day counts, such as a filter: until the text means one day that is allowed, null is reported,
 * and the text stays to be corrected.
 */
export function DatePicker({ withTime = false, ...props }: DatePickerProps) {
  const { label, value, onChange, disabled = false } = props
  const [day = null, timeOfValue = MIDNIGHT] = value?.split(' ') ?? []
  // kept here, since the time may be typed before the day
  const [time, setTime] = useState(timeOfValue)
  if (!withTime) return <AllowedDay {...props} />

  const shownTime = day === null ? time : timeOfValue
  const report = (newDay: string | null, newTime: string) =>
    onChange(newDay === null ? null : `${newDay} ${newTime || MIDNIGHT}`)
  return (
    <Group align="flex-start" gap="sm" role="group" aria-label={label}>
      <AllowedDay {...props} value={day} onChange={(newDay) => report(newDay, shownTime)} />
      <TextInput
        type="time"
        label="Time"
        aria-label={`${label}, time`}
        value={shownTime}
        disabled={disabled}
        onChange={(event) => {
          setTime(event.currentTarget.value)
          report(day, event.currentTarget.value)
        }}
      />
    </Group>
  )
}

function AllowedDay({ value, onChange, ...props }: DayFieldProps) {
  const { complaintOf } = props
  const [refused, setRefused] = useState<string | null>(null)
  const isAllowed = (text: string) => readDay(text) === text && (complaintOf?.(text) ?? null) === null
  return (
    <DayField
      {...props}
      value={value ?? refused}
      onChange={(text) => {
        const day = text !== null && isAllowed(text) ? text : null
        setRefused(day === null ? text : null)
        if (day !== value) onChange(day)
      }}
    />
  )
}
