import { useEffect, useRef, useState } from 'react'
import { GRADES, type Grade, publicGradeLabel } from '../../shared/activities/grades.ts'
import type { ApprovedQuery, RegionCount } from '../../shared/approved/approved.schema.ts'
import { DEFAULT_ROWS, ROWS_PER_PAGE } from '../../shared/lib/page-list.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import controls from '../public/controls.module.css'
import { useReady } from '../public/useReady.ts'
import styles from './ListFilters.module.css'
import { LIST_PATH } from './list-address.ts'

type Props = { query: ApprovedQuery; counts: RegionCount[]; onChange: (part: Partial<ApprovedQuery>) => void }

/** The typed search, told after a pause; it follows the list when that goes back to an earlier state. */
function useSearch(search: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(search)
  const told = useRef(search)
  const tell = useRef(onSearch)
  useEffect(() => {
    tell.current = onSearch
  })

  useEffect(() => {
    if (search === told.current) return
    told.current = search
    setText(search)
  }, [search])

  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === told.current) return
      told.current = text
      tell.current(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}

/** Region, grade, search and rows per page: an ordinary form without scripts, at once with them. */
export function ListFilters({ query, counts, onChange }: Props) {
  const ready = useReady()
  const [text, setText] = useSearch(query.search ?? '', (search) => onChange({ search: search || undefined }))
  const [sort] = query.order ?? []

  return (
    <form
      className={styles.filters}
      action={LIST_PATH}
      method="get"
      role="search"
      aria-label="Approved SITES"
    >
      <div>
        <label className={controls.label} htmlFor="search">
          Search
        </label>
        <input
          id="search"
          className={controls.input}
          type="search"
          name="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Partner, province or code"
          autoComplete="off"
        />
      </div>
      <div>
        <label className={controls.label} htmlFor="region_id">
          Region
        </label>
        <select
          id="region_id"
          className={controls.input}
          name="region_id"
          value={query.region_id ?? ''}
          onChange={(event) => onChange({ region_id: Number(event.target.value) || undefined })}
        >
          <option value="">All regions</option>
          {counts.map(({ region_id, region_name, count }) => (
            <option key={region_id} value={region_id}>{`${region_name} – ${count}`}</option>
          ))}
        </select>
      </div>
      <div>
        <label className={controls.label} htmlFor="principle_grade">
          Grade
        </label>
        <select
          id="principle_grade"
          className={controls.input}
          name="principle_grade"
          value={query.principle_grade ?? ''}
          onChange={(event) => onChange({ principle_grade: (event.target.value as Grade) || undefined })}
        >
          <option value="">All grades</option>
          {GRADES.map((grade) => (
            <option key={grade} value={grade}>
              {publicGradeLabel(grade)}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.rows}>
        <label className={controls.label} htmlFor="length">
          Rows per page
        </label>
        <select
          id="length"
          className={controls.input}
          name="length"
          value={query.length}
          onChange={(event) => onChange({ length: Number(event.target.value) || DEFAULT_ROWS })}
        >
          {ROWS_PER_PAGE.map((rows) => (
            <option key={rows} value={rows}>
              {rows}
            </option>
          ))}
        </select>
      </div>
      {sort && <input type="hidden" name="order[0][column]" value={sort.column} />}
      {sort && <input type="hidden" name="order[0][dir]" value={sort.dir} />}
      {!ready && (
        <button type="submit" className={controls.secondary}>
          Apply
        </button>
      )}
    </form>
  )
}
