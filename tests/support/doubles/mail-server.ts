import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

type ReceivedMails = {
  mails: Email[]
  from: string[]
  users: string[]
  refuse: (times: number) => void
  /** rejects every connection until called with false */
  away: (isAway: boolean) => void
  /** delays every answer until this is settled */
  hold: (until: Promise<void>) => void
  url: string
}

/** A real mail server on a separate port; it asks for a password when one is given. */
export async function mailServer(password?: string): Promise<ReceivedMails> {
  let refusals = 0
  let isAway = false
  let held = Promise.resolve()
  const heard: ReceivedMails = {
    mails: [],
    from: [],
    users: [],
    refuse: (times) => (refusals = times),
    away: (value) => (isAway = value),
    hold: (until) => {
      held = until
    },
    url: '',
  }
  const receive = async (message: Buffer) => {
    if (refusals > 0) {
      refusals -= 1
      throw Object.assign(new Error('try later'), { responseCode: 451 })
    }
    await held
    heard.mails.push(await PostalMime.parse(message))
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: password === undefined,
    onConnect: (_session, done) =>
      done(isAway ? Object.assign(new Error('back on Monday'), { responseCode: 421 }) : null),
    onAuth: (auth, _session, done) => {
      if (auth.password !== password) return done(new Error('no'))
      heard.users.push(auth.username ?? '')
      done(null, { user: auth.username })
    },
    onMailFrom: (address, _session, done) => {
      heard.from.push(address.address)
      done()
    },
    onRcptTo: (address, _session, done) =>
      done(
        address.address.startsWith('full@') ? Object.assign(new Error('full'), { responseCode: 452 }) : null,
      ),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        receive(Buffer.concat(chunks)).then(() => done(), done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  heard.url = `smtp://${password === undefined ? '' : `mailer:${password}@`}127.0.0.1:${port}`
  return heard
}
