import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The link on the error page of an activity that could not be loaded (ACTIVITIES-41). */
export const BackToActivities = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/sites/activity/datatable" {...props} />}>
    Back to activities
  </Button>
)

/** The same for approvers, who may not open the list of activities. */
export const BackToApproval = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/sites/activity/approval" {...props} />}>
    Back to SITES Approval
  </Button>
)
