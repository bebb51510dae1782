import controls from './controls.module.css'
import { PublicLayout } from './PublicLayout.tsx'

const ToApproved = () => (
  <p>
    <a className={controls.primary} href="/site/approved">
      See all approved SITES
    </a>
  </p>
)

/** A site that does not exist or is not approved; the page does not reveal which. */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <h1>This site was not found</h1>
      <p>It may not be approved, or the address may be incomplete.</p>
      <ToApproved />
    </PublicLayout>
  )
}

/** One network has sent too many requests in a minute (S-113). */
export function TooManyRequestsPage() {
  return (
    <PublicLayout>
      <h1>Too many requests</h1>
      <p>Too many requests came from your network. Please wait one minute, then load this page again.</p>
    </PublicLayout>
  )
}

/** A page that failed; the log has the reference number. */
export function FaultPage({ requestId }: { requestId: string }) {
  return (
    <PublicLayout>
      <h1>This page is not available right now</h1>
      <p>Please try again in a moment. If this continues, give the helpdesk this reference number:</p>
      <p>
        <code>{requestId}</code>
      </p>
    </PublicLayout>
  )
}

/** The record does not match the log, so it is not published. */
export function AlteredPage() {
  return (
    <PublicLayout>
      <h1>This record does not match the log</h1>
      <p>It may have been altered. The bureau has been notified.</p>
      <ToApproved />
    </PublicLayout>
  )
}
