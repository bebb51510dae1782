import { ApiError, toMessage } from '../lib/call.ts'
import { useDialogs } from './dialogs.tsx'

/** A field in which the saved record and the form differ, as a person reads both. */
export type Difference = { label: string; saved: string; entered: string }

/** What a form needs to know of the record it changes. */
export type Seen<Saved, Values> = {
  /** the record as the form began from it */
  seen: Saved
  /** the record as it is now */
  reload: () => Promise<Saved>
  differences: (values: Values, now: Saved) => Difference[]
}

/**
 * Sends a form. Where somebody else saved first, it says who, when and what, shows both texts and sends the entries again
 * only when that is asked for (S-144); else they stay on the form. Without a record there is nobody to meet.
 */
export function useSecondSaver() {
  const { confirm } = useDialogs()
  return async <Saved extends { id: number }, Values>(
    values: Values,
    record: Seen<Saved, Values> | undefined,
    send: (from: Saved | null) => Promise<unknown>,
  ): Promise<void> => {
    for (let from: Saved | null = record?.seen ?? null; ; ) {
      try {
        await send(from)
        return
      } catch (error) {
        if (!record || !(error instanceof ApiError) || error.code !== 'conflict') throw error
        const now: Saved = await record.reload()
        from = now
        const answer = await confirm({
          title: 'Somebody else saved first',
          message: <BothTexts told={toMessage(error)} differences={record.differences(values, now)} />,
          otherLabel: 'Save my entries',
          confirmLabel: 'Continue editing',
        })
        if (!answer?.isOther) return
      }
    }
  }
}

function BothTexts({ told, differences }: { told: string; differences: Difference[] }) {
  if (differences.length === 0) return <p>{told}</p>
  return (
    <>
      <p>{told}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved now</th>
            <th scope="col">Your entry</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, saved, entered }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{saved || 'Empty'}</td>
              <td>{entered || 'Empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
