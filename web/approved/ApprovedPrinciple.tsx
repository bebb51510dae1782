import { gradeIn } from '../../shared/activities/grade-words.ts'
import type { Grade } from '../../shared/activities/grades.ts'
import type { ApprovedSite } from '../../shared/approved/approved.schema.ts'
import { indicatorNumber, type PrincipleNumber } from '../../shared/principles/principle-numbers.ts'
import { principleIn } from '../../shared/principles/principle-words.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { GradeMark } from '../lib/GradeMark.tsx'
import { useTexts } from '../lib/texts.tsx'
import styles from './ApprovedPrinciple.module.css'
import { meaningOf } from './plain-words.ts'

type Principle = ApprovedSite['principles'][number]

/** What each principle asks of a site, for readers who do not know the safeguards (000 §9). */
const IN_PLAIN_WORDS = {
  1: 'site.principle_1',
  2: 'site.principle_2',
  3: 'site.principle_3',
  4: 'site.principle_4',
  5: 'site.principle_5',
  6: 'site.principle_6',
  7: 'site.principle_7',
  8: 'site.principle_8',
} as const satisfies Record<PrincipleNumber, PlainKey>

/** The wording of the criteria as the bureau wrote them, in English. */
function Criteria({ principle }: { principle: Principle }) {
  const { t } = useTexts()
  return (
    <details className={styles.criteria}>
      <summary>{t('site.criteria')}</summary>
      <ol lang="en">
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
  const { t } = useTexts()
  return (
    <li className={styles.card}>
      <GradeMark grade={grade} size="large" aria-hidden="true">
        {number}
      </GradeMark>
      <div>
        <h3>{t('approved.principle', { number, what: principleIn(t, number) })}</h3>
        <p className={styles.subject}>{t(IN_PLAIN_WORDS[number])}</p>
        <p>
          <strong>{gradeIn(t, grade)}.</strong> {meaningOf(t, grade)}
        </p>
        {principle && (
          <>
            <p className={styles.wording} lang="en">
              {principle.title}
            </p>
            {principle.criteria.length > 0 && <Criteria principle={principle} />}
          </>
        )}
      </div>
    </li>
  )
}
