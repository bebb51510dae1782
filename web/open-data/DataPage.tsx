import { type ReactNode, useId } from 'react'
import { GRADES, gradeField } from '../../shared/activities/grades.ts'
import {
  type DataLicence,
  DCAT_PATH,
  FEED_PATH,
  RECORDS_WENT_FILE,
  REGISTER_FILES,
} from '../../shared/open-data/open-data.files.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import type { DataPage as Content } from '../../shared/public/public-page.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { dayIn, listIn } from '../../shared/texts/words.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import { useConfig } from '../public/public-config.ts'
import styles from './OpenDataPages.module.css'
import { WordTable } from '../public/WordTable.tsx'

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Address = ({ to }: { to: string }) => <a href={to}>{to}</a>

function Licence({ licence }: { licence: DataLicence }) {
  const { t } = useTexts()
  const { bureau_name } = useConfig()
  if (licence === null)
    return (
      <p>
        {t('open_data.licence_none')} {t('common.terms_note', { bureau: bureau_name })}
      </p>
    )
  const { name, url } = licence
  const named = url === null ? name : <a href={url}>{name}</a>
  return (
    <p>
      <RichText of="open_data.licence_named" values={{ licence: named }} />
    </p>
  )
}

function Files() {
  const { t } = useTexts()
  return (
    <WordTable
      columns={[t('open_data.file'), t('open_data.format'), t('open_data.content')]}
      rows={[...REGISTER_FILES, RECORDS_WENT_FILE].map(({ path, format, words }) => [
        path,
        <Address key={path} to={path} />,
        format,
        t(words),
      ])}
    />
  )
}

function Columns() {
  const { t } = useTexts()
  const rows = [
    ['SITES Code', 'code', t('open_data.code_means')],
    ['Region', 'region', t('open_data.region_means')],
    ['Province', 'province', t('open_data.province_means')],
    ['City or Municipality', 'city', t('open_data.city_means')],
    ['Name of Partner or Implementer', 'name_of_partner', t('open_data.partner_means')],
    [
      'Principle 1 – Principle 8',
      `${gradeField(1)} – ${gradeField(8)}`,
      t('open_data.grades_mean', { grades: listIn(t, GRADES) }),
    ],
    ['Reporting Year', 'reporting_year', t('open_data.reporting_year_means')],
    ['Project Area (hectares)', 'project_area', t('open_data.project_area_means')],
    [
      ELIGIBLE_ACTIVITIES.map(({ name }) => `${name} (hectares)`).join(', '),
      'redd_eligible_activities_area',
      t('open_data.activities_mean'),
    ],
    ['Year Implemented', 'year_implemented', t('open_data.year_means')],
    [
      'Project Year Start, Project Year End',
      'project_year_start, project_year_end',
      t('open_data.project_years_mean'),
    ],
    ['Date Approved', 'approved_at', t('open_data.approved_means')],
    ['Page', 'page', t('open_data.page_means')],
    ['–', 'altered', t('open_data.altered_means')],
  ] as const
  return (
    <WordTable
      columns={[t('open_data.column'), t('open_data.field'), t('open_data.meaning')]}
      rows={rows.map(([column, field, meaning]) => [
        field,
        <span key="column" lang="en">
          {column}
        </span>,
        <code key="field">{field}</code>,
        meaning,
      ])}
    />
  )
}

const CALL = '/api/sites/dashboard/count'
const CONTRACT = '/api/openapi.json'
const CONFIG = '/config.json'

function Programs({ public_url }: Content) {
  const { t } = useTexts()
  return (
    <>
      <p>
        <RichText
          of="open_data.programs_words"
          values={{
            header: <code>X-API-KEY</code>,
            config: <Address to={CONFIG} />,
            field: <code>api_key</code>,
          }}
        />{' '}
        <Address to={CONTRACT} />
      </p>
      <p>
        {t('open_data.programs_example')} <code>{`curl -H "X-API-KEY: KEY" ${public_url}${CALL}`}</code>
      </p>
    </>
  )
}

/** The page on the open data: files, columns, licence, and how to use, cite and check them. */
export function DataPage(content: Content) {
  const { t, href } = useTexts()
  const { bureau_name } = useConfig()
  const { public_url, licence, register, today, calls_per_minute } = content
  const [first] = REGISTER_FILES
  const lastYear = `${Number(today.slice(0, 4)) - 1}-12-31`
  const span =
    register.first_day === null || register.last_at === null
      ? t('open_data.empty')
      : t('open_data.span', {
          first: dayIn(t, register.first_day),
          last: dayIn(t, manilaDay(new Date(register.last_at))),
        })
  return (
    <>
      <h1>{t('common.data')}</h1>
      <p>{t('open_data.intro')}</p>
      <p>{span}</p>
      <Section title={t('open_data.licence')}>
        <Licence licence={licence} />
        <p>
          {t('open_data.licence_product')} <Address to="/licences.txt" />
        </p>
      </Section>
      <Section title={t('open_data.files')}>
        <p>{t('open_data.files_words', { count: calls_per_minute })}</p>
        <Files />
      </Section>
      <Section title={t('open_data.columns')}>
        <Columns />
      </Section>
      <Section title={t('open_data.as_of')}>
        <p>
          <RichText of="open_data.as_of_words" values={{ parameter: <code>?as_of=yyyy-mm-dd</code> }} />
        </p>
        <p>
          {t('open_data.as_of_example')} <Address to={`${first.path}?as_of=${lastYear}`} />
        </p>
      </Section>
      <Section title={t('open_data.points')}>
        <p>{t('open_data.points_words')}</p>
      </Section>
      <Section title={t('open_data.addresses')}>
        <p>{t('open_data.addresses_words')}</p>
        <ul>
          <li>
            {t('open_data.feed_words')} <Address to={FEED_PATH} />
          </li>
          <li>
            {t('open_data.catalogue_words')} <Address to={DCAT_PATH} />
          </li>
          <li>
            {t('open_data.site_map_words')} <Address to="/sitemap.xml" />
          </li>
        </ul>
      </Section>
      <Section title={t('open_data.programs')}>
        <Programs {...content} />
      </Section>
      <Section title={t('open_data.cite')}>
        <p>{t('open_data.cite_words')}</p>
        <p>
          {t('open_data.cite_example', {
            bureau: bureau_name,
            register: t('open_data.register'),
            day: dayIn(t, today),
            address: `${public_url}${first.path}?as_of=${today}`,
          })}
        </p>
      </Section>
      <Section title={t('open_data.check')}>
        <p>
          <RichText
            of="open_data.check_words"
            values={{
              verify: <a href={href('/how-to-check')}>{t('common.verify')}</a>,
              went: <a href={href('/how-records-went')}>{t('common.records_went')}</a>,
            }}
          />
        </p>
      </Section>
    </>
  )
}
