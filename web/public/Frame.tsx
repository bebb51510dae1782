import type { PublicConfig } from '../../shared/public/public-page.ts'
import styles from '../ui/theme/frame.module.css'
import { InfoLink } from './InfoLink.tsx'

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
export const DemonstrationBand = () => (
  <p className={styles.demonstration} data-demonstration>
    <strong>DEMONSTRATION</strong> Nothing here is real.
  </p>
)

type FooterProps = Pick<PublicConfig, 'bureau_name' | 'helpdesk_url' | 'privacy_url' | 'terms_url'>

/** The footer of every page, staff and public: help is first, always in the same place (WCAG 3.2.6). */
export const FrameFooter = ({ bureau_name, helpdesk_url, privacy_url, terms_url }: FooterProps) => (
  <footer className={styles.footer}>
    <div className={styles.bar}>
      <p>{`2025 ${bureau_name}`}</p>
      <ul>
        <li>
          <InfoLink label="Helpdesk" href={helpdesk_url} bureau={bureau_name} />
        </li>
        <li>
          <InfoLink label="Privacy policy" href={privacy_url} bureau={bureau_name} />
        </li>
        <li>
          <InfoLink label="Terms of use" href={terms_url} bureau={bureau_name} />
        </li>
        <li>
          <a href="/how-to-check">Verify our records</a>
        </li>
      </ul>
    </div>
  </footer>
)
