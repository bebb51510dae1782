import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toMessage } from '../lib/call.ts'
import { isUnanswered } from '../lib/failures.ts'
import { checkConnection, onConnectionChange } from '../lib/connection.ts'
import { Notice } from '../ui/Notice.tsx'

/** A page that could not be loaded, with a way to try again; it reloads when the connection is back. */
export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter()
  const isLost = isUnanswered(error)
  const again = async () => {
    // a script that failed to load is only requested again by a reload, which needs a connection
    if (isLost) return (await checkConnection()) ? window.location.reload() : undefined
    reset?.()
    await router.invalidate()
  }
  useEffect(
    () => (isLost ? onConnectionChange((works) => works && window.location.reload()) : undefined),
    [isLost],
  )
  return (
    <Notice tone="danger" title="This page could not be loaded">
      <p>{toMessage(error)}</p>
      <Button onClick={() => void again()} mt="sm">
        Try again
      </Button>
    </Notice>
  )
}

/** Replaces the whole page, frame included, when nothing could be loaded. */
export const ProductFailed = (failed: Parameters<typeof PageFailed>[0]) => (
  <main>
    <PageFailed {...failed} />
  </main>
)
