import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { foreseen } from '../lib/errors.ts'
import { moveIssuer } from './oidc.queries.ts'

/**
 * After the same provider has got a new address, moves its identities to the one in OIDC_ISSUER, so that every link
 * stays; returns how many. Throws where there are none.
 */
export async function moveIdentities(
  { config, db }: Pick<Services, 'config' | 'db'>,
  old: string,
): Promise<number> {
  const issuer = config.oidc?.issuer
  if (issuer === undefined || issuer === old)
    throw foreseen('Set OIDC_ISSUER to the new address of the provider first.')
  return db.transaction().execute(async (held) => {
    const count = await moveIssuer(held, old, issuer)
    if (count === 0)
      throw foreseen(`No person has come from ${old}: copy the address as it was in OIDC_ISSUER.`)
    const changes = [{ field: 'oidc_issuer', old, new: issuer }]
    const line = { module: 'System', event: 'Settings Changed', changes, actor: OPERATOR } as const
    await writeAudit(held, null, OPERATOR_ORIGIN, line)
    return count
  })
}
