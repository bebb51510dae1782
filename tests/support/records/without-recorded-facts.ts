import type { Product } from '../product/product.ts'
import { ask } from '../product/session.ts'

/**
 * Removes the recorded public facts from the log of a demo bureau, as before they were introduced, so that a test may
 * rename records directly in the database and still read them.
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
