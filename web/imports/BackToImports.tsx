import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '../ui/icons.tsx'

/** One step up. */
export const BackToImports = () => (
  <Link to="/sitemap/imports" search={{}}>
    <ArrowLeftIcon size={16} /> Back to imports
  </Link>
)
