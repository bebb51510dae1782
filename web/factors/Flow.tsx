import type { Actor } from '../../shared/access/actor.ts'
import type { MySignIn } from '../../shared/factors/factors.schema.ts'
import { AppSetup } from './AppSetup.tsx'
import type { Kind, RecoveryCodesMade } from './flows.ts'
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx'
import { PasskeySetup } from './PasskeySetup.tsx'
import { SheetSetup } from './SheetSetup.tsx'
import styles from './MySignIn.module.css'
import type { View } from './useView.ts'

type Props = {
  view: Exclude<View, 'overview'>
  mine: MySignIn
  actor: Actor
  onAdded: (kind: Kind, recovery_codes: RecoveryCodesMade) => Promise<void>
  onNewCodes: (codes: string[]) => void
}

function partOf({ view, mine, actor, onAdded, onNewCodes }: Props) {
  switch (view) {
    case 'app':
      return <AppSetup onAdded={(codes) => onAdded('app', codes)} />
    case 'passkey':
      return <PasskeySetup onAdded={(codes) => onAdded('passkey', codes)} />
    case 'sheet':
      return (
        <SheetSetup
          actor={actor}
          replaces={mine.sheet !== null}
          onAdded={(codes) => onAdded('sheet', codes)}
        />
      )
    case 'codes':
      return <NewRecoveryCodes replaces={mine.sheet !== null} onMade={onNewCodes} />
  }
}

/** The setting up of one factor, or new codes. */
export const Flow = (props: Props) => <div className={styles.flow}>{partOf(props)}</div>
