import type { CertificatePage as Content } from '../../shared/public/public-page.ts'
import { groupedCode } from '../../shared/certificates/code.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { approvalFile } from '../../shared/public-log/how-to-check.ts'
import controls from '../public/controls.module.css'
import { useConfig } from '../public/public-config.ts'
import styles from './Certificate.module.css'
import { ActivityTable, GradeTable, SiteFacts, SiteTitle } from './SiteFacts.tsx'
import { QrCode } from '../public/QrCode.tsx'

/** Returns an address as people type it. */
const typed = (address: string) => address.replace(/^https?:\/\//, '')

function HowToCheck({ certificate, qr, addresses, today }: Content) {
  const { code, sha256, issued_at } = certificate
  return (
    <section className={styles.check} aria-labelledby="check-title">
      <QrCode className={styles.qr} drawing={qr} label={`QR code of ${addresses.check}`} />
      <div>
        <h2 id="check-title">Check this certificate</h2>
        <p>
          Scan the square, or type the code at <a href={addresses.field}>{typed(addresses.field)}</a>. The
          page shows this record as it is today and whether it has changed since.
        </p>
        <p className={styles.code}>
          <span className="visually-hidden">Code: </span>
          {groupedCode(code)}
        </p>
        <p className={styles.fine}>
          {`Issued ${formatDate(issued_at)}. Opened ${formatDay(today)}. Content SHA-256 `}
          <span className={styles.hash}>{sha256}</span>
        </p>
      </div>
    </section>
  )
}

function InThePublicLog({ certificate: { checkpoint, site_activity_id }, addresses }: Content) {
  return (
    <section className={styles.log} aria-labelledby="log-title">
      <h2 id="log-title">In the public log</h2>
      {checkpoint === null ? (
        <p>No checkpoint of the public log includes this approval yet.</p>
      ) : (
        <>
          <p>
            {`The approval is one of the first ${formatCount(Number(checkpoint.size))} entries of `}
            <span className={styles.hash}>{checkpoint.origin}</span>, whose root is{' '}
            <span className={styles.hash}>{checkpoint.root}</span>.
          </p>
          <p>
            Anyone can verify this without this system:{' '}
            <a href={`/log/${approvalFile('activity', site_activity_id)}`}>
              <span className="no-print">proof of the approval</span>
              <span className={styles.paper}>{typed(addresses.proof)}</span>
            </a>
          </p>
        </>
      )}
    </section>
  )
}

/** The boundary as it is now; it is no part of what the certificate certifies and its fingerprint covers. */
function Boundary({ map, certificate: { site_activity_id } }: Content) {
  if (!map) return null
  return (
    <figure className={styles.map}>
      <img src={`/site/approved/${site_activity_id}/map.svg`} width="360" height="270" alt={map.words} />
      <figcaption>
        <p>The boundary today, simplified. Not part of the certified content. Made with Natural Earth.</p>
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
  const { content: site, site_activity_id } = content.certificate
  return (
    <article
      className={styles.certificate}
      data-code={site.code}
      data-across={demonstration ? 'DEMONSTRATION' : undefined}
    >
      <div className={styles.tools}>
        <a href={`/site/approved/${site_activity_id}`}>← Back to the site</a>
        <button type="button" className={controls.secondary} data-print hidden>
          Print
        </button>
      </div>
      <p className={styles.kind}>Certificate of approval</p>
      <SiteTitle site={site} level="h1" />
      <p className={styles.says}>
        {`The ${bureau_name} certifies that this REDD+ site and its evidence were reviewed by the province, the region and the bureau, and that the grades below were approved on ${formatDate(site.approved_at)}.`}
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
  )
}
