import type { Product } from '../product/product.ts'
import { ask } from '../product/session.ts'

/**
 * Makes the log of a demo bureau one of before it stated what is public, so that a test may give its records other names past the
 * product and read them.
 */
export const withoutRecordedFacts = (product: Product): Promise<unknown> =>
  ask(
    product,
    `do $$ begin
      alter table audit_logs disable trigger user;
      delete from audit_logs where event = 'Public Facts Noted';
      alter table audit_logs enable trigger user;
    end $$`,
  )
