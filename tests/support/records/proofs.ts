import type { TestApp } from '../product/app.ts'

type Given = { minutes?: number; by?: string; in_full?: boolean; count?: number | null }

/** Enters an identity check into the session of a person, given so many minutes ago; null removes it. */
export async function proved(t: TestApp, person: string, given: Given | null): Promise<void> {
  await t.as(person)
  const { minutes = 0, by = 'password and app', in_full = true, count = null } = given ?? {}
  const at = new Date(t.services.now().getTime() - minutes * 60_000).toISOString()
  await t.db
    .updateTable('sessions')
    .set(
      given
        ? { proved_at: at, proved_by: by, proved_in_full: in_full, proved_count: count }
        : { proved_at: null, proved_by: null, proved_in_full: false, proved_count: null },
    )
    .where('user_id', '=', await t.userId(person))
    .execute()
}
