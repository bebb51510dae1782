import { useState } from 'react'
import { type MySignIn, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { useTexts } from '../lib/texts.tsx'
import { AppSection } from './AppSection.tsx'
import { demandSentence, forcedSentence } from './demand-sentence.ts'
import styles from './MySignIn.module.css'
import { OwnComputers } from './OwnComputers.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { Sessions } from './Sessions.tsx'
import { SheetSection } from './SheetSection.tsx'
import { SingleSignOn } from './SingleSignOn.tsx'
import type { Loaded } from './useMySignIn.ts'
import { Ways } from './Ways.tsx'

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
      <>
        <p className={styles.lead}>{forcedSentence(t, mine, today)}</p>
        <Ways />
      </>
    )
  return (
    <>
      {!hasNotice && (
        <p className={styles.lead}>
          {actor.is_break_glass ? t('my_sign_in.sealed') : demandSentence(t, mine, today)}
        </p>
      )}
      {mine.has_factor ? (
        <>
          <AppSection app={mine.app} isLast={isLast} onChanged={onChanged} />
          <PasskeySection passkeys={mine.passkeys} isLast={isLast} onChanged={onChanged} />
          <SheetSection sheet={mine.sheet} isLast={isLast} onChanged={onChanged} />
        </>
      ) : (
        !actor.is_break_glass && <Ways />
      )}
      {mine.has_factor && <OwnComputers own_computers={mine.own_computers} onChanged={onChanged} />}
      <SingleSignOn onChanged={onChanged} />
      <Sessions sessions={mine.sessions} />
    </>
  )
}
