import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { onSignedOutElsewhere } from '../lib/session.ts'
import { actorQuery } from './actor.tsx'
import { logout } from './leave.ts'
import { useInactivity } from './useInactivity.ts'

const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Warns before an idle session ends, and ends it; follows a log out in another tab. */
export function SessionWarning() {
  const client = useQueryClient()
  // somebody who only types makes no calls: the validation keeps the server's session alive too
  const keepAlive = useCallback(() => void client.prefetchQuery(actorQuery), [client])
  const { left, stay } = useInactivity(keepAlive)

  useEffect(() => onSignedOutElsewhere(() => window.location.assign('/login')), [])
  useEffect(() => {
    if (left === 0) void logout()
  }, [left])

  const stayLoggedIn = () => {
    stay()
    void client.fetchQuery({ ...actorQuery, staleTime: 0 }).catch(() => undefined)
  }

  return (
    <Modal
      opened={left !== null}
      onClose={stayLoggedIn}
      title="Session Warning"
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <p role="timer">Your session will expire in {inMinutes(left ?? 0)} due to inactivity.</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void logout()}>
            Logout Now
          </Button>
          <Button onClick={stayLoggedIn} data-autofocus>
            Stay Logged In
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
