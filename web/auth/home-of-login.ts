import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import { homeOf } from '../../shared/access/screens.ts'
import type { LoginReply } from '../../shared/auth/auth.schema.ts'

const isKey = (text: string): text is PermissionKey => (PERMISSION_KEYS as readonly string[]).includes(text)

/** Where somebody lands who has just logged in: the dashboard, or the first tab they may open (AUTH-13, C-21). */
export const homeOfLogin = ({ user, permissions }: LoginReply): string =>
  homeOf({
    ...user,
    name: `${user.first_name} ${user.last_name}`,
    permissions: permissions.filter(isKey),
  })
