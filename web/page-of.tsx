import type { ReactNode } from 'react'
import type { AccountPage, PageSource, PublicPage } from '../shared/public/public-page.ts'
import { LanguageContext } from './lib/texts.tsx'
import { ConfigContext } from './public/public-config.ts'

/** Each page is a chunk of its own, so that a citizen's phone never loads the sign-in pages. */
async function contentOf(content: Exclude<PublicPage, AccountPage>): Promise<ReactNode> {
  switch (content.page) {
    case 'approved': {
      const { ApprovedListPage } = await import('./approved/ApprovedListPage.tsx')
      return <ApprovedListPage first={content} />
    }
    case 'approved_site': {
      const { ApprovedSitePage } = await import('./approved/ApprovedSitePage.tsx')
      return <ApprovedSitePage {...content} />
    }
    case 'not_found':
    case 'too_many':
    case 'fault':
    case 'altered': {
      const { troublePageOf } = await import('./public/TroublePages.tsx')
      return troublePageOf(content)
    }
    case 'login':
    case 'single_sign_on': {
      const { LoginScreen } = await import('./sign-in/LoginScreen.tsx')
      return <LoginScreen name={content.page} />
    }
    case 'forgot_password':
    case 'reset_password':
    case 'change_password': {
      const { authScreenOf } = await import('./auth-screen-of.tsx')
      return authScreenOf(content.page)
    }
    // rendered on the server only; imported here so that their styles are built
    default: {
      const { readingPageOf } = await import('./reading-page-of.tsx')
      return readingPageOf(content)
    }
  }
}

/** Any page of the public entry, the same on the server and in the browser. */
export const pageOf = async ({
  config,
  language,
  content,
}: PageSource<Exclude<PublicPage, AccountPage>>): Promise<ReactNode> => (
  <LanguageContext value={language}>
    <ConfigContext value={config}>{await contentOf(content)}</ConfigContext>
  </LanguageContext>
)
