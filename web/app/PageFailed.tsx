import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toMessage } from '../lib/call.ts'
import { isUnanswered } from '../lib/failures.ts'
import { checkConnection, onConnectionChange } from '../lib/connection.ts'
import { Notice } from '../ui/Notice.tsx'

/** A page that could not be loaded: what happened, and the way to try again; it comes by itself when the line is back. */
export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter()
  const isLost = isUnanswered(error)
  const again = async () => {
    // a script that did not come is only asked for again by a new page, for which there must be a line
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

/** In place of everything, also of the frame: nothing could be loaded at all. */
export const ProductFailed = (failed: Parameters<typeof PageFailed>[0]) => (
  <main>
    <PageFailed {...failed} />
  </main>
)
