import type { Grade } from '../../shared/activities/grades.ts'
import type { ApprovedSite } from '../../shared/approved/approved.schema.ts'
import {
  indicatorNumber,
  PRINCIPLE_SHORT_TITLES,
  type PrincipleNumber,
} from '../../shared/principles/principle-titles.ts'
import { GradeMark } from '../lib/GradeMark.tsx'
import styles from './ApprovedPrinciple.module.css'
import { GRADE_IN_PLAIN_WORDS } from './plain-words.ts'

type Principle = ApprovedSite['principles'][number]

/** What each principle asks of a site, for readers who do not know the safeguards (000 §9). */
const PRINCIPLE_IN_PLAIN_WORDS: Record<PrincipleNumber, string> = {
  1: 'The work follows Philippine law and forest policy, on land the partner has a right to use.',
  2: 'People can find out who decides, how money is used and where to complain.',
  3: 'The rights, lands and customs of indigenous peoples and local communities are respected, and nothing starts without their consent.',
  4: 'Everyone the work affects, women and youth among them, can take part in decisions about it.',
  5: 'The people who look after the site get the training and means to do so.',
  6: 'The gains from the forest are shared fairly with those who protect it.',
  7: 'Gains for the climate last: risks such as fire are watched, and cutting does not simply move elsewhere.',
  8: 'Natural forest, threatened plants and animals, and what the forest gives, such as water, are protected.',
}

function Criteria({ principle }: { principle: Principle }) {
  return (
    <details className={styles.criteria}>
      <summary>Criteria and outcome indicators</summary>
      <ol>
        {principle.criteria.map((criteria) => (
          <li key={criteria.order}>
            <p>
              <span>{`${principle.principle_number}.${criteria.order}`}</span> {criteria.title}
            </p>
            <ol>
              {criteria.indicators.map(({ order, title }) => (
                <li key={order}>
                  <p>
                    <span>{indicatorNumber(principle.principle_number, criteria.order, order)}</span> {title}
                  </p>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </details>
  )
}

type Props = { number: PrincipleNumber; grade: Grade; principle: Principle | undefined }

/** One principle: its subject, its grade, what the grade means, and the full wording, folded. */
export function PrincipleCard({ number, grade, principle }: Props) {
  return (
    <li className={styles.card}>
      <GradeMark grade={grade} size="large" aria-hidden="true">
        {number}
      </GradeMark>
      <div>
        <h3>{`Principle ${number}: ${PRINCIPLE_SHORT_TITLES[number]}`}</h3>
        <p className={styles.subject}>{PRINCIPLE_IN_PLAIN_WORDS[number]}</p>
        <p>
          <strong>{grade}.</strong> {GRADE_IN_PLAIN_WORDS[grade]}
        </p>
        {principle && (
          <>
            <p className={styles.wording}>{principle.title}</p>
            {principle.criteria.length > 0 && <Criteria principle={principle} />}
          </>
        )}
      </div>
    </li>
  )
}
