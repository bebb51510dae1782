import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import { homeOf } from '../../shared/access/screens.ts'
import type { LoginReply } from '../../shared/auth/auth.schema.ts'
import { inPageLanguage } from '../lib/page-language.ts'

const isKey = (text: string): text is PermissionKey => (PERMISSION_KEYS as readonly string[]).includes(text)

/**
 * Returns where a log in leads: the dashboard, or the first tab the person may open (AUTH-13, C-21); with a mailed
 * password, the page where a new one is chosen (S-133).
 */
export const homeOfLogin = ({ user, permissions }: LoginReply): string =>
  user.password_is_generated
    ? inPageLanguage('/change-password')
    : homeOf({
        ...user,
        password_is_generated: undefined,
        name: `${user.first_name} ${user.last_name}`,
        permissions: permissions.filter(isKey),
      })
