import { safeguardName } from '../../../shared/summaries/safeguards.ts'
import type { SafeguardPart } from '../../../shared/summaries/summary-document.ts'
import { Citations } from './Citations.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import styles from './document.module.css'
import type { Numbers } from '../../../shared/summaries/document-words.ts'
import { describedId, respectedId } from './outline.ts'
import { Paragraphs, WrittenPart } from './Paragraphs.tsx'

type Props = { part: SafeguardPart; data_of: string; numbers: Numbers }

/** What a safeguard requires, and what it means here. */
export const DescribedSafeguard = ({ part, data_of, numbers }: Props) => (
  <section>
    <h3 id={describedId(part.safeguard)}>{safeguardName(part.safeguard)}</h3>
    <p className={styles.wording}>{part.wording}</p>
    <WrittenPart of={part.description} data_of={data_of} numbers={numbers} />
  </section>
)

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

/** How a safeguard is addressed by rules and institutions, and respected in the records. */
export const RespectedSafeguard = ({ part, data_of, numbers }: Props) => (
  <section>
    <h3 id={respectedId(part.safeguard)}>{safeguardName(part.safeguard)}</h3>
    <p className={styles.wording}>{part.wording}</p>
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
        <Citations statements={part.statements} />
      </>
    )}
  </section>
)
