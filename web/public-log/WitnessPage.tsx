import type { WitnessPage as Content } from '../../shared/public/public-page.ts'
import { EXAMPLE_WITNESS as EXAMPLE, witnessCommands } from './witness-commands.ts'
import { useTexts } from '../lib/texts.tsx'
import { CommandText } from '../public/CommandText.tsx'
import styles from './LogPages.module.css'
import { EnglishPage, Section, Step } from './PageParts.tsx'

function Steps({ address, log }: Content & { log: NonNullable<Content['log']> }) {
  const commands = witnessCommands(address, log)
  return (
    <ol className={styles.commands}>
      <Step text={commands.install}>Install litewitness. It needs Go 1.24 or newer.</Step>
      <Step text={commands.key}>
        Make a key for your witness alone, and hand it to an agent that signs with it. The last command prints
        the fingerprint of the key, which begins with SHA256.
      </Step>
      <Step text={commands.log}>
        Tell the witness which log it signs. This is our log with its key; compare the key with one that you
        received in another way, for example on paper.
      </Step>
      <Step text={commands.run}>
        Start the witness under a name of your own domain, with the fingerprint of its key. It prints its
        verifier key, a line that begins with that name.
      </Step>
      <Step text={commands.https}>
        Publish it over https, for example with Caddy. Nothing but this address has to be open.
      </Step>
      <Step>
        Send the bureau two things: the address (<code>{EXAMPLE.url}</code>) and the verifier key. Publish the
        key on a page of your own as well, so that readers can compare.
      </Step>
    </ol>
  )
}

/** How an auditor or a university runs a witness of this log, and what the bureau does. */
export function WitnessPage(content: Content) {
  const { t, href } = useTexts()
  const { log } = content
  return (
    <EnglishPage title={t('checking.witness_title')}>
      <p>
        A witness is a small program at an organisation outside the bureau. It remembers how long our log was
        and what its root was. It signs a new checkpoint only if the new log still begins with the old one. So
        not even we can rewrite the log, or show two logs to two readers, without a witness refusing.
      </p>
      <Section id="promise" title="What you promise">
        <ul>
          <li>Your witness never signs two different histories of our log. The program sees to that.</li>
          <li>
            You keep its memory. After a loss it would accept any log as new: if you restore an old copy, tell
            the bureau.
          </li>
          <li>Its key is used for nothing else and stays with you.</li>
        </ul>
        <p>
          You do not promise that what our records say is true. You never see them: a witness sees hashes.
        </p>
      </Section>
      <Section id="needs" title="What you need">
        <p>
          A computer that is always on, with a name on the internet and a few megabytes of memory and disk. We
          ask once a minute at most, with a few kilobytes. If it is off for a while, nothing is lost: it is
          asked again, and catches up.
        </p>
        <p>
          Any program that speaks <a href="https://c2sp.org/tlog-witness">C2SP tlog-witness</a> will do. We
          know of two: litewitness, part of filippo.io/torchwood, which the steps below use, and OmniWitness
          of transparency-dev, which suits those who already witness other logs.
        </p>
      </Section>
      <Section id="steps" title="Your steps">
        {log ? (
          <Steps {...content} log={log} />
        ) : (
          <p>The steps appear here once the first checkpoint is published.</p>
        )}
      </Section>
      <Section id="bureau" title="What the bureau does">
        <p>
          The operator adds address and key, with a plus between them, to the setting WITNESS_URLS and
          restarts the product. More witnesses follow after a comma.
        </p>
        <CommandText text={`WITNESS_URLS=${EXAMPLE.url}+${EXAMPLE.key}`} />
      </Section>
      <Section id="works" title="How both see that it works">
        <ul>
          <li>
            Within two minutes your witness appears under “Who has signed” on{' '}
            <a href={href('/log')}>the page of the last checkpoint</a>, and its line is in{' '}
            <a href="/log/checkpoint">the checkpoint itself</a>.
          </li>
          <li>
            On your side <code>witnessctl list-logs</code> shows our log with a size above 0 that grows.
          </li>
          <li>
            For the bureau the Integrity page of the audit log shows how many entries you have signed. If
            something is wrong, it shows the reason, for example that your witness does not know our key.
          </li>
        </ul>
        <p>
          If your witness ever refuses because our log does not extend what it knows, do not delete anything.
          Say so in public, and keep what it knows: it is the evidence. For questions use the helpdesk at the
          end of this page.
        </p>
      </Section>
    </EnglishPage>
  )
}
