import { Button } from '@mantine/core'
import { firstFieldErrors, toMessage } from '../lib/call.ts'
import { Notice } from './Notice.tsx'

type LoadFailedProps = {
  /** "The list could not be loaded" */
  title: string
  error: unknown
  onRetry: () => void
  /** what became of the person's own work */
  more?: string
}

/** What was wrong with each thing that was asked; a question has no fields to tell it under. */
const fieldMessages = (error: unknown): string =>
  Object.values(firstFieldErrors(error)).join(' ') || toMessage(error)

/** Shown in place of a part of a page, with the failure and another try. */
export const LoadFailed = ({ title, error, onRetry, more = '' }: LoadFailedProps) => (
  <Notice tone="danger" title={title} live>
    <p>{fieldMessages(error) + more}</p>
    <Button onClick={onRetry} mt="sm" size="sm">
      Try again
    </Button>
  </Notice>
)
