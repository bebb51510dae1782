import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import { type CrosswalkDifference, crosswalkWords } from '../../shared/summaries/crosswalk.rules.ts'
import styles from './Crosswalk.module.css'

/** Old and new where they differ, else nothing. */
function Changed({ before, after }: { before: string; after: string }) {
  if (before === after) return null
  return (
    <p>
      <del>{before}</del> <ins>{after}</ins>
    </p>
  )
}

/** What differs between two versions, principle by principle. */
export function CrosswalkDifferences({ differences }: { differences: CrosswalkDifference[] }) {
  if (differences.length === 0) return <p>Nothing differs.</p>
  return (
    <ul className={styles.differences}>
      {differences.map(({ principle_number, before, after }) => (
        <li key={principle_number}>
          <p className={styles.head}>
            Principle {principle_number}: {PRINCIPLE_SHORT_TITLES[principle_number as PrincipleNumber]}
          </p>
          <Changed before={crosswalkWords(before)} after={crosswalkWords(after)} />
          <Changed before={before.why} after={after.why} />
        </li>
      ))}
    </ul>
  )
}
