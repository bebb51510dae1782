import { ApiError } from '../lib/call.ts'
import { useDialogs } from './dialogs.tsx'

/** A field in which the saved record and the form differ, as a person reads both. */
export type Difference = { label: string; saved: string; entered: string }

type Saving<Seen, Reply> = {
  /** the record as the form began from it */
  seen: Seen
  /** saves the form as made from this state of the record */
  send: (seen: Seen) => Promise<Reply>
  /** the record as it is now */
  reload: () => Promise<Seen>
  differences: (now: Seen) => Difference[]
}

/**
 * Saves a form. Where somebody else saved first, it says who, when and what, shows both texts and saves the entries only
 * when that is asked for (S-144). Null when it is not: the entries stay on the form.
 */
export function useSecondSaver() {
  const { confirm } = useDialogs()
  return async <Seen, Reply>({
    seen,
    send,
    reload,
    differences,
  }: Saving<Seen, Reply>): Promise<Reply | null> => {
    for (let from = seen; ; ) {
      try {
        return await send(from)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        from = await reload()
        const answer = await confirm({
          title: 'Somebody else saved first',
          message: <BothTexts told={error.message} differences={differences(from)} />,
          otherLabel: 'Save my entries',
          confirmLabel: 'Continue editing',
        })
        if (!answer?.isOther) return null
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
