import type { CertificateCheckPage as Content } from '../../shared/public/public-page.ts'
import {
  type Certificate,
  type CertificateState,
  type CertifiedChange,
  changesOf,
} from '../../shared/certificates/certificate.ts'
import { groupedCode } from '../../shared/certificates/code.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import controls from '../public/controls.module.css'
import { useConfig } from '../public/public-config.ts'
import styles from './Check.module.css'
import { ActivityTable, GradeTable, SiteFacts, SiteTitle } from './SiteFacts.tsx'

const COMPLAINTS = {
  nothing_typed: null,
  mistyped: 'Please check the code: at least one of its 16 letters and digits is missing or wrong.',
  unknown: 'This code does not belong to any certificate of this register.',
} as const

function CodeField({ typed, told }: Content) {
  const complaint = told.outcome === 'found' ? null : COMPLAINTS[told.outcome]
  return (
    <form className={styles.form} action="/c" method="get">
      <label className={controls.label} htmlFor="code">
        Code of the certificate
      </label>
      <p className={styles.hint} id="code-hint">
        16 letters and digits beside the square pattern. Small letters and missing dashes do not matter.
      </p>
      <div className={styles.row}>
        <input
          className={controls.input}
          id="code"
          name="code"
          defaultValue={typed}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={complaint === null ? undefined : true}
          aria-describedby={complaint === null ? 'code-hint' : 'code-fault code-hint'}
        />
        {complaint !== null && (
          <p className={`${controls.error} ${styles.fault}`} id="code-fault" role="alert">
            {complaint}
          </p>
        )}
        <button type="submit" className={controls.primary}>
          Check
        </button>
      </div>
    </form>
  )
}

type ChangesProps = { caption: string; of: string; changes: CertifiedChange[] }

function Changes({ caption, of, changes }: ChangesProps) {
  if (changes.length === 0) return null
  return (
    <table className={styles.changes} data-of={of}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Printed</th>
          <th scope="col">Today</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, printed, today, differs }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{printed}</td>
            <td>{differs ? <strong>{`${today} (changed)`}</strong> : today}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Found = { certificate: Certificate; standing: CertificateState }

function Changed({ certificate, standing }: { certificate: Certificate; standing: Found['standing'] }) {
  if (standing.state !== 'changed') return null
  const { grades, facts } = changesOf(certificate.content, standing.now)
  const isNewer = standing.site_activity_id !== certificate.site_activity_id
  return (
    <>
      <p>
        {isNewer
          ? `The printed approval of ${formatDate(certificate.content.approved_at)} was replaced by a newer one on ${formatDate(standing.now.approved_at)}.`
          : 'The public list now differs from what was printed.'}
      </p>
      <SiteTitle site={certificate.content} level="h3" />
      <Changes caption="Grades" of="Principle" changes={grades} />
      <Changes caption="What else is different" of="Field" changes={facts} />
      <p>
        <a href={`/site/approved/${standing.site_activity_id}`}>See the site as it is today</a>
      </p>
    </>
  )
}

const Unchanged = ({ certificate: { content, site_activity_id } }: { certificate: Certificate }) => (
  <>
    <p>
      The record has not changed since this certificate was issued. Please compare the paper with this page.
    </p>
    <SiteTitle site={content} level="h3" />
    <SiteFacts site={content} />
    <GradeTable site={content} />
    <ActivityTable site={content} />
    <p>
      <a href={`/site/approved/${site_activity_id}`}>See the page of the site</a>
    </p>
  </>
)

const Deactivated = ({ certificate: { content }, at }: { certificate: Certificate; at: string | null }) => (
  <p>
    {`${content.code} (${content.name_of_partner}) has left the public list${
      at === null ? '' : `: it was deactivated on ${formatDate(at)}`
    }. The printed certificate is no longer valid.`}
  </p>
)

const WORDS = {
  unchanged: { title: 'Valid and unchanged', mark: '✓' },
  changed: { title: 'Changed since it was printed', mark: '!' },
  deactivated: { title: 'No longer valid', mark: '✕' },
} as const

/** First whether the code is valid today, then what the paper must say. */
function CheckOutcome({ certificate, standing }: Found) {
  const { bureau_name } = useConfig()
  const { title, mark } = WORDS[standing.state]
  return (
    <section className={styles[standing.state]} aria-labelledby="told-title">
      <h2 id="told-title">
        <span aria-hidden="true">{mark}</span>
        {title}
      </h2>
      <p>
        {`Certificate ${groupedCode(certificate.code)} was issued by the ${bureau_name} on ${formatDate(certificate.issued_at)}.`}
      </p>
      {standing.state === 'unchanged' && <Unchanged certificate={certificate} />}
      <Changed certificate={certificate} standing={standing} />
      {standing.state === 'deactivated' && <Deactivated certificate={certificate} at={standing.at} />}
    </section>
  )
}

/** The state of a printed certificate's code today. */
export function CheckPage(content: Content) {
  const { told } = content
  return (
    <>
      <h1>Check a certificate</h1>
      {told.outcome === 'found' && <CheckOutcome {...told} />}
      {told.outcome === 'found' ? <h2>Check another one</h2> : null}
      <CodeField {...content} typed={told.outcome === 'found' ? '' : content.typed} />
    </>
  )
}
