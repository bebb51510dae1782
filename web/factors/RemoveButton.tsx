import { useState } from 'react'
import controls from '../public/controls.module.css'
import { AskDialog } from './AskDialog.tsx'

type Props = {
  /** as in "Remove the authenticator app?" */
  name: string
  remove: () => Promise<unknown>
  /** it is the only second factor */
  isLast: boolean
  onRemoved: () => Promise<void>
}

/** Removes a factor, after a question. */
export function RemoveButton({ name, remove, isLast, onRemoved }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={controls.secondary}
        aria-label={`Remove ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </button>
      {isAsking && (
        <AskDialog
          title={`Remove ${name}?`}
          label="Remove"
          onClose={() => setIsAsking(false)}
          onYes={async () => {
            await remove()
            setIsAsking(false)
            await onRemoved()
          }}
        >
          {isLast
            ? 'It is your only second factor: then your password alone logs you in, and codes on paper end too.'
            : 'It no longer works for logging in, and your own computers are asked for the second step again.'}
        </AskDialog>
      )}
    </>
  )
}
