import type { MouseEvent } from 'react'
import type { ApprovedQuery } from '../../shared/approved/approved.schema.ts'
import { pageList } from '../../shared/lib/page-list.ts'
import { isPlainClick } from '../public/plain-click.ts'
import styles from './ListPages.module.css'
import { listAddress } from './list-address.ts'

type Props = { query: ApprovedQuery; total: number; filtered: number; onPage: (page: number) => void }

/** The number of rows and the links to the other pages, which work without scripts. */
export function ListPages({ query, total, filtered, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(filtered / query.length))
  const open = (page: number) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onPage(page)
  }
  return (
    <div className={styles.foot}>
      <p role="status">{`Showing: ${filtered} of ${total} entries`}</p>
      {pages > 1 && (
        <nav aria-label="Pages" className="no-print">
          <ul className={styles.pages}>
            {pageList(query.page, pages).map((page, index) =>
              page === 'gap' ? (
                <li key={`gap-${index}`} className={styles.gap}>
                  ...
                </li>
              ) : (
                <li key={page}>
                  <a
                    href={listAddress({ ...query, page })}
                    aria-label={`Page ${page}`}
                    aria-current={page === query.page ? 'page' : undefined}
                    onClick={open(page)}
                  >
                    {page}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
      )}
    </div>
  )
}
