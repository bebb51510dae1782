import type { ReactNode } from 'react'
import type { CheckPage } from '../../shared/approved/public-page.ts'
import { formatDay } from '../../shared/lib/days.ts'
import { CHECKERS, checkCommands } from '../../shared/public-log/how-to-check.ts'
import { CommandText } from '../public/CommandText.tsx'
import { ReadingFrame } from '../public/ReadingFrame.tsx'
import styles from './HowToCheckPage.module.css'
import { FoundTable } from './FoundTable.tsx'

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Command = ({ text, children }: { text: string; children: ReactNode }) => (
  <li>
    <p>{children}</p>
    <CommandText text={text} />
  </li>
)

const program = (name: string) => <a href={`/log/${name}`}>{name}</a>

function Commands({ address, approval }: CheckPage) {
  const commands = checkCommands(address, approval)
  return (
    <>
      <p>
        They need curl and Python 3.8 or newer, as on most computers with Linux or macOS, and nothing of ours
        but two short programs that are meant to be read first: {program(CHECKERS.proof)} and{' '}
        {program(CHECKERS.log)}.
      </p>
      <ol className={styles.commands}>
        <Command text={commands.fetch}>
          Fetch the checkpoint, the key, the programs
          {approval === null ? '' : ', and the proof of an approval'}. Keep checkpoint and key where we cannot
          change them.
        </Command>
        {commands.proof === null ? (
          <li>
            <p>
              The second command checks the proof of an approval. There is none to try it with yet: it stands
              here once a site has been approved.
            </p>
          </li>
        ) : (
          <Command text={commands.proof}>
            Check that the approval of a site stands in the log. PROVED means that the row is among those that
            the checkpoint fixes, and shows what it says; NOT PROVED means that it is not.
          </Command>
        )}
        <Command text={commands.extends}>
          On any later day: check that the log still begins with your checkpoint. EXTENDS means that nothing
          before it was changed, removed or inserted; DIFFERS means that something was.
        </Command>
      </ol>
      <p>
        The proof of a file or of a summary of information names a SHA-256, which is that of your copy if
        “sha256sum FILE” prints the same.
      </p>
      <p>
        A line from one of our daily mails, saved as a file, does instead of the checkpoint. Say DIFFERS or
        NOT SIGNED to as many people as you can, and keep your files: they are the evidence.
      </p>
    </>
  )
}

function Outside({ witnesses, stamped, mailed }: CheckPage) {
  if (witnesses.length === 0 && stamped === null && mailed === 0)
    return (
      <p>
        At the moment nobody but readers like you: no witness, no time stamp authority and no address for
        daily mails is set. What you keep yourself counts all the more.
      </p>
    )
  return (
    <ul>
      {witnesses.map(({ name, key, size }) => (
        <li key={key}>
          The witness {name},{' '}
          {size === null
            ? 'which has co-signed nothing yet'
            : `which has co-signed ${size.toLocaleString('en')} rows`}
          . Its key, which you should get from the witness and not from us: <code>{key}</code>
        </li>
      ))}
      {stamped ? (
        <li>
          The time stamp authority at {stamped.url}
          {stamped.day === null ? ', which has stamped nothing yet.' : '. Last stamped: the '}
          {stamped.day === null ? null : (
            <>
              <a href={`/log/day/${stamped.day}/checkpoint`}>checkpoint of {formatDay(stamped.day)}</a>, by{' '}
              <a href={`/log/day/${stamped.day}/stamp.tsr`}>this stamp</a>, which “openssl ts -verify” reads.
            </>
          )}
        </li>
      ) : null}
      {mailed > 0 ? (
        <li>
          {mailed === 1 ? 'One reader who is' : `${mailed} readers who are`} mailed the checkpoint of each
          day.
        </li>
      ) : null}
    </ul>
  )
}

/** For whoever will not take our word for it: what the public log is, what it proves and not, and how to check it. */
export function HowToCheckPage(content: CheckPage) {
  const { entries } = content
  return (
    <ReadingFrame>
      <div className={styles.page}>
        <h1>How to check us</h1>
        <p>
          Whatever is done here to a record of a site is a row in a log: who submitted, approved or returned
          it, and when. You need not believe us that nobody changes that log afterwards. Here is how you find
          out yourself, and what you cannot find out.
        </p>
        <Section id="what" title="What the log is">
          <p>
            Each row is turned into 32 bytes that tell nothing of it. All of them together make one short
            signed text, the <a href="/log/checkpoint">checkpoint</a>.{' '}
            {entries === 0
              ? 'The first one will stand there soon.'
              : `At the moment it fixes ${entries.toLocaleString('en')} ${entries === 1 ? 'row' : 'rows'}.`}{' '}
            Whoever changes, removes or inserts a row among them makes a log that no longer fits it.
          </p>
          <p>
            So the past is checked with something from the past. A checkpoint that you keep today guards
            everything until today: save it, print it, or mail it to somebody. Keep a new one now and then,
            and throw no old one away.
          </p>
        </Section>
        <Section id="commands" title="Three commands">
          <Commands {...content} />
        </Section>
        <Section id="outside" title="Who else holds checkpoints">
          <Outside {...content} />
        </Section>
        <Section id="found" title="What is found, and by what">
          <p>
            By somebody who has our whole database, covers every trace in it and lets the system sign it all
            anew:
          </p>
          <FoundTable />
        </Section>
        <Section id="not-found" title="What cannot be found">
          <ul>
            <li>
              Whether a row is true. The log proves when something was said, and that it was not changed
              since.
            </li>
            <li>A change to the newest rows, in the seconds before they are in a checkpoint.</li>
            <li>
              A change by somebody who has both the database and the file store, if nobody outside has kept a
              checkpoint and no witness is asked.
            </li>
            <li>
              Two logs that the bureau shows to two readers, until they compare their checkpoints, or ask a
              witness, who co-signs one of them alone.
            </li>
            <li>
              What a row said whose content was erased, as the law may demand. That there was a row stays in
              the log.
            </li>
            <li>Anything before the first checkpoint of this log.</li>
          </ul>
        </Section>
      </div>
    </ReadingFrame>
  )
}
