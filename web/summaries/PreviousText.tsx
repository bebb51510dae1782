import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../shared/lib/dates.ts'
import { SECTION_TITLES, type Section } from '../../shared/summaries/sections.ts'
import type { PreviousSummary } from '../../shared/summaries/summary-writing.schema.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { LazyComparison } from './LazyComparison.tsx'
import styles from './Section.module.css'

type PreviousTextProps = {
  previous: PreviousSummary
  section: Section
  /** the text in the field */
  value: string
  onTake: (text: string) => void
}

/** The text of the last frozen summary beside the own one: as it was, or compared word by word. */
export function PreviousText({ previous, section, value, onTake }: PreviousTextProps) {
  const [isCompared, setCompared] = useState(false)
  const { year, texts } = previous
  const title = SECTION_TITLES[section]
  const found = texts.find((one) => one.section === section)
  const text = found?.text ?? ''
  return (
    <section className={styles.previous} aria-label={`${title} in the summary of ${year}`}>
      <p>
        <strong>Summary of {year}</strong>
        {found && text !== '' ? (
          <span className="quiet">, written {formatDate(found.written_at)}</span>
        ) : null}
      </p>
      {text === '' ? <p className="quiet">Nothing was written here.</p> : null}
      {text !== '' && isCompared ? <LazyComparison old={text} now={value} /> : null}
      {text !== '' && !isCompared ? <p className={styles.words}>{text}</p> : null}
      {text === '' ? null : text === value ? (
        <p role="status">Your text is the same.</p>
      ) : (
        <Group gap={8}>
          <Button size="sm" variant="default" onClick={() => onTake(text)}>
            <ActionName action={`Take over the text of ${year}`} name={title} />
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-pressed={isCompared}
            onClick={() => setCompared(!isCompared)}
          >
            <ActionName action="Compare word by word" name={title} />
          </Button>
        </Group>
      )}
    </section>
  )
}
