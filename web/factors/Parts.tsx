import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { endSession } from '../lib/end-session.ts'
import { useTexts } from '../lib/texts.tsx'
import { useHasChanged } from '../lib/useHasChanged.ts'
import { confirm } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useWork } from '../ui/useWork.ts'
import { AppSetup } from './AppSetup.tsx'
import { Overview } from './Overview.tsx'
import { PasskeySetup } from './PasskeySetup.tsx'
import styles from './MySignIn.module.css'
import { type RecoveryCodesMade, RecoveryCodes } from './RecoveryCodes.tsx'
import { NewRecoveryCodes, SheetSetup } from './SheetSetup.tsx'
import type { Loaded, useMySignIn } from './useMySignIn.ts'
import { TITLES, useTitle } from './useTitle.ts'
import { useView, type View } from './useView.ts'

/** What was done, and whether it leads on to the dashboard. */
type Done = { what: string; leadsOn?: boolean }

/** Logs out after a question. Unfinished forms stay for the next login. */
function LogOut() {
  const { t } = useTexts()
  const { busy, run } = useWork()
  const ask = async () => {
    const answer = await confirm({
      title: t('my_sign_in.log_out_title'),
      message: t('my_sign_in.log_out_why'),
      confirmLabel: t('my_sign_in.log_out_yes'),
      cancelLabel: t('kit.cancel'),
      danger: true,
    })
    if (!answer) return
    run(async () => {
      // the next user of this browser must not find these files
      const { forgetAllUploads } = await import('../files/stored-uploads.ts')
      await forgetAllUploads()
      await endSession(null)
    })
  }
  return (
    <Button variant="default" loading={busy} onClick={() => void ask()}>
      {t('my_sign_in.log_out')}
    </Button>
  )
}

const ADDED = {
  app: 'my_sign_in.app_added',
  passkey: 'my_sign_in.passkey_added',
  sheet: 'my_sign_in.sheet_added',
} as const

type FlowProps = Loaded & {
  view: Exclude<View, 'overview'>
  onAdded: (kind: keyof typeof ADDED, recovery_codes: RecoveryCodesMade) => Promise<void>
  onNewCodes: (codes: string[]) => void
}

/** The setting up of one factor, or new codes. */
function Flow({ view, mine, actor, onAdded, onNewCodes }: FlowProps) {
  const replaces = mine.sheet !== null
  switch (view) {
    case 'app':
      return <AppSetup onAdded={(codes) => onAdded('app', codes)} />
    case 'passkey':
      return <PasskeySetup onAdded={(codes) => onAdded('passkey', codes)} />
    case 'sheet':
      return <SheetSetup actor={actor} replaces={replaces} onAdded={(codes) => onAdded('sheet', codes)} />
    case 'codes':
      return <NewRecoveryCodes replaces={replaces} onMade={onNewCodes} />
  }
}

type Props = Loaded & Pick<ReturnType<typeof useMySignIn>, 'reload'>

/** The overview or one flow, under its title. */
export function Parts({ reload, ...loaded }: Props) {
  const { actor } = loaded
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
    void reload()
  }
  const finish = async (what: Done) => {
    await reload()
    toOverview()
    setMade(null)
    setDone(what)
    title.current?.focus()
  }
  const onAdded = async (kind: keyof typeof ADDED, codes: RecoveryCodesMade) => {
    const next = { what: t(ADDED[kind]), leadsOn: true }
    if (codes === 'lost') return finish({ ...next, what: `${next.what} ${t('my_sign_in.codes_lost')}` })
    return codes ? setMade({ codes, next }) : finish(next)
  }

  return (
    <>
      <PageHeader
        title={t(TITLES[shown])}
        heading={title}
        back={
          shown === 'overview' ? (
            !actor.factor_first && <a href="/dashboard">{t('my_sign_in.back_to_dashboard')}</a>
          ) : shown === 'shown' ? null : (
            <button type="button" className={styles.back} onClick={goBack}>
              {t('my_sign_in.back')}
            </button>
          )
        }
        actions={shown === 'shown' ? null : <LogOut />}
      />
      <div role="status" className={styles.status}>
        {done && (
          <Notice tone="success">
            <Group justify="space-between" gap="sm">
              <p>{done.what}</p>
              {done.leadsOn && (
                <Button component="a" href="/dashboard">
                  {t('my_sign_in.to_dashboard')}
                </Button>
              )}
            </Group>
          </Notice>
        )}
      </div>
      {made ? (
        <RecoveryCodes codes={made.codes} actor={actor} onStored={() => finish(made.next)} />
      ) : view === 'overview' ? (
        <Overview {...loaded} hasNotice={done !== null} onChanged={(what) => finish({ what })} />
      ) : (
        <Flow
          {...loaded}
          view={view}
          onAdded={onAdded}
          onNewCodes={(codes) => setMade({ codes, next: { what: t('my_sign_in.codes_new') } })}
        />
      )}
    </>
  )
}
