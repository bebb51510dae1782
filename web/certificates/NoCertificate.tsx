import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'

/** Shown for an approval without a certificate: it is not on the public list, or was replaced. */
export function NoCertificate({ latest }: { latest: number | null }) {
  const { t, href } = useTexts()
  return (
    <>
      <h1>{t('certificates.none')}</h1>
      <p>{latest === null ? t('certificates.none_why') : t('certificates.replaced')}</p>
      <p>
        {latest === null ? (
          <a className={controls.primary} href={href('/site/approved')}>
            {t('trouble.all_sites')}
          </a>
        ) : (
          <a className={controls.primary} href={href(`/site/approved/${latest}/certificate`)}>
            {t('certificates.newer')}
          </a>
        )}
      </p>
      <p>
        <RichText
          of="certificates.printed_one"
          values={{ check: <a href={href('/c')}>{t('certificates.check_code')}</a> }}
        />
      </p>
    </>
  )
}
