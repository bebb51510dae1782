import type { CertificatesPage as Content } from '../../shared/public/public-page.ts'
import { ReadingFrame } from '../public/ReadingFrame.tsx'
import { CertificatePage } from './CertificatePage.tsx'
import { CheckPage } from './CheckPage.tsx'
import { NoCertificate } from './NoCertificate.tsx'
import { WithdrawnApproval } from './WithdrawnApproval.tsx'

function pageOf(content: Content) {
  switch (content.page) {
    case 'certificate':
      return <CertificatePage {...content} />
    case 'certificate_check':
      return <CheckPage {...content} />
    case 'no_certificate':
      return <NoCertificate latest={content.latest} />
    case 'withdrawn_approval':
      return <WithdrawnApproval {...content} />
  }
}

/** The pages about certificates, which need no scripts. */
export const CertificatesPage = ({ content }: { content: Content }) => (
  <ReadingFrame>{pageOf(content)}</ReadingFrame>
)
