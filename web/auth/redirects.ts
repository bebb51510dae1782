import type { PageData } from '../../shared/public/public-page.ts'
import { takeLanguage } from '../lib/page-language.ts'
import { storedToken } from '../lib/token.ts'

type Page = PageData['content']['page']

const GUESTS_ONLY: readonly Page[] = ['login', 'forgot_password', 'reset_password']
/** where the provider of single sign-on and the screens of the staff lead to, which know the English address alone */
const RETURNS: readonly Page[] = ['login', 'single_sign_on', 'my_sign_in']

/**
 * Returns where the page redirects: signed-in people away from guest pages (S-01), guests to log in, people who come back
 * from elsewhere to the language that they left; null to stay.
 */
export function redirectOf({ content, language }: Pick<PageData, 'content' | 'language'>): string | null {
  const left = takeLanguage()
  const signedIn = storedToken() !== null
  if (signedIn && GUESTS_ONLY.includes(content.page)) return '/dashboard'
  if (!signedIn && ['change_password', 'my_sign_in'].includes(content.page))
    return `${left || language.prefix}/login`
  return left && language.prefix === '' && RETURNS.includes(content.page)
    ? `${left}${location.pathname}${location.search}${location.hash}`
    : null
}
