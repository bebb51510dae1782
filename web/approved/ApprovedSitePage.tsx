import { GRADES, gradeField } from '../../shared/activities/grades.ts'
import type { ApprovedQuery, ApprovedSite } from '../../shared/approved/approved.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { formatList } from '../../shared/lib/format.ts'
import type { ApprovedSiteMap } from '../../shared/public/public-page.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { EligibleActivities } from '../lib/EligibleActivities.tsx'
import grade from '../lib/grade.module.css'
import { GradeMark } from '../lib/GradeMark.tsx'
import { PublicLayout } from '../public/PublicLayout.tsx'
import styles from './ApprovedSitePage.module.css'
import { listAddress, siteAddress } from './list-address.ts'
import { PrincipleCard } from './ApprovedPrinciple.tsx'

/** "6 Very Compliant, 1 Somewhat Compliant and 1 Not Applicable". */
const summary = ({ grades }: ApprovedSite) =>
  formatList(
    GRADES.map((grade) => ({
      grade,
      count: PRINCIPLE_NUMBERS.filter((number) => grades[gradeField(number)] === grade).length,
    }))
      .filter(({ count }) => count > 0)
      .map(({ grade, count }) => `${count} ${grade}`),
  )

/** "Certification Precondition, 2024; PAMB clearance, 2019 (expired)" */
const instrumentWords = ({ instruments }: ApprovedSite) =>
  instruments.map(({ kind, year, expired }) => `${kind}, ${year}${expired ? ' (expired)' : ''}`).join('; ')

function SiteFacts({ site }: { site: ApprovedSite }) {
  const facts = [
    ['SITES Code', site.code],
    ['Region', site.region],
    ['Province', site.province ?? 'N/A'],
    ['City or municipality', site.city],
    ['Project area', `${formatHectares(site.project_area)} hectares`],
    ['Year implemented', site.year_implemented],
    ['Project years', `${site.project_year_start} to ${site.project_year_end}`],
    ['Reporting year', site.reporting_year ?? 'Not stated'],
    ['Approved', formatDate(site.approved_at)],
    ...(site.instruments.length > 0 ? [['Instruments for the land', instrumentWords(site)]] : []),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says above a replaced approval when it was replaced, with a link to the current one (S-150). */
const Replaced = ({
  by,
  query,
}: {
  by: NonNullable<ApprovedSite['replaced']>
  query: Partial<ApprovedQuery>
}) => (
  <p className={styles.replaced} role="note">
    {`This approval was replaced on ${formatDate(by.at)}. `}
    <a href={siteAddress(by.id, query)}>{`See the current one, approved ${formatDate(by.approved_at)}`}</a>.
  </p>
)

function EarlierApprovals({ site: { earlier }, query }: Omit<ApprovedSitePageProps, 'map'>) {
  if (earlier.length === 0) return null
  return (
    <section aria-labelledby="earlier-title">
      <h2 id="earlier-title">Earlier approvals</h2>
      <ul className={styles.earlier}>
        {earlier.map(({ id, approved_at, reporting_year, grades }) => (
          <li key={id}>
            <a href={siteAddress(id, query)}>{`Approved ${formatDate(approved_at)}`}</a>
            <span>
              {reporting_year === null ? 'Reporting year not stated' : `Reporting year ${reporting_year}`}
            </span>
            <ol className={grade.strip} aria-label="Compliance grade per principle">
              {PRINCIPLE_NUMBERS.map((number) => (
                <li key={number} title={grades[gradeField(number)]}>
                  <GradeMark grade={grades[gradeField(number)]} aria-hidden="true">
                    {number}
                  </GradeMark>
                  <span className="visually-hidden">{`Principle ${number}: ${grades[gradeField(number)]}`}</span>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The boundary as a picture of the server, with the same in words and the neighbours as links. */
function SiteMap({ map, site, query }: ApprovedSitePageProps) {
  if (!map) return null
  return (
    <figure className={styles.map}>
      <img src={`${siteAddress(site.id, {})}/map.svg`} width="360" height="270" alt={map.words} />
      <figcaption>
        <p>{`${formatHectares(map.area_ha)} hectares inside the boundary. The middle is ${map.towns}.`}</p>
        {map.neighbours.length > 0 ? (
          <>
            <p>Gray: other approved SITES beside it</p>
            <ol>
              {map.neighbours.map(({ code, site_activity_id }) => (
                <li key={code}>
                  {site_activity_id === null ? (
                    code
                  ) : (
                    <a href={siteAddress(site_activity_id, query)}>{code}</a>
                  )}
                </li>
              ))}
            </ol>
          </>
        ) : null}
        {map.layers.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p className={styles.credit}>A simplified drawing. Region and towns: made with Natural Earth.</p>
      </figcaption>
    </figure>
  )
}

type ApprovedSitePageProps = {
  site: ApprovedSite
  query: Partial<ApprovedQuery>
  map: ApprovedSiteMap | null
}

/** An approved activity for citizens: the site, its eight grades and what they mean (001 §2, S-91). */
export function ApprovedSitePage(props: ApprovedSitePageProps) {
  const { site, query } = props
  return (
    <PublicLayout>
      <a className={styles.back} href={listAddress(query)}>
        ← Back to REDD+ SITES
      </a>
      {site.replaced ? <Replaced by={site.replaced} query={query} /> : null}
      <header className={styles.title} data-code={site.code}>
        <p>{`REDD+ site ${site.code}`}</p>
        <h1>{site.name_of_partner}</h1>
        <p>{[site.city, site.province, site.region].filter(Boolean).join(', ')}</p>
        {site.replaced ? null : (
          <a className={styles.certificate} href={`/site/approved/${site.id}/certificate`}>
            Certificate
          </a>
        )}
      </header>
      <section aria-labelledby="about-title" className={styles.about}>
        <h2 id="about-title">About this site</h2>
        <div className={styles.beside}>
          <div>
            <SiteFacts site={site} />
            <EligibleActivities site={site} className={styles.activities} />
          </div>
          <SiteMap {...props} />
        </div>
      </section>
      <section aria-labelledby="grades-title">
        <h2 id="grades-title">Compliance to Safeguards</h2>
        <p className={styles.lead}>
          {`Grades of the eight safeguard principles: ${summary(site)}. They come from evidence that the province, the region and the bureau have reviewed.`}
        </p>
        <ol className={styles.principles}>
          {PRINCIPLE_NUMBERS.map((number) => (
            <PrincipleCard
              key={number}
              number={number}
              grade={site.grades[gradeField(number)]}
              principle={site.principles.find(({ principle_number }) => principle_number === number)}
            />
          ))}
        </ol>
      </section>
      <EarlierApprovals site={site} query={query} />
    </PublicLayout>
  )
}
