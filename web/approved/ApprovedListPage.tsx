import { useEffect, useState } from 'react'
import type { ApprovedQuery } from '../../shared/approved/approved.schema.ts'
import type { ApprovedPage } from '../../shared/public/public-page.ts'
import { dayIn } from '../../shared/texts/words.ts'
import { useTexts } from '../lib/texts.tsx'
import { PublicLayout } from '../public/PublicLayout.tsx'
import { useReady } from '../public/useReady.ts'
import styles from './ApprovedListPage.module.css'
import { ApprovedTable } from './ApprovedTable.tsx'
import { GradeLegend } from './GradeLegend.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListPages } from './ListPages.tsx'
import { fileAddress, listAddress } from './list-address.ts'
import { RegionList, RegionMap } from './RegionMap.tsx'
import { useApprovedList } from './useApprovedList.ts'

const SHOW_TABLE = 'show_table'

/** Why the list is that of now although another day was asked for (S-150). */
const AS_OF_PROBLEMS = { not_a_day: 'list.not_a_day', future_day: 'list.future_day' } as const

/** Whether the table is shown: yes at first, then as chosen, for this browser session (S-102). */
function useTableShown(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(true)
  // oxlint-disable-next-line react/set-state-in-effect -- the server's page cannot know what the browser stores
  useEffect(() => setShown(sessionStorage.getItem(SHOW_TABLE) !== 'no'), [])
  const choose = (wanted: boolean) => {
    sessionStorage.setItem(SHOW_TABLE, wanted ? 'yes' : 'no')
    setShown(wanted)
  }
  return [shown, choose]
}

/** The public list of approved sites with the map of their regions (001 §2). */
export function ApprovedListPage({ first }: { first: ApprovedPage }) {
  const { query, list, loading, problem, show } = useApprovedList(first)
  const [tableShown, showTable] = useTableShown()
  const { t, href } = useTexts()
  const { today, as_of_problem } = first
  const ready = useReady()
  const region = first.counts.find(({ region_id }) => region_id === query.region_id)
  const change = (part: Partial<ApprovedQuery>) => show({ ...query, ...part, page: 1 }, 'replace')
  const hrefOf = (part: Partial<ApprovedQuery>) => href(listAddress({ ...query, ...part }))
  const hrefOfRegion = (region_id: number) =>
    hrefOf({ page: 1, region_id: region_id === query.region_id ? undefined : region_id })

  return (
    <PublicLayout>
      <div className={styles.title}>
        <div>
          <h1>
            {query.as_of ? t('approved.title_as_of', { day: dayIn(t, query.as_of) }) : t('approved.title')}
          </h1>
          <p>{t('list.lead')}</p>
          {as_of_problem && !query.as_of ? (
            <p role="alert" className={styles.error}>
              {`${t(AS_OF_PROBLEMS[as_of_problem])} ${t('list.as_it_is_now')}`}
            </p>
          ) : null}
          {query.as_of ? (
            <p>
              {t('list.as_it_was')} <a href={hrefOf({ as_of: undefined })}>{t('list.show_now')}</a>
            </p>
          ) : null}
          {first.summaries.map((year) => (
            <a key={year} href={href(`/summary/${year}`)}>
              {t('list.summary', { year })}
            </a>
          ))}
          <a href={href('/how-to-check')}>{t('common.verify')}</a>
        </div>
        {ready && (
          <label className={styles.toggle}>
            <input
              className="drawn"
              type="checkbox"
              checked={tableShown}
              onChange={(event) => showTable(event.target.checked)}
            />
            {t('list.show_table')}
          </label>
        )}
      </div>
      <ListFilters query={query} counts={first.counts} today={today} onChange={change} />
      <div className={tableShown ? styles.columns : styles.mapOnly}>
        {tableShown && (
          <section aria-labelledby="list-title">
            <div className={styles.heading}>
              <h2 id="list-title">{region ? region.region_name : t('list.all_regions')}</h2>
              {region && <a href={hrefOfRegion(region.region_id)}>{t('list.show_all_regions')}</a>}
              <a className={styles.toMap} href="#map">
                {t('list.to_map')}
              </a>
            </div>
            {problem && (
              <p role="alert" className={styles.error}>
                {t(problem)} <a href={hrefOf({})}>{t('list.try_again')}</a>
              </p>
            )}
            <div className={styles.progress} data-loading={loading} aria-busy={loading}>
              <ApprovedTable
                rows={list.data}
                query={query}
                today={query.as_of ?? today}
                onSort={(order) => change({ order })}
              />
            </div>
            <ListPages
              query={query}
              total={list.totalCount}
              filtered={list.filteredCount}
              onPage={(page) => show({ ...query, page }, 'push')}
            />
            <p className={styles.files}>
              {t('list.download')} <a href={fileAddress('csv', query)}>CSV</a>
              {' · '}
              <a href={fileAddress('geojson', query)}>GeoJSON</a>
              {' · '}
              <a href={href('/data')}>{t('common.data')}</a>
            </p>
            <GradeLegend />
            <p>
              <a href={href('/how-records-went')}>{t('common.records_went')}</a>
            </p>
          </section>
        )}
        <section className={styles.map} id="map" aria-labelledby="map-title">
          <h2 id="map-title">{t('list.by_region')}</h2>
          <RegionMap
            counts={first.counts}
            chosen={query.region_id}
            outlinesUrl={first.outlines_url}
            hrefOf={hrefOfRegion}
          />
          <RegionList counts={first.counts} chosen={query.region_id} hrefOf={hrefOfRegion} />
          <p className={styles.credit}>{t('list.credit')}</p>
        </section>
      </div>
    </PublicLayout>
  )
}
