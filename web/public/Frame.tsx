import type { PublicConfig } from '../../shared/public/public-page.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { monthIn } from '../../shared/texts/words.ts'
import styles from '../ui/theme/frame.module.css'
import { useTexts } from '../lib/texts.tsx'
import { InfoLink, NOTES } from './InfoLink.tsx'

export const PRODUCT = 'REDD+ Safeguards Information System'

/** The product mark with the bureau's name, inside the link at the top of every page. */
export const Brand = ({ bureau }: { bureau: string }) => (
  <>
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path d="M16 5.5 24 17h-4.2l4.7 6.8H7.5L12.2 17H8z" fill="Canvas" />
      <path d="M16 13v13.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M16 23.8v3.7" stroke="Canvas" strokeWidth="2" strokeLinecap="round" />
    </svg>
    <span className={styles.names}>
      <span className={styles.bureau}>{bureau}</span>
      <span className={styles.product}>{PRODUCT}</span>
    </span>
  </>
)

/** On every page of the demo bureau, so that no picture of a screen passes for a real record. */
export function DemonstrationBand() {
  const { t } = useTexts()
  return (
    <p className={styles.demonstration} data-demonstration>
      <strong>{t('common.demonstration')}</strong> {t('common.nothing_real')}
    </p>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

/** What the script that names printed pages says, in the language of the page (lib/print-foot.ts). */
const printedFoot = (t: Translate) => ({
  'data-printed': t('common.printed', {
    day: t('common.day', { month: '{month}', date: '{date}', year: '{year}' }),
    time: '{time}',
  }),
  'data-pages': t('common.page_of', { page: '{page}', pages: '{pages}' }),
  'data-months': MONTHS.map((month) => monthIn(t, month)).join(' '),
})

type FooterProps = Pick<PublicConfig, 'bureau_name' | 'helpdesk_url' | 'privacy_url' | 'terms_url'>

/** The footer of every page, staff and public: help is first, always in the same place (WCAG 3.2.6). */
export function FrameFooter({ bureau_name, ...urls }: FooterProps) {
  const { t, href } = useTexts()
  return (
    <footer className={styles.footer} {...printedFoot(t)}>
      <div className={styles.bar}>
        <p>{`2025 ${bureau_name}`}</p>
        <ul>
          {NOTES.map((note) => (
            <li key={note.id}>
              <InfoLink note={note} href={urls[note.field]} bureau={bureau_name} />
            </li>
          ))}
          <li>
            <a href={href('/how-to-check')}>{t('common.verify')}</a>
          </li>
        </ul>
      </div>
    </footer>
  )
}
