import { areTwoPeople } from '../../shared/access/two-people.ts'
import { canConfirmText, canTakeBackText } from '../../shared/translations/proposals.policy.ts'
import type { SeenInput, Translation } from '../../shared/translations/translations.schema.ts'
import { listAccountChanges } from '../audit/account-changes.queries.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { removeProposal } from '../texts/text-proposals.queries.ts'
import { saveReviews } from '../texts/text-reviews.queries.ts'
import {
  officialEntry,
  required,
  requireAsSeen,
  requireDistinct,
  rowOf,
  type TextsNow,
  writeTexts,
} from './translations.actions.ts'
import { readTranslation } from './translations.queries.ts'

type TextOf = { language: string; key: string }

/** Returns a text with the change of it that waits, which must be as it was seen. */
function requireProposal(now: TextsNow, key: string, { seen }: SeenInput) {
  const found = required(now, key)
  requireAsSeen(found, seen)
  const { proposal } = found.translation
  if (!proposal) throw new AppError('no_proposal')
  return { found, proposal, change: { key, text: proposal.text, reviewed: proposal.reviewed } }
}

/** Confirms the change of an official word that another person has proposed: it is shown from now on. */
export const confirmText = (ctx: Ctx, { language, key }: TextOf, input: SeenInput): Promise<Translation> =>
  writeTexts(ctx, language, async (db, audit, texts) => {
    const { found, proposal, change } = requireProposal(texts, key, input)
    requireAllowed(canConfirmText(ctx.actor, proposal))
    const now = ctx.services.now()
    const history = await listAccountChanges(db, now)
    requireAllowed(areTwoPeople(proposal.proposed_by_id, ctx.actor.id, history, now))
    requireDistinct(texts, key, change.text)
    await removeProposal(db, language, key)
    await saveReviews(db, [rowOf(language, change, found.translation, changeStamp(ctx))])
    audit(officialEntry('Text Confirmed', language, change, found))
    return readTranslation(db, ctx.services.languages, language, key)
  })

/** Takes back the change of an official word that the caller has proposed. */
export const takeBackText = (ctx: Ctx, { language, key }: TextOf, input: SeenInput): Promise<Translation> =>
  writeTexts(ctx, language, async (db, audit, texts) => {
    const { found, proposal, change } = requireProposal(texts, key, input)
    requireAllowed(canTakeBackText(ctx.actor, proposal))
    await removeProposal(db, language, key)
    audit(officialEntry('Proposal Taken Back', language, change, found))
    return readTranslation(db, ctx.services.languages, language, key)
  })
