import styles from './LogPages.module.css'

const COLUMNS = [
  'with nothing saved',
  'by our file store',
  'with a checkpoint you saved, or a mailed line',
  'by a witness',
  'with a time stamp that was saved',
] as const

/** The attacks of `tests/api/public-log-attacks.test.ts`, in words for readers. */
const ATTACKS = [
  'A row of an earlier day is changed',
  'The last days are removed',
  'The whole log is rebuilt without one row',
  'A row is inserted ten days back',
  'The newest rows are cut off',
  'The signing key is replaced',
  'A whole day is removed',
] as const

/** found by comparing with the saved key, and by checkers who know the log by its key */
const KEY = 'The signing key is replaced'

const foundBy = (attack: string, column: string): string => {
  if (column === 'with nothing saved') return 'No'
  const isKept = column.startsWith('with a')
  return attack === KEY && isKept ? 'Yes, with the key you saved' : 'Yes'
}

/** Which method of checking finds which attack. */
export function FoundTable() {
  return (
    <>
      <div className={styles.wide}>
        <table>
          <thead>
            <tr>
              <th scope="col">What is done</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  Found {column}?
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ATTACKS.map((attack) => (
              <tr key={attack}>
                <th scope="row">{attack}</th>
                {COLUMNS.map((column) => (
                  <td key={column}>
                    <span className={styles.short}>Found {column}? </span>
                    {foundBy(attack, column)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul>
        <li>The file store finds it only as long as the same person does not write there as well.</li>
        <li>
          A checkpoint finds it if it was saved after the changed rows were written and before they were
          changed. It does not prove when it was made; a witness and a time stamp do.
        </li>
        <li>
          A witness finds it when it is asked next, within a minute, and a page of the bureau says so. If the
          bureau stops asking it, checkpoints lack its signature.
        </li>
        <li>
          A time stamp proves that a checkpoint existed on that day, also against a person who has our key. It
          finds nothing by itself: keep it with its checkpoint.
        </li>
      </ul>
    </>
  )
}
