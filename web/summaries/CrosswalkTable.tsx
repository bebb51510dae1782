import { Fragment } from 'react'
import { formatList } from '../../shared/lib/format.ts'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import {
  FRAMEWORK_NAMES,
  FRAMEWORKS,
  FRAMEWORKS_CAPTION,
  frameworksOf,
} from '../../shared/summaries/frameworks.ts'
import { SAFEGUARD_WORDING, SAFEGUARDS, safeguardName } from '../../shared/summaries/safeguards.ts'
import { ANSWERS, answerOf } from './crosswalk-form.ts'
import styles from './Crosswalk.module.css'
import { FrameworksTable } from './document/Tables.tsx'

/** The eight principles by the seven safeguards, each with its reason; then the codes of other frameworks. */
export function CrosswalkTable({ lines }: { lines: CrosswalkLine[] }) {
  const frameworks = frameworksOf({ lines })
  return (
    <>
      <div className={styles.frame}>
        <p className={styles.legend}>
          <span>● answers it above all</span>
          <span>○ supports it</span>
        </p>
        <table className={styles.table}>
          <caption className="visually-hidden">Principles and the safeguards they answer</caption>
          <thead>
            <tr>
              <th scope="col">Principle</th>
              {SAFEGUARDS.map((safeguard) => (
                <th key={safeguard} scope="col" title={SAFEGUARD_WORDING[safeguard]}>
                  <span aria-hidden="true">({safeguard})</span>
                  <span className="visually-hidden">{safeguardName(safeguard)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Fragment key={line.principle_number}>
                <tr>
                  <th scope="row">
                    {line.principle_number}.{' '}
                    {PRINCIPLE_SHORT_TITLES[line.principle_number as PrincipleNumber]}
                  </th>
                  {SAFEGUARDS.map((safeguard) => {
                    const answer = ANSWERS.find(({ value }) => value === answerOf(line, safeguard))
                    return (
                      <td key={safeguard} data-answer={answer?.value}>
                        <span aria-hidden="true">{answer?.sign}</span>
                        <span className="visually-hidden">{answer?.spoken}</span>
                      </td>
                    )
                  })}
                </tr>
                <tr className={styles.why}>
                  <td colSpan={SAFEGUARDS.length + 1}>
                    <span className="visually-hidden">Reason: </span>
                    {line.why}
                  </td>
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <section aria-labelledby="frameworks-title">
        <h2 id="frameworks-title">Other frameworks</h2>
        {frameworks ? (
          <FrameworksTable caption={FRAMEWORKS_CAPTION} table={frameworks} />
        ) : (
          <p className="quiet">
            FMB has not related the principles to{' '}
            {formatList(FRAMEWORK_NAMES.map((name) => FRAMEWORKS[name]))} yet.
          </p>
        )}
      </section>
      <section aria-labelledby="safeguards-title">
        <h2 id="safeguards-title">The safeguards</h2>
        <p className="quiet">UNFCCC decision 1/CP.16, appendix I, paragraph 2, in our own words.</p>
        <dl className={styles.safeguards}>
          {SAFEGUARDS.map((safeguard) => (
            <div key={safeguard}>
              <dt>({safeguard})</dt>
              <dd>{SAFEGUARD_WORDING[safeguard]}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
