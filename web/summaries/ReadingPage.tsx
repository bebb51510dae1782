import type { SummaryPage as Content, WithdrawnSummaryPage } from '../../shared/public/public-page.ts'
import { ReadingFrame } from '../public/ReadingFrame.tsx'
import { NoSummaryPage, WithdrawnPage } from './MissingSummary.tsx'
import { SummaryPage } from './SummaryPage.tsx'

type Contents = Content | WithdrawnSummaryPage | { page: 'no_summary' }

/** The page of a published or withdrawn summary, or of a year without one. */
export const ReadingPage = ({ content }: { content: Contents }) => (
  <ReadingFrame>
    {content.page === 'summary' ? (
      <SummaryPage {...content} />
    ) : content.page === 'withdrawn_summary' ? (
      <WithdrawnPage {...content} />
    ) : (
      <NoSummaryPage />
    )}
  </ReadingFrame>
)
