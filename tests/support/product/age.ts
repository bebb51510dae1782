import { writeFileSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'

/** Creates a pair of keys, the secret one in a file as age-keygen writes it. */
export async function ageKey(file: string): Promise<{ identity: string; recipient: string }> {
  const secret = await generateX25519Identity()
  const recipient = await identityToRecipient(secret)
  writeFileSync(file, `# created: 2026-01-01T00:00:00Z\n# public key: ${recipient}\n${secret}\n`)
  return { identity: file, recipient }
}
