import { useEffect, useState } from 'react'
import type { ApprovedQuery } from '../../shared/approved/approved.schema.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import type { ApprovedPage } from '../../shared/public/public-page.ts'
import { PublicLayout } from '../public/PublicLayout.tsx'
import { useReady } from '../public/useReady.ts'
import styles from './ApprovedListPage.module.css'
import { ApprovedTable } from './ApprovedTable.tsx'
import { GradeLegend } from './GradeBadge.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListPages } from './ListPages.tsx'
import { fileAddress, listAddress } from './list-address.ts'
import { RegionList, RegionMap } from './RegionMap.tsx'
import { useApprovedList } from './useApprovedList.ts'

const SHOW_TABLE = 'show_table'

/** Whether the table is shown: yes at first, then as chosen, for this browser session (S-102). */
function useTableShown(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(true)
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
  const { today } = first
  const ready = useReady()
  const region = first.counts.find(({ region_id }) => region_id === query.region_id)
  const change = (part: Partial<ApprovedQuery>) => show({ ...query, ...part, page: 1 }, 'replace')
  const hrefOfRegion = (region_id: number) =>
    listAddress({ ...query, page: 1, region_id: region_id === query.region_id ? undefined : region_id })

  return (
    <PublicLayout>
      <div className={styles.title}>
        <div>
          <h1>{query.as_of ? `REDD+ SITES as of ${formatDay(query.as_of)}` : 'REDD+ SITES'}</h1>
          <p>
            Forest sites that passed review by the province, the region and the bureau, with their latest
            grades on the eight safeguard principles.
          </p>
          {first.as_of_problem && !query.as_of ? (
            <p role="alert" className={styles.error}>
              {first.as_of_problem} This is the list as it is now.
            </p>
          ) : null}
          {query.as_of ? (
            <p>
              The list as it was when that day ended.{' '}
              <a href={listAddress({ ...query, as_of: undefined })}>Show it as it is now</a>
            </p>
          ) : null}
          {first.summaries.map((year) => (
            <a key={year} href={`/summary/${year}`}>
              Summary of Information {year}
            </a>
          ))}
          <p>
            <a href="/how-to-check">Verify our records</a>
          </p>
        </div>
        {ready && (
          <label className={styles.toggle}>
            <input
              className="drawn"
              type="checkbox"
              checked={tableShown}
              onChange={(event) => showTable(event.target.checked)}
            />
            Show Table
          </label>
        )}
      </div>
      <ListFilters query={query} counts={first.counts} today={today} onChange={change} />
      <div className={tableShown ? styles.columns : styles.mapOnly}>
        {tableShown && (
          <section aria-labelledby="list-title">
            <div className={styles.heading}>
              <h2 id="list-title">{region ? region.region_name : 'All regions'}</h2>
              {region && <a href={hrefOfRegion(region.region_id)}>Show all regions</a>}
              <a className={styles.toMap} href="#map">
                Map of regions
              </a>
            </div>
            {problem && (
              <p role="alert" className={styles.error}>
                {problem} <a href={listAddress(query)}>Try again</a>
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
              Download: <a href={fileAddress('csv', query)}>CSV</a>
              {' · '}
              <a href={fileAddress('geojson', query)}>GeoJSON</a>
            </p>
            <GradeLegend />
          </section>
        )}
        <section className={styles.map} id="map" aria-labelledby="map-title">
          <h2 id="map-title">Approved SITES by region</h2>
          <RegionMap
            counts={first.counts}
            chosen={query.region_id}
            outlinesUrl={first.outlines_url}
            hrefOf={hrefOfRegion}
          />
          <RegionList counts={first.counts} chosen={query.region_id} hrefOf={hrefOfRegion} />
          <p className={styles.credit}>Boundaries are indicative. Made with Natural Earth.</p>
        </section>
      </div>
    </PublicLayout>
  )
}
