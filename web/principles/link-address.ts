import { isEmail } from '../../shared/auth/auth.schema.ts'
import { isSafeLink } from '../../shared/principles/helper-blocks.ts'

const MAIL = /^[^\s@:/]+@[^\s@:/]+$/
const SITE = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]\S*)?$/u

/** The link a typed address means, null when it can be none: a site may come without https, a mail without mailto. */
export function linkOf(typed: string): string | null {
  const address = typed.trim()
  if (isSafeLink(address)) return address
  if (MAIL.test(address) && isEmail(address)) return `mailto:${address}`
  return SITE.test(address) ? `https://${address}` : null
}
