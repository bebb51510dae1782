import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '../ui/icons.tsx'

/** A link to the list of summaries. */
export const BackToSummaries = () => (
  <Link to="/summary" search={{}}>
    <ArrowLeftIcon size={16} /> Back to Summaries
  </Link>
)
