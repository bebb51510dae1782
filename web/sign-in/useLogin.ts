import { useCallback, useEffect, useState } from 'react'
import type { Sentences } from '../lib/sentences.ts'
import { useTexts } from '../lib/texts.tsx'
import type { LoginOutcome } from './login-outcome.ts'
import type { secondStepPart } from './second-step-part.ts'

/** One try of a step; with `force` a live session elsewhere ends. Throws only where its script does not load. */
export type Try = (force: boolean) => Promise<LoginOutcome>

/** The second step that is asked: its token, and the part of the page, which is loaded when it is needed. */
type Step = { token: string } & typeof secondStepPart

/** The entry of the browser's history at which the second step is asked. */
const ENTRY = 'second step'

/** Forgets the second step when the browser goes back from it. */
function useWayBack(forgetStep: () => void) {
  useEffect(() => {
    // a link within the page is an entry of its own, and does not lead back
    const goBack = () => history.state !== ENTRY && location.hash === '' && forgetStep()
    // restored from the browser's memory, the page would still wait for an answer
    const restore = (event: PageTransitionEvent) => event.persisted && location.reload()
    window.addEventListener('popstate', goBack)
    window.addEventListener('pageshow', restore)
    return () => {
      window.removeEventListener('popstate', goBack)
      window.removeEventListener('pageshow', restore)
    }
  }, [forgetStep])
}

/**
 * The steps of a log in: what is being tried, the errors, the second step where one is asked, and the try that waits for
 * an answer about another live session (409). `leave` opens the page after it.
 */
export function useLogin(leave = (address: string): void => location.assign(address)) {
  const { t } = useTexts()
  const [busy, setBusy] = useState<string | null>(null)
  const [errors, setErrors] = useState<Sentences>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<Try | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const forgetStep = useCallback(() => {
    setStep(null)
    setWaiting(null)
    setErrors({})
    setGeneral(null)
  }, [])
  useWayBack(forgetStep)

  async function ask(token: string) {
    const { secondStepPart: part } = await import('./second-step-part.ts')
    history.pushState(ENTRY, '')
    setStep({ token, ...part })
  }

  async function settle(outcome: LoginOutcome, once: Try): Promise<void> {
    switch (outcome.end) {
      case 'leaves':
        return leave(outcome.address)
      case 'second_step':
        return ask(outcome.token)
      case 'elsewhere':
        return setWaiting(() => once)
      case 'over':
        setStep(null)
        return setGeneral(outcome.why)
      case 'refused':
        setErrors(outcome.errors)
        setGeneral(outcome.general)
    }
  }

  /** Tries a step; `name` is the button that shows that it is busy. */
  async function attempt(name: string, once: Try, force = false): Promise<LoginOutcome> {
    setBusy(name)
    setErrors({})
    setGeneral(null)
    setWaiting(null)
    const notLoaded: LoginOutcome = { end: 'refused', errors: {}, general: t('sign_in.not_loaded') }
    const outcome = await once(force).catch(() => notLoaded)
    await settle(outcome, once).catch(() => settle(notLoaded, once))
    if (outcome.end !== 'leaves') setBusy(null)
    return outcome
  }

  return {
    busy,
    errors,
    general,
    step,
    attempt,
    /** ends the session elsewhere; undefined while none is in the way */
    force: waiting ? () => void attempt('force', waiting, true) : undefined,
    forget: () => setWaiting(null),
  }
}
export type Login = ReturnType<typeof useLogin>
