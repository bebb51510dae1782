import { useState } from 'react'

/**
 * What a form was opened with, however it changes behind it: the own save makes a newer one while its success is still
 * being told. `reopen` opens it with another.
 */
export function useOpened<Value>(found: Value | undefined) {
  const [opened, setOpened] = useState(found)
  if (opened === undefined && found !== undefined) setOpened(found)
  return { opened, reopen: (other: Value) => setOpened(other) }
}
