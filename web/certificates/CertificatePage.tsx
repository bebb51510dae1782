import type { CertificatePage as Content } from '../../shared/public/public-page.ts'
import { groupedCode } from '../../shared/certificates/code.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { approvalFile } from '../../shared/public-log/how-to-check.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateIn, dayIn } from '../../shared/texts/words.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { useConfig } from '../public/public-config.ts'
import { SomethingWrong } from '../public/SomethingWrong.tsx'
import styles from './Certificate.module.css'
import { ActivityTable, GradeTable, InEnglish, SiteFacts, SiteTitle } from './SiteFacts.tsx'
import { QrCode } from '../public/QrCode.tsx'

/** Returns an address as people type it. */
const typed = (address: string) => address.replace(/^https?:\/\//, '')

function HowToCheck({ certificate, qr, addresses, today }: Content) {
  const { t } = useTexts()
  const { code, sha256, issued_at } = certificate
  return (
    <section className={styles.check} aria-labelledby="check-title">
      <QrCode className={styles.qr} drawing={qr} label={t('certificates.qr', { address: addresses.check })} />
      <div>
        <h2 id="check-title">{t('certificates.check_this')}</h2>
        <p>
          <RichText
            of="certificates.scan"
            values={{ address: <a href={addresses.field}>{typed(addresses.field)}</a> }}
          />
        </p>
        <p className={styles.code}>
          <span className="visually-hidden">{`${t('certificates.code')} `}</span>
          {groupedCode(code)}
        </p>
        <p className={styles.fine}>
          {`${t('certificates.issued', { issued: dateIn(t, issued_at), opened: dayIn(t, today) })} `}
          <span className={styles.hash}>{sha256}</span>
        </p>
      </div>
    </section>
  )
}

const Hash = ({ of }: { of: string }) => <span className={styles.hash}>{of}</span>

function InThePublicLog({ certificate: { checkpoint, site_activity_id }, addresses }: Content) {
  const { t } = useTexts()
  return (
    <section className={styles.log} aria-labelledby="log-title">
      <h2 id="log-title">{t('certificates.in_log')}</h2>
      {checkpoint === null ? (
        <p>{t('certificates.not_in_log')}</p>
      ) : (
        <>
          <p>
            <RichText
              of="certificates.in_checkpoint"
              values={{
                count: formatCount(Number(checkpoint.size)),
                origin: <Hash of={checkpoint.origin} />,
                root: <Hash of={checkpoint.root} />,
              }}
            />
          </p>
          <p>
            <RichText
              of="certificates.verify"
              values={{
                proof: (
                  <a href={`/log/${approvalFile('activity', site_activity_id)}`}>
                    <span className="no-print">{t('certificates.proof')}</span>
                    <span className={styles.paper}>{typed(addresses.proof)}</span>
                  </a>
                ),
              }}
            />
          </p>
        </>
      )}
    </section>
  )
}

/** The boundary as it is now; it is no part of what the certificate certifies and its fingerprint covers. */
function Boundary({ map, certificate: { site_activity_id } }: Content) {
  const { t } = useTexts()
  if (!map) return null
  return (
    <figure className={styles.map}>
      <img src={`/site/approved/${site_activity_id}/map.svg`} width="360" height="270" alt={map.words} />
      <figcaption>
        <p>{t('certificates.boundary')}</p>
        {map.layers.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </figcaption>
    </figure>
  )
}

/** The certificate of an approved record, laid out for one sheet of paper in black and white. */
export function CertificatePage(content: Content) {
  const { bureau_name, demonstration } = useConfig()
  const { t, href } = useTexts()
  const { content: site, site_activity_id } = content.certificate
  const says = (of: Translate) =>
    of('certificates.says', { bureau: bureau_name, day: dateIn(of, site.approved_at) })
  return (
    <>
      <article
        className={styles.certificate}
        data-code={site.code}
        data-across={demonstration ? t('common.demonstration') : undefined}
      >
        <div className={styles.tools}>
          <a href={href(`/site/approved/${site_activity_id}`)}>{t('certificates.back')}</a>
          <button type="button" className={controls.secondary} data-print hidden>
            {t('common.print')}
          </button>
        </div>
        <p className={styles.kind}>{t('certificates.kind')}</p>
        <SiteTitle site={site} level="h1" />
        <p className={styles.says}>
          {says(t)}
          <InEnglish say={says} />
        </p>
        <SiteFacts site={site} />
        <div className={styles.beside}>
          <GradeTable site={site} />
          <Boundary {...content} />
        </div>
        <ActivityTable site={site} />
        <HowToCheck {...content} />
        <InThePublicLog {...content} />
      </article>
      <div className={styles.wrong}>
        <SomethingWrong office={content.responsible} />
      </div>
    </>
  )
}
