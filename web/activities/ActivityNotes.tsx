import type { ReactNode } from 'react'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { WithNotes } from '../notes/notes-context.tsx'

type WithActivityNotesProps = {
  activity: SiteActivity
  batch: readonly SitePrinciple[]
  /** of a page about one principle */
  principle?: SitePrinciple
  children: ReactNode
}

/** Counts the notes of an activity for everything on its page. */
export const WithActivityNotes = ({ activity, batch, principle, children }: WithActivityNotesProps) => (
  <WithNotes
    form="activity-note"
    record={activity}
    name={`${activity.site_profile_code}, ${activity.site_profile_name}`}
    places={async () => {
      const { placesOfActivity } = await import('../../shared/activities/activity-points.ts')
      return placesOfActivity(activity, batch, principle ?? null)
    }}
  >
    {children}
  </WithNotes>
)
