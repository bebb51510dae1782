import { useEffect, useState } from 'react'
import { type Done, DoneNotice } from './DoneNotice.tsx'
import { Flow } from './Flow.tsx'
import type { Kind, RecoveryCodesMade } from './flows.ts'
import { LogOut } from './LogOut.tsx'
import styles from './MySignIn.module.css'
import { Overview } from './Overview.tsx'
import { Proof } from './Proof.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { Loaded, useMySignIn } from './useMySignIn.ts'
import { TITLES, useTitle } from './useTitle.ts'
import { useView } from './useView.ts'

const ADDED = {
  app: 'Your authenticator app is set up for your next log in.',
  passkey: 'Your passkey is set up for your next log in.',
  sheet: 'Your code sheet is set up for your next log in.',
}

const CODES_LOST = 'If you have not seen its recovery codes, please make new ones.'

type Props = Loaded & Pick<ReturnType<typeof useMySignIn>, 'reload' | 'refresh'>

/** The overview or one flow, under its title. */
export function Parts({ reload, refresh, ...loaded }: Props) {
  const { mine, actor } = loaded
  const { view, toOverview } = useView()
  /** recovery codes that were just made, and what is said when they are stored */
  const [made, setMade] = useState<{ codes: string[]; next: Done } | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const shown = made ? 'shown' : view
  const title = useTitle(shown)
  useEffect(() => {
    if (view !== 'overview') setDone(null)
  }, [view])

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
    const next = { what: ADDED[kind], leadsOn: true }
    if (codes === 'lost') return finish({ ...next, what: `${next.what} ${CODES_LOST}` })
    return codes ? setMade({ codes, next }) : finish(next)
  }

  return (
    <Proof mine={mine}>
      <div className={styles.top}>
        {shown === 'overview' && !actor.factor_first && <a href="/dashboard">← Back to the dashboard</a>}
        {shown !== 'overview' && shown !== 'shown' && (
          <button type="button" className={styles.plain} onClick={goBack}>
            ← Back to your sign-in
          </button>
        )}
        {shown !== 'shown' && <LogOut actor_id={actor.id} />}
      </div>
      <h1 ref={title} tabIndex={-1}>
        {TITLES[shown]}
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
          onNewCodes={(codes) => setMade({ codes, next: { what: 'You have new recovery codes.' } })}
        />
      )}
    </Proof>
  )
}
