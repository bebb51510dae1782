import { Button } from '@mantine/core'
import { firstFieldErrors, toMessage } from '../lib/call.ts'
import { Notice } from './Notice.tsx'

type LoadFailedProps = {
  /** "The list could not be loaded" */
  title: string
  error: unknown
  onRetry: () => void
  /** what happened to the person's own work */
  more?: string
}

/** The errors of all fields in one text, since a query has no form to show them in. */
const fieldMessages = (error: unknown): string =>
  Object.values(firstFieldErrors(error)).join(' ') || toMessage(error)

/** Shown instead of a part of a page that failed to load, with a retry. */
export const LoadFailed = ({ title, error, onRetry, more = '' }: LoadFailedProps) => (
  <Notice tone="danger" title={title} live>
    <p>{fieldMessages(error) + more}</p>
    <Button onClick={onRetry} mt="sm" size="sm">
      Try again
    </Button>
  </Notice>
)
