import { Radio } from '@mantine/core'
import styles from '../ui/ChangesTable.module.css'

/** One field in two states, in words. */
export type Side = { field: string; label: string; theirs: string; mine: string }
/** Which of the two stays. */
export type Choice = 'theirs' | 'mine'

type SideBySideProps = {
  /** what the two columns are called */
  theirs: string
  mine: string
  sides: readonly Side[]
  /** where the person chooses: what was chosen so far, by field */
  chosen?: Readonly<Record<string, Choice>>
  onChoose?: (field: string, choice: Choice) => void
}

/** Two states of a record beside each other, field by field; with `onChoose` one of each pair is chosen (S-144). */
export function SideBySide({ theirs, mine, sides, chosen = {}, onChoose }: SideBySideProps) {
  const cell = (side: Side, choice: Choice, column: string) => (
    <td role="cell" data-label={column}>
      {onChoose ? (
        <Radio
          name={`side-${side.field}`}
          checked={chosen[side.field] === choice}
          label={side[choice] || 'Empty'}
          aria-label={`${side.label}, ${column}: ${side[choice] || 'Empty'}`}
          onChange={() => onChoose(side.field, choice)}
        />
      ) : (
        side[choice] || 'Empty'
      )}
    </td>
  )
  return (
    // roles repeated, because cards on phones take the table's own away
    <table className={styles.table} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {['Field', theirs, mine].map((header) => (
            <th key={header} scope="col" role="columnheader">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sides.map((side) => (
          <tr key={side.field} role="row">
            <th scope="row" role="rowheader">
              {side.label}
            </th>
            {cell(side, 'theirs', theirs)}
            {cell(side, 'mine', mine)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
