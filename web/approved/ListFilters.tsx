import { useEffect, useRef, useState } from 'react'
import { gradeIn } from '../../shared/activities/grade-words.ts'
import { GRADES, type Grade } from '../../shared/activities/grades.ts'
import type { ApprovedQuery, RegionCount } from '../../shared/approved/approved.schema.ts'
import { DEFAULT_ROWS, ROWS_PER_PAGE } from '../../shared/lib/page-list.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { useReady } from '../public/useReady.ts'
import styles from './ListFilters.module.css'
import { LIST_PATH } from './list-address.ts'

type Props = {
  query: ApprovedQuery
  counts: RegionCount[]
  today: string
  onChange: (part: Partial<ApprovedQuery>) => void
}

/** The search text, reported after a pause in typing; it follows the list, for example after Back. */
function useSearch(search: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(search)
  const reported = useRef(search)
  const tell = useRef(onSearch)
  useEffect(() => {
    tell.current = onSearch
  })

  useEffect(() => {
    if (search === reported.current) return
    reported.current = search
    setText(search)
  }, [search])

  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === reported.current) return
      reported.current = text
      tell.current(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}

type ChoiceProps = {
  name: string
  label: string
  value: string | number
  options: (readonly [value: string | number, words: string])[]
  onChoose: (value: string) => void
  className?: string | undefined
}

const Choice = ({ name, label, value, options, onChoose, className }: ChoiceProps) => (
  <div className={className}>
    <label className={controls.label} htmlFor={name}>
      {label}
    </label>
    <select
      id={name}
      className={controls.input}
      name={name}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  </div>
)

/** Region, grade, search and rows per page: a form to submit without scripts, applied at once with them. */
export function ListFilters({ query, counts, today, onChange }: Props) {
  const ready = useReady()
  const { t, href } = useTexts()
  const [text, setText] = useSearch(query.search ?? '', (search) => onChange({ search: search || undefined }))
  const [sort] = query.order ?? []
  const [day, setDay] = useState(query.as_of ?? '')
  const active = [query.region_id, query.principle_grade, query.as_of].filter(Boolean).length
  // a day is applied on submit: it loads a new page, with its own counts and map, and may be half typed before
  const isDayLeft = ready && day !== (query.as_of ?? '')

  return (
    <form
      className={styles.filters}
      action={href(LIST_PATH)}
      method="get"
      role="search"
      aria-label={t('list.sites')}
    >
      <div>
        <label className={controls.label} htmlFor="search">
          {t('list.search')}
        </label>
        <input
          id="search"
          className={controls.input}
          type="search"
          name="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('list.search_hint')}
          autoComplete="off"
        />
      </div>
      {/* on a phone the other filters are a sheet behind this button; the browser opens it, before the scripts have come */}
      <button type="button" className={`${controls.secondary} ${styles.more}`} popoverTarget="filters">
        {active > 0 ? t('list.filters_active', { count: active }) : t('list.filters')}
      </button>
      <div id="filters" popover="auto" className={styles.sheet}>
        <Choice
          name="region_id"
          label={t('approved.region')}
          value={query.region_id ?? ''}
          onChoose={(id) => onChange({ region_id: Number(id) || undefined })}
          options={[
            ['', t('list.all_regions')],
            ...counts.map(
              ({ region_id, region_name, count }) => [region_id, `${region_name} – ${count}`] as const,
            ),
          ]}
        />
        <Choice
          name="principle_grade"
          label={t('list.grade')}
          value={query.principle_grade ?? ''}
          onChoose={(grade) => onChange({ principle_grade: (grade as Grade) || undefined })}
          options={[
            ['', t('list.all_grades')],
            // the one place where the best grade has its short name (S-151)
            ...GRADES.map(
              (grade) =>
                [grade, grade === 'Very Compliant' ? t('list.compliant') : gradeIn(t, grade)] as const,
            ),
          ]}
        />
        <div>
          <label className={controls.label} htmlFor="as_of">
            {t('list.as_of')}
          </label>
          <input
            id="as_of"
            className={controls.input}
            type="date"
            name="as_of"
            max={today}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </div>
        <Choice
          name="length"
          label={t('list.rows')}
          className={styles.rows}
          value={query.length}
          onChoose={(rows) => onChange({ length: Number(rows) || DEFAULT_ROWS })}
          options={ROWS_PER_PAGE.map((rows) => [rows, `${rows}`] as const)}
        />
        {(!ready || isDayLeft) && (
          <button type="submit" className={controls.secondary}>
            {t('list.apply')}
          </button>
        )}
        <button
          type="button"
          className={`${controls.primary} ${styles.more}`}
          popoverTarget="filters"
          popoverTargetAction="hide"
        >
          {t('list.show_list')}
        </button>
      </div>
      {sort && <input type="hidden" name="order[0][column]" value={sort.column} />}
      {sort && <input type="hidden" name="order[0][dir]" value={sort.dir} />}
    </form>
  )
}
