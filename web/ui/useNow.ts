import { useState } from 'react'

/** The time of the first render; it does not change until the component is remounted. */
export const useNow = (): Date => useState(() => new Date())[0]
