import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the server's rendering and while the browser takes it over, true from then on. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
