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

/** what became of a public summary, each with a row of the log */
export const SUMMARY_EVENTS = ['published', 'replaced', 'withdrawn'] as const
export type SummaryEvent = (typeof SUMMARY_EVENTS)[number]

/** The name of the proof of a summary: "summary_2026", or "summary_2026_3f0c…" of one that is not the present one. */
export const summaryProofName = (year: number, version: string | null = null): string =>
  version === null ? `summary_${year}` : `summary_${year}_${version}`

/** The path of the proof that a summary was published, replaced or withdrawn. */
export const summaryProofFile = (
  year: number,
  version: string | null = null,
  event: SummaryEvent = 'published',
): string => `${event}/${summaryProofName(year, version)}.tlog-proof`

/** The commands for a public summary: download it with its proof, check the proof, compare the bytes. */
export function summaryCommands(address: string, year: number, version: string | null): string[] {
  const proof = summaryProofFile(year, version)
  const document = publicFilePath(year, 'json', version)
  const files = ['key', CHECKERS.proof, proof].map((file) => `${address}/log/${file}`)
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  return [
    `curl -fsS --remote-name-all ${[...files, `${address}${document}`].join(' ')}`,
    `python3 ${CHECKERS.proof} ${nameOf(proof)} "$(cat key)"`,
    `sha256sum ${nameOf(document)}`,
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
