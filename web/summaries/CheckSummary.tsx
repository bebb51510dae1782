import { summaryCommands, summaryProofFile, summaryProofName } from '../../shared/public-log/how-to-check.ts'
import { CommandText } from '../public/CommandText.tsx'
import styles from './SummaryPage.module.css'

/** The proof of a published summary, and the commands that check it and the SHA-256. */
export const CheckSummary = ({ year, public_url }: { year: number; public_url: string }) => (
  <>
    <a className={styles.proof} href={`/log/${summaryProofFile(year)}`}>
      {summaryProofName(year)}.tlog-proof
    </a>
    <details className={styles.check}>
      <summary>How to check it without us</summary>
      <p>It shows that this summary was published with this SHA-256, which is that of its JSON file.</p>
      {summaryCommands(public_url, year).map((command) => (
        <CommandText key={command} text={command} />
      ))}
      <p>
        The second command says PROVED, and the SHA-256 in its last line is what the third one prints (on
        macOS: shasum -a 256). What that means, and what it does not, is explained in{' '}
        <a href="/how-to-check">Verify our records</a>.
      </p>
    </details>
  </>
)
