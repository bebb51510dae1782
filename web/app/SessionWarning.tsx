import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { endSession, WAS_IDLE } from '../lib/end-session.ts'
import { onSignedOutElsewhere, recordLogoutOfOtherTab } from '../lib/session.ts'
import { redirectToLogin } from '../lib/to-login.ts'
import { inMinutes, useInactivity } from '../lib/useInactivity.ts'
import { actorQuery } from '../lib/useActor.ts'

/** Warns before an idle session ends, and ends it; follows a logout in another tab. */
export function SessionWarning() {
  const client = useQueryClient()
  // a person who only types makes no calls: the validation keeps the server's session alive too
  const keepAlive = useCallback(() => void client.prefetchQuery(actorQuery), [client])
  const { left, stay } = useInactivity(keepAlive)

  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        recordLogoutOfOtherTab()
        redirectToLogin()
      }),
    [],
  )
  useEffect(() => {
    if (left === 0) void endSession(WAS_IDLE)
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
          <Button variant="default" onClick={() => void endSession(null)}>
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
