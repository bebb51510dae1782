/** the host or the route to it fails, or no database listens there */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'ENOENT',
]
const NO_SUCH_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME']
/** errors of Node.js about a certificate it does not accept */
const CERTIFICATE = /CERT|VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|ERR_OSSL/
/** the driver has no code for a connection that takes too long or ends before it is established */
const NO_ANSWER = /timeout|timed out|connection terminated/i

type Fault = { code?: string; syscall?: string; path?: string; message: string }

function chainOf(error: unknown): Fault[] {
  const faults: Fault[] = []
  for (let one = error; one instanceof Error; one = one.cause) faults.push(one)
  return faults
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sentenceOf(fault: Fault, url: URL, setting: string): string | null {
  const { code = '', syscall, path, message } = fault
  const part = (name: string, text: string) => url.searchParams.get(name) ?? decoded(text)
  const place = `${part('host', url.hostname) || 'this machine'}:${part('port', url.port) || '5432'}`
  const user = part('user', url.username) || 'of the process'
  const name = decoded(url.pathname.slice(1)) || user
  const at = `the database at ${place}`
  if (code === '28P01' || code === '28000')
    return `${setting} names the user "${user}", who was refused by ${at}: ${message}.`
  if (code === '3D000')
    return `${setting} names the database "${name}", which does not exist at ${place}: make it, or correct the name.`
  if (code === '42501')
    return `${setting} names the user "${user}", who lacks a permission in the database "${name}" (${message}): make it the owner of the database.`
  if (code === '25006')
    return `${setting} names ${place}, which accepts no changes: name the main server, not a copy of it.`
  if (code === '57P03' || code === '53300')
    return `${setting} names ${place}, which accepts no connections now (${message}): start again in a moment.`
  if (syscall === 'open' && path !== undefined)
    return `${setting} names the file ${path}, which cannot be read.`
  if (NO_SUCH_HOST.includes(code)) return `${setting} names ${place}, a host that cannot be found.`
  if (message.includes('does not support SSL')) return `${setting} asks for TLS, which ${at} does not offer.`
  // Node.js 24 adds advice about itself after a semicolon
  if (CERTIFICATE.test(code))
    return `${setting} asks for a certificate that can be verified, and that of ${at} cannot (${message.split(';')[0]}): check sslrootcert.`
  if (isTimeout(fault))
    return `${setting} names ${place}, where no database answers: check host and port, and whether it runs.`
  return null
}

const isTimeout = ({ code = '', message }: Fault): boolean =>
  UNREACHABLE.includes(code) || NO_ANSWER.test(message)

/** Whether the database does not answer at the moment, which may pass: the settings may be right. */
export const isUnreachable = (error: unknown): boolean =>
  chainOf(error).some((fault) => ['57P03', '53300'].includes(fault.code ?? '') || isTimeout(fault))

/**
 * Returns why the database of this setting cannot be used, in a sentence without its password; null for another fault.
 */
export function databaseErrorMessage(
  error: unknown,
  database_url: string,
  setting: 'DATABASE_URL' | 'DATABASE_READ_URL' = 'DATABASE_URL',
): string | null {
  if (!URL.canParse(database_url)) return null
  const url = new URL(database_url)
  for (const fault of chainOf(error)) {
    const sentence = sentenceOf(fault, url, setting)
    if (sentence) return sentence
  }
  return null
}
