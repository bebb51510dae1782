import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import { homeOf } from '../../shared/access/screens.ts'
import type { LoginReply } from '../../shared/auth/auth.schema.ts'

const isKey = (text: string): text is PermissionKey => (PERMISSION_KEYS as readonly string[]).includes(text)

/**
 * Where someone lands who has just logged in: the dashboard, or the first tab they may open (AUTH-13, C-21); with a mailed
 * password where an own one is chosen (S-133).
 */
export const homeOfLogin = ({ user, permissions }: LoginReply): string =>
  user.password_is_generated
    ? '/change-password'
    : homeOf({
        ...user,
        password_is_generated: undefined,
        name: `${user.first_name} ${user.last_name}`,
        permissions: permissions.filter(isKey),
      })
