import type { MouseEvent } from 'react'
import { approvalAge } from '../../shared/approved/approval-age.ts'
import type { ApprovedQuery, ApprovedRow } from '../../shared/approved/approved.schema.ts'
import { useTexts } from '../lib/texts.tsx'
import { isPlainClick } from '../public/plain-click.ts'
import styles from './ApprovedTable.module.css'
import { GradeStrip } from './GradeStrip.tsx'
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
  { label: 'approved.region', sort: 'region' },
  { label: 'approved.province', sort: 'province' },
  { label: 'list.partner', sort: 'name_of_partner' },
  { label: 'list.compliance', sort: null },
  { label: 'approved.code', sort: 'code' },
] as const

/** A heading that sorts its column, ascending first; a plain link without scripts. */
function SortableHeading({
  label,
  column,
  query,
  onSort,
}: { label: string; column: string } & Omit<Props, 'rows' | 'today'>) {
  const { href } = useTexts()
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
        href={href(listAddress({ ...query, page: 1, order }))}
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
  const { t, href } = useTexts()
  const { site_activity_id, gradient } = row
  const address = site_activity_id === null ? null : href(siteAddress(site_activity_id, query))
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const onLink = event.target instanceof Element && event.target.closest('a')
    if (!address || onLink || !isPlainClick(event) || String(getSelection())) return
    location.assign(address)
  }
  return (
    <tr role="row" className={address ? styles.opens : undefined} onClick={open}>
      <td role="cell" data-label={t('approved.region')}>
        {row.region}
      </td>
      <td role="cell" data-label={t('approved.province')}>
        {row.province ?? t('approved.no_province')}
      </td>
      <td role="cell" data-label={t('list.partner')} className={styles.name}>
        {site_activity_id && row.boundary_ha ? (
          <img
            className={styles.shape}
            src={`${siteAddress(site_activity_id, {})}/map-small.svg?of=${row.approved_at}`}
            width="48"
            height="36"
            loading="lazy"
            alt={t('list.boundary', { hectares: row.boundary_ha })}
          />
        ) : null}
        {address ? <a href={address}>{row.name_of_partner}</a> : row.name_of_partner}
      </td>
      <td role="cell" data-label={t('list.compliance')}>
        {row.altered ? (
          <strong>{t('list.no_match')}</strong>
        ) : typeof gradient === 'string' ? (
          <span className="muted">{t('list.no_activities')}</span>
        ) : (
          <GradeStrip grades={gradient} />
        )}
        <span className={styles.age}>{approvalAge(t, row.approved_at, today)}</span>
      </td>
      <td role="cell" data-label={t('approved.code')} className={styles.code}>
        {row.code}
      </td>
    </tr>
  )
}

function EmptyTable({ query }: { query: ApprovedQuery }) {
  const { t, href } = useTexts()
  const filtered = query.region_id || query.principle_grade || query.search
  return filtered ? (
    <p className={styles.empty}>
      {t('list.no_site_fits')} <a href={href(listAddress({}))}>{t('list.show_all')}</a>
    </p>
  ) : (
    <p className={styles.empty}>{t('list.empty')}</p>
  )
}

/** The approved sites; on a phone each row is a card. The roles keep it a table for screen readers there too. */
export function ApprovedTable({ rows, query, today, onSort }: Props) {
  const { t } = useTexts()
  return (
    <>
      <table role="table" className={styles.table} aria-labelledby="list-title">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map(({ label, sort }) =>
              sort ? (
                <SortableHeading key={label} label={t(label)} column={sort} query={query} onSort={onSort} />
              ) : (
                <th key={label} role="columnheader" scope="col">
                  {t(label)}
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
