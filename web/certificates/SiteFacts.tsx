import { gradeIn } from '../../shared/activities/grade-words.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import { type CertifiedSite, factsOf, gradesOf, gradesTitle } from '../../shared/certificates/certificate.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-numbers.ts'
import { principleIn } from '../../shared/principles/principle-words.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { EN } from '../../shared/texts/en.ts'
import { SOURCE } from '../../shared/texts/languages.ts'
import { type Translate, translator } from '../../shared/texts/translate.ts'
import { EligibleActivities } from '../lib/EligibleActivities.tsx'
import { GradeMark } from '../lib/GradeMark.tsx'
import { useTexts } from '../lib/texts.tsx'
import styles from './Certificate.module.css'

const english = translator(EN)

/** The same in the official English, beside its translation: what counts. Nothing on a page in English. */
export const InEnglish = ({ say }: { say: (t: Translate) => string }) =>
  useTexts().language.code === SOURCE ? null : (
    <span className={styles.english} lang={SOURCE}>{` (${say(english)})`}</span>
  )

/** The partner and place of a certified site, at the head of the certificate and of the check page. */
export const SiteTitle = ({ site, level }: { site: CertifiedSite; level: 'h1' | 'h3' }) => {
  const Heading = level
  return (
    <>
      <Heading className={styles.partner}>{site.name_of_partner}</Heading>
      <p className={styles.place}>{[site.city, site.province, site.region].filter(Boolean).join(', ')}</p>
    </>
  )
}

/** The certified data of the site. */
export const SiteFacts = ({ site }: { site: CertifiedSite }) => {
  const { t } = useTexts()
  return (
    <dl className={styles.facts}>
      {factsOf(t, site).map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The eligible activities of the site. */
export const ActivityTable = ({ site }: { site: CertifiedSite }) => (
  <EligibleActivities className={styles.areas} site={site} written={(hectares) => formatHectares(hectares)} />
)

/** The eight grades in words, each with its mark, whose shape is distinct on paper without colours. */
export const GradeTable = ({ site }: { site: CertifiedSite }) => {
  const { t } = useTexts()
  const grades = gradesOf(t, site)
  return (
    <table className={styles.grades}>
      <caption>{gradesTitle(t, site)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('certificates.principle')}</th>
          <th scope="col">{t('certificates.grade')}</th>
        </tr>
      </thead>
      <tbody>
        {PRINCIPLE_NUMBERS.map((number) => (
          <tr key={number}>
            <td>
              <span className={styles.principle}>
                <GradeMark grade={site.grades[gradeField(number)]} aria-hidden="true">
                  {number}
                </GradeMark>
                <span className="visually-hidden">{`${number}. `}</span>
                {principleIn(t, number)}
              </span>
            </td>
            <td>
              {grades[number - 1]?.words}
              <InEnglish say={(t) => gradeIn(t, site.grades[gradeField(number)])} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
