import { useState } from 'react'
import { useTexts } from '../lib/texts.tsx'
import { useHasChanged } from '../lib/useHasChanged.ts'
import controls from '../public/controls.module.css'
import { Flow } from './Flow.tsx'
import type { Kind, RecoveryCodesMade } from './flows.ts'
import { LogOut } from './LogOut.tsx'
import styles from './MySignIn.module.css'
import { Overview } from './Overview.tsx'
import { IdentityCheck } from './IdentityCheck.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { Loaded, useMySignIn } from './useMySignIn.ts'
import { TITLES, useTitle } from './useTitle.ts'
import { useView } from './useView.ts'

/** What was done, and whether it leads on to the dashboard. */
type Done = { what: string; leadsOn?: boolean }

/** Says what was done, and where it leads. */
function DoneNotice({ done }: { done: Done | null }) {
  const { t } = useTexts()
  return (
    <div role="status">
      {done && (
        <div className={styles.done}>
          <p>{done.what}</p>
          {done.leadsOn && (
            <a className={controls.primary} href="/dashboard">
              {t('my_sign_in.to_dashboard')}
            </a>
          )}
        </div>
      )}
    </div>
  )
}

const ADDED = {
  app: 'my_sign_in.app_added',
  passkey: 'my_sign_in.passkey_added',
  sheet: 'my_sign_in.sheet_added',
} as const

type Props = Loaded & Pick<ReturnType<typeof useMySignIn>, 'reload' | 'refresh'>

/** The overview or one flow, under its title. */
export function Parts({ reload, refresh, ...loaded }: Props) {
  const { mine, actor } = loaded
  const { t } = useTexts()
  const { view, toOverview } = useView()
  /** recovery codes that were just made, and what is said when they are stored */
  const [made, setMade] = useState<{ codes: string[]; next: Done } | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const shown = made ? 'shown' : view
  const title = useTitle(shown)
  if (useHasChanged(view) && view !== 'overview') setDone(null)

  const goBack = () => {
    toOverview()
    // what was begun may count, where the answer was lost
    void refresh()
  }
  const finish = async (what: Done) => {
    await reload()
    toOverview()
    setMade(null)
    setDone(what)
    title.current?.focus()
  }
  const onAdded = async (kind: Kind, codes: RecoveryCodesMade) => {
    const next = { what: t(ADDED[kind]), leadsOn: true }
    if (codes === 'lost') return finish({ ...next, what: `${next.what} ${t('my_sign_in.codes_lost')}` })
    return codes ? setMade({ codes, next }) : finish(next)
  }

  return (
    <IdentityCheck mine={mine}>
      <div className={styles.top}>
        {shown === 'overview' && !actor.factor_first && (
          <a href="/dashboard">{t('my_sign_in.back_to_dashboard')}</a>
        )}
        {shown !== 'overview' && shown !== 'shown' && (
          <button type="button" className={styles.plain} onClick={goBack}>
            {t('my_sign_in.back')}
          </button>
        )}
        {shown !== 'shown' && <LogOut />}
      </div>
      <h1 ref={title} tabIndex={-1}>
        {t(TITLES[shown])}
      </h1>
      <DoneNotice done={done} />
      {made ? (
        <RecoveryCodes codes={made.codes} actor={actor} onStored={() => finish(made.next)} />
      ) : view === 'overview' ? (
        <Overview {...loaded} hasNotice={done !== null} onChanged={(what) => finish({ what })} />
      ) : (
        <Flow
          view={view}
          mine={mine}
          actor={actor}
          onAdded={onAdded}
          onNewCodes={(codes) => setMade({ codes, next: { what: t('my_sign_in.codes_new') } })}
        />
      )}
    </IdentityCheck>
  )
}
