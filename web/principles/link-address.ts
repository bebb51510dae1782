import { isEmail } from '../../shared/auth/auth.schema.ts'
import { isSafeLink } from '../../shared/principles/helper-blocks.ts'

const MAIL = /^[^\s@:/]+@[^\s@:/]+$/
const SITE = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]\S*)?$/u

/** The link for a typed address, null if it is not one; https: and mailto: may be omitted. */
export function linkOf(typed: string): string | null {
  const address = typed.trim()
  if (isSafeLink(address)) return address
  if (MAIL.test(address) && isEmail(address)) return `mailto:${address}`
  return SITE.test(address) ? `https://${address}` : null
}
