import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A passkey in software, together with the browser around it, both of which can be told to misbehave. */

/** The answer of a browser, as `POST` bodies have it. */
export type Answer = { id: string; response: Record<string, unknown> } & Record<string, unknown>

type Asked = { options: Record<string, unknown> }

/** What is not as the server asked; everything else is. */
export type Wrong = {
  /** the page, and the host name, that the answer is for */
  origin?: string
  rp_id?: string
  challenge?: string
  /** false: the device has not checked its person */
  is_verified?: boolean
  /** of a copy that was made at an earlier count */
  counter?: number
  /** the passkey that answers; by default the newest that the server accepts */
  id?: string
  user_handle?: string | null
  is_framed?: boolean
  /** the key that signs */
  key?: KeyObject
  /** signs as an old security key with the certificate of its maker does */
  maker?: { certificate: Buffer; key: KeyObject }
}

type Built = {
  /** in the computer, or beside it */
  attachment?: 'platform' | 'cross-platform' | null
  /** copied to the other devices of its person */
  is_synced?: boolean
  /** false: always says 0, as passkeys of phones do */
  counts?: boolean
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** The head of a CBOR item: its major type and its length or value. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  const long = Buffer.from([(major << 5) | 25, 0, 0])
  long.writeUInt16BE(value, 1)
  return long
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const cborList = (...items: Buffer[]) => Buffer.concat([head(4, items.length), ...items])
/** A map of items in their order. */
const cborMap = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap(
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  )
}

const FLAGS = { present: 1, verified: 4, syncable: 8, synced: 16, attested: 64 }

type Passkey = {
  id: string
  key: KeyObject
  /** as the server stores it */
  public_key: Buffer
  counter: number
  user_handle: string
  rp_id: string
}

/** A device with passkeys in a browser at this origin. */
export function createAuthenticator(
  origin: string,
  { attachment = 'cross-platform', is_synced = false, counts = true }: Built = {},
) {
  const passkeys: Passkey[] = []
  const transports = attachment === 'platform' ? ['internal'] : ['usb', 'nfc']

  const clientData = (type: string, { options }: Asked, wrong: Wrong) =>
    JSON.stringify({
      type,
      challenge: wrong.challenge ?? options.challenge,
      origin: wrong.origin ?? origin,
      crossOrigin: wrong.is_framed ?? false,
    })
  const authData = (rp_id: string, counter: number, wrong: Wrong, attested = Buffer.alloc(0)) => {
    const flags =
      FLAGS.present |
      ((wrong.is_verified ?? true) ? FLAGS.verified : 0) |
      (is_synced ? FLAGS.syncable | FLAGS.synced : 0) |
      (attested.length > 0 ? FLAGS.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(wrong.counter ?? (counts ? counter : 0))
    return Buffer.concat([sha256(wrong.rp_id ?? rp_id), Buffer.from([flags]), count, attested])
  }
  const answer = (id: string, response: Answer['response']): Answer => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
    ...(attachment === null ? {} : { authenticatorAttachment: attachment }),
  })

  return {
    passkeys,
    /** Makes a passkey, as `navigator.credentials.create` does. */
    create(asked: Asked, wrong: Wrong = {}): Answer {
      const { rp, user } = asked.options as { rp: { id: string }; user: { id: string } }
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = wrong.id ?? base64url(randomBytes(32))
      const public_key = coseKey(publicKey)
      passkeys.push({ id, key: privateKey, public_key, counter: 0, user_handle: user.id, rp_id: rp.id })
      const credential = Buffer.from(id, 'base64url')
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([credential.length >> 8, credential.length & 255]),
        credential,
        public_key,
      ])
      const said = clientData('webauthn.create', asked, wrong)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const point = Buffer.concat([Buffer.from([4]), ...[x, y].map((part) => Buffer.from(part, 'base64url'))])
      const signed = Buffer.concat([Buffer.alloc(1), sha256(rp.id), sha256(said), credential, point])
      const { maker } = wrong
      return answer(id, {
        clientDataJSON: base64url(said),
        attestationObject: base64url(
          cborMap(
            [text('fmt'), text(maker ? 'fido-u2f' : 'none')],
            [
              text('attStmt'),
              maker
                ? cborMap(
                    [text('sig'), bytes(sign('sha256', signed, maker.key))],
                    [text('x5c'), cborList(bytes(maker.certificate))],
                  )
                : cborMap(),
            ],
            [text('authData'), bytes(authData(rp.id, 0, wrong, attested))],
          ),
        ),
        transports,
      })
    },
    /** Signs with a passkey, as `navigator.credentials.get` does. */
    sign(asked: Asked, wrong: Wrong = {}): Answer {
      const { allowCredentials } = asked.options as { allowCredentials?: { id: string }[] }
      const allowed = (allowCredentials ?? []).map(({ id }) => id)
      const passkey = passkeys.findLast(({ id }) =>
        wrong.id ? id === wrong.id : allowed.length === 0 || allowed.includes(id),
      )
      if (!passkey) throw new Error('This device has no such passkey.')
      passkey.counter += 1
      const data = authData(passkey.rp_id, passkey.counter, wrong)
      const said = clientData('webauthn.get', asked, wrong)
      const user_handle = wrong.user_handle === undefined ? passkey.user_handle : wrong.user_handle
      return answer(passkey.id, {
        clientDataJSON: base64url(said),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(said)]), wrong.key ?? passkey.key)),
        ...(user_handle === null ? {} : { userHandle: user_handle }),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
