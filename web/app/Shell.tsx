import { Box, Group } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { hasRole } from '../../shared/access/actor.ts'
import { screenAt } from '../../shared/access/screens.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { namePrintedPagesLater } from '../lib/print-foot-later.ts'
import { useConfig } from '../lib/useConfig.ts'
import { Brand, DemonstrationBand, FrameFooter, PRODUCT } from '../public/Frame.tsx'
import { useWaitingCount } from '../review/waiting.ts'
import frame from '../ui/theme/frame.module.css'
import { KeysButton } from '../ui/KeysButton.tsx'
import { useActor } from '../lib/useActor.ts'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { IdentityGate } from '../factors/IdentityGate.tsx'
import { DeactivatedRoleNotice } from './DeactivatedRoleNotice.tsx'
import { FactorNotice } from './FactorNotice.tsx'
import { SessionWarning } from '../ui/SessionWarning.tsx'
import styles from './Shell.module.css'
import { Tabs } from './Tabs.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Puts the number of pending records and the page's title into the window title; focuses the page after navigation. */
function usePageChange() {
  const { pathname } = useLocation()
  const waiting = useWaitingCount()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    const title = screenAt(pathname)?.title
    const count = waiting ? `(${formatCount(waiting)}) ` : ''
    document.title = `${count}${title ? `${title} · ` : ''}${PRODUCT}`
  }, [pathname, waiting])
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname])
  return main
}

/** `?openProfile=true` on any page opens the caller's profile once and leaves the address (000 §2). */
function useProfileModal() {
  const [opened, setOpened] = useState(false)
  const { openProfile } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  useEffect(() => {
    if (openProfile === undefined) return
    // oxlint-disable-next-line react/set-state-in-effect -- the address is taken once: the next line removes it there
    if (openProfile) setOpened(true)
    void navigate({
      to: '.',
      replace: true,
      search: ({ openProfile: _gone, ...rest }) => rest,
    })
  }, [openProfile, navigate])
  return { opened, open: () => setOpened(true), close: () => setOpened(false) }
}

const loadIdentityDialog = () => import('./AskIdentity.tsx')

/** The frame of every staff page: top bar, tabs, footer, own profile, session warning. */
export function Shell() {
  const { data: config } = useConfig()
  const bureau = config?.bureau_name ?? ''
  const profile = useProfileModal()
  const main = usePageChange()
  useEffect(namePrintedPagesLater, [])
  const isOff = !hasRole(useActor()).ok
  return (
    <div className={frame.page}>
      <a href="#main" className={frame.skip}>
        Skip to the main content
      </a>
      <Box component="p" mb="sm" className="only-print fine">{`${bureau} · ${PRODUCT}`}</Box>
      <header className={`${frame.header} no-print`}>
        {config?.demonstration ? <DemonstrationBand /> : null}
        <div className={`${frame.bar} ${styles.bar}`}>
          <Link to="/dashboard" className={frame.brand}>
            <Brand bureau={bureau} />
          </Link>
          <Group gap={8} wrap="nowrap">
            <KeysButton />
            <UserMenu onProfile={profile.open} />
          </Group>
        </div>
        <Tabs />
      </header>
      <main id="main" ref={main} tabIndex={-1} className={`${styles.main} to-read`}>
        <ConnectionNotice />
        <DeactivatedRoleNotice />
        <FactorNotice />
        {/* hidden, not removed: typed work is still there when the role is activated again */}
        <div hidden={isOff}>
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </main>
      {config ? <FrameFooter {...config} /> : null}
      <OwnProfile opened={profile.opened} onClose={profile.close} />
      <SessionWarning />
      <IdentityGate load={loadIdentityDialog} />
    </div>
  )
}
