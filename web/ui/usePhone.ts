import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone, or zoomed to that width; the styles change at the same width. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
