import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { listUnfinished } from '../drafts/unfinished.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { linkOfForm, nameOfForm } from './form-links.ts'
import styles from './WorkWaiting.module.css'

/** The person's unfinished forms, by the name of the site (S-143); renders nothing when there are none. */
export function UnfinishedForms() {
  const { id } = useActor()
  const { data, error } = useQuery({
    queryKey: ['draft', id, 'unfinished'],
    queryFn: () => listUnfinished(id),
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (!data || data.length === 0) return null
  return (
    <Panel title="Your unfinished forms">
      <ul className={styles.list}>
        {data.map((form) => {
          const { words, href, hash = '' } = linkOfForm(form)
          const name = nameOfForm(form)
          return (
            <li key={`${form.form} ${form.record_id}`}>
              <Link to={href as '/dashboard'} hash={hash} className={styles.item}>
                <strong>{name ?? words}</strong>
                <span>{name === null ? '' : words}</span>
                <small>Last saved {formatDateTime(form.updated_at)}</small>
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
