import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageList } from '../../shared/lib/paging.ts'
import styles from './DataTable.module.css'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import type { TableState } from './useTableState.ts'

type PageButtonsProps = {
  state: Pick<TableState, 'page' | 'setPage'>
  pages: number
  reply: { filteredCount: number; totalCount: number } | undefined
  children?: ReactNode
}

/** "Showing: 3 of 40 entries" and the page buttons below a list; between them what else belongs there. */
export function PageButtons({ state, pages, reply, children }: PageButtonsProps) {
  const { page, setPage } = state
  return (
    <Group justify="space-between" gap="sm" className={styles.foot ?? ''}>
      <p className="quiet numbers" role="status">
        {reply ? `Showing: ${reply.filteredCount} of ${reply.totalCount} entries` : ' '}
      </p>
      {children}
      <nav aria-label="Pages" className={styles.pages}>
        <button
          type="button"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        >
          <ChevronLeftIcon size={16} />
        </button>
        {pageList(page, pages).map((entry, index) =>
          entry === 'gap' ? (
            <span key={`gap-${index}`} className={styles.gap}>
              ...
            </span>
          ) : (
            <button
              key={entry}
              type="button"
              aria-label={`Page ${entry}`}
              aria-current={entry === page ? 'page' : undefined}
              onClick={() => setPage(entry)}
            >
              {entry}
            </button>
          ),
        )}
        <button
          type="button"
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        >
          <ChevronRightIcon size={16} />
        </button>
      </nav>
    </Group>
  )
}
