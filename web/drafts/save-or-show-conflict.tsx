import { ApiError, toMessage } from '../lib/call.ts'
import { confirm } from '../ui/dialogs.tsx'
import { type Side, SideBySide } from './SideBySide.tsx'

/** The record that a form changes. */
export type SeenRecord<Saved, Values> = {
  /** the record when the form was begun */
  seen: Saved
  reload: () => Promise<Saved>
  /** the fields in which the form and the current record differ */
  sides: (values: Values, now: Saved) => Side[]
}

/**
 * Sends a form. If another user saved first, it shows who, when and both texts, and sends the entries again only when
 * the person asks for it (S-144); otherwise they stay on the form. Without a record there is no conflict.
 */
export async function saveOrShowConflict<Saved, Values>(
  values: Values,
  record: SeenRecord<Saved, Values> | undefined,
  send: (from: Saved | null) => Promise<unknown>,
): Promise<void> {
  for (let from: Saved | null = record?.seen ?? null; ; ) {
    try {
      await send(from)
      return
    } catch (error) {
      if (!record || !(error instanceof ApiError) || error.why !== 'conflict') throw error
      const now: Saved = await record.reload()
      from = now
      const answer = await confirm({
        title: 'Another user saved first',
        message: <BothVersions said={toMessage(error)} sides={record.sides(values, now)} />,
        otherLabel: 'Save my entries',
        confirmLabel: 'Continue editing',
      })
      if (!answer?.isOther) return
    }
  }
}

const BothVersions = ({ said, sides }: { said: string; sides: Side[] }) => (
  <>
    <p>{said}</p>
    {sides.length > 0 ? (
      <SideBySide theirs="Saved by your colleague" mine="In your form" sides={sides} />
    ) : null}
  </>
)
