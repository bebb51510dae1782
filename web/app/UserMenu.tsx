import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { holds } from '../../shared/access/actor.ts'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { fail } from '../ui/fail.ts'
import { useOnce } from '../ui/useOnce.ts'
import { ChevronDownIcon, UserIcon } from '../ui/icons.tsx'
import { useActor } from '../lib/useActor.ts'
import styles from './Shell.module.css'

/** "{role} - {first_name}!" with the caller's profile and sign-in, the public page and the log out. */
export function UserMenu({ onProfile }: { onProfile: () => void }) {
  const actor = useActor()

  const logout = useOnce(async () => {
    const { askLogout } = await import('./ask-logout.tsx')
    await askLogout(actor.id)
  })

  return (
    // Mantine's placeholder for the first focus is not allowed inside a menu
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.user}>
          <UserIcon />
          <span className={styles.who}>
            {actor.role} - {actor.first_name}!
          </span>
          <ChevronDownIcon size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onProfile}>View Profile</Menu.Item>
        <Menu.Item component="a" href="/my-sign-in">
          Your sign-in
        </Menu.Item>
        {holds(actor, 'sites_posting_access').ok ? (
          <Menu.Item component="a" href="/site/approved">
            Approved SITES
          </Menu.Item>
        ) : null}
        {mayOpen(actor, screenAt('/lost-factor') ?? {}) && !holds(actor, 'user_access').ok ? (
          <Menu.Item renderRoot={(props) => <Link to="/lost-factor" search={{}} {...props} />}>
            Lost second factor
          </Menu.Item>
        ) : null}
        <Menu.Item onClick={() => void logout().catch(fail)}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
