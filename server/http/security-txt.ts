import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Services } from '../context/context.ts'
import { sendText } from './page-files.ts'

const DAYS_VALID = 180

/** Serves where faults of security are reported (RFC 9116): at HELPDESK_URL, unless that is http, or there is none. */
export function securityTxtRoute(app: FastifyInstance, { config, now }: Services): void {
  const { helpdesk_url, public_url } = config
  if (!/^(?:https|mailto):/i.test(helpdesk_url)) return
  const path = '/.well-known/security.txt'
  app.get(path, (request, reply) => {
    // the beginning of a day, so that the text stays the same for one
    const expires = new Date((Math.floor(now().getTime() / DAY_MS) + DAYS_VALID) * DAY_MS)
    const lines = [
      `Contact: ${helpdesk_url}`,
      `Expires: ${expires.toISOString()}`,
      `Canonical: ${public_url}${path}`,
      'Preferred-Languages: en',
    ]
    return sendText(request, reply, `${lines.join('\n')}\n`, 'text/plain; charset=utf-8', 'no-cache')
  })
}
