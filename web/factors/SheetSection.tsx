import { factorsApi, type MySignIn, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'
import { RemoveButton } from './RemoveButton.tsx'
import { Section } from './Section.tsx'

/** so few codes are left that new ones are due */
const FEW = 5

type Props = { sheet: MySignIn['sheet']; isLast: boolean; onChanged: (what: string) => Promise<void> }

/** How many codes on paper are left: recovery codes, or a sheet that is a factor of its own. */
export function SheetSection({ sheet, isLast, onChanged }: Props) {
  const { t } = useTexts()
  const isFactor = sheet?.size === SHEET_CODES
  return (
    <Section title={t(isFactor ? 'my_sign_in.sheet_on_paper' : 'my_sign_in.codes')}>
      <div className={styles.row}>
        <p className={styles.facts}>
          {sheet
            ? t('my_sign_in.codes_left', {
                left: sheet.left,
                size: sheet.size,
                day: dateIn(t, sheet.created_at),
              })
            : t('my_sign_in.codes_none')}
          {sheet && sheet.left <= FEW && <strong>{t('my_sign_in.codes_few')}</strong>}
        </p>
        <span className={styles.buttons}>
          <a className={controls.secondary} href={isFactor ? '#sheet' : '#codes'}>
            {t(isFactor ? 'my_sign_in.sheet_make_new' : 'my_sign_in.codes_make_new')}
          </a>
          {isFactor && (
            <RemoveButton
              name={t('my_sign_in.sheet_named')}
              isLast={isLast}
              remove={() => call(factorsApi.removeSheet)}
              onRemoved={() => onChanged(t('my_sign_in.sheet_removed'))}
            />
          )}
        </span>
      </div>
    </Section>
  )
}
