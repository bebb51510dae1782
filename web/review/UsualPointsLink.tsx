import { Link } from '@tanstack/react-router'
import { canUseTemplates } from '../../shared/review/templates.policy.ts'
import { useActor } from '../lib/useActor.ts'

/** The link to the list of usual points, for those who have one. */
export const UsualPointsLink = () =>
  canUseTemplates(useActor()).ok ? <Link to="/points">Usual points</Link> : null
