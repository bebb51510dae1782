import type { LogPage } from '../../shared/public/public-page.ts'
import { ReadingFrame } from '../public/ReadingFrame.tsx'
import { CheckpointPage } from './CheckpointPage.tsx'
import { FormulaPage } from './FormulaPage.tsx'
import { HowToCheckPage } from './HowToCheckPage.tsx'
import styles from './LogPages.module.css'
import { WitnessPage } from './WitnessPage.tsx'

function pageOf(content: LogPage) {
  switch (content.page) {
    case 'how_to_check':
      return <HowToCheckPage {...content} />
    case 'checkpoint':
      return <CheckpointPage {...content} />
    case 'row_formula':
      return <FormulaPage {...content} />
    case 'run_a_witness':
      return <WitnessPage {...content} />
  }
}

/** The pages about the public log; they need no script. */
export const LogPages = ({ content }: { content: LogPage }) => (
  <ReadingFrame>
    <div className={styles.page}>{pageOf(content)}</div>
  </ReadingFrame>
)
