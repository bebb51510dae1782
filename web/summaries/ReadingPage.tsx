import type { SummaryPage as Content } from '../../shared/approved/public-page.ts'
import { ReadingFrame } from '../public/ReadingFrame.tsx'
import { NoSummaryPage, SummaryPage } from './SummaryPage.tsx'

/** The page of a summary, or of a year that has none. */
export const ReadingPage = ({ content }: { content: Content | { page: 'no_summary' } }) => (
  <ReadingFrame>{content.page === 'summary' ? <SummaryPage {...content} /> : <NoSummaryPage />}</ReadingFrame>
)
