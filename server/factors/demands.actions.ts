import { canSetDemand, demandErrors } from '../../shared/factors/demands.policy.ts'
import type { DemandInput, FactorDemand } from '../../shared/factors/factors.schema.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dayIn } from '../../shared/texts/words.ts'
import { fieldChanges } from '../context/audit.ts'
import { changeStamp, type Ctx, type Services } from '../context/context.ts'
import { AppError, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import { mail } from '../mails/compose.ts'
import { queueMails } from '../mails/mail.ts'
import { listDemands, lockDemand, saveDemand, takeUntold } from './demands.queries.ts'

/** Sets what a level demands; 409 when another administrator has changed it since. */
export const setDemand = (ctx: Ctx, input: DemandInput): Promise<FactorDemand> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canSetDemand(ctx.actor))
    const before = await lockDemand(db, input.access_level)
    if (before.revision !== input.revision) throw new AppError('demand_changed')
    const { demand, required_from = null, access_level } = input
    const today = manilaDay(ctx.services.now())
    requireNoErrors(demandErrors({ demand, required_from }, { stored: before.required_from, today }))
    const after = { demand, required_from }
    await saveDemand(db, { access_level, ...after, ...changeStamp(ctx) })
    const changes = fieldChanges<typeof after>(before as typeof after, after, ['demand', 'required_from'])
    audit({
      module: 'Authentication',
      event: 'Demand Set',
      code: access_level,
      changes: changes,
    })
    const saved = (await listDemands(db)).find((one) => one.access_level === access_level)
    if (!saved) throw new Error(`There is no demand for ${access_level}.`)
    return saved
  })

/** Mails everybody who will need a second factor within 14 days, and has none, once for each day that was set. */
export const tellOfDemands = (services: Services): Promise<void> =>
  services.db.transaction().execute(async (open) => {
    const untold = await takeUntold(open, manilaDay(services.now()))
    const mails = untold.map(({ required_from, ...person }) => {
      const day = (t: Translate) => dayIn(t, required_from)
      return mail(
        services,
        person,
        'demand',
        { day },
        { paragraphs: ['mails.demand', { link: '/my-sign-in' }, 'mails.demand_without'] },
      )
    })
    await queueMails(open, mails)
  })
