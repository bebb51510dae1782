import { Radio } from '@mantine/core'
import styles from '../ui/ChangesTable.module.css'

/** The texts of one field in two states. */
export type Side = { field: string; label: string; theirs: string; mine: string }
/** Which of the two is saved. */
export type Choice = 'theirs' | 'mine'

type SideBySideProps = {
  theirs: string
  mine: string
  sides: readonly Side[]
  /** names the table, and marks one side as gone and the other as new */
  changed?: string
  /** the choices made so far, by field */
  chosen?: Readonly<Record<string, Choice>>
  onChoose?: (field: string, choice: Choice) => void
}

/** Two states of a record, field by field; with `onChoose` the person chooses one of each pair (S-144). */
export function SideBySide({ theirs, mine, sides, changed, chosen = {}, onChoose }: SideBySideProps) {
  const cell = (side: Side, choice: Choice, column: string) => {
    const Text = changed === undefined ? 'span' : choice === 'theirs' ? 'del' : 'ins'
    return (
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
          <Text>{side[choice] || 'Empty'}</Text>
        )}
      </td>
    )
  }
  return (
    // roles repeated, because the cards on phones remove the table's own
    <table className={styles.table} role="table">
      {changed ? <caption className={styles.caption}>{changed}</caption> : null}
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
