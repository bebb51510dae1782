import type { CheckPage } from '../../shared/public/public-page.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { plural } from '../../shared/lib/format.ts'
import { CHECKERS, checkCommands } from '../../shared/public-log/how-to-check.ts'
import { FoundTable } from './FoundTable.tsx'
import { LogNotices } from './LogNotices.tsx'
import styles from './LogPages.module.css'
import { Section, Step } from './PageParts.tsx'
import { Signers } from './Signers.tsx'

const program = (name: string) => <a href={`/log/${name}`}>{name}</a>

function WhatItIs({ log: { entries, stopped } }: CheckPage) {
  return (
    <>
      <p>
        Each row is turned into 32 bytes that reveal nothing of it, its entry (
        <a href="/how-to-check/formula">how, step by step</a>). All entries together make one short signed
        text, the <a href="/log">checkpoint</a>.{' '}
        {entries === 0
          ? 'The first one follows soon.'
          : `The last one covers ${plural(entries, 'entry', 'entries')}${
              stopped ? '' : ', which are all rows but those of the last seconds'
            }.`}{' '}
        If a row is changed, removed or inserted, the log no longer matches it.
      </p>
      <p>
        So the past is checked with something from the past. A checkpoint that you keep today protects every
        row until today: save it, print it, or mail it to a colleague. Keep a new one now and then, and do not
        throw the old ones away.
      </p>
    </>
  )
}

function Commands({ address, approval }: CheckPage) {
  const commands = checkCommands(address, approval)
  return (
    <>
      <p>
        They need curl and Python 3.8 or newer, as on most computers with Linux or macOS, and two short
        programs of ours that you should read first: {program(CHECKERS.proof)} and {program(CHECKERS.log)}.
      </p>
      <ol className={styles.commands}>
        <Step text={commands.fetch}>
          Download the checkpoint, the key, the programs
          {approval === null ? '' : ', and the proof of an approval'}. Keep checkpoint and key where we cannot
          change them.
        </Step>
        {commands.proof === null ? (
          <Step>
            The second command verifies the proof of an approval. It appears here once a site has been
            approved.
          </Step>
        ) : (
          <Step text={commands.proof}>
            Verify that the log contains the approval of a site. PROVED means that the row is one of those
            that the checkpoint covers, and shows what it says; NOT PROVED means that it is not.
          </Step>
        )}
        <Step text={commands.extends}>
          On any later day: verify that the log still begins with your checkpoint. EXTENDS means that nothing
          before it was changed, removed or inserted; DIFFERS means that something was.
        </Step>
      </ol>
      <p>
        The proof of a file or of a summary of information names a SHA-256. Your copy is the same if
        “sha256sum FILE” prints it.
      </p>
      <p>
        A line from one of our daily mails, saved as a file, can be used in place of the checkpoint. If you
        see DIFFERS or NOT SIGNED, tell as many people as you can, and keep your files: they are the evidence.
      </p>
    </>
  )
}

function ExternalCopies({ stamped, mailed }: CheckPage) {
  if (stamped === null && mailed === 0)
    return <p>No time stamp authority and no address for daily mails is set: keep a checkpoint yourself.</p>
  return (
    <ul>
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
          {mailed === 1 ? 'One reader receives' : `${mailed} readers receive`} the checkpoint of each day by
          mail.
        </li>
      ) : null}
    </ul>
  )
}

const NOT_FOUND = [
  'Whether a row is true. The log proves when something was recorded, and that it was not changed since.',
  'A change to the newest rows, in the seconds before a checkpoint covers them.',
  'A change by a person who controls both the database and the file store, if no one outside has kept a checkpoint and no witness is asked.',
  'Two logs that the bureau shows to two readers, until they compare their checkpoints or ask a witness, who signs one of them only.',
  'Names and comments of a row that were erased, as the law may demand. What happened, when, and the facts stay in the log and can be proved.',
  'Anything before the first checkpoint of this log.',
] as const

/** What the public log is, what it proves and what not, and how a reader who does not trust the bureau verifies it. */
export function HowToCheckPage(content: CheckPage) {
  return (
    <>
      <h1>Verify our records</h1>
      <LogNotices log={content.log} />
      <p>
        Every step of a record is written as a row in a log: who submitted, approved or returned it, and when.
        You do not have to trust us that this log stays unchanged. This page shows how you verify it yourself,
        and what cannot be verified.
      </p>
      <Section id="what" title="What the log is">
        <WhatItIs {...content} />
      </Section>
      <Section id="signers" title="Who has signed">
        <Signers log={content.log} />
      </Section>
      <Section id="commands" title="Three commands">
        <Commands {...content} />
      </Section>
      <Section id="outside" title="Who else keeps checkpoints">
        <ExternalCopies {...content} />
      </Section>
      <Section id="found" title="What is found, and by what">
        <p>
          What the public reads is compared with the log each night: grades, areas, dates, partner, place,
          figures and statements of approved records, certificates and published summaries; each evidence file
          every thirty days. A record that does not match is marked, and its certificate, its proofs and its
          summaries are withheld.
        </p>
        <p>
          If a person controls our whole database, removes every trace in it and makes the system sign
          everything again:
        </p>
        <FoundTable />
      </Section>
      <Section id="not-found" title="What cannot be found">
        <ul>
          {NOT_FOUND.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
