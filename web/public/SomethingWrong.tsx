import type { ResponsibleOffice } from '../../shared/public/public-page.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import { useConfig } from './public-config.ts'

/** the 8888 Citizens' Complaint Center */
const HOTLINE = { number: '8888', words: 'wrong.hotline' } as const

/** At the end of a public record: the office that is responsible for it, and where to complain about an office. */
export function SomethingWrong({ office: { office, region, address } }: { office: ResponsibleOffice }) {
  const { t } = useTexts()
  const { bureau_name: bureau, complaints_url } = useConfig()
  return (
    <section className="sentences" aria-labelledby="wrong-title">
      <h2 id="wrong-title">{t('wrong.title')}</h2>
      <p>{t('wrong.office', { office, region })}</p>
      <p>{address === null ? t('wrong.no_address') : t('wrong.address', { address })}</p>
      <p>
        <RichText
          of={HOTLINE.words}
          values={{ number: <a href={`tel:${HOTLINE.number}`}>{HOTLINE.number}</a> }}
        />
      </p>
      <p>
        {complaints_url ? (
          <a href={complaints_url}>{t('wrong.complaints', { bureau })}</a>
        ) : (
          t('wrong.no_complaints', { bureau })
        )}
      </p>
    </section>
  )
}
