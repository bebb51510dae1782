import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { activitiesApi, type ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { WithRecord } from '../review/WithRecord.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BackToActivities } from './back-links.tsx'

export const MEANS_TITLE = 'Means of verification'

/** Shown when the address names a principle of another batch, or none. */
export const NoSuchPrinciple = () => (
  <>
    <PageHeader title={MEANS_TITLE} />
    <Notice tone="danger" title="Something went wrong">
      <p>This principle does not belong to the SITES activity.</p>
      <p>
        <BackToActivities />
      </p>
    </Notice>
  </>
)

type WithPrincipleProps = {
  activityId: string
  principleId: string
  backLink: ReactNode
  children: (shown: ActivityShowReply, principle: SitePrinciple) => ReactNode
}

/** Loads an activity and one of its principles; the key resets the page's state between principles. */
export const WithPrinciple = ({ activityId, principleId, backLink, children }: WithPrincipleProps) => (
  <WithRecord
    key={`${activityId}-${principleId}`}
    calls={activitiesApi}
    id={activityId}
    title={MEANS_TITLE}
    backLink={backLink}
  >
    {(shown) => {
      const principle = shown.sitePrinciples.find((one) => String(one.id) === principleId)
      return principle ? children(shown, principle) : <NoSuchPrinciple />
    }}
  </WithRecord>
)

type PrincipleFrameProps = {
  principle: SitePrinciple
  back: ReactNode
  site: string
  children: ReactNode
}

/** The frame of a principle's evidence: number, title and site. */
export const PrincipleFrame = ({ principle, back, site, children }: PrincipleFrameProps) => (
  <>
    <PageHeader title={`Principle #${principle.principle_number}`} intro={principle.title} back={back} />
    <Stack gap={24}>
      <p>{site}</p>
      {children}
    </Stack>
  </>
)
