import type { CertificateCheckPage as Content } from '../../shared/public/public-page.ts'
import {
  type Certificate,
  type CertificateState,
  type CertifiedChange,
  changesOf,
} from '../../shared/certificates/certificate.ts'
import { groupedCode } from '../../shared/certificates/code.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { useConfig } from '../public/public-config.ts'
import { SomethingWrong } from '../public/SomethingWrong.tsx'
import styles from './Check.module.css'
import { ActivityTable, GradeTable, InEnglish, SiteFacts, SiteTitle } from './SiteFacts.tsx'
import { WithdrawnWords } from './WithdrawnApproval.tsx'

const COMPLAINTS = {
  nothing_typed: null,
  mistyped: 'certificates.mistyped',
  unknown: 'certificates.unknown',
} as const

function CodeField({ typed, told }: Content) {
  const { t, href } = useTexts()
  const complaint = told.outcome === 'found' ? null : COMPLAINTS[told.outcome]
  return (
    <form className={styles.form} action={href('/c')} method="get">
      <label className={controls.label} htmlFor="code">
        {t('certificates.field')}
      </label>
      <p className={styles.hint} id="code-hint">
        {t('certificates.field_hint')}
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
            {t(complaint)}
          </p>
        )}
        <button type="submit" className={controls.primary}>
          {t('certificates.check')}
        </button>
      </div>
    </form>
  )
}

type ChangesProps = { caption: string; of: 'Principle' | 'Field'; head: string; changes: CertifiedChange[] }

function Changes({ caption, of, head, changes }: ChangesProps) {
  const { t } = useTexts()
  if (changes.length === 0) return null
  return (
    <table className={styles.changes} data-of={of}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('certificates.as_printed')}</th>
          <th scope="col">{t('certificates.now')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, printed, today, differs }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{printed}</td>
            <td>{differs ? <strong>{t('certificates.changed_value', { value: today })}</strong> : today}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Found = { certificate: Certificate; standing: CertificateState }

function Changed({ certificate, standing }: { certificate: Certificate; standing: Found['standing'] }) {
  const { t, href } = useTexts()
  if (standing.state !== 'changed') return null
  const { grades, facts } = changesOf(t, certificate.content, standing.now)
  const isNewer = standing.site_activity_id !== certificate.site_activity_id
  return (
    <>
      <p>
        {isNewer
          ? t('certificates.newer_approval', {
              printed: dateIn(t, certificate.content.approved_at),
              newer: dateIn(t, standing.now.approved_at),
            })
          : t('certificates.list_differs')}
      </p>
      <SiteTitle site={certificate.content} level="h3" />
      <Changes
        caption={t('certificates.changed_grades')}
        of="Principle"
        head={t('certificates.principle')}
        changes={grades}
      />
      <Changes
        caption={t('certificates.changed_facts')}
        of="Field"
        head={t('certificates.changed_field')}
        changes={facts}
      />
      <p>
        <a href={href(`/site/approved/${standing.site_activity_id}`)}>{t('certificates.see_site')}</a>
      </p>
    </>
  )
}

function Unchanged({ certificate: { content, site_activity_id } }: { certificate: Certificate }) {
  const { t, href } = useTexts()
  return (
    <>
      <p>{t('certificates.unchanged_why')}</p>
      <SiteTitle site={content} level="h3" />
      <SiteFacts site={content} />
      <GradeTable site={content} />
      <ActivityTable site={content} />
      <p>
        <a href={href(`/site/approved/${site_activity_id}`)}>{t('certificates.see_page')}</a>
      </p>
    </>
  )
}

function Deactivated({ certificate: { content }, at }: { certificate: Certificate; at: string | null }) {
  const { t } = useTexts()
  const of = { code: content.code, partner: content.name_of_partner }
  return (
    <p>
      {at === null
        ? t('certificates.left_list', of)
        : t('certificates.deactivated', { ...of, day: dateIn(t, at) })}
    </p>
  )
}

const WORDS = {
  unchanged: { title: 'certificates.valid', mark: '✓' },
  changed: { title: 'certificates.changed', mark: '!' },
  withdrawn: { title: 'certificates.withdrawn', mark: '✕' },
  deactivated: { title: 'certificates.invalid', mark: '✕' },
} as const

/** First whether the code is valid today, then what the paper must say. */
function CheckOutcome({ certificate, standing }: Found) {
  const { bureau_name: bureau } = useConfig()
  const { t } = useTexts()
  const { title, mark } = WORDS[standing.state]
  return (
    <section className={styles[standing.state]} aria-labelledby="told-title">
      <h2 id="told-title">
        <span aria-hidden="true">{mark}</span>
        {t(title)}
        <InEnglish say={(of) => of(title)} />
      </h2>
      <p>
        {t('certificates.issued_by', {
          code: groupedCode(certificate.code),
          bureau,
          day: dateIn(t, certificate.issued_at),
        })}
      </p>
      {standing.state === 'unchanged' && <Unchanged certificate={certificate} />}
      <Changed certificate={certificate} standing={standing} />
      {standing.state === 'withdrawn' && <WithdrawnWords withdrawn={standing.withdrawn} />}
      {standing.state === 'deactivated' && <Deactivated certificate={certificate} at={standing.at} />}
    </section>
  )
}

/** The state of a printed certificate's code today. */
export function CheckPage(content: Content) {
  const { t } = useTexts()
  const { told } = content
  return (
    <>
      <h1 className={styles.title}>{t('certificates.check_title')}</h1>
      {told.outcome === 'found' && <CheckOutcome {...told} />}
      {told.outcome === 'found' && (
        <>
          <div className={styles.wrong}>
            <SomethingWrong office={told.responsible} />
          </div>
          <h2 className={styles.another}>{t('certificates.check_another')}</h2>
        </>
      )}
      <CodeField {...content} typed={told.outcome === 'found' ? '' : content.typed} />
    </>
  )
}
