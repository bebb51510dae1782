/** A proof that an entry is in the log, in the format of C2SP's tlog-proof. */
export type ProofFile = { extra: Buffer | null; index: number; hashes: Buffer[]; checkpoint: string }

const FIRST = 'c2sp.org/tlog-proof@v1'

export const proofText = ({ extra, index, hashes, checkpoint }: ProofFile): string =>
  [
    FIRST,
    ...(extra ? [`extra ${extra.toString('base64')}`] : []),
    `index ${index}`,
    ...hashes.map((hash) => hash.toString('base64')),
    '',
    checkpoint,
  ].join('\n')

const HEAD = new RegExp(
  `^${FIRST.replaceAll('.', '\\.')}\\n(?:extra ([A-Za-z0-9+/]+={0,2})\\n)?index (0|[1-9]\\d{0,15})\\n((?:[A-Za-z0-9+/]{43}=\\n)*)\\n`,
)

/** Parses a proof; null where it is none. Verifies nothing. */
export function parseProof(text: string): ProofFile | null {
  const found = HEAD.exec(text)
  if (!found) return null
  const [head, extra, index, hashes = ''] = found
  return {
    extra: extra === undefined ? null : Buffer.from(extra, 'base64'),
    index: Number(index),
    hashes: hashes
      .split('\n')
      .slice(0, -1)
      .map((base64) => Buffer.from(base64, 'base64')),
    checkpoint: text.slice(head.length),
  }
}
