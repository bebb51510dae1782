import { gradeIn } from '../../shared/activities/grade-words.ts'
import { GRADES, gradeField } from '../../shared/activities/grades.ts'
import type { ApprovedQuery, ApprovedSite } from '../../shared/approved/approved.schema.ts'
import type { ApprovedSiteMap, ResponsibleOffice } from '../../shared/public/public-page.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-numbers.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateIn, listIn } from '../../shared/texts/words.ts'
import { EligibleActivities } from '../lib/EligibleActivities.tsx'
import { useTexts } from '../lib/texts.tsx'
import { PublicLayout } from '../public/PublicLayout.tsx'
import { SomethingWrong } from '../public/SomethingWrong.tsx'
import styles from './ApprovedSitePage.module.css'
import { GradeStrip } from './GradeStrip.tsx'
import { listAddress, siteAddress } from './list-address.ts'
import { PrincipleCard } from './ApprovedPrinciple.tsx'

/** "6 Very Compliant, 1 Somewhat Compliant and 1 Not Applicable". */
const summary = (t: Translate, { grades }: ApprovedSite) =>
  listIn(
    t,
    GRADES.map((grade) => ({
      grade,
      count: PRINCIPLE_NUMBERS.filter((number) => grades[gradeField(number)] === grade).length,
    }))
      .filter(({ count }) => count > 0)
      .map(({ grade, count }) => `${count} ${gradeIn(t, grade)}`),
  )

function SiteFacts({ site, instruments }: Pick<ApprovedSitePageProps, 'site' | 'instruments'>) {
  const { t } = useTexts()
  const facts = [
    [t('approved.code'), site.code],
    [t('approved.region'), site.region],
    [t('approved.province'), site.province ?? t('approved.no_province')],
    [t('site.city'), site.city],
    [t('site.area'), t('site.hectares', { hectares: site.project_area })],
    [t('site.year'), site.year_implemented],
    [t('site.years'), t('site.from_to', { from: site.project_year_start, to: site.project_year_end })],
    [t('site.reporting_year'), site.reporting_year ?? t('site.no_reporting_year')],
    [t('site.approved'), dateIn(t, site.approved_at)],
    ...(instruments ? [[instruments.name, instruments.words]] : []),
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

type ReplacedProps = { by: NonNullable<ApprovedSite['replaced']>; query: Partial<ApprovedQuery> }

/** Says above a replaced approval when it was replaced, with a link to the current one (S-150). */
function Replaced({ by, query }: ReplacedProps) {
  const { t, href } = useTexts()
  return (
    <p className={styles.replaced} role="note">
      {`${t('site.replaced', { day: dateIn(t, by.at) })} `}
      <a href={href(siteAddress(by.id, query))}>
        {t('site.see_current', { day: dateIn(t, by.approved_at) })}
      </a>
      .
    </p>
  )
}

function EarlierApprovals({ site: { earlier }, query }: Pick<ApprovedSitePageProps, 'site' | 'query'>) {
  const { t, href } = useTexts()
  if (earlier.length === 0) return null
  return (
    <section aria-labelledby="earlier-title">
      <h2 id="earlier-title">{t('site.earlier')}</h2>
      <ul className={styles.earlier}>
        {earlier.map(({ id, approved_at, reporting_year, grades }) => (
          <li key={id}>
            <a href={href(siteAddress(id, query))}>
              {t('site.approved_on', { day: dateIn(t, approved_at) })}
            </a>
            <span>
              {reporting_year === null
                ? t('site.reporting_year_missing')
                : t('site.reporting_year_is', { year: reporting_year })}
            </span>
            <GradeStrip grades={grades} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The boundary as a picture of the server, with the same in words and the neighbours as links. */
function SiteMap({ map, site, query }: ApprovedSitePageProps) {
  const { t, href } = useTexts()
  if (!map) return null
  return (
    <figure className={styles.map}>
      <img src={`${siteAddress(site.id, {})}/map.svg`} width="360" height="270" alt={map.words} />
      <figcaption>
        <p>{t('site.inside', { hectares: map.hectares, towns: map.towns })}</p>
        {map.neighbours.length > 0 ? (
          <>
            <p>{t('site.neighbours')}</p>
            <ol>
              {map.neighbours.map(({ code, site_activity_id }) => (
                <li key={code}>
                  {site_activity_id === null ? (
                    code
                  ) : (
                    <a href={href(siteAddress(site_activity_id, query))}>{code}</a>
                  )}
                </li>
              ))}
            </ol>
          </>
        ) : null}
        {map.layers.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p className={styles.credit}>{t('site.credit')}</p>
      </figcaption>
    </figure>
  )
}

type ApprovedSitePageProps = {
  site: ApprovedSite
  query: Partial<ApprovedQuery>
  map: ApprovedSiteMap | null
  responsible: ResponsibleOffice
  instruments: { name: string; words: string } | null
}

/** An approved activity for citizens: the site, its eight grades and what they mean (001 §2, S-91). */
export function ApprovedSitePage(props: ApprovedSitePageProps) {
  const { site, query } = props
  const { t, href } = useTexts()
  return (
    <PublicLayout>
      <a className={styles.back} href={href(listAddress(query))}>
        {t('site.back')}
      </a>
      {site.replaced ? <Replaced by={site.replaced} query={query} /> : null}
      <header className={styles.title} data-code={site.code}>
        <p>{t('site.kind', { code: site.code })}</p>
        <h1>{site.name_of_partner}</h1>
        <p>{[site.city, site.province, site.region].filter(Boolean).join(', ')}</p>
        {site.replaced ? null : (
          <a className={styles.certificate} href={href(`${siteAddress(site.id, {})}/certificate`)}>
            {t('site.certificate')}
          </a>
        )}
      </header>
      <section aria-labelledby="about-title" className={styles.about}>
        <h2 id="about-title">{t('site.about')}</h2>
        <div className={styles.beside}>
          <div>
            <SiteFacts site={site} instruments={props.instruments} />
            <EligibleActivities site={site} className={styles.activities} written={(hectares) => hectares} />
          </div>
          <SiteMap {...props} />
        </div>
      </section>
      <section aria-labelledby="grades-title">
        <h2 id="grades-title">{t('site.compliance')}</h2>
        <p
          className={styles.lead}
        >{`${t('site.lead', { grades: summary(t, site) })} ${t('site.grades_mean')}`}</p>
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
      <SomethingWrong office={props.responsible} />
    </PublicLayout>
  )
}
