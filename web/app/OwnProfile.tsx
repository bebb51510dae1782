import { lazy, Suspense, useEffect, useRef } from 'react'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { useRead } from '../lib/queries.ts'
import { Loading } from '../ui/Loading.tsx'
import { currentOpener, focusOpener } from '../ui/opener.ts'
import { RecordWindow } from '../ui/RecordWindow.tsx'

const UserDetails = lazy(() =>
  import('../users/UserDetails.tsx').then((file) => ({ default: file.UserDetails })),
)
const nothing = () => undefined

/** The caller's own profile, read only, with a link to change the password. */
export function OwnProfile({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const opener = useRef<Element | null>(null)
  const { data, error, refetch } = useRead(authApi.myProfile, { enabled: opened })
  useEffect(() => {
    if (opened) opener.current = currentOpener()
  }, [opened])

  const waiting = <Loading error={error} onRetry={() => void refetch()} />
  return (
    <RecordWindow
      opened={opened}
      title="My profile"
      onClose={onClose}
      onExited={() => focusOpener(opener.current)}
    >
      <Suspense fallback={<Loading error={null} onRetry={nothing} />}>
        {data ? <UserDetails user={data.user} /> : waiting}
      </Suspense>
    </RecordWindow>
  )
}
