import { withoutTrailing } from '../../shared/lib/trailing.ts'
import { foreseen } from './errors.ts'

export type Bucket = { bucket: string; prefix: string; region: string; endpoint: string | null }

const PARAMETERS = ['endpoint', 'region']

function decodedName(url: URL, setting: string): string {
  try {
    return decodeURIComponent(url.hostname)
  } catch {
    throw foreseen(`${setting} names a bucket with "%" in its name, which no bucket has.`)
  }
}

/** Parses `s3://bucket/prefix?endpoint=https://…&region=…`; throws a foreseen error with one sentence. */
export function bucketOf(address: string, setting = 'FILES_URL'): Bucket {
  const url = new URL(address)
  const bucket = decodedName(url, setting)
  const endpoint = url.searchParams.get('endpoint')
  const prefix = withoutTrailing(url.pathname.replace(/^\/+/, ''), '/')
  if (!bucket) throw foreseen(`${setting} must name a bucket, as in s3://bucket?region=ap-southeast-1.`)
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    throw foreseen(
      `${setting} has the parameter "${unknown}"; the known ones are ${PARAMETERS.join(' and ')}.`,
    )
  if (endpoint && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw foreseen(`${setting} has an endpoint that is not an http:// or https:// address.`)
  return {
    bucket,
    prefix: prefix ? `${prefix}/` : '',
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    endpoint,
  }
}
