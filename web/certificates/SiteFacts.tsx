import { gradeField } from '../../shared/activities/grades.ts'
import { type CertifiedSite, factsOf, gradesOf } from '../../shared/certificates/certificate.ts'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../../shared/principles/principle-titles.ts'
import { EligibleActivities } from '../lib/EligibleActivities.tsx'
import { GradeMark } from '../lib/GradeMark.tsx'
import styles from './Certificate.module.css'

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
export const SiteFacts = ({ site }: { site: CertifiedSite }) => (
  <dl className={styles.facts}>
    {factsOf(site).map(({ name, words }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
)

/** The eligible activities of the site. */
export const ActivityTable = ({ site }: { site: CertifiedSite }) => (
  <EligibleActivities className={styles.areas} site={site} />
)

/** The eight grades in words, each with its mark, whose shape is distinct on paper without colours. */
export const GradeTable = ({ site }: { site: CertifiedSite }) => (
  <table className={styles.grades}>
    <caption>Compliance to Safeguards</caption>
    <thead>
      <tr>
        <th scope="col">Principle</th>
        <th scope="col">Grade</th>
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
              {PRINCIPLE_SHORT_TITLES[number]}
            </span>
          </td>
          <td>{gradesOf(site)[number - 1]?.words}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
