import { FEED_PATH } from '../../shared/open-data/open-data.files.ts'
import { gradeCounts } from '../../shared/open-data/grade-counts.ts'
import { translator } from '../../shared/texts/translate.ts'
import { EN } from '../../shared/texts/en.ts'
import type { Services } from '../context/context.ts'
import { inXml } from '../sheets/xml.ts'
import { countFeedApprovals, type FeedApproval, listFeedApprovals } from './feed.queries.ts'

const ENTRIES = 50
/** the year that the tags of this feed are minted in (RFC 4151); it never changes */
const TAG_YEAR = 2026
/** the time of a feed without approvals */
const NO_TIME = '1970-01-01T00:00:00.000Z'

const t = translator(EN)

const tag = (public_url: string, name: string): string =>
  inXml(`tag:${new URL(public_url).hostname},${TAG_YEAR}:${name}`)

function entryOf(approval: FeedApproval, public_url: string): string {
  const { site_activity_id, code, name_of_partner, province, region, grades } = approval
  const at = new Date(approval.approved_at).toISOString()
  const place = province === null ? region : `${province}, ${region}`
  const [name, page] =
    site_activity_id === null
      ? [`site/${code}`, `?search=${encodeURIComponent(code)}`]
      : [`approval/${site_activity_id}`, `/${site_activity_id}`]
  const said = grades === null ? t('list.no_activities') : gradeCounts(t, grades)
  return [
    '<entry>',
    `<id>${tag(public_url, name)}</id>`,
    `<title>${inXml(`${name_of_partner} – ${code}`)}</title>`,
    `<link rel="alternate" type="text/html" href="${inXml(`${public_url}/site/approved${page}`)}"/>`,
    `<published>${at}</published><updated>${at}</updated>`,
    `<summary>${inXml(`${place}. ${said}`)}</summary>`,
    '</entry>\n',
  ].join('')
}

/** The number of the page that an address asks for; what is no page is the first. */
export function feedPageIn(query: unknown): number {
  const { page } = query as { page?: unknown }
  return typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1
}

/** The newest approvals of the public list as an Atom feed (RFC 4287), in pages (RFC 5005); one past the end is the last. */
export async function approvalsFeed({ readDb, config }: Services, asked: number): Promise<string> {
  const { public_url, bureau_name } = config
  const count = await countFeedApprovals(readDb)
  const last = Math.max(Math.ceil(count / ENTRIES), 1)
  const page = Math.min(asked, last)
  const approvals = await listFeedApprovals(readDb, ENTRIES, (page - 1) * ENTRIES)
  const pageAt = (number: number) => public_url + FEED_PATH + (number === 1 ? '' : `?page=${number}`)
  const link = (rel: string, number: number) =>
    `<link rel="${rel}" type="application/atom+xml" href="${inXml(pageAt(number))}"/>\n`
  const newest = approvals[0]?.approved_at
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n',
    `<id>${tag(public_url, 'approvals')}</id>\n`,
    `<title>${inXml(t('open_data.feed_title'))}</title>\n`,
    `<subtitle>${inXml(t('open_data.register_words'))}</subtitle>\n`,
    `<updated>${newest === undefined ? NO_TIME : new Date(newest).toISOString()}</updated>\n`,
    `<author><name>${inXml(bureau_name)}</name></author>\n`,
    `<rights>${inXml(config.data_licence_name || t('common.terms_note', { bureau: bureau_name }))}</rights>\n`,
    `<link rel="alternate" type="text/html" href="${inXml(public_url)}/site/approved"/>\n`,
    link('self', page),
    link('first', 1),
    ...(page > 1 ? [link('previous', page - 1)] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
    ...approvals.map((approval) => entryOf(approval, public_url)),
    '</feed>\n',
  ].join('')
}
