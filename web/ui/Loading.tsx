import { Button, Center, Group, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { toMessage } from '../lib/call.ts'
import { Notice } from './Notice.tsx'

type LoadingProps = { error: unknown; onRetry: () => void; action?: ReactNode }

/** Shown until a record has loaded: a spinner, or the failure with a retry and another action. */
export function Loading({ error, onRetry, action }: LoadingProps) {
  if (!error)
    return (
      <Center mih="40vh">
        <Loader aria-label="Loading" />
      </Center>
    )
  return (
    <Notice tone="danger" title="Something went wrong" live>
      <p>{toMessage(error)}</p>
      <Group gap={8} mt="sm">
        <Button onClick={onRetry}>Try again</Button>
        {action}
      </Group>
    </Notice>
  )
}
