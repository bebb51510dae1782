import type { ReactNode } from 'react'
import type { ReadingPage as Content } from '../shared/public/public-page.ts'

/** The read-only pages, each a chunk of its own; separate from the pages that a phone loads as scripts. */
export async function readingPageOf(content: Content): Promise<ReactNode> {
  if (content.page === 'summary' || content.page === 'no_summary' || content.page === 'withdrawn_summary') {
    const { ReadingPage } = await import('./summaries/ReadingPage.tsx')
    return <ReadingPage content={content} />
  }
  if (
    content.page === 'certificate' ||
    content.page === 'no_certificate' ||
    content.page === 'certificate_check' ||
    content.page === 'withdrawn_approval'
  ) {
    const { CertificatesPage } = await import('./certificates/CertificatesPage.tsx')
    return <CertificatesPage content={content} />
  }
  if (content.page === 'data' || content.page === 'records_went') {
    const { OpenDataPages } = await import('./open-data/OpenDataPages.tsx')
    return <OpenDataPages content={content} />
  }
  const { LogPages } = await import('./public-log/LogPages.tsx')
  return <LogPages content={content} />
}
