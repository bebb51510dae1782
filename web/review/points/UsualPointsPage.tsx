import { Link } from '@tanstack/react-router'
import { mayOpen, screenAt } from '../../../shared/access/screens.ts'
import { useFresh } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { templatesQuery } from './templates.calls.ts'
import { UsualPointsForm } from './UsualPointsForm.tsx'

const LISTS = ['/sites/approval', '/sites/activity/approval'] as const

/** The points that an office, a region or FMB sends often, to be chosen while a return is written. */
export function UsualPointsPage() {
  const actor = useActor()
  const { data, error, refetch } = useFresh(templatesQuery)
  const list = LISTS.find((path) => mayOpen(actor, screenAt(path) ?? {})) ?? LISTS[0]
  const whose = actor.access_level === 'PENRO' ? (actor.penro ?? 'your office') : actor.access_level
  return (
    <>
      <PageHeader
        title="Usual points"
        intro={`What ${whose === 'Region' ? 'your region' : whose} asks for again and again. A return can begin with any of them. Everyone there who returns records can change this list.`}
        back={
          <Link to={list as '/sites/approval'}>
            <ArrowLeftIcon size={16} />
            SITES Approval
          </Link>
        }
      />
      {data ? <UsualPointsForm opened={data} /> : <Loading error={error} onRetry={() => void refetch()} />}
    </>
  )
}
