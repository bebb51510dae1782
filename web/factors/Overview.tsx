import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type MySignIn, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { useTexts } from '../lib/texts.tsx'
import { demandSentence, forcedSentence } from './demand-sentence.ts'
import { OwnComputers, Sessions } from './Devices.tsx'
import { AppPanel, PasskeyPanel, SheetPanel } from './FactorPanels.tsx'
import styles from './MySignIn.module.css'
import { SingleSignOn } from './SingleSignOn.tsx'
import type { Loaded } from './useMySignIn.ts'

const WAYS = [
  {
    href: '#app',
    name: 'my_sign_in.app',
    suits: 'my_sign_in.app_suits',
    label: 'my_sign_in.app_set_up',
  },
  {
    href: '#passkey',
    name: 'my_sign_in.passkey',
    suits: 'my_sign_in.passkey_suits',
    label: 'my_sign_in.passkey_add',
  },
  {
    href: '#sheet',
    name: 'my_sign_in.sheet_on_paper',
    suits: 'my_sign_in.sheet_suits',
    label: 'my_sign_in.sheet_make',
  },
] as const

/** The three kinds of second factors as equal choices, each with whom it suits. */
function Ways() {
  const { t } = useTexts()
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className={styles.heading}>
        {t('my_sign_in.choose')}
      </h2>
      <ul className={styles.ways}>
        {WAYS.map(({ href, name, suits, label }) => (
          <li key={href} className={styles.way}>
            <h3>{t(name)}</h3>
            <p>{t(suits)}</p>
            <Button component="a" href={href} variant="outline">
              {t(label)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = Loaded & { hasNotice: boolean; onChanged: (what: string) => Promise<void> }

/** Recovery codes are no factor of their own. */
const countFactors = ({ app, passkeys, sheet }: MySignIn) =>
  (app ? 1 : 0) + passkeys.length + (sheet?.size === SHEET_CODES ? 1 : 0)

/** What is set up, or the ways to set it up; a person who must do that first sees nothing else. */
export function Overview({ mine, actor, hasNotice, onChanged }: Props) {
  const { t } = useTexts()
  const [today] = useState(() => manilaDay(new Date()))
  const isLast = countFactors(mine) === 1
  if (actor.factor_first)
    return (
      <Stack gap="lg">
        <p className={styles.lead}>{forcedSentence(t, mine, today)}</p>
        <Ways />
      </Stack>
    )
  return (
    <Stack gap="md">
      {!hasNotice && (
        <p className={styles.lead}>
          {actor.is_break_glass ? t('my_sign_in.sealed') : demandSentence(t, mine, today)}
        </p>
      )}
      {mine.has_factor ? (
        <>
          <AppPanel app={mine.app} isLast={isLast} onChanged={onChanged} />
          <PasskeyPanel passkeys={mine.passkeys} isLast={isLast} onChanged={onChanged} />
          <SheetPanel sheet={mine.sheet} isLast={isLast} onChanged={onChanged} />
        </>
      ) : (
        !actor.is_break_glass && <Ways />
      )}
      {mine.has_factor && <OwnComputers own_computers={mine.own_computers} onChanged={onChanged} />}
      <SingleSignOn onChanged={onChanged} />
      <Sessions sessions={mine.sessions} />
    </Stack>
  )
}
