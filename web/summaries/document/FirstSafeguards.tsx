import type { ReactNode } from 'react'
import { plural } from '../../../shared/lib/format.ts'
import { NOTHING_WRITTEN, type Numbers } from '../../../shared/summaries/document-words.ts'
import { safeguardName } from '../../../shared/summaries/safeguards.ts'
import type { FirstSafeguardPart as SafeguardPart } from '../../../shared/summaries/first-document.ts'
import { Fold } from '../../public/Fold.tsx'
import { Citations } from './Citations.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import styles from './document.module.css'
import { describedId, respectedId } from './first-outline.ts'
import { Paragraphs, WrittenPart } from './Paragraphs.tsx'

type Props = { part: SafeguardPart; data_of: string; numbers: Numbers }

type SafeguardFoldProps = {
  part: SafeguardPart
  id: string
  /** what is inside: "2 principles", "1 table" */
  inside: readonly string[]
  children: ReactNode
}

/** A safeguard that folds under its name and wording. */
const SafeguardFold = ({ part: { safeguard, wording }, id, inside, children }: SafeguardFoldProps) => (
  <section>
    <Fold
      id={id}
      title={
        <>
          <h3>{safeguardName(safeguard)}</h3>
          <span className={styles.wording}>{wording}</span>
        </>
      }
      inside={inside.join(' · ')}
    >
      {children}
    </Fold>
  </section>
)

/** What a safeguard requires, and what it means here. */
export const DescribedSafeguard = ({ part, data_of, numbers }: Props) => {
  const { length } = part.description.paragraphs
  return (
    <SafeguardFold
      part={part}
      id={describedId(part.safeguard)}
      inside={[length === 0 ? NOTHING_WRITTEN : plural(length, 'paragraph')]}
    >
      <WrittenPart of={part.description} data_of={data_of} numbers={numbers} />
    </SafeguardFold>
  )
}

function Principles({ principles }: Pick<SafeguardPart, 'principles'>) {
  return (
    <ul className={styles.principles} aria-label="Principles that answer this safeguard">
      {principles.map(({ principle_number, short_title, is_primary }) => (
        <li key={principle_number}>
          {`Principle ${principle_number}: ${short_title}`}
          {!is_primary && <span className={styles.supporting}> (supporting)</span>}
        </li>
      ))}
    </ul>
  )
}

/** "2 principles", "1 table", "4 statements": what a safeguard's part has, without what it lacks. */
const insideOf = ({ principles, respected: { tables }, statements }: SafeguardPart): string[] =>
  [
    { count: principles.length, one: 'principle' },
    { count: tables.length, one: 'table' },
    { count: statements.length, one: 'statement' },
  ].flatMap(({ count, one }) => (count === 0 ? [] : [plural(count, one)]))

/** How a safeguard is addressed by rules and institutions, and respected in the records. */
export const RespectedSafeguard = ({ part, data_of, numbers }: Props) => (
  <SafeguardFold part={part} id={respectedId(part.safeguard)} inside={insideOf(part)}>
    <Principles principles={part.principles} />
    <h4>How it is addressed</h4>
    <WrittenPart of={part.addressed} data_of={data_of} numbers={numbers} />
    <h4>How it is respected</h4>
    <Paragraphs paragraphs={part.respected.paragraphs} numbers={numbers} />
    {part.respected.tables.map((table) => (
      <DocumentTable key={table.caption} of={table} numbers={numbers} />
    ))}
    {part.statements.length > 0 && (
      <>
        <h4>Statements of approved records</h4>
        <Citations statements={part.statements.map((citation) => ({ citation, earlier: null }))} />
      </>
    )}
  </SafeguardFold>
)
