import { publicFilePath } from '../summaries/summary-names.ts'

/** What a stranger types to check us, on any machine with curl and Python. */
type CheckCommands = {
  fetch: string
  /** null as long as there is no approval to try it with */
  proof: string | null
  extends: string
}

/** where the two programs are read and downloaded */
export const CHECKERS = { proof: 'verify-proof.py', log: 'verify-log.py' } as const

/** records whose approval anyone can prove: a profile, or one of its activities */
export type ProvedKind = 'site' | 'activity'

/** What the proof of a record's approval is called: "site_7". */
export const approvalName = (kind: ProvedKind, id: number): string => `${kind}_${id}`

/** The file that proves the approval of a record, without a key of the calls. */
export const approvalFile = (kind: ProvedKind, id: number): string =>
  `approval/${approvalName(kind, id)}.tlog-proof`

/** What the proof of a year's summary is called: "summary_2026". */
export const summaryProofName = (year: number): string => `summary_${year}`

/** The file that proves the published summary of a year. */
export const summaryProofFile = (year: number): string => `published/${summaryProofName(year)}.tlog-proof`

/** The commands for the published summary of a year: fetch it with its proof, check that, compare the bytes. */
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

/** The commands for the log of a product at this address, with the approval of a profile to try them with. */
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
