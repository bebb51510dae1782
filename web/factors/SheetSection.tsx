import { factorsApi, type MySignIn, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'
import { RemoveButton } from './RemoveButton.tsx'
import { Section } from './Section.tsx'

/** so few codes are left that new ones are due */
const FEW = 5

type Props = { sheet: MySignIn['sheet']; isLast: boolean; onChanged: (what: string) => Promise<void> }

/** How many codes on paper are left: recovery codes, or a sheet that is a factor of its own. */
export function SheetSection({ sheet, isLast, onChanged }: Props) {
  const isFactor = sheet?.size === SHEET_CODES
  return (
    <Section title={isFactor ? 'Code sheet on paper' : 'Recovery codes'}>
      <div className={styles.row}>
        <p className={styles.facts}>
          {sheet
            ? `${sheet.left} of ${sheet.size} codes left, made on ${formatDate(sheet.created_at)}.`
            : 'You have none. They help on the day when a phone or key is lost.'}
          {sheet && sheet.left <= FEW && <strong>Please make new ones now.</strong>}
        </p>
        <span className={styles.buttons}>
          <a className={controls.secondary} href={isFactor ? '#sheet' : '#codes'}>
            {isFactor ? 'Make a new sheet' : 'Make new codes'}
          </a>
          {isFactor && (
            <RemoveButton
              name="the code sheet"
              isLast={isLast}
              remove={() => call(factorsApi.removeSheet)}
              onRemoved={() => onChanged('The code sheet was removed.')}
            />
          )}
        </span>
      </div>
    </Section>
  )
}
