import { Checkbox } from '@mantine/core'
import { usePhone } from './usePhone.ts'

const ALL = 'Tick all on this page'

type TickAllProps = {
  /** the rows of the page that can be ticked, and those that are */
  count: number
  ticked: number
  onChange: (isTicked: boolean) => void
}

/** The tick for all rows of the current page; the head of a wide table has no room for its words. */
export function TickAll({ count, ticked, onChange }: TickAllProps) {
  const phone = usePhone()
  return (
    <>
      <span className="visually-hidden">Tick</span>
      {count > 0 ? (
        <Checkbox
          aria-label={ALL}
          {...(phone ? { label: ALL } : {})}
          checked={ticked === count}
          indeterminate={ticked > 0 && ticked < count}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      ) : null}
    </>
  )
}
