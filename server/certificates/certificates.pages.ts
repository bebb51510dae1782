import { encode } from 'uqr'
import { z } from 'zod/mini'
import type {
  ApprovedSiteMap,
  CertificateCheckPage,
  PublicPage,
  QrDrawing,
} from '../../shared/public/public-page.ts'
import { readCode } from '../../shared/certificates/code.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { IdParams } from '../../shared/lib/ids.ts'
import { approvalFile } from '../../shared/public-log/how-to-check.ts'
import type { Services } from '../context/context.ts'
import { withdrawnPage } from './withdrawn.pages.ts'
import { findResponsibleOffice } from '../approved/approved.queries.ts'
import { checkCertificate, openCertificate } from './certificates.actions.ts'

type PageServices = Pick<Services, 'config' | 'db' | 'files' | 'now'>

/** follows the path of an approved activity */
export const CERTIFICATE = '/certificate'
export const CHECK_PATH = '/c'

/** the field shows no more of a longer text that was pasted into it */
const MAX_TYPED_LENGTH = 60

/** the white margin that readers need, in squares */
const QUIET = 4

/** Returns a QR code that can still be read if almost a third of it is damaged (level H). */
function qrOf(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'H', border: QUIET })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join('') }
}

/**
 * Returns the certificate page of an activity on the public list, with its map; for any other, the page that says there
 * is none.
 */
export async function certificatePage(
  services: PageServices,
  params: unknown,
  mapOf: (site_activity_id: number) => Promise<ApprovedSiteMap | null>,
): Promise<PublicPage> {
  const asked = z.safeParse(IdParams, params)
  if (!asked.success) return { page: 'no_certificate', latest: null }
  const opened = await openCertificate(services, asked.data.id)
  if ('latest_id' in opened)
    return (
      (await withdrawnPage(services, asked.data.id)) ?? { page: 'no_certificate', latest: opened.latest_id }
    )
  const { public_url } = services.config
  const field = `${public_url}${CHECK_PATH}`
  const check = `${field}/${opened.code}`
  return {
    page: 'certificate',
    certificate: opened,
    qr: qrOf(check),
    addresses: {
      check,
      field,
      proof: `${public_url}/log/${approvalFile('activity', opened.site_activity_id)}`,
    },
    map: await mapOf(opened.site_activity_id),
    responsible: await findResponsibleOffice(services.db, opened.site_activity_id),
    today: manilaDay(services.now()),
  }
}

async function checkResult(services: PageServices, typed: string): Promise<CertificateCheckPage['told']> {
  if (typed.trim() === '') return { outcome: 'nothing_typed' }
  const code = readCode(typed)
  if (code === null) return { outcome: 'mistyped' }
  const found = await checkCertificate(services, code)
  if (!found) return { outcome: 'unknown' }
  const responsible = await findResponsibleOffice(services.db, found.certificate.site_activity_id)
  return { outcome: 'found', ...found, responsible }
}

/** Returns the page that checks a typed code. */
export const checkPage = async (services: PageServices, typed: string): Promise<CertificateCheckPage> => ({
  page: 'certificate_check',
  typed: typed.slice(0, MAX_TYPED_LENGTH),
  told: await checkResult(services, typed),
})

/** Returns the path for the code in the field, or null if it is not a code. */
export function typedCodePath(query: unknown): string | null {
  const code = readCode(typedIn(query))
  return code && `${CHECK_PATH}/${code}`
}

/** Returns the text of the field. */
export function typedIn(query: unknown): string {
  const { code } = query as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
