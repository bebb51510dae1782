import type { WithdrawnApproval as Withdrawn } from '../../shared/certificates/certificate.ts'
import type { ResponsibleOffice } from '../../shared/public/public-page.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { SomethingWrong } from '../public/SomethingWrong.tsx'

/** When and why an approval was withdrawn, and the newer one of its site, if there is one (S-170). */
export function WithdrawnWords({ withdrawn }: { withdrawn: Withdrawn }) {
  const { t, href } = useTexts()
  const { code, name_of_partner: partner, at, reason, latest_id } = withdrawn
  const of = { code, partner, day: dateIn(t, at) }
  return (
    <>
      <p>
        <strong>
          {reason === null
            ? t('certificates.withdrawn_on', of)
            : t('certificates.withdrawn_because', { ...of, reason })}
        </strong>
      </p>
      <p>{t('certificates.withdrawn_means')}</p>
      <p>
        {latest_id === null ? (
          <a className={controls.primary} href={href('/site/approved')}>
            {t('trouble.all_sites')}
          </a>
        ) : (
          <a className={controls.primary} href={href(`/site/approved/${latest_id}`)}>
            {t('certificates.see_site')}
          </a>
        )}
      </p>
    </>
  )
}

/** In the place of the page and the certificate of an approval that was withdrawn. */
export function WithdrawnApproval({
  withdrawn,
  responsible,
}: {
  withdrawn: Withdrawn
  responsible: ResponsibleOffice
}) {
  const { t } = useTexts()
  return (
    <>
      <h1>{t('certificates.withdrawn_title')}</h1>
      <WithdrawnWords withdrawn={withdrawn} />
      <SomethingWrong office={responsible} />
    </>
  )
}
