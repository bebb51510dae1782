import { Button, Group, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCount } from '../../shared/lib/format.ts'
import { paragraphsComplaint } from '../../shared/lib/plain-text.ts'
import { SECTION_MAX, SECTION_TITLES, type Section } from '../../shared/summaries/sections.ts'
import type { Scope } from '../../shared/summaries/number-meaning.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { ActionName } from '../ui/ActionName.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { PartComments } from './comments/PartComments.tsx'
import { helpOf, MARKS_HELP } from './parts.ts'
import { NumberPicker } from './NumberPicker.tsx'
import { NumbersInText, type TypedPlace, TypedNumbers } from './TypedNumbers.tsx'
import { unknownNumbers, wordsAfter, withNumber } from './numbers.ts'
import { PreviousText } from './PreviousText.tsx'
import { TextConflict, TextStatus } from './TextConflict.tsx'
import styles from './Section.module.css'
import { useSaveText } from './useSaveText.ts'
import type { SummaryTexts } from './useSummaryTexts.ts'
import { previousQuery, writersQuery } from './summaries.calls.ts'
import { formatTime } from '../../shared/lib/dates.ts'

/** Names the people who have unsaved text in a part at the moment. */
function OtherWriters({ summary_id, section }: { summary_id: number; section: Section }) {
  const { data: writers = [] } = useQuery(writersQuery(summary_id))
  return (
    <div role="status">
      {writers
        .filter(({ sections }) => sections.includes(section))
        .map(({ name, typed_at }) => (
          <p key={`${name} ${typed_at}`} className={styles.copied}>
            {name} is writing this part and has not saved it yet. Last typed in this summary{' '}
            {formatTime(typed_at)}.
          </p>
        ))}
    </div>
  )
}

/** the share of the limit from which the counter is highlighted */
const COUNTER_FROM = 0.8

type SectionFieldProps = {
  summary_id: number
  section: Section
  texts: SummaryTexts
  annex: AnnexRow[]
  scope: Scope
}

/** One written part: its text, its numbers, its own save button, the text of the last summary, and its comments. */
export function SectionField({ summary_id, section, texts, annex, scope }: SectionFieldProps) {
  const state = texts.stateOf(section)
  const { value, stored, isUnsaved, isOvertaken } = state
  const area = useRef<HTMLTextAreaElement>(null)
  const [picking, setPicking] = useState<{ place: TypedPlace | null } | null>(null)
  const [isPreviousShown, setPreviousShown] = useState(false)
  const { data: previous } = useQuery(previousQuery(summary_id))
  const { busy, problem, save } = useSaveText({ summary_id, section, texts })
  const title = SECTION_TITLES[section]
  const length = Array.from(value).length
  const tooLong = paragraphsComplaint(title, SECTION_MAX, value)
  const mayConfirm = stored !== null && stored.taken_from !== null && !isUnsaved

  const insert = (key: string) => {
    const field = area.current
    const caretPlace = {
      from: field?.selectionStart ?? value.length,
      to: field?.selectionEnd ?? value.length,
    }
    const { text, caret } = withNumber(value, key, picking?.place ?? caretPlace)
    texts.type(section, text)
    // after the text is rendered and the window, which returns the focus, has closed
    return () => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    }
  }

  const takeOver = async (text: string) => {
    const answer =
      !isUnsaved ||
      (await confirm({
        title: 'Replace what you have typed?',
        message: 'Your unsaved text of this part is replaced by that of the earlier summary.',
        confirmLabel: 'Replace',
        cancelLabel: 'Continue editing',
      }))
    if (answer) texts.type(section, text)
  }

  return (
    <div className={styles.section}>
      <OtherWriters summary_id={summary_id} section={section} />
      <div className={isPreviousShown ? styles.sides : undefined}>
        <Textarea
          ref={area}
          label={title}
          description={`${helpOf(section) ?? ''} ${MARKS_HELP}`.trim()}
          value={value}
          error={tooLong ?? problem ?? unknownNumbers(value, annex)}
          autosize
          minRows={4}
          maxRows={24}
          onChange={(event) => texts.type(section, event.currentTarget.value)}
        />
        {isPreviousShown && previous ? (
          <PreviousText
            previous={previous}
            section={section}
            value={value}
            onTake={(text) => void takeOver(text)}
          />
        ) : null}
      </div>
      <Group justify="space-between" align="flex-start" gap="4px 16px">
        <TextStatus state={state} busy={busy} />
        <p className={styles.counter} data-near={length > SECTION_MAX * COUNTER_FROM || undefined}>
          {formatCount(length)} of {formatCount(SECTION_MAX)} characters
        </p>
      </Group>
      <NumbersInText text={value} annex={annex} scope={scope} />
      <TypedNumbers text={value} annex={annex} onReplace={(place) => setPicking({ place })} />
      {isOvertaken && stored ? (
        <TextConflict
          stored={stored}
          title={title}
          mine={value}
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
        <Button size="sm" variant="default" onClick={() => setPicking({ place: null })}>
          <ActionName action="Insert a number" name={`into ${title}`} />
        </Button>
        {previous ? (
          <Button
            size="sm"
            variant="default"
            aria-expanded={isPreviousShown}
            onClick={() => setPreviousShown(!isPreviousShown)}
          >
            <ActionName
              action={isPreviousShown ? `Hide the text of ${previous.year}` : `Text of ${previous.year}`}
              name={title}
            />
          </Button>
        ) : null}
        {isUnsaved && !isOvertaken ? (
          <Button size="sm" variant="subtle" disabled={busy} onClick={() => texts.drop(section)}>
            <ActionName action="Undo unsaved changes" name={title} />
          </Button>
        ) : null}
      </Group>
      <PartComments section={section} />
      <NumberPicker
        opened={picking !== null}
        annex={annex}
        scope={scope}
        start={picking?.place ? wordsAfter(value, picking.place.to, annex) : ''}
        onClose={() => setPicking(null)}
        onPick={insert}
        onLeft={() => area.current?.focus()}
      />
    </div>
  )
}
