import { useTexts } from '../lib/texts.tsx'
import controls from './controls.module.css'

/** The way on from a page about nothing. */
export function ToApproved() {
  const { t, href } = useTexts()
  return (
    <p>
      <a className={controls.primary} href={href('/site/approved')}>
        {t('trouble.all_sites')}
      </a>
    </p>
  )
}
