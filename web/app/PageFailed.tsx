import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'

/** A page that could not be loaded: what happened, and the way to try again. */
export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter()
  const again = () => {
    reset?.()
    void router.invalidate()
  }
  return (
    <Notice tone="danger" title="This page could not be loaded">
      <p>{toMessage(error)}</p>
      <Button onClick={again} mt="sm">
        Try again
      </Button>
    </Notice>
  )
}
