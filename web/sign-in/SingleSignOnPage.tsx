import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { GeneralError } from '../auth/AuthPage.tsx'
import { inPageLanguage } from '../lib/page-language.ts'
import { LoginSteps } from './LoginSteps.tsx'
import { useLogin } from './useLogin.ts'

/** Takes the query out of the address bar and the browser's history: it must serve once, and no one else. */
function takeQuery(): string {
  const query = location.search.slice(1)
  history.replaceState(null, '', location.pathname)
  return query
}

/**
 * Where the provider of single sign-on sends the browser back to: finishes the log in, with a second step where one is
 * asked, or says why not. Nothing in the address says where it leads.
 */
export function SingleSignOnPage() {
  // the way back from the next page leads to where the log in began
  const { t, href } = useTexts()
  const login = useLogin((address) => location.replace(address))
  const { attempt, busy, step, force, general } = login
  const isSent = useRef(false)
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = takeQuery()
    // oxlint-disable-next-line react/set-state-in-effect -- the query is taken out of the address once, and the server's page has none
    if (query === '') return setOver(true)
    void attempt('single', async (forced) =>
      (await import('./single-sign-on.ts')).endSingleSignOn(t, query, forced),
    ).then(({ end }) => setOver(end !== 'leaves'))
  }, [attempt, t])

  // reloaded, gone back from the second step, or the question answered with no
  const isNothingLeft = isOver && !busy && !step && !force && !general
  useEffect(() => {
    if (isNothingLeft) location.replace(inPageLanguage('/login'))
  }, [isNothingLeft])

  return (
    <LoginSteps login={login} title={t('sign_in.single_title')}>
      {general ? (
        <>
          <GeneralError message={general} />
          <a className={controls.primary} href={href('/login')}>
            {t('sign_in.return')}
          </a>
        </>
      ) : (
        <p role="status">{t('sign_in.being_logged_in')}</p>
      )}
    </LoginSteps>
  )
}
