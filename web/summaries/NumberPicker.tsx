import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { plural } from '../../shared/lib/format.ts'
import { meaningOf, type Scope } from '../../shared/summaries/number-meaning.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { useHasChanged } from '../lib/useHasChanged.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { RecordWindow, WindowFooter } from '../ui/RecordWindow.tsx'
import { findNumbers, MAX_NUMBERS, valueWords } from './numbers.ts'
import styles from './Section.module.css'

/** "3 numbers", or that only the first are listed */
function resultWords(count: number): string {
  if (count === 0) return 'No number of the annex matches all of these words.'
  if (count > MAX_NUMBERS)
    return `The first ${MAX_NUMBERS} of ${count} numbers. Type more words to narrow them down.`
  return plural(count, 'number')
}

type PickerProps = {
  opened: boolean
  annex: AnnexRow[]
  /** what the summary covers: each number says what it counts of it */
  scope: Scope
  /** the words that the search begins with */
  start: string
  onClose: () => void
  /** inserts the number; the returned function runs after the window has closed */
  onPick: (key: string) => () => void
  /** the window has closed without a choice */
  onLeft: () => void
}

/** A window that searches the numbers of the annex; choosing one closes it. */
export function NumberPicker({ opened, annex, scope, start, onClose, onPick, onLeft }: PickerProps) {
  const [words, setWords] = useState(start)
  const box = useRef<HTMLInputElement>(null)
  const after = useRef<(() => void) | null>(null)
  const begun = opened ? start : null
  if (useHasChanged(begun) && begun !== null) setWords(begun)
  useEffect(() => {
    if (opened) box.current?.focus()
  }, [opened, start])
  const found = findNumbers(annex, words)

  const pick = (key: string) => {
    after.current = onPick(key)
    onClose()
  }

  return (
    <RecordWindow
      opened={opened}
      title="Insert a number"
      size="lg"
      onClose={onClose}
      onExited={() => {
        const run = after.current ?? onLeft
        after.current = null
        run()
      }}
    >
      <TextInput
        ref={box}
        type="search"
        label="Search the annex"
        description="By measure, region, year or indicator"
        leftSection={<SearchIcon size={16} />}
        value={words}
        data-autofocus
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <p className={styles.count} role="status">
        {resultWords(found.length)}
      </p>
      <ul className={styles.found}>
        {found.slice(0, MAX_NUMBERS).map((row) => (
          <li key={row.key}>
            <button type="button" onClick={() => pick(row.key)}>
              <span>{row.measure}</span>
              <span className={styles.value}>{valueWords(row)}</span>
              <span className={styles.where}>{meaningOf(row, scope)}</span>
            </button>
          </li>
        ))}
      </ul>
      <WindowFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </WindowFooter>
    </RecordWindow>
  )
}
