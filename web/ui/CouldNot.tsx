import { Button } from '@mantine/core'
import { firstFieldErrors, toMessage } from '../lib/call.ts'
import { Notice } from './Notice.tsx'

type CouldNotProps = {
  /** "The list could not be loaded" */
  title: string
  error: unknown
  onRetry: () => void
  /** what became of the person's own work */
  more?: string
}

/** What was wrong with each thing that was asked; a question has no fields to tell it under. */
const wrongIn = (error: unknown): string =>
  Object.values(firstFieldErrors(error)).join(' ') || toMessage(error)

/** Stands where a part of a page would, with the failure and another try. */
export const CouldNot = ({ title, error, onRetry, more = '' }: CouldNotProps) => (
  <Notice tone="danger" title={title} live>
    <p>{wrongIn(error) + more}</p>
    <Button onClick={onRetry} mt="sm" size="sm">
      Try again
    </Button>
  </Notice>
)
