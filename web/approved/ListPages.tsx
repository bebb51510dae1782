import type { MouseEvent } from 'react'
import type { ApprovedQuery } from '../../shared/approved/approved.schema.ts'
import { pageList } from '../../shared/lib/page-list.ts'
import { useTexts } from '../lib/texts.tsx'
import { isPlainClick } from '../public/plain-click.ts'
import styles from './ListPages.module.css'
import { listAddress } from './list-address.ts'

type Props = { query: ApprovedQuery; total: number; filtered: number; onPage: (page: number) => void }

/** The number of rows and the links to the other pages, which work without scripts. */
export function ListPages({ query, total, filtered, onPage }: Props) {
  const { t, href } = useTexts()
  const pages = Math.max(1, Math.ceil(filtered / query.length))
  const open = (page: number) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onPage(page)
  }
  return (
    <div className={styles.foot}>
      <p role="status">{t('list.showing', { shown: filtered, total })}</p>
      {pages > 1 && (
        <nav aria-label={t('list.pages')} className="no-print">
          <ul className={styles.pages}>
            {pageList(query.page, pages).map((page, index) =>
              page === 'gap' ? (
                <li key={`gap-${index}`} className={styles.gap}>
                  ...
                </li>
              ) : (
                <li key={page}>
                  <a
                    href={href(listAddress({ ...query, page }))}
                    aria-label={t('list.page', { number: page })}
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
