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
import { type WrittenBlock, writtenBlocks } from '../../../shared/summaries/written-blocks.ts'
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

type WrittenProps = { of: WrittenBlock; numbers: Numbers; level: 'h3' | 'h4' }

function WrittenBlockOf({ of, numbers, level: Title }: WrittenProps) {
  if (of.kind === 'words') return <Paragraphs paragraphs={[of.paragraph]} numbers={numbers} />
  if (of.kind === 'heading')
    return (
      <Title>
        <Pieced of={of.paragraph} numbers={numbers} />
      </Title>
    )
  const items = of.items.map((item, at) => (
    <li key={at}>
      <Pieced of={item} numbers={numbers} />
    </li>
  ))
  return of.start === null ? (
    <ul className={styles.list}>{items}</ul>
  ) : (
    <ol className={styles.list} start={of.start}>
      {items}
    </ol>
  )
}

type Props = { of: Written; data_of: string; numbers: Numbers; level: 'h3' | 'h4' }

/** FMB's text, with the day it was written if that differs from the day of the data. */
export function WrittenPart({ of, data_of, numbers, level }: Props) {
  const { paragraphs, written_on } = of
  if (paragraphs.length === 0) return <p className={styles.none}>{NOTHING_WRITTEN}</p>
  return (
    <>
      {writtenBlocks(of).map((block, at) => (
        <WrittenBlockOf key={at} of={block} numbers={numbers} level={level} />
      ))}
      {written_on !== null && written_on !== data_of && (
        <p className={styles.small}>{writtenOnWords(written_on)}</p>
      )}
    </>
  )
}
