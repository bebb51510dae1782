import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DraftForm, draftsApi, type UnfinishedForm } from '../../shared/drafts/drafts.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { useActor } from '../lib/useActor.ts'
import { call, toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './WorkWaiting.module.css'

type Place = { words: string; href: string; hash?: string }

const OTHERS: Record<Exclude<DraftForm, `evidence-${number}`>, (form: UnfinishedForm) => Place> = {
  'site-add': () => ({ words: 'New profile', href: '/sitemap/add' }),
  'site-edit': ({ record_id }) => ({ words: 'Edit profile', href: `/sitemap/edit/${record_id}` }),
  'import-add': () => ({ words: 'Import of profiles', href: '/sitemap/imports/add' }),
  'site-return': ({ record_id }) => ({
    words: 'Comments for a return',
    href: `/sites/approval/view/${record_id}`,
  }),
  'activity-return': ({ record_id }) => ({
    words: 'Comments for a return of the SITES activity',
    href: `/sites/activity/approval/view/${record_id}`,
  }),
  'site-note': ({ record_id }) => ({ words: 'Note', href: `/sitemap/view/${record_id}`, hash: 'notes' }),
  'activity-note': ({ record_id }) => ({
    words: 'Note about the SITES activity',
    href: `/sites/activity/${record_id}`,
    hash: 'notes',
  }),
  'site-bulk': () => ({ words: 'Decision on several profiles', href: '/sites/approval' }),
  'activity-bulk': () => ({ words: 'Decision on several activities', href: '/sites/activity/approval' }),
  'principle-edit': ({ record_id }) => ({
    words: `Criteria of Principle #${record_id}`,
    href: '/sites/activity',
  }),
  'crosswalk-edit': () => ({ words: 'Crosswalk', href: '/summary/crosswalk' }),
  'summary-texts': ({ record_id }) => ({
    words: 'Texts of the summary',
    href: `/summary/draft/${record_id}`,
  }),
  'summary-comment': ({ record_id }) => ({
    words: 'Comment on the summary',
    href: `/summary/draft/${record_id}`,
  }),
}

/** Returns the name of a form and the page on which it continues. */
function linkOfForm(of: UnfinishedForm): Place {
  const { form, record_id, site_activity_id } = of
  const number = /^evidence-(\d)$/.exec(form)?.[1]
  if (number === undefined) return OTHERS[form as keyof typeof OTHERS](of)
  return {
    words: `Evidence of Principle #${number}`,
    href:
      site_activity_id === null
        ? `/sites/activity/add?site_profile_id=${record_id}`
        : `/sites/activity/${site_activity_id}?from=edit`,
  }
}

/** The person's unfinished forms, by the name of the site (S-143); renders nothing when there are none. */
export function UnfinishedForms() {
  const { id } = useActor()
  const { data, error } = useQuery({
    queryKey: ['draft', id, 'unfinished'],
    queryFn: ({ signal }) => call(draftsApi.unfinished, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (!data || data.forms.length === 0) return null
  return (
    <Panel title="Your unfinished forms">
      <ul className={styles.list}>
        {data.forms.map((form) => {
          const { words, href, hash = '' } = linkOfForm(form)
          return (
            <li key={`${form.form} ${form.record_id}`}>
              <Link to={href as '/dashboard'} hash={hash} className={styles.item}>
                <strong>{form.name ?? words}</strong>
                <span>{form.name === null ? '' : words}</span>
                <small>Last saved {formatDateTime(form.updated_at)}</small>
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
