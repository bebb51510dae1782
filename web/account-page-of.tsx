import type { ReactNode } from 'react'
import type { AccountPage, PageSource } from '../shared/public/public-page.ts'
import { namePrintedPagesLater } from './lib/print-foot-later.ts'
import { ConfigContext } from './public/public-config.ts'
import { redirectOf } from './auth/redirects.ts'

/** A page of an account; nothing where the person is redirected. */
export async function accountPageOf(source: PageSource<AccountPage>): Promise<ReactNode> {
  const elsewhere = redirectOf(source)
  if (elsewhere) {
    location.replace(elsewhere)
    return null
  }
  namePrintedPagesLater()
  const { MySignInPage } = await import('./factors/MySignInPage.tsx')
  return (
    <ConfigContext value={source.config}>
      <MySignInPage />
    </ConfigContext>
  )
}
