import { Fragment as Pieces } from 'react'
import {
  NOTHING_WRITTEN,
  type Numbers,
  tableName,
  writtenOnWords,
} from '../../../shared/summaries/document-words.ts'
import { tableId } from '../../../shared/summaries/layout.ts'
import { numberReference } from '../../../shared/summaries/references.ts'
import type { Fragment, Paragraph, Written } from '../../../shared/summaries/summary-document.ts'
import { NumberLink } from './NumberLink.tsx'
import styles from './document.module.css'

function Piece({ of, numbers }: { of: Fragment; numbers: Numbers }) {
  if ('ref' in of) return <NumberLink of={of.ref} numbers={numbers} />
  if ('missing' in of) return <mark className={styles.missing}>{numberReference(of.missing)}</mark>
  if ('table' in of) return <a href={`#${tableId(of.table)}`}>{tableName(of.table)}</a>
  return 'name' in of ? of.name : of.text
}

/** A paragraph's words and numbers, without an element of its own. */
export const Pieced = ({ of, numbers }: { of: Paragraph; numbers: Numbers }) =>
  of.map((piece, place) => (
    <Pieces key={place}>
      <Piece of={piece} numbers={numbers} />
    </Pieces>
  ))

type ParagraphsProps = { paragraphs: readonly Paragraph[]; numbers: Numbers }

/** Paragraphs with their numbers; line breaks are preserved. */
export const Paragraphs = ({ paragraphs, numbers }: ParagraphsProps) =>
  paragraphs.map((pieces, at) => (
    <p key={at} className={styles.words}>
      <Pieced of={pieces} numbers={numbers} />
    </p>
  ))

type Props = { of: Written; data_of: string; numbers: Numbers }

/** FMB's text, with the day it was written if that differs from the day of the data. */
export function WrittenPart({ of: { paragraphs, written_on }, data_of, numbers }: Props) {
  if (paragraphs.length === 0) return <p className={styles.none}>{NOTHING_WRITTEN}</p>
  return (
    <>
      <Paragraphs paragraphs={paragraphs} numbers={numbers} />
      {written_on !== null && written_on !== data_of && (
        <p className={styles.small}>{writtenOnWords(written_on)}</p>
      )}
    </>
  )
}
