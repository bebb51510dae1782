import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { SECTION_TITLES } from '../../shared/summaries/sections.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { type DraftOf, useDraft } from '../drafts/useDraft.ts'
import { Notice } from '../ui/Notice.tsx'
import { draftOfComment } from './comments/comments-context.tsx'
import styles from './Section.module.css'
import { draftOfTexts, unsavedParts } from './texts-draft.ts'

type Words = { title: string; text: string }
type UnsavedProps<Values extends object> = {
  of: DraftOf<Values>
  wordsOf: (values: Values) => readonly Words[]
}

function Unsaved<Values extends object>({ of, wordsOf }: UnsavedProps<Values>) {
  const { restored } = useDraft(of)
  const typed = restored ? wordsOf(restored.values) : []
  if (!restored || typed.length === 0) return null
  return (
    <Notice tone="warning" title="You had not saved this when the summary was frozen">
      <p>It is no part of the summary and cannot be saved any more. Copy what you still need.</p>
      {typed.map(({ title, text }) => (
        <Fragment key={title}>
          <p>
            <strong>{title}</strong>
          </p>
          <p className={styles.words}>{text}</p>
        </Fragment>
      ))}
      <Button size="sm" mt="sm" variant="default" onClick={restored.discard}>
        Discard it
      </Button>
    </Notice>
  )
}

/** What this person typed into a draft that was frozen before they saved it, so that no word is lost. */
export const UnsavedWords = ({ shown: { summary, texts } }: { shown: Summary }) => (
  <>
    <Unsaved
      of={draftOfTexts(summary)}
      wordsOf={(typed) =>
        unsavedParts(typed, texts).map((section) => ({
          title: SECTION_TITLES[section],
          text: typed[section]?.text ?? '',
        }))
      }
    />
    <Unsaved
      of={draftOfComment(summary)}
      wordsOf={({ text }) => (text.trim() === '' ? [] : [{ title: 'A comment', text }])}
    />
  </>
)
