import type { MouseEvent } from 'react'
import { NO_ACTIVITIES } from '../../shared/activities/grades.ts'
import { approvalAge } from '../../shared/approved/approval-age.ts'
import type { ApprovedQuery, ApprovedRow } from '../../shared/approved/approved.schema.ts'
import { NO_MATCH } from '../../shared/claims/mismatch-words.ts'
import { isPlainClick } from '../public/plain-click.ts'
import styles from './ApprovedTable.module.css'
import { GradeStrip } from './GradeBadge.tsx'
import { listAddress, siteAddress } from './list-address.ts'

type Order = NonNullable<ApprovedQuery['order']>
type Props = {
  rows: ApprovedRow[]
  query: ApprovedQuery
  /** the reader's day, or the day as of which the list is shown */
  today: string
  onSort: (order: Order) => void
}

const COLUMNS = [
  { label: 'Region', sort: 'region' },
  { label: 'Province', sort: 'province' },
  { label: 'Name of Partner or Implementer', sort: 'name_of_partner' },
  { label: 'Compliance Grade', sort: null },
  { label: 'SITES Code', sort: 'code' },
] as const

/** A heading that sorts its column, ascending first; a plain link without scripts. */
function SortableHeading({
  label,
  column,
  query,
  onSort,
}: { label: string; column: string } & Omit<Props, 'rows' | 'today'>) {
  const [now] = query.order ?? []
  const dir = now?.column === column ? now.dir : null
  const order = [{ column, dir: dir === 'asc' ? 'desc' : 'asc' }]
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={dir === 'asc' ? 'ascending' : dir === 'desc' ? 'descending' : undefined}
    >
      <a
        href={listAddress({ ...query, page: 1, order })}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          onSort(order)
        }}
      >
        {label}
        <span className={styles.arrow} data-dir={dir} aria-hidden="true" />
      </a>
    </th>
  )
}

/** A row with a link to its approved activity, if there is one; a click anywhere on the row follows the link. */
function Row({ row, query, today }: { row: ApprovedRow } & Pick<Props, 'query' | 'today'>) {
  const { site_activity_id, gradient } = row
  const href = site_activity_id === null ? null : siteAddress(site_activity_id, query)
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const onLink = event.target instanceof Element && event.target.closest('a')
    if (!href || onLink || !isPlainClick(event) || String(getSelection())) return
    location.assign(href)
  }
  return (
    <tr role="row" className={href ? styles.opens : undefined} onClick={open}>
      <td role="cell" data-label="Region">
        {row.region}
      </td>
      <td role="cell" data-label="Province">
        {row.province ?? 'N/A'}
      </td>
      <td role="cell" data-label="Name of Partner or Implementer" className={styles.name}>
        {site_activity_id && row.boundary_ha ? (
          <img
            className={styles.shape}
            src={`${siteAddress(site_activity_id, {})}/map-small.svg?of=${row.approved_at}`}
            width="48"
            height="36"
            loading="lazy"
            alt={`Boundary, ${row.boundary_ha} hectares`}
          />
        ) : null}
        {href ? <a href={href}>{row.name_of_partner}</a> : row.name_of_partner}
      </td>
      <td role="cell" data-label="Compliance Grade">
        {row.altered ? (
          <strong>{NO_MATCH}</strong>
        ) : gradient === NO_ACTIVITIES ? (
          <span className="muted">{gradient}</span>
        ) : (
          <GradeStrip grades={gradient} />
        )}
        <span className={styles.age}>{approvalAge(row.approved_at, today)}</span>
      </td>
      <td role="cell" data-label="SITES Code" className={styles.code}>
        {row.code}
      </td>
    </tr>
  )
}

function EmptyTable({ query }: { query: ApprovedQuery }) {
  const filtered = query.region_id || query.principle_grade || query.search
  return filtered ? (
    <p className={styles.empty}>
      No approved SITES match these filters. <a href={listAddress({})}>Show all SITES</a>
    </p>
  ) : (
    <p className={styles.empty}>
      No SITES are approved yet. A site appears here as soon as the bureau has approved its profile.
    </p>
  )
}

/** The approved sites; on a phone each row is a card. The roles keep it a table for screen readers there too. */
export function ApprovedTable({ rows, query, today, onSort }: Props) {
  return (
    <>
      <table role="table" className={styles.table} aria-labelledby="list-title">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map(({ label, sort }) =>
              sort ? (
                <SortableHeading key={label} label={label} column={sort} query={query} onSort={onSort} />
              ) : (
                <th key={label} role="columnheader" scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.site_profile_id} row={row} query={query} today={today} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <EmptyTable query={query} />}
    </>
  )
}
