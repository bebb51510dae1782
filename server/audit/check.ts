import { type Finding, finding } from '../../shared/audit/findings.ts'
import { GENESIS, type Head, isSigned, keyId, type LoggedRow, rowHash, type Seal, sealHash } from './chain.ts'

/** A seal and the row it stands for; null when that is no longer in the log. An operator may have erased its content. */
export type Entry = { seal: Seal; row: LoggedRow | null; erased?: boolean }

type Report = (found: Finding) => void

/** The ids of the keys whose signatures count. */
export type TrustedKeys = ReadonlySet<string>

/** The heads among themselves: each says what was signed, with a known key, and follows from the one before. */
export function checkHeads(heads: readonly Head[], trusted: TrustedKeys, report: Report): void {
  let before: Buffer | null = null
  for (const head of heads) {
    const { day } = head
    const key_id = keyId(head.public_key)
    if (!isSigned(head)) report(finding('head_changed', { day }))
    else if (!trusted.has(key_id)) report(finding('foreign_key', { day, key_id }))
    const follows =
      before === null ? head.previous_signature === null : head.previous_signature?.equals(before)
    if (!follows) report(finding('head_unlinked', { day }))
    before = head.signature
  }
}

/** Follows a chain from its first entry to its last, in order, and reports what is not as it was sealed. */
export function chainCheck(heads: readonly Head[], report: Report) {
  const closed = [...heads]
  /** the place reached, what the next entry must follow from (null: unknown), and the day it is in */
  let position = 0
  let link: Buffer | null = GENESIS
  let day: string | null = null

  const missing = (until: number, at: string) => {
    if (until <= position) return
    report(finding('entries_missing', { day: at, position: position + 1, until }))
    position = until
    link = null
  }

  /** Compares the end of a day with its head and goes on from the signature. */
  const close = (head: Head) => {
    missing(head.last_position, head.day)
    if (link !== null && !link.equals(head.head)) report(finding('day_rewritten', { day: head.day }))
    link = head.signature
  }

  /** Closes every signed day before this one. */
  const closeBefore = (next: string | null) => {
    let isClosed = false
    for (let head = closed[0]; head && (next === null || head.day < next); head = closed[0]) {
      closed.shift()
      isClosed = head.day === day || isClosed
      close(head)
    }
    return isClosed
  }

  return {
    /** The next entry, by position. */
    entry({ seal, row, erased = false }: Entry): void {
      if (seal.day !== day) {
        const isClosed = closeBefore(seal.day)
        if (day !== null && !isClosed) {
          report(finding('head_missing', { day }))
          link = null
        }
        day = seal.day
      }
      missing(seal.position - 1, seal.day)
      const place = { day: seal.day, position: seal.position, audit_log_id: seal.audit_log_id }
      if (row === null) report(finding('row_removed', place))
      else if (!erased && !rowHash(row).equals(seal.row_hash)) report(finding('row_changed', place))
      if (link !== null && !sealHash(link, seal).equals(seal.hash)) report(finding('entry_rewritten', place))
      position = seal.position
      link = seal.hash
    },

    /** After the last entry; `counter` is the last place the chain has ever had. */
    end(counter: number): void {
      closeBefore(null)
      if (counter > position) report(finding('end_cut', { position: position + 1, until: counter }))
    },
  }
}

/** What was kept elsewhere: signed heads, and the last place of that moment with its hash. */
export type Kept = { heads: readonly Head[]; tip: { day: string; position: number; hash: Buffer } | null }

/** Compares the log with what was kept; `hashAt` is the hash of the kept tip's place here, null where there is none. */
export function checkKept(
  kept: Kept,
  heads: readonly Head[],
  hashAt: Buffer | null,
  trusted: TrustedKeys,
  report: Report,
): void {
  const own = new Map(heads.map((head) => [head.day, head]))
  const last = heads.at(-1)?.day ?? ''
  const known = kept.heads.filter((head) => {
    const isOurs = isSigned(head) && trusted.has(keyId(head.public_key))
    if (!isOurs) report(finding('kept_unreliable', { day: head.day }))
    return isOurs
  })
  const differing = known.find((head) => own.get(head.day)?.signature.equals(head.signature) === false)
  const gone = known.filter((head) => !own.has(head.day))
  for (const { day } of gone.filter((head) => head.day < last)) report(finding('kept_missing', { day }))

  const newest = gone.filter((head) => head.day > last).at(-1)?.day ?? null
  const tipIsGone = kept.tip !== null && hashAt === null
  const tipDiffers = kept.tip !== null && hashAt !== null && !hashAt.equals(kept.tip.hash)
  if (differing) report(finding('kept_differs', { day: differing.day }))
  else if (tipDiffers) report(finding('kept_differs', { day: kept.tip?.day ?? null }))
  if (newest !== null || tipIsGone)
    report(finding('kept_newer', { day: tipIsGone ? (kept.tip?.day ?? newest) : newest }))
}
