import type { OpenDataPage } from '../../shared/public/public-page.ts'
import { ReadingFrame } from '../public/ReadingFrame.tsx'
import { DataPage } from './DataPage.tsx'
import styles from './OpenDataPages.module.css'
import { RecordsWentPage } from './RecordsWentPage.tsx'

/** The pages on the open data; they need no script. */
export const OpenDataPages = ({ content }: { content: OpenDataPage }) => (
  <ReadingFrame>
    <div className={styles.page}>
      {content.page === 'data' ? <DataPage {...content} /> : <RecordsWentPage {...content} />}
    </div>
  </ReadingFrame>
)
