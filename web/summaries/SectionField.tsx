import { Button, Group, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatCount } from '../../shared/lib/format.ts'
import { paragraphsComplaint } from '../../shared/lib/plain-text.ts'
import { SECTION_MAX, SECTION_TITLES, type Section } from '../../shared/summaries/sections.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { helpOf } from './parts.ts'
import { NumberPicker } from './NumberPicker.tsx'
import { NumbersInText } from './NumbersInText.tsx'
import { unknownNumbers, withNumber } from './numbers.ts'
import { TextConflict } from './TextConflict.tsx'
import styles from './Section.module.css'
import { TextStatus } from './TextStatus.tsx'
import { useSaveText } from './useSaveText.ts'
import type { SummaryTexts } from './useSummaryTexts.ts'

/** the share of the limit from which the counter is highlighted */
const COUNTER_FROM = 0.8

type SectionFieldProps = {
  summary_id: number
  section: Section
  texts: SummaryTexts
  annex: AnnexRow[]
}

/** One written part: its text, its numbers, and its own save button. */
export function SectionField({ summary_id, section, texts, annex }: SectionFieldProps) {
  const state = texts.stateOf(section)
  const { value, stored, isUnsaved, isOvertaken } = state
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPicking, setPicking] = useState(false)
  const { busy, problem, save } = useSaveText({ summary_id, section, texts })
  const title = SECTION_TITLES[section]
  const length = Array.from(value).length
  const tooLong = paragraphsComplaint(title, SECTION_MAX, value)
  const mayConfirm = stored !== null && stored.taken_from !== null && !isUnsaved

  const insert = (key: string) => {
    const field = area.current
    const marked = { from: field?.selectionStart ?? value.length, to: field?.selectionEnd ?? value.length }
    const { text, caret } = withNumber(value, key, marked)
    texts.type(section, text)
    // after the text is rendered and the window, which returns the focus, has closed
    return () => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    }
  }

  return (
    <div className={styles.section}>
      <Textarea
        ref={area}
        label={title}
        description={helpOf(section)}
        value={value}
        error={tooLong ?? problem ?? unknownNumbers(value, annex)}
        autosize
        minRows={4}
        maxRows={24}
        onChange={(event) => texts.type(section, event.currentTarget.value)}
      />
      <Group justify="space-between" align="flex-start" gap="4px 16px">
        <TextStatus state={state} busy={busy} />
        <p className={styles.counter} data-near={length > SECTION_MAX * COUNTER_FROM || undefined}>
          {formatCount(length)} of {formatCount(SECTION_MAX)} characters
        </p>
      </Group>
      <NumbersInText text={value} annex={annex} />
      {isOvertaken && stored ? (
        <TextConflict
          stored={stored}
          title={title}
          onTakeTheirs={() => texts.drop(section)}
          onSaveOwn={() => void save(texts.readOthers(section))}
        />
      ) : null}
      <Group gap={8}>
        <Button
          size="sm"
          loading={busy}
          disabled={!isUnsaved || isOvertaken || tooLong !== null}
          onClick={() => void save(state.base)}
        >
          <ActionName action="Save" name={title} />
        </Button>
        {mayConfirm ? (
          <Button size="sm" variant="default" disabled={busy} onClick={() => void save(state.base)}>
            <ActionName action="Still correct" name={title} />
          </Button>
        ) : null}
        <Button size="sm" variant="default" onClick={() => setPicking(true)}>
          <ActionName action="Insert a number" name={`into ${title}`} />
        </Button>
        {isUnsaved && !isOvertaken ? (
          <Button size="sm" variant="subtle" disabled={busy} onClick={() => texts.drop(section)}>
            <ActionName action="Undo unsaved changes" name={title} />
          </Button>
        ) : null}
      </Group>
      <NumberPicker
        opened={isPicking}
        annex={annex}
        onClose={() => setPicking(false)}
        onPick={insert}
        onLeft={() => area.current?.focus()}
      />
    </div>
  )
}
