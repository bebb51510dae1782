import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { keyId, publicPart, type TrustedKeys } from '../audit/signing-key.ts'
import type { Signature } from './manifest.ts'

/** The signed text: the SHA-256 of the manifest, which in turn covers every other part. */
const signedText = (manifest: Buffer): Buffer =>
  Buffer.from(['backup manifest 1', createHash('sha256').update(manifest).digest('hex')].join('\n'))

/** Signs a manifest with the key that also signs the log. */
export const signManifest = (manifest: Buffer, key: KeyObject): Signature => ({
  public_key: publicPart(key).toString('hex'),
  signature: sign(null, signedText(manifest), key).toString('hex'),
})

/** Who signed a backup: a known or an unknown key; `wrong` is a false signature, `none` a missing one. */
export type Signer = { as: 'known' | 'unknown'; key_id: string } | { as: 'wrong' | 'none' }

function isSigned(manifest: Buffer, { public_key, signature }: Signature): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'hex'), format: 'der', type: 'spki' })
    const isOurKind = key.asymmetricKeyType === 'ed25519'
    return isOurKind && verify(null, signedText(manifest), key, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

/** Returns who signed this manifest. */
export function signerOf(manifest: Buffer, said: Signature | null, trusted: TrustedKeys): Signer {
  if (!said) return { as: 'none' }
  if (!isSigned(manifest, said)) return { as: 'wrong' }
  const key_id = keyId(Buffer.from(said.public_key, 'hex'))
  return { as: trusted.has(key_id) ? 'known' : 'unknown', key_id }
}

/** The only way to restore without a valid signature. */
export const ACCEPT_FLAG = '--accept-without-valid-signature'

/** Returns why this backup is not restored without the operator's consent, or null for a trusted signature. */
export function signatureComplaint(signer: Signer): string | null {
  const orSay = `or add ${ACCEPT_FLAG} if you vouch for its contents.`
  switch (signer.as) {
    case 'known':
      return null
    case 'unknown':
      return `This backup is signed with the key ${signer.key_id}, which is not known here: copy audit-signing-key of the old DATA_DIR or AUDIT_SIGNING_KEY, set AUDIT_FORMER_KEYS=${signer.key_id} where you know that key to be yours, ${orSay}`
    case 'wrong':
      return `The signature of this backup is wrong, so it was changed after it was made: restore another one, ${orSay}`
    case 'none':
      return `This backup is not signed, so it is not known who made it and whether it was changed: restore another one, ${orSay}`
  }
}

/** Returns the signer in words, for the operator and for the log. */
export function signerText(signer: Signer): string {
  if (signer.as === 'known') return `signed with the key ${signer.key_id} of this installation`
  if (signer.as === 'unknown') return `signed with the key ${signer.key_id}, which is not known here`
  return signer.as === 'wrong' ? 'with a wrong signature' : 'without a signature'
}
