import type { ReactNode } from 'react'
import type { LivePage } from '../../shared/public/public-page.ts'
import { useTexts } from '../lib/texts.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { ToApproved } from './ToApproved.tsx'

/** A site that does not exist or is not approved; the page does not reveal which. */
function NotFoundPage() {
  const { t } = useTexts()
  return (
    <PublicLayout>
      <h1>{t('trouble.site_not_found')}</h1>
      <p>{t('trouble.site_not_found_why')}</p>
      <ToApproved />
    </PublicLayout>
  )
}

/** One network has sent too many requests in a minute (S-113). */
function TooManyRequestsPage() {
  const { t } = useTexts()
  return (
    <PublicLayout>
      <h1>{t('trouble.too_many')}</h1>
      <p>{t('trouble.too_many_why')}</p>
    </PublicLayout>
  )
}

/** A page that failed; the log has the reference number. */
function FaultPage({ requestId }: { requestId: string }) {
  const { t } = useTexts()
  return (
    <PublicLayout>
      <h1>{t('trouble.fault')}</h1>
      <p>{t('trouble.fault_why')}</p>
      <p>
        <code>{requestId}</code>
      </p>
    </PublicLayout>
  )
}

/** The record does not match the log, so it is not published. */
function AlteredPage() {
  const { t } = useTexts()
  return (
    <PublicLayout>
      <h1>{t('trouble.altered')}</h1>
      <p>{t('trouble.altered_why')}</p>
      <ToApproved />
    </PublicLayout>
  )
}

type Trouble = Extract<LivePage, { page: 'not_found' | 'too_many' | 'fault' | 'altered' }>

/** A page about what does not exist or cannot be shown. */
export function troublePageOf(content: Trouble): ReactNode {
  switch (content.page) {
    case 'not_found':
      return <NotFoundPage />
    case 'too_many':
      return <TooManyRequestsPage />
    case 'fault':
      return <FaultPage requestId={content.request_id} />
    case 'altered':
      return <AlteredPage />
  }
}
