import { useState } from 'react'

/** The moment this part of the page was first drawn; the same for as long as it is. */
export const useNow = (): Date => useState(() => new Date())[0]
