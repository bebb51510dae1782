import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { endSession } from '../lib/end-session.ts'
import { onSignedOutElsewhere, recordLogoutOfOtherTab } from '../lib/session.ts'
import { useTexts } from '../lib/texts.tsx'
import { redirectToLogin } from '../lib/to-login.ts'
import { inMinutes } from '../lib/useInactivity.ts'
import { actorQuery } from '../lib/useActor.ts'
import { useSessionEnd } from '../lib/useSessionEnd.ts'

/** Warns before an idle session ends, and ends it; follows a logout in another tab. */
export function SessionWarning() {
  const { t } = useTexts()
  const client = useQueryClient()
  const validate = useCallback(
    (isNow = false) => void client.prefetchQuery(isNow ? { ...actorQuery, staleTime: 0 } : actorQuery),
    [client],
  )
  const { left, stay } = useSessionEnd(validate)

  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        recordLogoutOfOtherTab()
        redirectToLogin()
      }),
    [],
  )

  return (
    <Modal
      opened={left !== null}
      onClose={stay}
      title={t('kit.session_title')}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <p role="timer">{t('kit.session_left', { time: inMinutes(left ?? 0) })}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void endSession(null)}>
            {t('kit.session_end')}
          </Button>
          <Button onClick={stay} data-autofocus>
            {t('kit.session_stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
