import { Secret, TOTP } from 'otpauth'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import type { Product } from './product.ts'
import { ask, postIn, sessionOf } from './session.ts'

export type OwnSitting = <Reply>(address: string, body?: object) => Promise<Reply>

/** Begins a sitting of this demo person, who has just typed the password; returns how calls are made in it. */
export async function sittingOf(product: Product, name: string): Promise<OwnSitting> {
  const post: OwnSitting = postIn(product, await sessionOf(product, name))
  await ask(
    product,
    `update sessions set proved_at = now(), proved_by = 'password', proved_in_full = true
     where user_id = (select id from users where email = $1)`,
    [demoEmail(name)],
  )
  return post
}

/** Ends the session and forgets the own computers and wrong codes of this person, as if it were another month. */
export async function endSitting(product: Product, name: string): Promise<void> {
  const person = [demoEmail(name)]
  const own = '(select id from users where email = $1)'
  await ask(product, `delete from sessions where user_id = ${own}`, person)
  await ask(product, `delete from own_computers where user_id = ${own}`, person)
  await ask(product, `delete from throttle_events where kind = 'second_step_failed' and email = $1`, person)
}

export type AppOfPerson = {
  /** a code that works now, as if the time step of the last one were over */
  code: () => Promise<string>
  recovery_codes: string[]
}

/** Sets up an authenticator app for this demo person, who is logged out afterwards. */
export async function setUpApp(product: Product, name: string): Promise<AppOfPerson> {
  const post = await sittingOf(product, name)
  const { secret } = await post<{ secret: string }>('/my-sign-in/app')
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const { recovery_codes } = await post<{ recovery_codes: string[] }>('/my-sign-in/app/confirmation', {
    code: app.generate(),
  })
  await endSitting(product, name)
  return {
    code: async () => {
      await ask(
        product,
        'update app_factors set last_step = 0 where user_id = (select id from users where email = $1)',
        [demoEmail(name)],
      )
      return app.generate()
    },
    recovery_codes,
  }
}
