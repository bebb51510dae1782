import type { Altered } from '../../shared/claims/altered.ts'
import { groupedCode } from '../../shared/certificates/code.ts'
import type { ClaimedCertificate } from './claimed-certificates.queries.ts'

/** Returns how a certificate differs from what the log says it was issued with. */
export function certificateDifferences(certificate: ClaimedCertificate): Altered[] {
  const { code, site_activity_id: record, record_code, content_sha256, facts, rows } = certificate
  const name = `certificate ${groupedCode(code).slice(0, 4)}… of ${record_code ?? `activity ${record}`}`
  const altered = (sentence: string): Altered => ({ kind: 'certificate', record, sentence })
  const said = rows
    .map(({ change }) => new Map(change.map(({ field, new: value }) => [field, value])))
    .find((changes) => changes.get('certificate') === facts.certificate)
  if (!said)
    return [altered(`No row of the log says that ${name} was issued; the table certificates has it.`)]
  const sha256 = said.get('sha256')
  return [
    ...(content_sha256 === sha256
      ? []
      : [
          altered(
            `The log says that the content of ${name} has the SHA-256 ${sha256}; that of the table certificates has ${content_sha256}.`,
          ),
        ]),
    ...(['sha256', 'issued_at'] as const).flatMap((field) =>
      said.get(field) === facts[field]
        ? []
        : [
            altered(
              `The log says that the ${field === 'sha256' ? 'SHA-256' : 'time'} of ${name} is ${said.get(field)}; the table certificates says ${facts[field]}.`,
            ),
          ],
    ),
  ]
}
