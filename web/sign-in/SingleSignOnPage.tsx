import { useEffect, useRef, useState } from 'react'
import controls from '../public/controls.module.css'
import { GeneralError } from '../auth/AuthPage.tsx'
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
  const login = useLogin((address) => location.replace(address))
  const { attempt, busy, step, force, general } = login
  const isSent = useRef(false)
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = takeQuery()
    if (query === '') return setOver(true)
    void attempt('single', async (forced) =>
      (await import('./single-sign-on.ts')).endSingleSignOn(query, forced),
    ).then(({ end }) => setOver(end !== 'leaves'))
  }, [attempt])

  // reloaded, gone back from the second step, or the question answered with no
  const isNothingLeft = isOver && !busy && !step && !force && !general
  useEffect(() => {
    if (isNothingLeft) location.replace('/login')
  }, [isNothingLeft])

  return (
    <LoginSteps login={login} title="Single sign-on">
      {general ? (
        <>
          <GeneralError message={general} />
          <a className={controls.primary} href="/login">
            Return to log in
          </a>
        </>
      ) : (
        <p role="status">One moment, please: you are being logged in.</p>
      )}
    </LoginSteps>
  )
}
