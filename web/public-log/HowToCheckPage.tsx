import type { CheckPage } from '../../shared/public/public-page.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { CHECKERS, checkCommands } from '../../shared/public-log/how-to-check.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dayIn } from '../../shared/texts/words.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import { FoundTable } from './FoundTable.tsx'
import { LogNotices } from './LogNotices.tsx'
import styles from './LogPages.module.css'
import { Section, Step } from './PageParts.tsx'
import { Signers } from './Signers.tsx'

const program = (name: string) => <a href={`/log/${name}`}>{name}</a>

/** What the last checkpoint covers; while publishing has stopped it does not say that only the last seconds are missing. */
function coveredIn(t: Translate, { entries, stopped }: CheckPage['log']): string {
  if (entries === 0) return t('checking.first_soon')
  if (entries === 1) return t(stopped ? 'checking.covers_one' : 'checking.covers_one_all')
  return t(stopped ? 'checking.covers_many' : 'checking.covers_many_all', { count: formatCount(entries) })
}

function WhatItIs({ log }: CheckPage) {
  const { t, href } = useTexts()
  return (
    <>
      <p>
        <RichText
          of="checking.what_entry"
          values={{
            formula: <a href={href('/how-to-check/formula')}>{t('checking.formula_link')}</a>,
            checkpoint: <a href={href('/log')}>{t('checking.checkpoint_link')}</a>,
          }}
        />{' '}
        {coveredIn(t, log)} {t('checking.what_changed')}
      </p>
      <p>{t('checking.keep')}</p>
    </>
  )
}

function Commands({ address, approval }: CheckPage) {
  const { t } = useTexts()
  const commands = checkCommands(address, approval)
  return (
    <>
      <p>
        <RichText
          of="checking.needs"
          values={{ first: program(CHECKERS.proof), second: program(CHECKERS.log) }}
        />
      </p>
      <ol className={styles.commands}>
        <Step text={commands.fetch}>
          {t(approval === null ? 'checking.fetch' : 'checking.fetch_approval')}
        </Step>
        {commands.proof === null ? (
          <Step>{t('checking.no_approval')}</Step>
        ) : (
          <Step text={commands.proof}>{t('checking.prove')}</Step>
        )}
        <Step text={commands.extends}>{t('checking.extends')}</Step>
      </ol>
      <p>{t('checking.sha256')}</p>
      <p>{t('checking.mailed_line')}</p>
    </>
  )
}

function Stamped({ url, day }: NonNullable<CheckPage['stamped']>) {
  const { t } = useTexts()
  if (day === null) return t('checking.stamped_nothing', { url })
  const at = `/log/day/${day}`
  return (
    <RichText
      of="checking.stamped"
      values={{
        url,
        checkpoint: <a href={`${at}/checkpoint`}>{t('checking.checkpoint_of', { day: dayIn(t, day) })}</a>,
        stamp: <a href={`${at}/stamp.tsr`}>{t('checking.this_stamp')}</a>,
      }}
    />
  )
}

function ExternalCopies({ stamped, mailed }: CheckPage) {
  const { t } = useTexts()
  if (stamped === null && mailed === 0) return <p>{t('checking.no_outside')}</p>
  return (
    <ul>
      {stamped ? (
        <li>
          <Stamped {...stamped} />
        </li>
      ) : null}
      {mailed > 0 ? (
        <li>{mailed === 1 ? t('checking.one_reader') : t('checking.readers', { count: mailed })}</li>
      ) : null}
    </ul>
  )
}

const NOT_FOUND = [
  'checking.not_truth',
  'checking.not_newest',
  'checking.not_both',
  'checking.not_two',
  'checking.not_erased',
  'checking.not_before',
] as const

/** What the public log is, what it proves and what not, and how a reader who does not trust the bureau verifies it. */
export function HowToCheckPage(content: CheckPage) {
  const { t } = useTexts()
  return (
    <>
      <h1>{t('common.verify')}</h1>
      <LogNotices log={content.log} />
      <p>{t('checking.intro')}</p>
      <Section id="what" title={t('checking.what')}>
        <WhatItIs {...content} />
      </Section>
      <Section id="signers" title={t('checking.signers')}>
        <Signers log={content.log} />
      </Section>
      <Section id="commands" title={t('checking.commands')}>
        <Commands {...content} />
      </Section>
      <Section id="outside" title={t('checking.outside')}>
        <ExternalCopies {...content} />
      </Section>
      <Section id="found" title={t('checking.found')}>
        <p>{t('checking.found_nightly')}</p>
        <p>{t('checking.found_control')}</p>
        <FoundTable />
      </Section>
      <Section id="not-found" title={t('checking.not_found')}>
        <ul>
          {NOT_FOUND.map((one) => (
            <li key={one}>{t(one)}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
