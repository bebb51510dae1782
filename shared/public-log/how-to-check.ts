import { publicFilePath } from '../summaries/summary-names.ts'

/** The commands with which anyone can check the log, on any machine with curl and Python. */
type CheckCommands = {
  fetch: string
  /** null as long as there is no approval to check */
  proof: string | null
  extends: string
}

/** the two programs, as they can be read and downloaded */
export const CHECKERS = { proof: 'verify-proof.py', log: 'verify-log.py' } as const

/** the records whose approval can be proved: a profile, or one of its activities */
export type ProvedKind = 'site' | 'activity'

/** The name of the proof of an approval: "site_7". */
export const approvalName = (kind: ProvedKind, id: number): string => `${kind}_${id}`

/** The path of the proof of an approval, which needs no API key. */
export const approvalFile = (kind: ProvedKind, id: number): string =>
  `approval/${approvalName(kind, id)}.tlog-proof`

/** The name of the proof of a year's summary: "summary_2026". */
export const summaryProofName = (year: number): string => `summary_${year}`

/** The path of the proof of a year's published summary. */
export const summaryProofFile = (year: number): string => `published/${summaryProofName(year)}.tlog-proof`

/** The commands for a year's published summary: download it with its proof, check the proof, compare the bytes. */
export function summaryCommands(address: string, year: number): string[] {
  const proof = `${summaryProofName(year)}.tlog-proof`
  const files = ['key', CHECKERS.proof, summaryProofFile(year)].map((file) => `${address}/log/${file}`)
  const document = publicFilePath(year, 'json')
  return [
    `curl -fsS --remote-name-all ${[...files, `${address}${document}`].join(' ')}`,
    `python3 ${CHECKERS.proof} ${proof} "$(cat key)"`,
    `sha256sum ${document.slice(document.lastIndexOf('/') + 1)}`,
  ]
}

/** The commands for the log at this address, with the approval of a profile as an example. */
export function checkCommands(address: string, approval: number | null): CheckCommands {
  const files = ['checkpoint', 'key', CHECKERS.proof, CHECKERS.log]
  const wanted = approval === null ? files : [...files, approvalFile('site', approval)]
  return {
    fetch: `curl -fsS --remote-name-all ${wanted.map((file) => `${address}/log/${file}`).join(' ')}`,
    proof:
      approval === null
        ? null
        : `python3 ${CHECKERS.proof} ${approvalName('site', approval)}.tlog-proof "$(cat key)"`,
    extends: `python3 ${CHECKERS.log} checkpoint "$(cat key)" ${address}/log`,
  }
}
