import { Box, Button, Center, Loader, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useIsOnline } from '../lib/useConnection.ts'
import { useWait } from './cover.ts'

/** after this the person can stop waiting */
const LONG_MS = 5_000

type BusyOverlayProps = { visible: boolean; onLeave?: (() => void) | undefined }

/** Covers the page during a save. The person can stop waiting after a while, or at once when offline. */
export function BusyOverlay({ visible, onLeave }: BusyOverlayProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasLine = useIsOnline()
  const [isLong, setIsLong] = useState(false)

  useEffect(() => {
    if (!visible) return
    /** Keys must not reach the page behind; the browser's own shortcuts still work. */
    const holdBack = (event: KeyboardEvent) => {
      const isBrowserKey = event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)
      const isOwn = event.key !== 'Tab' && box.current?.contains(document.activeElement)
      if (isBrowserKey || isOwn) return
      event.preventDefault()
      event.stopPropagation()
    }
    /** A click on the cover, such as the second half of a double click, leaves the focus of the page behind alone. */
    const keepFocus = (event: MouseEvent) => event.preventDefault()
    window.addEventListener('keydown', holdBack, true)
    window.addEventListener('mousedown', keepFocus, true)
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => {
      window.removeEventListener('keydown', holdBack, true)
      window.removeEventListener('mousedown', keepFocus, true)
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [visible])

  const canLeave = visible && onLeave !== undefined && (isLong || !hasLine)
  useEffect(() => {
    if (canLeave) box.current?.querySelector('button')?.focus()
  }, [canLeave])

  if (!visible) return null
  return (
    <Center
      pos="fixed"
      inset={0}
      p="md"
      bg="rgb(251 252 250 / 0.85)"
      style={{ zIndex: 500 }}
      role="alert"
      data-busy
    >
      <Stack ref={box} align="center" gap={8} p="xl" ta="center" className="framed raised">
        <Loader aria-hidden="true" />
        <Box component="p" fz="lg" fw={650}>
          Please Wait...
        </Box>
        <p>
          {hasLine
            ? 'We are processing your request. This may take a few moments.'
            : 'There is no connection to the server at the moment.'}
        </p>
        {canLeave ? (
          <Button variant="default" onClick={onLeave}>
            Stop waiting
          </Button>
        ) : null}
      </Stack>
    </Center>
  )
}

/** The only cover of the application, shown for every save. */
export function PageCover() {
  const wait = useWait()
  return <BusyOverlay visible={wait !== undefined} onLeave={wait?.leave} />
}
