import { Button } from '@mantine/core'
import { toMessage } from '../lib/call.ts'
import { Notice } from './Notice.tsx'

type CouldNotProps = {
  /** "The list could not be loaded" */
  title: string
  error: unknown
  onRetry: () => void
  /** what became of the person's own work */
  more?: string
}

/** Stands where a part of a page would, with the failure and another try. */
export const CouldNot = ({ title, error, onRetry, more = '' }: CouldNotProps) => (
  <Notice tone="danger" title={title} live>
    <p>{toMessage(error) + more}</p>
    <Button onClick={onRetry} mt="sm" size="sm">
      Try again
    </Button>
  </Notice>
)
